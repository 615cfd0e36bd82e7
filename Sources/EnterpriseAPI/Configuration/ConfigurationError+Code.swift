extension ConfigurationError {
    /// A way in which loading a configuration fails. An open set: later versions may have more.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Name: String {
            case fileNotFound = "no configuration file"
            case isDirectory = "is a directory"
            case unreadable = "cannot be read"
            case notJSON = "is not JSON"
            case duplicateKey = "is ambiguous"
            case keyMissing = "is missing"
            case wrongType = "has the wrong type"
            case unknownKey = "is no key that is known"
            case invalidValue = "has an invalid value"
        }

        private let name: Name

        /// There is no file, or none of those that were looked for.
        public static let fileNotFound = Code(name: .fileNotFound)

        /// What should be the file is a directory.
        public static let isDirectory = Code(name: .isDirectory)

        /// The file is there but cannot be read.
        public static let unreadable = Code(name: .unreadable)

        /// The file is not JSON.
        public static let notJSON = Code(name: .notJSON)

        /// A key comes twice in one object of the file.
        public static let duplicateKey = Code(name: .duplicateKey)

        /// A key is not there.
        public static let keyMissing = Code(name: .keyMissing)

        /// The value of a key is of another type.
        public static let wrongType = Code(name: .wrongType)

        /// A key of the section `network` is none of its keys: a misspelt one would leave something out unnoticed.
        public static let unknownKey = Code(name: .unknownKey)

        /// The value of a key or variable is not allowed.
        public static let invalidValue = Code(name: .invalidValue)

        /// The failure in words, such as "is missing".
        public var description: String { name.rawValue }
    }
}
