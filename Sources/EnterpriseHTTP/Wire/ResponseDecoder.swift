import EnterpriseJSON
import Foundation

/// Turns a response into a request's `Response`, or into the error that its status or its body means.
enum ResponseDecoder {
    private static let decoder: FastJSONDecoder = {
        var decoder = FastJSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }()

    static func decode<R: Request>(_ response: WireResponse, of request: R) throws(APIError) -> R.Response {
        guard request.acceptableStatus.contains(response.status) else { throw APIError(response) }
        do { return try request.decode(response) } catch { throw failure(error, reading: response) }
    }

    static func json<T: Decodable>(_ type: T.Type, from response: WireResponse) throws -> T {
        // Asked of the type, not by an overload: in a generic request the type is only known here.
        let isAbsent =
            type is any ExpressibleByNilLiteral.Type && (response.body.isEmpty || [404, 410].contains(response.status))
        return try decoder.decode(type, from: isAbsent ? Data("null".utf8) : response.body)
    }

    /// The error that a failure to read a response means.
    static func failure(_ error: any Error, reading response: WireResponse) -> APIError {
        if let error = error as? APIError { return error }
        let reason = reason(error, body: response.body)
        return APIError(.decodingFailed, reason: reason, underlying: error).with(response)
    }

    /// Where and why decoding failed, from types and keys alone: the values of a body may be secret.
    private static func reason(_ error: any Error, body: Data) -> String? {
        if body.isEmpty { return "the body is empty" }
        guard let error = error as? DecodingError else { return nil }
        switch error {
        case .typeMismatch(let type, let context):
            return "\(path(context)) is no \(name(of: type))"
        case .valueNotFound(let type, let context):
            return "\(path(context)) is null where \(name(of: type)) is needed"
        case .keyNotFound(let key, let context):
            return "\(path(context)) has no key \"\(key.stringValue)\""
        case .dataCorrupted(let context):
            do { try JSONSyntax.validate(body) } catch { return "not JSON: \(error)" }
            return "\(path(context)) has a value that is not allowed"
        @unknown default: return nil
        }
    }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is [Any].Type: "array"
        case is [String: Any].Type: "object"
        default: "\(type)"
        }
    }

    /// A coding path in the notation of programs: `[3].purchases[0].productId`.
    private static func path(_ context: DecodingError.Context) -> String {
        let text = context.codingPath.reduce(into: "") { text, key in
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
        return text.isEmpty ? "the body" : text
    }
}
