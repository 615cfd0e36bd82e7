extension Client {
    /// The pages of a list, each asked for when the one before it has been used.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - maxPages: How many pages to ask for at most; when there are more the sequence throws `responseTooLarge`.
    public func pages<R: PaginatedRequest>(of request: R, maxPages: Int = 1000) -> Pages<R> {
        Pages(reader: PageReader(request, client: self, maxPages: maxPages))
    }

    /// The items of all pages of a list, each page asked for when the items of the one before it have been used.
    ///
    /// - Parameters:
    ///   - request: The request for the first page.
    ///   - maxPages: How many pages to ask for at most; when there are more the sequence throws `responseTooLarge`.
    public func items<R: PaginatedRequest>(of request: R, maxPages: Int = 1000) -> PageItems<R> {
        PageItems(reader: PageReader(request, client: self, maxPages: maxPages))
    }
}
