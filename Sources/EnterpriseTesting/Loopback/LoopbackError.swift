import Foundation

/// A socket, pipe or thread that the operating system would not give.
public struct LoopbackError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The system call that failed, such as `bind`.
    public let operation: String
    /// The `errno` it left.
    public let code: Int32

    /// The call and the system's words for its failure.
    public var description: String { "\(operation): \(String(cString: strerror(code)))" }

    init(_ operation: String, code: Int32 = errno) {
        self.operation = operation
        self.code = code
    }
}
