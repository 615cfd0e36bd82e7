/// Why a provider has no credentials. It names variables and files, never what is in them.
public struct CredentialsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong. An open set: later versions may have more.
    public struct Code: Sendable, Hashable {
        private enum Name {
            case missing, unreadable, unsafePermissions, invalidFormat
        }

        private let name: Name

        /// A variable is unset or empty, or the file is not there.
        public static let missing = Code(name: .missing)
        /// The file can't be read.
        public static let unreadable = Code(name: .unreadable)
        /// Others than the file's owner may read or write it.
        public static let unsafePermissions = Code(name: .unsafePermissions)
        /// The file does not hold a name and a password.
        public static let invalidFormat = Code(name: .invalidFormat)
    }

    /// What went wrong.
    public let code: Code
    private let reason: String

    init(_ code: Code, reason: String) {
        self.code = code
        self.reason = reason
    }

    /// What is wrong with which file or variable.
    public var description: String { reason }
}
