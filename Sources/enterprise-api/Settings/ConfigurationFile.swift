import EnterpriseAPI
import Foundation

/// The configuration as it lies on disk, read once: it may be a pipe.
struct ConfigurationFile {
    /// What one of several servers has of its own.
    struct Profile: Decodable {
        struct Rules: Decodable {
            var maxPOExpense: Decimal?
        }

        var server: String?
        var user: String?
        var debug: Bool?
        var rules: Rules?
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private struct Section: Decodable {
        let keys: [String]
        init(from decoder: any Decoder) throws {
            keys = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue)
        }
    }

    private struct Extras: Decodable {
        var network: Section?
        var profile: String?
        var profiles: [String: Profile]?
    }

    /// Why there is none to use, in one line without a value of it.
    struct Failure: Error, CustomStringConvertible {
        /// Whether there is no file at all.
        let isMissing: Bool
        let description: String

        init(isMissing: Bool, description: String) {
            self.isMissing = isMissing
            self.description = description
        }

        init(_ error: ConfigurationError) {
            self.init(isMissing: error.code == .fileNotFound, description: "\(error)")
        }
    }

    /// What it is called in messages.
    let path: String
    let configuration: Configuration
    /// The profile to use when nobody says which.
    let defaultProfile: String?
    let profiles: [String: Profile]
    /// The options that the section `network` sets.
    let networkKeys: Set<String>

    private static let maximumSize = 1 << 20

    /// Finds and reads it; throws the SDK's words for what is wrong with it.
    static func load(_ arguments: Arguments, _ environment: Variables) throws(Failure) -> ConfigurationFile {
        let named = arguments[.config] ?? environment["ENTERPRISE_API_CONFIG"]
        let folders = [URL(filePath: "."), Bundle.main.executableURL?.deletingLastPathComponent()]
        let places =
            named.map { [URL(filePath: $0)] }
            ?? folders.compactMap { $0?.appending(component: "configuration.json") }
        for place in places {
            guard let data = contents(of: place) else { continue }
            return try ConfigurationFile(data, path: place.path)
        }
        // There is none, or it can't be read: the SDK says which, and why.
        do { _ = try Configuration.load(path: arguments[.config]) } catch { throw Failure(error) }
        throw Failure(isMissing: true, description: "no configuration file")
    }

    private init(_ data: Data, path: String) throws(Failure) {
        do { configuration = try Configuration.load(from: data, file: path) } catch { throw Failure(error) }
        self.path = path
        guard let extras = try? JSONDecoder().decode(Extras.self, from: data) else {
            throw Failure(
                isMissing: false,
                description: "\(path): profiles: expected objects of server, user, debug, rules"
            )
        }
        defaultProfile = extras.profile
        profiles = extras.profiles ?? [:]
        networkKeys = Set(extras.network?.keys ?? [])
    }

    private static func contents(of url: URL) -> Data? {
        guard let file = try? FileHandle(forReadingFrom: url) else { return nil }
        var data = Data()
        do {
            while data.count <= maximumSize {
                guard let piece = try file.read(upToCount: maximumSize + 1 - data.count), !piece.isEmpty else {
                    return data
                }
                data += piece
            }
        } catch { return nil }
        return nil
    }
}
