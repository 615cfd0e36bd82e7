import EnterpriseHTTP
import Foundation

/// Takes values out of one section of a configuration file, each of which may be left out, and refuses what is left over.
struct SectionReader {
    var members: [String: JSONValue] = [:]
    private let section: String
    private let file: String
    private let data: Data
    private var known: Set<String> = []

    init(_ section: String, file: String, data: Data) {
        self.section = section
        self.file = file
        self.data = data
    }

    /// Refuses the first key that nobody has asked for.
    func finish() throws(ConfigurationError) {
        guard let key = members.keys.filter({ !known.contains($0) }).min() else { return }
        throw error(.unknownKey, key, expected: "one of " + known.sorted().joined(separator: ", "))
    }

    mutating func string(_ key: String) throws(ConfigurationError) -> String? {
        guard let value = take(key) else { return nil }
        return try string(value, key)
    }

    mutating func strings(_ key: String) throws(ConfigurationError) -> [String]? {
        guard let value = take(key) else { return nil }
        return try strings(value, key)
    }

    mutating func bool(_ key: String) throws(ConfigurationError) -> Bool? {
        guard let value = take(key) else { return nil }
        guard case .bool(let bool) = value else { throw wrongType(key, "true or false", value) }
        return bool
    }

    /// A whole number of zero or more.
    mutating func count(_ key: String) throws(ConfigurationError) -> Int? {
        guard let value = take(key) else { return nil }
        guard case .number(let number, _) = value else { throw wrongType(key, "a number", value) }
        guard let number, let count = Int(exactly: number), count >= 0 else {
            throw error(.invalidValue, key, expected: "a whole number of zero or more")
        }
        return count
    }

    /// Seconds, zero or more.
    mutating func duration(_ key: String) throws(ConfigurationError) -> Duration? {
        guard let value = take(key) else { return nil }
        guard case .number(let number, _) = value else { throw wrongType(key, "a number of seconds", value) }
        guard let number, (0...1e9).contains(number) else {
            throw error(.invalidValue, key, expected: "a number of seconds from 0 to 1000000000")
        }
        return .seconds(number)
    }

    /// Seconds, or null for none.
    mutating func duration(_ key: String, or present: Duration?) throws(ConfigurationError) -> Duration? {
        if case .null = members[key] {
            _ = take(key)
            return nil
        }
        return try duration(key) ?? present
    }

    /// One of the cases of a type.
    mutating func choice<Value>(_ key: String) throws(ConfigurationError) -> Value?
    where Value: RawRepresentable<String> & CaseIterable {
        guard let text = try string(key) else { return nil }
        if let value = Value(rawValue: text) { return value }
        let names = Value.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
        throw error(.invalidValue, key, expected: names)
    }

    /// A path; below the folder of the file when it is relative, and the folder is known.
    mutating func path(_ key: String) throws(ConfigurationError) -> String? {
        guard let path = try string(key) else { return nil }
        guard !path.isEmpty else { throw error(.invalidValue, key, expected: "a path") }
        return absolute(path)
    }

    mutating func secret(_ key: String) throws(ConfigurationError) -> SecretSource? {
        guard let value = take(key) else { return nil }
        let expected = #"an object with "file" or "environment", never the secret itself"#
        guard case .object(let members) = value else { throw wrongType(key, expected, value) }
        guard members.count == 1, let (kind, value) = members.first, case .string(let name) = value, !name.isEmpty,
            kind == "file" || kind == "environment"
        else { throw error(.invalidValue, key, expected: expected) }
        return kind == "file" ? .file(absolute(name)) : .environment(name)
    }

    /// Lists of strings by name.
    mutating func lists(_ key: String) throws(ConfigurationError) -> [String: [String]]? {
        guard let value = take(key) else { return nil }
        guard case .object(let members) = value else { throw wrongType(key, "an object", value) }
        var lists: [String: [String]] = [:]
        for (name, value) in members { lists[name] = try strings(value, key) }
        return lists
    }

    /// The members of the section itself.
    func object(_ value: JSONValue) throws(ConfigurationError) -> [String: JSONValue] {
        guard case .object(let members) = value else { throw wrongType(nil, "an object", value) }
        return members
    }

    /// An error about the value of a key, in words of others.
    func refuse(_ key: String, reason: String) -> ConfigurationError {
        error(.invalidValue, key, expected: "a value that can be used", reason: reason)
    }

    private mutating func take(_ key: String) -> JSONValue? {
        known.insert(key)
        return members[key]
    }

    private func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), file.hasPrefix("/") else { return path }
        return URL(filePath: file).deletingLastPathComponent().appending(path: path).path
    }

    private func string(_ value: JSONValue, _ key: String) throws(ConfigurationError) -> String {
        guard case .string(let text) = value else { throw wrongType(key, "a string", value) }
        guard !text.contains("\0") else { throw error(.invalidValue, key, expected: "a string without NUL") }
        return text
    }

    private func strings(_ value: JSONValue, _ key: String) throws(ConfigurationError) -> [String] {
        guard case .array(let elements) = value else { throw wrongType(key, "an array of strings", value) }
        var strings: [String] = []
        for element in elements { strings.append(try string(element, key)) }
        return strings
    }

    private func wrongType(_ key: String?, _ expected: String, _ found: JSONValue) -> ConfigurationError {
        error(.wrongType, key, expected: expected, found: found.kind)
    }

    private func error(
        _ code: ConfigurationError.Code,
        _ key: String?,
        expected: String,
        found: String? = nil,
        reason: String? = nil
    ) -> ConfigurationError {
        let path = [section, key].compactMap(\.self)
        let place = JSONLocator(data).place(ofKey: path)
        return ConfigurationError(
            code,
            file: file,
            keyPath: path.joined(separator: "."),
            expected: expected,
            found: found,
            reason: reason,
            line: place?.line,
            column: place?.column
        )
    }
}
