import Foundation

struct Person: Decodable, Equatable {
    let name: String
    let age: Int
    let email: String?
    let tags: [String]
    let score: Double
    let active: Bool

    static let schema = Schema.object([
        ("name", .string), ("age", .small), ("email", .optional(.string)), ("tags", .array(.string)),
        ("score", .double),
        ("active", .bool),
    ])
}

struct Numbers: Decodable, Equatable {
    let a: Int8?, b: Int16?, c: Int32?, d: Int64?, e: UInt8?, f: UInt16?, g: UInt32?, h: UInt64?
    let i: Int?, j: UInt?, k: Float?, l: Double?, m: Decimal?, n: Int128?, o: UInt128?

    static let schema = Schema.object(
        "abcdefghijno".map { (String($0), .oneOf(Array(repeating: .small, count: 20) + [.integer])) }
            + "klm".map { (String($0), .oneOf([.small, .small, .small, .double])) }
    )
}

final class Tree: Decodable, Equatable {
    let value: String
    let left: Tree?
    let right: Tree?

    static func == (left: Tree, right: Tree) -> Bool {
        left.value == right.value && left.left == right.left && left.right == right.right
    }

    static let schema = Schema.object([("value", .string), ("left", .optional(.again)), ("right", .optional(.again))])
}

class Animal: Decodable {
    let legs: Int
}

final class Dog: Animal, Equatable {
    let name: String
    let mother: Animal?
    let names: [String]

    private enum CodingKeys: String, CodingKey { case name, mother, names }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        mother = (try? container.superDecoder(forKey: .mother)).flatMap { try? Animal(from: $0) }
        let parent = try container.superDecoder()
        names =
            parent.codingPath.map(\.stringValue)
            + (try container.superDecoder(forKey: .names)).codingPath.map(\.stringValue)
        try super.init(from: parent)
    }

    static func == (left: Dog, right: Dog) -> Bool {
        left.name == right.name && left.legs == right.legs && left.mother?.legs == right.mother?.legs
            && left.names == right.names
    }

    static let schema = Schema.object([
        ("name", .string), ("super", .object([("legs", .integer)])), ("mother", .object([("legs", .integer)])),
    ])
}

enum Figure: Decodable, Equatable {
    case circle(radius: Double)
    case box(width: Int, height: Int?)
    case empty
    indirect case pair(Figure, Figure)

    static let schema = Schema.oneOf([
        .object([("circle", .object([("radius", .double)]))]),
        .object([("box", .object([("width", .integer), ("height", .optional(.integer))]))]),
        .object([("empty", .object([]))]),
        .object([("pair", .object([("_0", .again), ("_1", .again)]))]),
    ])
}

enum Color: String, Decodable, CodingKeyRepresentable {
    case red, green
}

struct Maps: Decodable, Equatable {
    let byName: [String: Int]
    let byNumber: [Int: String]?
    let people: [String: [Person]]?
    let colors: [Color: Int]?
    let flat: [Bool: Int]?
    let set: Set<Int>?

    static let schema = Schema.object([
        ("byName", .map(["a", "b", "c_d", "é", "\\u0061", "snake_case_key", ""], .integer)),
        ("byNumber", .map(["1", "2", "-3", "x"], .string)), ("people", .map(["p_q", "q"], .array(Person.schema))),
        ("colors", .map(["red", "green", "blue"], .integer)),
        ("flat", .choice(["[true,1]", "[true]", "[]", "[true,1,false,2]"])),
        ("set", .array(.integer)),
    ])
}

/// Any JSON, as models of free content hold it.
enum FreeJSON: Decodable, Equatable {
    /// A number is held as its bits, so that NaN equals itself, and -0 is not 0.
    case null, bool(Bool), number(UInt64), string(String), array([FreeJSON]), object([String: FreeJSON])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value.bitPattern)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([FreeJSON].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: FreeJSON].self))
        }
    }
}

/// Reads whatever keys there are.
struct AnyKeys: Decodable, Equatable {
    var values: [String: String] = [:]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: PlainKey.self)
        for key in container.allKeys.sorted(by: { $0.stringValue > $1.stringValue }) {
            if try container.decodeNil(forKey: key) {
                values[key.stringValue] = "null"
            } else if let number = try container.decodeIfPresent(Int.self, forKey: key) {
                values[key.stringValue] = "\(number)"
            }
        }
        values["absent"] = "\(container.contains(PlainKey("never")))"
    }

    static let schema = Schema.map(
        ["a", "b", "snake_key", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "é"],
        .optional(.integer)
    )
}

struct Snake: Decodable, Equatable {
    let firstName: String?
    let lastURL: String?
    let _under_: Int?
    let inner: [Snake]?
    let xy: Int?

    static let schema = Schema.object([
        ("first_name", .string), ("last_u_r_l", .string), ("_under_", .integer), ("inner", .optional(.array(.again))),
        ("firstName", .string), ("x_y", .integer), ("last_URL", .string),
    ])
}
