/// The days of the week, numbered as in the Gregorian `Calendar`.
public enum DaysOfWeek: Int, CaseIterable, Sendable {
    /// 1.
    case sunday = 1
    /// 2.
    case monday
    /// 3.
    case tuesday
    /// 4.
    case wednesday
    /// 5.
    case thursday
    /// 6.
    case friday
    /// 7.
    case saturday

    /// The day of that number, and Sunday when there is no such day.
    public init(orSunday number: Int?) {
        self = number.flatMap(DaysOfWeek.init(rawValue:)) ?? .sunday
    }
}
