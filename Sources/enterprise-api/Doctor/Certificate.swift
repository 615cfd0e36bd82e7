import Foundation

/// A server's certificate. That its chain is trusted, the connection has shown; when it ends, only `openssl` can tell here.
enum Certificate {
    static func finding(for url: URL, now: Date = .now) -> Finding {
        guard let host = url.host() else { return Finding("tls", .failure, "no host") }
        let place = "\(host):\(url.port ?? 443)"
        let name = host.trimmingCharacters(in: ["[", "]"])
        guard let pem = run(["s_client", "-connect", place, "-servername", name], input: Data()),
            let output = run(["x509", "-noout", "-enddate"], input: pem),
            let end = end(String(decoding: output, as: UTF8.self))
        else {
            return Finding("tls", .ok, "the certificate is trusted; when it ends is not known without openssl")
        }
        return finding(end: end, now: now)
    }

    static func finding(end: Date, now: Date) -> Finding {
        let days = Int((end.timeIntervalSince(now) / 86_400).rounded(.down))
        return days >= 21
            ? Finding("tls", .ok, "the certificate is trusted, for \(days) days more")
            : Finding("tls", .warning, "the certificate ends in \(days) days", hint: "have it renewed")
    }

    /// Reads `notAfter=Jun  1 12:00:00 2027 GMT`.
    static func end(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "MMM d HH:mm:ss yyyy zzz"
        let words = text.split(separator: "=").last?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.flatMap(formatter.date)
    }

    /// What `openssl` prints; nil when there is none, or it fails.
    private static func run(_ arguments: [String], input: Data) -> Data? {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["timeout", "10", "openssl"] + arguments
        let (standardInput, output) = (Pipe(), Pipe())
        process.standardInput = standardInput
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        try? standardInput.fileHandleForWriting.write(contentsOf: input)
        try? standardInput.fileHandleForWriting.close()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? data : nil
    }
}
