/// Where a secret is: never in the code or the configuration itself. Read once, when the transport is made.
public enum SecretSource: Sendable, Hashable {
    /// A file that only its owner can read; a line break at its end does not count.
    case file(String)
    /// An environment variable of this name.
    case environment(String)
}
