import Foundation

/// Looks names up, as the system does.
enum Addresses {
    /// The addresses of a host, each once; none when the name does not resolve.
    static func of(_ host: String) -> [String] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list = hints.ai_next
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var addresses: [String] = []
        var next = list
        while let entry = next?.pointee {
            var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let isNumeric = getnameinfo(
                entry.ai_addr,
                entry.ai_addrlen,
                &name,
                socklen_t(name.count),
                nil,
                0,
                NI_NUMERICHOST
            )
            let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            if isNumeric == 0, !addresses.contains(text) { addresses.append(text) }
            next = entry.ai_next
        }
        return addresses
    }
}
