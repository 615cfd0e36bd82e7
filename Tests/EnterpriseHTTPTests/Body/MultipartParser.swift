import Foundation
import Testing

/// Python's parser of MIME messages: what somebody else makes of a multipart body.
enum MultipartParser {
    struct Part: Decodable, Equatable {
        var name: String
        var fileName: String?
        var contentType: String?
        var content: Data
        /// The names of all header fields.
        var headers: [String]
    }

    private static let script = """
        import base64, email.message, email.parser, json, sys
        def text(value): return value.encode("ascii", "surrogateescape").decode("utf-8")
        def parameter(part, name):
            raw = dict(part.raw_items())["Content-Disposition"]
            message = email.message.Message()
            message["Content-Disposition"] = text(raw)
            return message.get_param(name, header="Content-Disposition")
        head = b"Content-Type: " + sys.argv[1].encode() + b"\\r\\n\\r\\n"
        message = email.parser.BytesParser().parsebytes(head + open(sys.argv[2], "rb").read())
        assert message.is_multipart() and not message.defects, message.defects
        json.dump([{
            "name": parameter(part, "name"), "fileName": parameter(part, "filename"),
            "contentType": part.get("Content-Type"), "headers": part.keys(),
            "content": base64.b64encode(part.get_payload(decode=True)).decode(),
        } for part in message.get_payload()], sys.stdout)
        """

    static func parse(_ body: Data, contentType: String) async throws -> [Part] {
        let files = try BodyFiles()
        let output = try files.write(Data(), as: "output")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script, contentType, try files.write(body, as: "body").path()]
        // The thread sanitizer's library is not for other programs.
        process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "LD_PRELOAD" }
        process.standardOutput = try FileHandle(forWritingTo: output)
        let status: Int32 = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        try #require(status == 0)
        return try JSONDecoder().decode([Part].self, from: Data(contentsOf: output))
    }
}
