/// One person of the company, as the list of employees names them.
public struct Employee: Sendable, Hashable, Codable, Identifiable {
    /// The server's id: a UUID, or a free name such as "JaneDoe" in the older edition.
    public let id: Identifier

    /// The first name; may be empty.
    public let givenName: String

    /// The last name.
    public let familyName: String

    /// Where the person works.
    public let location: String

    /// The day of birth, if known.
    public let birthday: Birthday?

    /// The id of the person's manager; nil at the top of the company.
    public let manager: Identifier?

    /// The ids of those who report to the person, as the server lists them. `OrgChart` trusts `manager` instead.
    public let directReports: [Identifier]

    /// Given and family name, parted by a space; without one when either is empty.
    public var fullName: String {
        [givenName, familyName].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// An employee.
    public init(
        id: Identifier,
        givenName: String,
        familyName: String,
        location: String,
        birthday: Birthday? = nil,
        manager: Identifier? = nil,
        directReports: [Identifier] = []
    ) {
        self.id = id
        self.givenName = givenName
        self.familyName = familyName
        self.location = location
        self.birthday = birthday
        self.manager = manager
        self.directReports = directReports
    }

    /// Reads an employee of either edition; `birthday`, `manager` and `directReports` may be null or missing.
    public init(from decoder: any Decoder) throws {
        // In the order in which the server writes them: `FastJSONDecoder` looks for a key where it expects it next.
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Identifier.self, forKey: .id)
        givenName = try container.decode(String.self, forKey: .givenName)
        familyName = try container.decode(String.self, forKey: .familyName)
        location = try container.decode(String.self, forKey: .location)
        manager = try container.decodeIfPresent(Identifier.self, forKey: .manager)
        directReports = try container.decodeIfPresent([Identifier].self, forKey: .directReports) ?? []
        birthday = try container.decodeIfPresent(Birthday.self, forKey: .birthday)
    }
}
