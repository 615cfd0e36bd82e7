import Foundation

extension TransportOptions {
    /// Checks all options and the files that they name, and reads the secrets, as making a transport does.
    public func check() throws(TransportOptionsError) { _ = try NetworkSettings(self) }

    func checkFeatures(of info: TransportInfo) throws(TransportOptionsError) {
        let needs: [(String, TransportInfo.Feature, Bool)] = [
            ("caFile", .tls, caFile != nil), ("caPath", .tls, caPath != nil),
            ("certificateFile", .tls, certificateFile != nil), ("pinnedPublicKeys", .tls, !pinnedPublicKeys.isEmpty),
            ("httpVersion", .http2, httpVersion == .v2), ("unixSocket", .unixSockets, unixSocket != nil),
            ("addressFamily", .ipv6, addressFamily == .ipv6),
        ]
        for (option, feature, isNeeded) in needs where isNeeded { try info.require(feature, option) }
    }

    /// Checks what can be checked by looking at the options alone.
    package func checkForm() throws(TransportOptionsError) {
        _ = try resolveLines()
        _ = try proxyServer()
        _ = try noProxyList()
        for pin in pinnedPublicKeys {
            let digest = pin.hasPrefix(Self.pinPrefix) ? Data(base64Encoded: String(pin.dropFirst(8))) : nil
            guard digest?.count == 32 else {
                throw TransportOptionsError(
                    "pinnedPublicKeys",
                    "a pin is \"\(Self.pinPrefix)\" and the digest of a public key in base64"
                )
            }
        }
        if let unixSocket {
            // What fits in a socket's address with the zero at its end.
            guard (1...107).contains(unixSocket.utf8.count) else {
                throw TransportOptionsError("unixSocket", "a path has 1 to 107 bytes")
            }
            guard proxy == .none else {
                throw TransportOptionsError(
                    "unixSocket",
                    "there is a proxy too, and none can lead to a socket of this machine"
                )
            }
        }
        if interface?.isEmpty == true { throw TransportOptionsError("interface", "it is empty") }
    }

    /// The proxy that is set; nil when none is, or the environment's.
    func proxyServer() throws(TransportOptionsError) -> ProxyServer? {
        guard case .url(let text) = proxy else { return nil }
        if let server = ProxyServer(text, allowsLogin: false) { return server }
        throw TransportOptionsError(
            "proxy",
            "it is no http, https, socks5 or socks5h URL of a host and a port, without a name or password"
        )
    }

    func noProxyList() throws(TransportOptionsError) -> NoProxyList {
        if let list = NoProxyList(noProxy) { return list }
        throw TransportOptionsError("noProxy", "an entry is no \"*\", name, address or network")
    }

    private static let pinPrefix = "sha256//"

    /// Name and port, then addresses.
    func resolveLines() throws(TransportOptionsError) -> [String] {
        var lines: [String] = []
        for (server, addresses) in resolve.sorted(by: { $0.key < $1.key }) {
            guard let colon = server.lastIndex(of: ":"), UInt16(server[server.index(after: colon)...]) ?? 0 > 0,
                server[..<colon] != "*", (try? BaseURL("http://\(server)")) != nil
            else { throw TransportOptionsError("resolve", "a key is \"host:port\"") }
            guard !addresses.isEmpty, addresses.allSatisfy({ IPAddress($0) != nil }) else {
                throw TransportOptionsError("resolve", "what stands for a host is a list of IP addresses")
            }
            let list = addresses.map { $0.contains(":") && !$0.hasPrefix("[") ? "[\($0)]" : $0 }
            lines.append("\(server.lowercased()):\(list.joined(separator: ","))")
        }
        return lines
    }
}
