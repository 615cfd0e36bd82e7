/// The kind of an event. An open set: a newer server may send kinds that are not named here, and they are kept.
public struct EventType: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The kind as the server spells it.
    public let rawValue: String

    /// The kind of that spelling, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A meeting of several people.
    public static let meeting = EventType(rawValue: "Meeting")

    /// An appointment.
    public static let appointment = EventType(rawValue: "Appointment")

    /// A public holiday.
    public static let holiday = EventType(rawValue: "Holiday")

    /// A day off.
    public static let dayOff = EventType(rawValue: "DayOff")

    /// Somebody's birthday.
    public static let birthday = EventType(rawValue: "Birthday")

    /// The kinds this version of the SDK has names for.
    public static let known: [EventType] = [.meeting, .appointment, .holiday, .dayOff, .birthday]

    /// Whether this version of the SDK has a name for the kind.
    public var isKnown: Bool { Self.known.contains(self) }

    /// The kind as the server spells it.
    public var description: String { rawValue }
}
