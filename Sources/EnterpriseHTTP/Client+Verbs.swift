/// One-off calls, without a type of their own: `try await client.get("users", query: ["page": 2]).json([User].self)`.
///
/// Each goes through `send` like any request: a status outside 200–299 is an error.
extension Client {
    /// GET: reads a resource.
    public func get(
        _ path: RequestPath,
        query: Query = [:],
        headers: HTTPHeaders = [:]
    ) async throws(APIError) -> WireResponse {
        try await send(AnyRequest(.get, path, query: query, headers: headers))
    }

    /// HEAD: the head of what GET would answer.
    public func head(
        _ path: RequestPath,
        query: Query = [:],
        headers: HTTPHeaders = [:]
    ) async throws(APIError) -> WireResponse {
        try await send(AnyRequest(.head, path, query: query, headers: headers))
    }

    /// POST: has the resource process the body.
    @discardableResult
    public func post(
        _ path: RequestPath,
        query: Query = [:],
        headers: HTTPHeaders = [:],
        body: RequestBody? = nil
    ) async throws(APIError) -> WireResponse {
        try await send(AnyRequest(.post, path, query: query, headers: headers, body: body))
    }

    /// PUT: replaces the resource by the body.
    @discardableResult
    public func put(
        _ path: RequestPath,
        query: Query = [:],
        headers: HTTPHeaders = [:],
        body: RequestBody? = nil
    ) async throws(APIError) -> WireResponse {
        try await send(AnyRequest(.put, path, query: query, headers: headers, body: body))
    }

    /// PATCH: changes a part of the resource.
    @discardableResult
    public func patch(
        _ path: RequestPath,
        query: Query = [:],
        headers: HTTPHeaders = [:],
        body: RequestBody? = nil
    ) async throws(APIError) -> WireResponse {
        try await send(AnyRequest(.patch, path, query: query, headers: headers, body: body))
    }

    /// DELETE: removes the resource.
    @discardableResult
    public func delete(
        _ path: RequestPath,
        query: Query = [:],
        headers: HTTPHeaders = [:]
    ) async throws(APIError) -> WireResponse {
        try await send(AnyRequest(.delete, path, query: query, headers: headers))
    }
}
