extension HTTPHeaders {
    /// Reads the lines of a received head, the status line left out.
    ///
    /// Tolerant as RFC 9112 section 5 allows a recipient to be: a missing space after the colon, a line without a
    /// colon (skipped), a folded line (joined), and values that are not UTF-8 (read as Latin-1).
    init(parsing head: [UInt8]) {
        self.init()
        var last: Field?
        for line in head.split(separator: UInt8(ascii: "\n")) {
            let text = line.trimmed
            if let first = line.first, first == 0x20 || first == 0x09, let folded = last {
                last = Field(name: folded.name, value: "\(folded.value) \(Self.text(text))")
                continue
            }
            if let last { add(name: last.name, value: last.value) }
            last = nil
            guard let colon = text.firstIndex(of: UInt8(ascii: ":")), colon > text.startIndex else { continue }
            last = Field(
                name: Self.text(text[..<colon].trimmed),
                value: Self.text(text[text.index(after: colon)...].trimmed)
            )
        }
        if let last { add(name: last.name, value: last.value) }
    }

    private static func text(_ bytes: some Collection<UInt8>) -> String {
        String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// The name of the field that libcurl would fill by itself.
    static let contentType = "Content-Type"

    /// Fields the transport writes itself: the caller's own would contradict the message's framing (RFC 9112 section 6).
    private static let framing: Set<String> = [
        "connection", "content-length", "expect", "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// What forbids sending these fields, in words without any value; nil when they are fine.
    var violation: String? {
        guard reduce(0, { $0 + $1.name.utf8.count + $1.value.utf8.count }) <= 256 << 10 else {
            return "the headers are over 256 KB"
        }
        for field in self {
            if !field.name.isToken { return "a header's name is no token" }
            if Self.framing.contains(field.name.lowercased()) {
                return "header \(field.name) is the transport's to set"
            }
            if field.value.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) {
                return "header \(field.name) holds a line break or a NUL"
            }
        }
        return nil
    }
}

extension String {
    /// Whether it is a token of RFC 9110 section 5.6.2, as methods and header names must be.
    var isToken: Bool {
        !isEmpty
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }
}

extension Collection<UInt8> where SubSequence: BidirectionalCollection {
    fileprivate var trimmed: SubSequence {
        var rest = drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
        while let last = rest.last, last == 0x20 || last == 0x09 || last == 0x0D { rest = rest.dropLast() }
        return rest
    }
}
