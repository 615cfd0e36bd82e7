extension BaseURL {
    /// Why a text is no `BaseURL`. It never repeats the text, which may hold a password.
    public struct Invalid: Error, Sendable, Hashable, CustomStringConvertible {
        /// What was expected, in words: "an absolute http or https URL …".
        public let expected: String

        /// What was expected, in words.
        public var description: String { "Expected \(expected)." }

        private init(_ detail: String) {
            expected = "an absolute http or https URL such as \"https://example.com:8080/prefix\", \(detail)"
        }

        static let characters = Invalid("in ASCII without spaces or control characters")
        static let scheme = Invalid("beginning with http:// or https://")
        static let userInfo = Invalid("without \"@\": no user or password")
        static let host = Invalid("with a host: a name, an IPv4 address, or an IPv6 address in brackets")
        static let port = Invalid("with a port of 1 to 65535 after the colon, or without the colon")
        static let path = Invalid("with a path of URL characters, others percent-encoded")
        static let dotSegment = Invalid("without \".\" and \"..\" in the path")
        static let query = Invalid("without \"?\": no query")
        static let fragment = Invalid("without \"#\": no fragment")
    }
}
