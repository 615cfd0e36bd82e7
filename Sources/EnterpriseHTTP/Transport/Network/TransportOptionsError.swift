/// Why a transport can't be made with its options: which one, and what is wrong with it. Never repeats a secret.
public struct TransportOptionsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The option's name, as in `TransportOptions` and in the configuration's section `network`.
    public let option: String
    /// What is wrong, with the name of the file or variable that is at fault.
    public let reason: String

    init(_ option: String, _ reason: String) {
        self.option = option
        self.reason = reason
    }

    /// Option and reason in one line.
    public var description: String { "\(option): \(reason)" }
}
