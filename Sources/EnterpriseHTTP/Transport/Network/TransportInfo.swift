/// What the system's libcurl can do.
public struct TransportInfo: Sendable, Hashable, CustomStringConvertible {
    /// Something a libcurl may have been built without.
    public enum Feature: String, Sendable, Hashable, CaseIterable {
        /// TLS: https at all.
        case tls = "TLS"
        /// HTTP/2.
        case http2 = "HTTP/2"
        /// IPv6 addresses.
        case ipv6 = "IPv6"
        /// Unix domain sockets.
        case unixSockets = "Unix domain sockets"
        /// Proxies that are spoken to by TLS.
        case httpsProxies = "https proxies"
        /// Name look-ups that delay no other call.
        case asynchronousDNS = "asynchronous DNS"
        /// The content codings gzip and deflate.
        case gzip
        /// The content coding br.
        case brotli
        /// The content coding zstd.
        case zstd
    }

    /// The version of libcurl, such as "7.88.1".
    public let version: String
    /// The TLS library and its version, such as "OpenSSL/3.0.15"; nil when there is none.
    public let tlsLibrary: String?
    /// What it can do.
    public let features: Set<Feature>

    /// Version, TLS library and features in one line.
    public var description: String {
        let names = features.map(\.rawValue).sorted().joined(separator: ", ")
        return "libcurl \(version), \(tlsLibrary ?? "no TLS"): \(names)"
    }
}
