import EnterpriseAPI

/// How users are shown.
enum UserView {
    static let columns: [Column<UserInfo>] = [
        Column(name: "user", heading: "User") { Cell($0.username) },
        Column(name: "name", heading: "Name") { Cell($0.name ?? "") },
        Column(name: "id", heading: "Id") { Cell($0.id.rawValue) },
    ]

    static let accountColumns: [Column<Account>] = [
        Column(name: "user", heading: "User") { Cell($0.username ?? "") },
        Column(name: "id", heading: "Id") { Cell($0.id.rawValue) },
    ]
}
