import Foundation

/// The body of a new order: what the server reads of it. Whatever else is there is ignored.
struct PurchaseDraft: Decodable {
    let poNumber: String
    let comment: String?
    let dueDate: Date?
    let purchases: [Item]

    struct Item: Decodable {
        let productId: String
        let quantity: Double
    }

    /// The draft, or the answer that refuses it.
    static func read(_ request: ServerRequest) -> Result<PurchaseDraft, Refusal> {
        guard let contentType = request.headers["Content-Type"] else {
            return .failure(Refusal(415, "Can't decode data without a content type"))
        }
        let mediaType = contentType.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
        guard mediaType == "application/json" else {
            return .failure(Refusal(415, "Support for reading media type '\(mediaType)' has not been configured."))
        }
        guard !request.body.isEmpty else { return .failure(Refusal(422, "Empty Body")) }
        let decoder = JSONDecoder()
        // Like `.iso8601`, whose errors, however, don't tell the path.
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            guard let date = WireDate.date(text) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "Expected an ISO 8601 date.")
            }
            return date
        }
        do {
            return .success(try decoder.decode(PurchaseDraft.self, from: Data(request.body)))
        } catch let error as DecodingError {
            return .failure(Refusal(400, reason(error)))
        } catch {
            return .failure(Refusal(400, "Data corrupted at path ''."))
        }
    }

    /// A status with the server's reason.
    struct Refusal: Error {
        let status: Int
        let reason: String

        init(_ status: Int, _ reason: String) {
            self.status = status
            self.reason = reason
        }
    }

    private static func reason(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context):
            "No value for key '\(key.stringValue)' at path '\(path(context.codingPath + [key]))'."
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            "Value of type '\(type)' required for key '\(context.codingPath.last?.stringValue ?? "")'"
                + " at path '\(path(context.codingPath))'."
        case .dataCorrupted(let context):
            "Data corrupted at path '\(path(context.codingPath))'."
        @unknown default:
            "Data corrupted."
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}
