/// JSON as the backend writes it: keys in an order that differs from object to object, `/` sometimes as `\/`,
/// whole numbers without a point. What it writes depends on the value and the variant alone.
indirect enum WireJSON: Sendable {
    case string(String)
    case number(Double)
    case bool(Bool)
    case null
    /// As a member: the key is left out.
    case absent
    case array([WireJSON])
    case object([(key: String, value: WireJSON)])

    func encoded(variant: Int = 0) -> [UInt8] {
        var writer = Writer(variant: variant)
        writer.write(self)
        return writer.bytes
    }

    private struct Writer {
        var bytes: [UInt8] = []
        private var objects: Int
        private var slashes: Int

        init(variant: Int) {
            objects = variant
            slashes = variant
        }

        mutating func write(_ value: WireJSON) {
            switch value {
            case .string(let text): write(text)
            case .number(let number): append(Int(exactly: number).map(String.init) ?? String(number))
            case .bool(let flag): append(flag ? "true" : "false")
            case .null, .absent: append("null")
            case .array(let elements):
                list("[", elements, "]") { $0.write($1) }
            case .object(let members):
                objects += 1
                list("{", Self.shuffled(members, objects), "}") { writer, member in
                    writer.write(member.key)
                    writer.append(":")
                    writer.write(member.value)
                }
            }
        }

        private mutating func list<Element>(
            _ open: String,
            _ elements: [Element],
            _ close: String,
            write: (inout Writer, Element) -> Void
        ) {
            append(open)
            for (index, element) in elements.enumerated() {
                if index > 0 { append(",") }
                write(&self, element)
            }
            append(close)
        }

        private static func shuffled(
            _ members: [(key: String, value: WireJSON)],
            _ number: Int
        ) -> [(key: String, value: WireJSON)] {
            let present = members.filter { if case .absent = $0.value { false } else { true } }
            guard !present.isEmpty else { return [] }
            let shift = number % present.count
            let rotated = present[shift...] + present[..<shift]
            return number / present.count % 2 == 0 ? Array(rotated) : rotated.reversed()
        }

        private mutating func write(_ text: String) {
            append("\"")
            for byte in text.utf8 {
                switch byte {
                case UInt8(ascii: "\""): append("\\\"")
                case UInt8(ascii: "\\"): append("\\\\")
                case UInt8(ascii: "/"):
                    slashes += 1
                    append(slashes % 2 == 0 ? "\\/" : "/")
                case 0x0A: append("\\n")
                case 0..<0x10: append("\\u000" + String(byte, radix: 16))
                case 0x10..<0x20: append("\\u00" + String(byte, radix: 16))
                default: bytes.append(byte)
                }
            }
            append("\"")
        }

        private mutating func append(_ text: String) { bytes += text.utf8 }
    }
}

extension ServerResponse {
    static func json(_ json: WireJSON, status: Int = 200, variant: Int = 0) -> ServerResponse {
        ServerResponse(
            status: status,
            headers: ["Content-Type": "application/json; charset=utf-8"],
            body: json.encoded(variant: variant)
        )
    }

    /// A failure as the backend reports one: `{"error": true, "reason": "…"}`.
    public static func failure(_ status: Int, reason: String) -> ServerResponse {
        json(.object([("error", .bool(true)), ("reason", .string(reason))]), status: status, variant: status)
    }
}
