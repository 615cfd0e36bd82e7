import Foundation

/// Writes parts as `multipart/form-data` (RFC 7578), one after the other and never two at a time.
struct MultipartEncoder: Sendable {
    let parts: [MultipartPart]
    let boundary: String

    /// 128 bits of the system's secure generator, so that no content holds it.
    static func randomBoundary() -> String {
        let digits = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }
        return "----EnterpriseAPI-" + digits.joined(separator: "-")
    }

    /// The media type of the whole, quoted where a boundary is no token (RFC 9110 section 5.6.6).
    var contentType: String {
        "multipart/form-data; boundary=\(boundary.isToken ? boundary : "\"\(boundary)\"")"
    }

    /// The parts as a stream, whose length is known when that of each part is.
    var source: RequestBody.Source {
        RequestBody.Source(length: { try length() }, produce: { try await produce($0) })
    }

    private func length() throws -> Int? {
        if let violation { throw BodyError(violation) }
        var sum = end.utf8.count
        for part in parts {
            guard let length = try part.body.source.length() else { return nil }
            sum += beginning(of: part).utf8.count + length + Self.lineBreak.utf8.count
        }
        return sum
    }

    private func produce(_ write: RequestBody.Write) async throws {
        for (index, part) in parts.enumerated() {
            let lineBreak = index == 0 ? "" : Self.lineBreak
            try await write(Data((lineBreak + beginning(of: part)).utf8))
            try await part.body.source.produce(write)
        }
        try await write(Data(((parts.isEmpty ? "" : Self.lineBreak) + end).utf8))
    }

    private static let lineBreak = "\r\n"
    private var end: String { "--\(boundary)--\r\n" }

    private func beginning(of part: MultipartPart) -> String {
        var text = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escape(part.name))\""
        if let fileName = part.fileName { text += "; filename=\"\(Self.escape(fileName))\"" }
        if let type = part.body.contentType { text += "\r\nContent-Type: \(type)" }
        return text + "\r\n\r\n"
    }

    /// A name between quotes, as browsers write it: UTF-8 as it is but for what would end the quotes or the line
    /// (<https://html.spec.whatwg.org/#multipart-form-data>).
    private static func escape(_ name: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\"": escaped += "%22".unicodeScalars
            case "\r": escaped += "%0D".unicodeScalars
            case "\n": escaped += "%0A".unicodeScalars
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }

    /// What forbids sending the parts, without any value; nil when they are fine.
    private var violation: String? {
        let allowed = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'()+_,-./:=? ".utf8
        guard (1...70).contains(boundary.utf8.count), boundary.utf8.allSatisfy(allowed.contains), boundary.last != " "
        else { return "its boundary is not one of RFC 2046 section 5.1.1" }
        for part in parts {
            let type = part.body.contentType ?? ""
            guard type.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
                return "a part's content type holds a control character"
            }
        }
        return nil
    }
}
