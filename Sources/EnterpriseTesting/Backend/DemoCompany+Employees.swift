extension DemoCompany {
    /// A row: given name, family name, location, the manager's full name, birthday.
    private typealias Row = (given: String, family: String, location: String, manager: String?, birthday: String?)

    static let demoEmployees = rows.map { row in
        Employee(
            id: employeeID(fullName(row.given, row.family)),
            givenName: row.given,
            familyName: row.family,
            location: row.location,
            managerID: row.manager.map(employeeID),
            birthday: row.birthday
        )
    }

    private static func fullName(_ given: String, _ family: String) -> String {
        given.isEmpty ? family : "\(given) \(family)"
    }

    private static let rows: [Row] = [
        ("Jane", "Doe", "Lisbon", "Ines Carvalho", "04-12-1985"),
        ("Ravi", "Menon", "Kochi", "Ines Carvalho", "11-30-1979"),
        ("Ines", "Carvalho", "Lisbon", "Marguerite Okafor", "01-09-1972"),
        ("Tomasz", "Wilk", "Gdańsk", "Jane Doe", "02-29-1988"),
        ("", "Suharto", "Surabaya", "Ravi Menon", nil),
        ("Marguerite", "Okafor", "Rotterdam", nil, "06-21-1966"),
        ("Zoë", "Ångström", "Göteborg", "Henrik Dahl", "10-10-1990"),
        ("Henrik", "Dahl", "Göteborg", "Marguerite Okafor", "03-03-1970"),
        ("Aiko", "Tanaka", "Yokohama", "Zoë Ångström", "12-24-1993"),
        ("Liam", "O'Brien", "Cork", "Zoë Ångström", "08-08-1987"),
        ("Fatima", "el-Sayed", "Alexandria", "Henrik Dahl", "05-17-1982"),
        ("Carlos", "Núñez", "Vigo", "Fatima el-Sayed", "09-01-1995"),
        ("Grace", "Mbeki", "Durban", "Fatima el-Sayed", "07-27-1991"),
        ("Dmitri", "Volkov", "Rotterdam", "Marguerite Okafor", "12-31-1969"),
        ("Sofia", "Rossi", "Genova", "Dmitri Volkov", "02-14-1984"),
        ("Noah", "Williams", "Sydney", "Dmitri Volkov", "01-01-1980"),
        ("Mei", "Lin", "Kaohsiung", "Sofia Rossi", "04-04-1994"),
        ("Paul", "Müller", "Hamburg", "Sofia Rossi", "03-19-1989"),
        ("Olga", "Petrenko", "Odesa", "Noah Williams", "06-06-1996"),
        ("Ahmed", "Khan", "Karachi", "Noah Williams", "10-02-1992"),
        ("Ruth", "Cohen", "Haifa", "Marguerite Okafor", "11-11-1975"),
        ("Diego", "Silva", "Santos", "Ruth Cohen", "05-05-1986"),
        ("Anna", "Nowak", "Gdańsk", "Ruth Cohen", "09-23-1983"),
        ("Peter", "Jensen", "Aarhus", "Diego Silva", "08-30-1997"),
        ("Leila", "Haddad", "Beirut", "Diego Silva", "02-02-1990"),
        ("John", "Smith", "Bristol", "Anna Nowak", "07-04-1981"),
        ("Yusuf", "Demir", "İzmir", "Jane Doe", "04-23-1998"),
        ("Emma", "van der Berg", "Rotterdam", "Ravi Menon", "01-31-1994"),
    ]
}
