import EnterpriseAPI
import EnterpriseHTTP
import Foundation
import Testing

@Suite(.serialized) struct UserSettingsTests {
    /// A suite of UserDefaults that lives as long as the test.
    private final class Scratch {
        let suite = "enterprise-api-tests-\(UUID())"

        deinit {
            UserDefaults.standard.removePersistentDomain(forName: suite)
            UserDefaults.standard.synchronize()
        }
    }

    private let scratch = Scratch()
    private var suite: String { scratch.suite }

    @Test func `a week begins with Sunday when nothing was set`() {
        #expect(UserSettings(suiteName: suite).firstDayOfWeek == .sunday)
    }

    @Test(arguments: DaysOfWeek.allCases)
    func `the day that was set is kept`(day: DaysOfWeek) {
        UserSettings(suiteName: suite).firstDayOfWeek = day
        #expect(UserSettings(suiteName: suite).firstDayOfWeek == day)
        #expect(UserDefaults(suiteName: suite)?.integer(forKey: "firstDayOfWeek") == day.rawValue)
    }

    @Test(arguments: [0, 8, -1, Int.max])
    func `a week begins with Sunday when the stored number is no day`(number: Int) {
        UserDefaults(suiteName: suite)?.set(number, forKey: "firstDayOfWeek")
        #expect(UserSettings(suiteName: suite).firstDayOfWeek == .sunday)
    }

    @Test func `a stored text that is no number gives Sunday`() {
        UserDefaults(suiteName: suite)?.set("Monday", forKey: "firstDayOfWeek")
        #expect(UserSettings(suiteName: suite).firstDayOfWeek == .sunday)
    }

    @Test func `a configuration shows and sets the setting of the process's user`() throws {
        let key = "firstDayOfWeek"
        let before = UserDefaults.standard.object(forKey: key)
        defer {
            UserDefaults.standard.set(before, forKey: key)
            UserDefaults.standard.synchronize()
        }
        let configuration = Configuration(
            server: try BaseURL("http://localhost"),
            ui: .init(button: .init(cornerRadius: 1, borderWidth: 1)),
            rules: .init(maxPOExpense: 1)
        )
        configuration.firstDayOfWeek = .monday
        #expect(UserSettings().firstDayOfWeek == .monday)
        UserSettings().firstDayOfWeek = .saturday
        #expect(configuration.firstDayOfWeek == .saturday)
    }

    @Test func `days are numbered from Sunday to Saturday`() {
        #expect(DaysOfWeek.allCases.map(\.rawValue) == Array(1...7))
        #expect(DaysOfWeek(orSunday: 7) == .saturday)
        #expect(DaysOfWeek(orSunday: nil) == .sunday)
        #expect(DaysOfWeek(orSunday: 8) == .sunday)
    }
}
