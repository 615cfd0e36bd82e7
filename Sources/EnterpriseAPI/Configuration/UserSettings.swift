import Foundation

/// The settings of the local user, kept in `UserDefaults`. It is plain text on disk: no place for a secret.
public struct UserSettings: Sendable {
    private static let firstDayOfWeekKey = "firstDayOfWeek"

    private let suiteName: String?

    /// The settings in that suite of `UserDefaults`; those of the process when nil.
    public init(suiteName: String? = nil) {
        self.suiteName = suiteName
    }

    /// The day a week begins with: Sunday when unset or out of range. Setting it writes it to disk.
    public var firstDayOfWeek: DaysOfWeek {
        get { DaysOfWeek(orSunday: defaults.integer(forKey: Self.firstDayOfWeekKey)) }
        nonmutating set {
            let defaults = defaults
            defaults.set(newValue.rawValue, forKey: Self.firstDayOfWeekKey)
            // Foundation on Linux writes only when told to.
            defaults.synchronize()
        }
    }

    /// Looked up each time, since `UserDefaults` is not `Sendable` and the name is.
    private var defaults: UserDefaults {
        suiteName.flatMap(UserDefaults.init(suiteName:)) ?? .standard
    }
}
