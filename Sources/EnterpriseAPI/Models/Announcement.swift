/// A message of the company to everybody.
public struct Announcement: Sendable, Hashable, Codable, Identifiable {
    /// The server's id: a UUID, or a number in the older edition.
    public let id: Identifier

    /// The text to show.
    public let message: String

    /// An announcement with that text.
    public init(id: Identifier, message: String) {
        self.id = id
        self.message = message
    }
}
