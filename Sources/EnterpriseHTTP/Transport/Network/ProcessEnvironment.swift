import Foundation

/// What of the process has a say in how a transport connects: nothing, unless its options name a variable or
/// `ProxyChoice.fromEnvironment`.
struct ProcessEnvironment: Sendable {
    var variables: [String: String]

    static var current: ProcessEnvironment { ProcessEnvironment(variables: ProcessInfo.processInfo.environment) }

    /// The variable's value; nil when it is unset or empty.
    subscript(name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// The value of a variable that has come to be written in either case.
    func eitherCase(_ name: String) -> String? {
        if let value = self[name] { return value }
        // A CGI program gets a client's "Proxy:" header as HTTP_PROXY.
        if name == "http_proxy", self["REQUEST_METHOD"] != nil { return nil }
        return self[name.uppercased()]
    }
}
