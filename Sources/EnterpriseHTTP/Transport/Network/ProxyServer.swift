import Foundation

/// A proxy to connect through, and what to sign in to it with. It is never printed.
struct ProxyServer: Sendable, Hashable {
    /// Scheme, host and port, as libcurl takes it.
    let url: String
    var login: Login?

    struct Login: Sendable, Hashable {
        let name: String
        let password: String
    }

    private static let ports = ["http": 80, "https": 443, "socks5": 1080, "socks5h": 1080]

    var isHTTPS: Bool { url.hasPrefix("https:") }

    /// Nil when it is no proxy's address.
    ///
    /// - Parameter allowsLogin: Whether the name and password of somebody may stand in it, as they do in variables.
    init?(_ text: String, allowsLogin: Bool) {
        let mark = text.firstRange(of: "://")
        let scheme = mark.map { text[..<$0.lowerBound].lowercased() } ?? "http"
        guard let port = Self.ports[scheme] else { return nil }
        var rest = text[(mark?.upperBound ?? text.startIndex)...]
        if let at = rest.lastIndex(of: "@") {
            guard allowsLogin else { return nil }
            let login = rest[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = login.first?.removingPercentEncoding,
                let password = (login.count > 1 ? login[1] : "").removingPercentEncoding
            else { return nil }
            self.login = Login(name: name, password: password)
            rest = rest[rest.index(after: at)...]
        }
        while rest.hasSuffix("/") { rest = rest.dropLast() }
        guard !rest.contains("/"), let base = try? BaseURL("http://\(rest)") else { return nil }
        let host = base.origin.dropFirst("http://".count)
        let hasPort = rest.drop { $0 != "]" }.contains(":") || (!rest.hasPrefix("[") && rest.contains(":"))
        if host.count != rest.count {
            // The address leaves out a port of 80, which is no socks proxy's own.
            url = "\(scheme)://\(host):80"
        } else {
            url = "\(scheme)://\(host)" + (hasPort ? "" : ":\(port)")
        }
    }
}
