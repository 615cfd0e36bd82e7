import Foundation

/// What a text should look like; it writes texts that do, and now and then one that does not.
indirect enum Schema: Sendable {
    case string, bool, null, small, integer, double, date, url, uuid, data, anything
    case choice([String])
    case optional(Schema)
    case array(Schema)
    case map([String], Schema)
    case object([(String, Schema)])
    case oneOf([Schema])
    /// The whole schema again, less deep each time.
    case again

    /// A text; `strays` in a thousand values are of another kind, missing, doubled or null.
    func text(_ random: inout SeededRandom, strays: Int, depth: Int = 0, root: Schema? = nil) -> String {
        let root = root ?? self
        if random.chance(strays, in: 1000) {
            return Schema.oneOf([.null, .anything, .string, .integer, .double, .array(.integer), .object([])])
                .text(&random, strays: 0, depth: depth + 1, root: root)
        }
        func inner(_ schema: Schema, _ random: inout SeededRandom) -> String {
            space(&random) + schema.text(&random, strays: strays, depth: depth + 1, root: root) + space(&random)
        }
        switch self {
        case .string: return Self.string(&random)
        case .bool: return random.pick(["true", "false"])
        case .null: return "null"
        case .small: return "\(Int.random(in: 0...127, using: &random))"
        case .integer: return Self.integer(&random)
        case .double: return random.chance(1, in: 3) ? Self.integer(&random) : Self.double(&random)
        case .date: return "\"\(Self.date(&random))\""
        case .url:
            return random.pick([
                #""https://a.b/c?d=e#f""#, #""http:\/\/x""#, #""a b""#, #""//é""#, #""/""#,
                random.chance(1, in: 5) ? #""""# : #""b""#,
            ])
        case .uuid: return "\"\(random.chance(1, in: 40) ? "no" : UUID.random(&random))\""
        case .data:
            return random.pick([
                #""aGk=""#, #""""#, #""aGkh""#, #""\u0061Gk=""#, random.chance(1, in: 5) ? #""a*""# : "null",
            ])
        case .anything: return Self.anything(&random, depth: depth)
        case .choice(let texts): return random.pick(texts)
        case .optional(let schema): return random.chance(1, in: 4) ? "null" : inner(schema, &random)
        case .array(let schema):
            return "[" + (0..<random.pick([0, 1, 2, 3, 9])).map { _ in inner(schema, &random) }.joined(separator: ",")
                + "]"
        case .map(let keys, let schema):
            let members = (0..<random.pick(depth > 1 ? [0, 1, 2, 3] : [0, 1, 2, 5, 20])).map { _ in
                "\"\(random.pick(keys))\":\(inner(schema, &random))"
            }
            return "{" + members.joined(separator: ",") + "}"
        case .object(let members):
            var texts: [String] = []
            for (name, schema) in members where !random.chance(strays, in: 1000) {
                let key = random.chance(1, in: 20) ? Self.escaped(name) : name
                texts.append("\(space(&random))\"\(key)\"\(space(&random)):\(inner(schema, &random))")
                if random.chance(strays, in: 1000) { texts.append("\"\(name)\":\(inner(schema, &random))") }
                if random.chance(1, in: 20) { texts.append("\"extra\":\(Self.anything(&random, depth: depth + 1))") }
            }
            if random.chance(1, in: 4) { texts.shuffle(using: &random) }
            return "{" + texts.joined(separator: ",") + "}"
        case .oneOf(let schemas): return random.pick(schemas).text(&random, strays: strays, depth: depth, root: root)
        case .again: return depth > 4 ? "null" : inner(root, &random)
        }
    }

    private func space(_ random: inout SeededRandom) -> String {
        random.chance(1, in: 15) ? random.pick([" ", "\n", "\t\r\n  ", "  "]) : ""
    }

    private static func string(_ random: inout SeededRandom) -> String {
        let pieces = [
            "a", "plain text", "é", "😀", "\\n", "\\\"", "\\\\", "\\/", "\\u00e9", "\\ud83d\\ude00", "\\u0000",
            "0123456789abcdef",
            "", "e\u{301}", "\u{7F}", "\u{FFFF}", "日本語", "INF", "NaN", "-INF", "\\b\\f\\r\\t", "\u{10FFFF}",
        ]
        return "\"" + (0..<random.pick([0, 1, 1, 2, 5])).map { _ in random.pick(pieces) }.joined() + "\""
    }

    private static func escaped(_ name: String) -> String {
        name.utf16.map { "\\u" + String(0x10000 + Int($0), radix: 16).dropFirst() }.joined()
    }

    private static func integer(_ random: inout SeededRandom) -> String {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: "\(Int.random(in: -3...300, using: &random))"
        case 1: "\(Int64.random(in: .min ... .max, using: &random))"
        case 2:
            random.pick([
                "0", "-0", "127", "128", "-128", "-129", "255", "256", "32767", "65535", "65536", "2147483648",
                "4294967295",
                "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
                "18446744073709551615", "18446744073709551616", "1.0", "1e2", "12.50", "1E+2", "100e-2",
                "9007199254740993",
                "170141183460469231731687303715884105727", "1e18", "1e19", "-1.0e0", "1e400", "1e-400", "0.0",
            ])
        default: "\(Int.random(in: -100...100, using: &random))"
        }
    }

    private static func double(_ random: inout SeededRandom) -> String {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: "\(Double.random(in: -1000...1000, using: &random))"
        case 1:
            {
                let value = Double(bitPattern: random.next())
                return value.isFinite ? "\(value)" : "0.1"
            }()
        case 2: "\(Int.random(in: -99999...99999, using: &random)).\(Int.random(in: 0...999999, using: &random))"
        default:
            random.pick([
                "0.1", "-0.0", "1e308", "1e309", "5e-324", "2e-324", "3.4e38", "3.5e38", "1e-46", "0.3", "1e22", "1e23",
            ])
        }
    }

    private static func date(_ random: inout SeededRandom) -> String {
        let day =
            "\(Int.random(in: 1600...2100, using: &random))-0\(Int.random(in: 1...9, using: &random))-1\(random.pick([0, 5, 9]))"
        return day
            + random.pick(["T10:00:00Z", "T23:59:59Z", "T00:00:00.25Z", "T01:02:03+02:00", "T01:02:03-0330", "", "T25"])
    }

    private static func anything(_ random: inout SeededRandom, depth: Int) -> String {
        let scalars: [Schema] = [.string, .bool, .null, .integer, .double]
        let nested: [Schema] = depth > 3 ? [] : [.array(.anything), .map(["a", "b", "c\\n", "é", "a"], .anything)]
        return random.pick(scalars + nested).text(&random, strays: 0, depth: depth)
    }
}

extension UUID {
    static func random(_ random: inout SeededRandom) -> String {
        func hex(_ count: Int) -> String {
            (0..<count).map { _ in random.pick(Array("0123456789abcdefABCDEF")) }.map(String.init).joined()
        }
        return "\(hex(8))-\(hex(4))-\(hex(4))-\(hex(4))-\(hex(12))"
    }
}
