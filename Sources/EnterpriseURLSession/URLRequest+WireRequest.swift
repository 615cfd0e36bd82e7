import EnterpriseHTTP
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLRequest {
    /// The request without its body; refused when Foundation would send another URL than the one that was asked for.
    init(_ request: WireRequest) throws(APIError) {
        let text = request.origin + request.target
        guard text.hasPrefix("http://") || text.hasPrefix("https://") else {
            throw APIError(.invalidRequest, reason: "the URL is not of http or https")
        }
        guard let url = URL(string: text), url.absoluteString == text else {
            throw APIError(.invalidRequest, reason: "Foundation does not take the URL as it is")
        }
        self.init(url: url)
        httpMethod = request.method.rawValue
        httpShouldHandleCookies = false
        for field in request.headers { addValue(field.value, forHTTPHeaderField: field.name) }
    }
}

extension HTTPHeaders {
    /// The fields of a response, sorted by name since Foundation has forgotten their order.
    init(_ response: HTTPURLResponse) {
        self.init()
        let fields = response.allHeaderFields.compactMap { name, value in
            (name as? String).flatMap { name in (value as? String).map { (name: name, value: $0) } }
        }
        for field in fields.sorted(by: { $0.name < $1.name }) { add(name: field.name, value: field.value) }
    }
}
