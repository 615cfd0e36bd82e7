public import Foundation

/// An entry of the company's calendar.
public struct Event: Sendable, Hashable, Codable, Identifiable {
    /// The server's id.
    public let id: Identifier

    /// What takes place.
    public let name: String

    /// When it begins.
    public let date: Date

    /// The kind of event.
    public let type: EventType

    /// How long it takes, in seconds.
    public let duration: TimeInterval

    /// When it ends.
    public var end: Date { date.addingTimeInterval(duration) }

    /// An event of `duration` seconds that begins at `date`.
    public init(id: Identifier, name: String, date: Date, type: EventType, duration: TimeInterval) {
        self.id = id
        self.name = name
        self.date = date
        self.type = type
        self.duration = duration
    }

    /// Reads an event; the date keeps its fraction of a second.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Identifier.self, forKey: .id)
        name = try container.decode(String.self, forKey: .name)
        date = try container.decode(WireDate.self, forKey: .date).date
        type = try container.decode(EventType.self, forKey: .type)
        duration = try container.decode(TimeInterval.self, forKey: .duration)
    }

    /// Writes an event as the server does: the date in UTC, rounded down to whole seconds.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(name, forKey: .name)
        try container.encode(WireDate(date), forKey: .date)
        try container.encode(type, forKey: .type)
        try container.encode(duration, forKey: .duration)
    }

    private enum CodingKeys: String, CodingKey {
        case id, name, date, type, duration
    }
}
