import EnterpriseAPI
import EnterpriseHTTP
import Foundation

/// `request METHOD PATH`: any call, its answer as it comes.
enum RawCall {
    static func run(_ connection: Connection) async throws -> ExitCode {
        let arguments = connection.arguments
        let request = try request(arguments)
        let response = try await connection.run { api throws(APIError) in try await api.send(request) }
        let isTerminal = connection.terminal.isTerminal
        if arguments.has(.include) {
            let lines = ["\(response.status)"] + response.headers.map { "\($0.name): \(shown($0))" }
            try Output.write(lines.map { $0.terminalSafe + "\n" }.joined() + "\n")
        }
        if isTerminal {
            try Output.write(readable(response.body))
        } else {
            try Output.write(bytes: response.body)
        }
        if response.isSuccess { return .success }
        Output.complain("\(request.method) \(request.path): the answer's status is \(response.status)")
        return response.status == 401 ? .refusedCredentials : .failure
    }

    private static func request(_ arguments: Arguments) throws(CommandError) -> AnyRequest<WireResponse> {
        let (method, path) = (arguments.operands[0], arguments.operands[1])
        let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        var items: [Query.Item] = []
        for text in (parts.count == 2 ? parts[1].split(separator: "&").map(String.init) : []) + arguments.all(.query) {
            let pair = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard pair.count == 2, !pair[0].isEmpty else {
                throw .usage("--query is NAME=VALUE", command: .request)
            }
            items.append(Query.Item(name: pair[0], value: pair[1]))
        }
        var request = AnyRequest<WireResponse>(
            HTTPMethod(rawValue: method.uppercased()),
            RequestPath(parts[0]),
            query: Query(items),
            body: try body(arguments)
        )
        // Whatever comes is shown; the exit code says whether it is a success.
        request.acceptableStatus = StatusCodes(100..<600)
        request.timeout = try arguments.seconds(.timeout)
        return request
    }

    private static func body(_ arguments: Arguments) throws(CommandError) -> RequestBody? {
        guard let text = arguments[.data] else { return nil }
        let data =
            text == "-" || text.hasPrefix("@")
            ? try Input.read(text == "-" ? "-" : String(text.dropFirst())) : Data(text.utf8)
        return .data(data, contentType: "application/json")
    }

    /// A field's value; one that could hold a secret is not shown, as on every other way out of the SDK.
    private static func shown(_ field: HTTPHeaders.Field) -> String {
        String("\(field)".dropFirst(field.name.count + 2))
    }

    /// JSON on several lines; other text line by line, with nothing that a terminal would obey.
    private static func readable(_ body: Data) -> String {
        let options: JSONSerialization.WritingOptions = [
            .prettyPrinted, .sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed,
        ]
        if let value = try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed),
            let pretty = try? JSONSerialization.data(withJSONObject: value, options: options)
        {
            return String(decoding: pretty, as: UTF8.self).terminalSafeJSON + "\n"
        }
        return String(decoding: body, as: UTF8.self).split(
            omittingEmptySubsequences: false,
            whereSeparator: \.isNewline
        )
        .map { String($0).terminalSafe }.joined(separator: "\n")
    }
}
