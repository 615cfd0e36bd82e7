import EnterpriseAPI
import EnterpriseHTTP
import Foundation

/// `download` and `upload`: one file, with its progress.
enum Transfer {
    /// A file may take as long as it takes.
    private static let patience = Duration.seconds(30 * 86_400)

    static func download(_ connection: Connection) async throws {
        let arguments = connection.arguments
        let (path, name) = (arguments.operands[0], arguments.operands[1])
        var request = AnyRequest<WireResponse>(.get, RequestPath(path))
        request.timeout = try arguments.seconds(.timeout) ?? patience
        let wanted = request
        let file = URL(filePath: name)
        let options = DownloadOptions(resumes: arguments.has(.resume), sha256: arguments[.sha256])
        try await reporting(connection, "downloaded", name) { report in
            await connection.result { api throws(APIError) in
                try await api.download(wanted, to: file, options: options, progress: report)
            }
        }
    }

    static func upload(_ connection: Connection) async throws {
        let arguments = connection.arguments
        let (name, path) = (arguments.operands[0], arguments.operands[1])
        let method = HTTPMethod(rawValue: arguments[.method] ?? "POST")
        let type = name.lowercased().hasSuffix(".json") ? "application/json" : "application/octet-stream"
        let body = RequestBody.file(URL(filePath: name), contentType: type)
        let timeout = try arguments.seconds(.timeout) ?? patience
        try await reporting(connection, "uploaded", name) { report in
            var request = AnyRequest<WireResponse>(method, RequestPath(path), body: body.onProgress(report))
            request.timeout = timeout
            let wanted = request
            return await connection.result { api throws(APIError) in try await api.send(wanted) }
        }
    }

    /// Runs a transfer and shows how far it is meanwhile.
    private static func reporting<Value>(
        _ connection: Connection,
        _ verb: String,
        _ name: String,
        _ transfer: (@escaping @Sendable (TransferProgress) -> Void) async -> APIResult<Value>
    ) async throws {
        let file = URL(filePath: name).lastPathComponent
        var report: (@Sendable (TransferProgress) -> Void)?
        let updates: AsyncStream<TransferProgress>
        (report, updates) = TransferProgress.updates()
        let display = ProgressDisplay(file, verb: verb, connection.terminal, isQuiet: connection.arguments.has(.quiet))
        let showing = Task { await display.show(updates) }
        let outcome = await transfer(report ?? { _ in })
        report = nil
        let last = await showing.value
        switch outcome {
        case .success: display.finish(last)
        case .failure(let error):
            display.giveUp()
            throw connection.failure(error)
        }
    }
}
