import EnterpriseHTTP
import EnterpriseJSON
import Foundation

/// Takes values by key path out of the text of a configuration file.
struct ConfigurationReader {
    private let root: JSONValue
    private let file: String
    private let data: Data

    init(_ data: Data, file: String) throws(ConfigurationError) {
        self.file = file
        self.data = data
        do {
            try JSONSyntax.validate(data)
        } catch {
            throw ConfigurationError(.notJSON, file: file, expected: "JSON", at: error)
        }
        do {
            try JSONSyntax.validate(data, refusesDuplicateKeys: true)
        } catch {
            throw ConfigurationError(.duplicateKey, file: file, expected: "every key once in its object", at: error)
        }
        do {
            root = try JSONDecoder().decode(JSONValue.self, from: data)
        } catch {
            throw ConfigurationError(.notJSON, file: file, expected: "JSON that Foundation reads")
        }
    }

    /// The section `network`; all defaults where there is none.
    func network() throws(ConfigurationError) -> TransportOptions {
        guard case .object(let members) = root, let section = members["network"] else { return TransportOptions() }
        var reader = SectionReader("network", file: file, data: data)
        reader.members = try reader.object(section)
        return try reader.transportOptions()
    }

    func server(_ keyPath: String) throws(ConfigurationError) -> BaseURL {
        let value = try value(keyPath, expected: "a string")
        guard case .string(let text) = value else { throw wrongType(keyPath, expected: "a string", found: value) }
        do {
            return try BaseURL(text)
        } catch {
            throw ConfigurationError(.invalidValue, file: file, keyPath: keyPath, expected: error.expected)
        }
    }

    func bool(_ keyPath: String) throws(ConfigurationError) -> Bool {
        let value = try value(keyPath, expected: "true or false")
        guard case .bool(let bool) = value else { throw wrongType(keyPath, expected: "true or false", found: value) }
        return bool
    }

    /// A number of zero or more, as near as binary comes.
    func number(_ keyPath: String) throws(ConfigurationError) -> Double {
        guard let number = try numbers(keyPath).binary, number >= 0 else { throw outOfRange(keyPath) }
        return number
    }

    /// A number of zero or more, exactly.
    func decimal(_ keyPath: String) throws(ConfigurationError) -> Decimal {
        guard let number = try numbers(keyPath).decimal, number >= 0 else { throw outOfRange(keyPath) }
        return number
    }

    private func numbers(_ keyPath: String) throws(ConfigurationError) -> (binary: Double?, decimal: Decimal?) {
        let value = try value(keyPath, expected: "a number")
        guard case .number(let binary, let decimal) = value else {
            throw wrongType(keyPath, expected: "a number", found: value)
        }
        return (binary, decimal)
    }

    private func value(_ keyPath: String, expected: String) throws(ConfigurationError) -> JSONValue {
        var value = root
        var walked: [Substring] = []
        for key in keyPath.split(separator: ".") {
            guard case .object(let members) = value else {
                let path = walked.isEmpty ? nil : walked.joined(separator: ".")
                throw wrongType(path, expected: "an object", found: value)
            }
            guard let member = members[String(key)] else {
                throw ConfigurationError(.keyMissing, file: file, keyPath: keyPath, expected: expected)
            }
            value = member
            walked.append(key)
        }
        return value
    }

    private func wrongType(_ keyPath: String?, expected: String, found value: JSONValue) -> ConfigurationError {
        ConfigurationError(.wrongType, file: file, keyPath: keyPath, expected: expected, found: value.kind)
    }

    private func outOfRange(_ keyPath: String) -> ConfigurationError {
        ConfigurationError(.invalidValue, file: file, keyPath: keyPath, expected: "a finite number of zero or more")
    }
}
