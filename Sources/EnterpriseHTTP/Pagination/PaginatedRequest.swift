/// A request for one page of a list, which knows from its answer how to ask for the next.
///
/// By default the next page is the `Link` of the relation `next` (RFC 8288). A cursor or a page number takes a line:
///
/// ```swift
/// struct ListUsers: PaginatedRequest {
///     struct Page: Decodable, Sendable { var users: [User]; var next: String? }
///     typealias Response = Page
///     var cursor: String?
///     var path: RequestPath { "directory" }
///     var query: Query { ["cursor": cursor] }
///     func items(of page: Page) -> [User] { page.users }
///     func next(after page: Page, head: WireResponse) -> NextPage<Self>? {
///         page.next.map { .request(ListUsers(cursor: $0)) }
///     }
/// }
/// for try await user in client.items(of: ListUsers()) { … }
/// ```
public protocol PaginatedRequest<Response>: Request {
    /// What the pages are made of.
    associatedtype Item: Sendable

    /// The items of a page.
    func items(of page: Response) -> [Item]

    /// What to ask for after a page that this request brought; nil when it was the last.
    func next(after page: Response, head: WireResponse) throws -> NextPage<Self>?
}

extension PaginatedRequest {
    /// The link of the relation `next`.
    public func next(after page: Response, head: WireResponse) throws -> NextPage<Self>? {
        head.headers.link("next").map { .link($0) }
    }
}

extension PaginatedRequest where Response: Sequence, Response.Element: Sendable {
    /// The elements of the page.
    public func items(of page: Response) -> [Response.Element] { Array(page) }
}

/// How to ask for the next page.
public enum NextPage<PageRequest: Request>: Sendable {
    /// By this request.
    case request(PageRequest)
    /// By the same request, at this target: a URL, often relative to that of the page before. One that leads out of the
    /// client's base URL is refused.
    case link(String)
}
