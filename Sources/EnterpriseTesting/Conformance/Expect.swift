import EnterpriseHTTP
import Foundation

/// The comparisons of the checks; each throws what was expected and what came instead.
enum Expect {
    static func that(_ condition: Bool, _ expected: String, got actual: @autoclosure () -> String) throws {
        guard condition else { throw ConformanceFailure(expected: expected, actual: actual()) }
    }

    static func equal<Value: Equatable>(_ actual: Value, _ expected: Value, _ what: String) throws {
        try that(actual == expected, "\(what) to be \(short(expected))", got: short(actual))
    }

    /// The same for bytes, of which only the first that differ are shown.
    static func bytes(_ actual: some Collection<UInt8>, _ expected: some Collection<UInt8>, _ what: String) throws {
        guard Data(actual) != Data(expected) else { return }
        let same = zip(actual, expected).prefix { $0 == $1 }.count
        func part(_ bytes: some Collection<UInt8>) -> String {
            "\(bytes.count) bytes, from \(same) on \(short(String(decoding: bytes.dropFirst(same).prefix(40), as: UTF8.self)))"
        }
        throw ConformanceFailure(expected: "\(what) of \(part(expected))", actual: part(actual))
    }

    /// The response, of the given status.
    @discardableResult
    static func response(
        _ result: APIResult<WireResponse>,
        status: Int = 200,
        _ what: String = "an answer"
    ) throws -> WireResponse {
        switch result {
        case .success(let response):
            try that(response.status == status, "\(what) with status \(status)", got: "status \(response.status)")
            return response
        case .failure(let error):
            throw ConformanceFailure(expected: "\(what) with status \(status)", actual: describe(error))
        }
    }

    /// The error, of one of the given codes.
    @discardableResult
    static func failure<Value>(
        _ result: APIResult<Value>,
        _ codes: APIError.Code...,
        when what: String
    ) throws -> APIError {
        let expected = "the error \(codes.map { "“\($0)”" }.joined(separator: " or ")) when \(what)"
        switch result {
        case .success(let value):
            let status = (value as? WireResponse).map { "a response with status \($0.status)" }
            throw ConformanceFailure(expected: expected, actual: status ?? "no error")
        case .failure(let error):
            try that(codes.contains(error.code), expected, got: describe(error))
            return error
        }
    }

    private static func describe(_ error: APIError) -> String { "the error “\(error)”" }

    private static func short<Value>(_ value: Value) -> String {
        let text = String(reflecting: value)
        return text.count > 300 ? "\(text.prefix(300))…" : text
    }
}

extension Transport {
    /// Sends a request and gives the outcome as a value.
    func result(of request: WireRequest) async -> APIResult<WireResponse> {
        do { return .success(try await send(request)) } catch { return .failure(error) }
    }

    /// Sends a request in a task of its own, to be cancelled or waited for.
    func start(_ request: WireRequest) -> Task<APIResult<WireResponse>, Never> {
        Task { await result(of: request) }
    }

    /// The stream of a response that is asked for as such.
    func stream(_ request: WireRequest, hasDeadline: Bool = true) async throws -> ResponseStream {
        var request = request
        request.delivery = .streamed(hasDeadline: hasDeadline)
        let response = try Expect.response(await result(of: request))
        try Expect.that(response.body.isEmpty, "no gathered body beside a stream", got: "\(response.body.count) bytes")
        guard let stream = response.stream else {
            throw ConformanceFailure(expected: "a streamed body", actual: "a response without a stream")
        }
        return stream
    }
}

extension ResponseStream {
    /// Reads to the end: the bytes, and how it ended.
    func readAll() async -> (bytes: Data, end: APIResult<Void>) {
        var bytes = Data()
        do throws(APIError) {
            for try await chunk in self { bytes += chunk }
            return (bytes, .success(()))
        } catch {
            return (bytes, .failure(error))
        }
    }
}

extension LoopbackServer {
    /// A request to this server. Its deadline is shorter than a check's, so that a call that hangs is told as such.
    func call(
        _ method: HTTPMethod = .get,
        _ target: String = "/",
        headers: HTTPHeaders = [:],
        body: RequestBody? = nil,
        within limit: Duration? = .seconds(30)
    ) -> WireRequest {
        WireRequest(
            method: method,
            origin: String(url.dropLast()),
            target: target,
            headers: headers,
            body: body,
            deadline: limit.map { .now + $0 }
        )
    }
}

/// Bytes that differ from their neighbours, so that a lost or doubled piece shows.
func patterned(_ count: Int) -> [UInt8] {
    // A prime number of them, so that no piece of a usual size begins as another does.
    let block = (0..<min(count, 65_521)).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count + block.count <= count, !block.isEmpty { bytes += block }
    return bytes + block.prefix(count - bytes.count)
}
