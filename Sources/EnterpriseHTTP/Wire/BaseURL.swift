public import Foundation

/// The address of a server: an absolute http or https URL, checked, in one normal form.
///
/// "HTTP://Example.com:80/shop/" and "http://example.com/shop" are the same address: scheme and host are
/// lower case, the scheme's own port and the last slashes are dropped. User info, a query, a fragment and dot
/// segments have no place in it and are refused (RFC 3986 sections 3 and 3.3).
public struct BaseURL: Sendable, Hashable, CustomStringConvertible {
    /// Scheme, host and, unless it is the scheme's own, port: "http://localhost:8080", "https://[::1]".
    public let origin: String

    /// The path that every path of the server begins with: "" or such as "/a/b". Never ends in a slash.
    public let pathPrefix: String

    /// The address as a URL that ends in a slash, so that relative references resolve below it.
    public let url: URL

    /// The address without a slash at the end.
    public var description: String { origin + pathPrefix }

    /// Reads an address; throws `Invalid` when it is not an absolute http or https URL of this kind.
    public init(_ string: String) throws(Invalid) {
        guard string.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw .characters }
        guard !string.contains("?") else { throw .query }
        guard !string.contains("#") else { throw .fragment }
        guard let mark = string.firstRange(of: "://") else { throw .scheme }
        let scheme = string[..<mark.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https" else { throw .scheme }

        let rest = string[mark.upperBound...]
        let pathStart = rest.firstIndex(of: "/") ?? rest.endIndex
        let authority = rest[..<pathStart]
        // Anywhere, as "http://user:pass/word@host" has it in what parses as the path.
        guard !rest.contains("@") else { throw .userInfo }
        let (host, port) = try Self.split(authority)
        pathPrefix = try Self.prefix(rest[pathStart...])

        let ownPort = scheme == "http" ? 80 : 443
        origin = "\(scheme)://\(host)" + (port.map { $0 == ownPort ? "" : ":\($0)" } ?? "")
        guard let url = URL(string: origin + pathPrefix + "/") else { throw .path }
        self.url = url
    }

    private init(origin: String, pathPrefix: String, url: URL) {
        self.origin = origin
        self.pathPrefix = pathPrefix
        self.url = url
    }

    /// The address one segment further down.
    package func appending(_ segment: String) -> BaseURL {
        BaseURL(
            origin: origin,
            pathPrefix: "\(pathPrefix)/\(PercentEncoding.component.encode(segment))",
            url: url.appending(path: segment, directoryHint: .isDirectory)
        )
    }

    private static func split(_ authority: Substring) throws(Invalid) -> (host: String, port: Int?) {
        let isLiteral = authority.hasPrefix("[")
        let hostEnd =
            isLiteral
            ? authority.firstIndex(of: "]").map { authority.index(after: $0) }
            : authority.firstIndex(of: ":") ?? authority.endIndex
        guard let hostEnd else { throw .host }
        let host = authority[..<hostEnd].lowercased()
        guard isLiteral ? isIPv6(host.dropFirst().dropLast()) : isName(host) else { throw .host }

        let rest = authority[hostEnd...]
        guard !rest.isEmpty else { return (host, nil) }
        let digits = rest.dropFirst()
        guard rest.hasPrefix(":"), digits.utf8.allSatisfy(isDigit), let port = UInt16(digits), port > 0 else {
            throw .port
        }
        return (host, Int(port))
    }

    private static func isIPv6(_ text: Substring) -> Bool {
        var address = in6_addr()
        return inet_pton(AF_INET6, String(text), &address) == 1
    }

    /// A host name or an IPv4 address. A name that ends in a number must be an address, as everywhere else.
    private static func isName(_ host: String) -> Bool {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        let named = labels.last == "" ? labels.dropLast() : labels[...]
        guard host.utf8.count <= 253, !named.isEmpty else { return false }
        guard named.allSatisfy({ isLabel($0) }) else { return false }
        guard let last = named.last, last.utf8.allSatisfy(isDigit) else { return true }
        var address = in_addr()
        return inet_pton(AF_INET, host, &address) == 1
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && label.utf8.allSatisfy { isUnreserved($0) && $0 != UInt8(ascii: "~") }
    }

    private static func prefix(_ path: Substring) throws(Invalid) -> String {
        var prefix = path
        while prefix.hasSuffix("/") { prefix.removeLast() }
        for segment in prefix.split(separator: "/") {
            guard let decoded = segment.removingPercentEncoding, segment.utf8.allSatisfy(isPathCharacter) else {
                throw .path
            }
            guard decoded != ".", decoded != ".." else { throw .dotSegment }
        }
        return String(prefix)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || "-._~".utf8.contains(byte)
    }

    /// `pchar` of RFC 3986 section 3.3, with the per cent sign of an escape.
    private static func isPathCharacter(_ byte: UInt8) -> Bool {
        isUnreserved(byte) || "!$&'()*+,;=:@%".utf8.contains(byte)
    }
}
