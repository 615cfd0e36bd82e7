import Foundation

/// Uses every way through the containers.
struct Manual: Decodable, Equatable {
    var log: [String] = []

    private enum Keys: String, CodingKey { case list, object, missing, deep }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        if let marker = Strategies.marker { log.append("\(decoder.userInfo[marker] as? Int ?? 0)") }
        log.append("\(container.contains(.list)) \(container.contains(.missing))")
        var list = try container.nestedUnkeyedContainer(forKey: .list)
        log.append("count \(list.count ?? -1) \(path(list.codingPath))")
        while !list.isAtEnd {
            let index = list.currentIndex
            if try list.decodeNil() {
                log.append("\(index) nil")
            } else if let text = try? list.decode(String.self) {
                log.append("\(index) \(text)")
            } else if let number = try? list.decodeIfPresent(Int.self) {
                log.append("\(index) \(number)")
            } else if var inner = try? list.nestedUnkeyedContainer() {
                log.append("\(index) inner \(path(inner.codingPath)) \(inner.count ?? -1)")
                if let decoder = try? inner.superDecoder() {
                    log.append("super \(path(decoder.codingPath)) \((try? Int(from: decoder)) ?? -1)")
                }
            } else {
                let object = try list.nestedContainer(keyedBy: PlainKey.self)
                log.append("\(index) object \(path(object.codingPath)) \(object.allKeys.map(\.stringValue).sorted())")
            }
        }
        do { _ = try list.decode(Int.self) } catch let DecodingError.valueNotFound(_, context) {
            log.append("end \(path(context.codingPath))")
        }
        log.append("\(try list.decodeIfPresent(Int.self) ?? -1)")
        let object = try container.nestedContainer(keyedBy: PlainKey.self, forKey: .object)
        log.append("\(try object.decodeIfPresent([Int?].self, forKey: PlainKey("a")) ?? []) \(path(object.codingPath))")
        let deep = try container.decodeIfPresent(Deep.self, forKey: .deep)
        log.append("\(deep.map(\.paths) ?? [])")
    }

    static let schema = Schema.object([
        ("list", .array(.oneOf([.string, .integer, .null, .array(.integer), .map(["a", "b"], .integer)]))),
        ("object", .object([("a", .optional(.array(.optional(.integer)))), ("b", .string)])),
        (
            "deep",
            .optional(
                .object([("items", .array(.object([("next", .optional(.object([("items", .array(.again))])))])))])
            )
        ),
    ])
}

/// Notes the coding path of everything in it.
struct Deep: Decodable, Equatable {
    let paths: [String]

    struct Item: Decodable {
        let next: Deep?
        let own: String

        private enum CodingKeys: CodingKey { case next }

        init(from decoder: any Decoder) throws {
            own = path(decoder.codingPath)
            next = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Deep.self, forKey: .next)
        }
    }

    private enum CodingKeys: CodingKey { case items }

    init(from decoder: any Decoder) throws {
        let items = try decoder.container(keyedBy: CodingKeys.self).decode([Item].self, forKey: .items)
        paths = [path(decoder.codingPath)] + items.flatMap { [$0.own] + ($0.next?.paths ?? []) }
    }
}

func path(_ keys: [any CodingKey]) -> String { keys.map(\.stringValue).joined(separator: "/") }

/// Foundation's types, which strategies concern.
struct Special: Decodable, Equatable {
    let date: Moment?
    let url: URL?
    let uuid: UUID?
    let data: Data?
    let price: Decimal?
    let ratio: Number?
    let dates: [Moment]?
    let urls: [URL]?
    let uuids: [UUID]?

    static func schema(date: Schema, data: Schema = .data) -> Schema {
        .object([
            ("date", date), ("url", .optional(.url)), ("uuid", .optional(.uuid)), ("data", .optional(data)),
            ("price", .optional(.small)), ("dates", .array(date)), ("urls", .array(.url)), ("uuids", .array(.uuid)),
            ("ratio", .oneOf([.small, .small, .small, .choice([#""INF""#, #""-INF""#, #""NaN""#, #""nan""#])])),
        ])
    }
}

/// A date, equal to others within what arithmetic loses.
struct Moment: Decodable, Equatable {
    let date: Date

    init(from decoder: any Decoder) throws { date = try decoder.singleValueContainer().decode(Date.self) }

    static func == (left: Moment, right: Moment) -> Bool {
        left.date == right.date || abs(left.date.timeIntervalSince(right.date)) < 1e-6
    }
}

/// A number that equals itself also when it is NaN, and where -0 is not 0.
struct Number: Decodable, Equatable {
    let double: Double
    let float: Float?

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        double = try container.decode(Double.self)
        float = try? container.decode(Float.self)
    }

    static func == (left: Number, right: Number) -> Bool {
        (left.double.bitPattern, left.float?.bitPattern) == (right.double.bitPattern, right.float?.bitPattern)
    }
}

/// A string or a whole number, as opaque identifiers are.
struct Opaque: Decodable, Equatable {
    let text: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(String.self) {
            text = value
        } else if let value = try? container.decode(Int64.self) {
            text = "\(value)"
        } else {
            text = "\(try container.decode(UInt64.self))"
        }
    }
}

enum Level: Int, Decodable { case low = 1, high = 2 }

/// Optionals in optionals, and enums of raw values.
struct Wraps: Decodable, Equatable {
    let twice: Int??
    let list: [Int?]
    let level: Level?
    let color: Color?
    let ids: [Opaque]
    let matrix: [[Double]]
    let texts: [String]?

    static let schema = Schema.object([
        ("twice", .optional(.integer)), ("list", .array(.optional(.integer))),
        ("level", .choice(["1", "2", "3", "null"])),
        ("color", .choice([#""red""#, #""green""#, #""blue""#])), ("ids", .array(.oneOf([.string, .integer]))),
        ("matrix", .array(.array(.double))), ("texts", .array(.optional(.string))),
    ])
}
