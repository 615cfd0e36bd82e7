/// What the head of a request or response says of the body; read with good will, since judging it is up to the server
/// and the client.
struct MessageHead {
    /// A request's method; the version of a response.
    let firstWord: String
    /// A response's status; 0 when there is none.
    let status: Int
    let isChunked: Bool
    let length: Int?

    init(_ bytes: ArraySlice<UInt8>) {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
        let words = (lines.first ?? "").split(separator: " ")
        firstWord = words.first.map(String.init) ?? ""
        status = words.count > 1 ? Int(words[1]) ?? 0 : 0
        var headers = ServerHeaders()
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            headers.append(String(line[..<colon]), String(value))
        }
        isChunked = headers["Transfer-Encoding"]?.lowercased().contains("chunked") ?? false
        length = headers["Content-Length"].flatMap { Int($0.prefix { $0.isNumber }) }.map { max(0, $0) }
    }
}
