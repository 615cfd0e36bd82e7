import Foundation

/// The hosts that are connected to without a proxy: `*`, names (with their subdomains, a leading dot or not), addresses
/// and networks (`10.0.0.0/8`, `fd00::/8`); each may end in a port.
struct NoProxyList: Sendable, Hashable {
    private enum Entry: Hashable {
        case all
        case name(String, port: Int?)
        case network(IPAddress, bits: Int, port: Int?)
    }

    private let entries: [Entry]

    /// Nil when an entry is none of these.
    init?(_ texts: [String]) {
        var entries: [Entry] = []
        for text in texts {
            guard let entry = Self.entry(text.lowercased()) else { return nil }
            entries.append(entry)
        }
        self.entries = entries
    }

    /// The list of a variable, between commas or spaces. An entry that makes no sense is left out, as everywhere.
    init(variable: String) {
        entries = variable.split { ", \t".contains($0) }.compactMap { Self.entry($0.lowercased()) }
    }

    /// Whether a server is connected to directly.
    func contains(_ origin: String) -> Bool {
        let parts = origin.split(separator: "://", maxSplits: 1)
        guard parts.count == 2, let (host, port) = Self.split(String(parts[1])) else { return false }
        let ownPort = port ?? (parts[0] == "https" ? 443 : 80)
        let address = IPAddress(host)
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        return entries.contains { entry in
            switch entry {
            case .all: true
            case .name(let suffix, let port):
                (port ?? ownPort) == ownPort && address == nil && (name == suffix || name.hasSuffix(".\(suffix)"))
            case .network(let network, let bits, let port):
                (port ?? ownPort) == ownPort && address?.isWithin(network, bits: bits) == true
            }
        }
    }

    private static func entry(_ text: String) -> Entry? {
        if text == "*" { return .all }
        if let slash = text.lastIndex(of: "/") {
            guard let network = IPAddress(String(text[..<slash])), let bits = Int(text[text.index(after: slash)...]),
                (0...network.bytes.count * 8).contains(bits)
            else { return nil }
            return .network(network, bits: bits, port: nil)
        }
        if let address = IPAddress(text) { return .network(address, bits: address.bytes.count * 8, port: nil) }
        guard let (host, port) = split(text) else { return nil }
        if let address = IPAddress(host) { return .network(address, bits: address.bytes.count * 8, port: port) }
        let name = host.trimmingPrefix("*").trimmingPrefix(".")
        guard (try? BaseURL("http://\(name)")) != nil else { return nil }
        return .name(name.hasSuffix(".") ? String(name.dropLast()) : String(name), port: port)
    }

    /// A host without its brackets, and the port.
    private static func split(_ authority: String) -> (host: String, port: Int?)? {
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            let rest = authority[authority.index(after: end)...]
            let host = String(authority[..<end].dropFirst())
            return rest.isEmpty ? (host, nil) : Int(rest.dropFirst()).map { (host, $0) }
        }
        guard let colon = authority.firstIndex(of: ":") else { return (authority, nil) }
        return Int(authority[authority.index(after: colon)...]).map { (String(authority[..<colon]), $0) }
    }
}

/// An IPv4 or IPv6 address.
struct IPAddress: Hashable, Sendable {
    let bytes: [UInt8]

    /// Nil when the text is no address. One of IPv4 that is written as IPv6 is one of IPv4.
    init?(_ text: String) {
        let text = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
        var (four, six) = ([UInt8](repeating: 0, count: 4), [UInt8](repeating: 0, count: 16))
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = four
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            let isMapped = six[..<10].allSatisfy { $0 == 0 } && six[10] == 0xFF && six[11] == 0xFF
            bytes = isMapped ? Array(six[12...]) : six
        } else {
            return nil
        }
    }

    /// Whether the first bits are those of a network.
    func isWithin(_ network: IPAddress, bits: Int) -> Bool {
        guard bytes.count == network.bytes.count else { return false }
        return zip(bytes, network.bytes).enumerated().allSatisfy { index, pair in
            let rest = bits - index * 8
            guard rest > 0 else { return true }
            let mask: UInt8 = rest >= 8 ? 0xFF : ~(0xFF >> rest)
            return pair.0 & mask == pair.1 & mask
        }
    }
}
