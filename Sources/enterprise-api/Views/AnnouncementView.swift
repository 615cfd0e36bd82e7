import EnterpriseAPI

/// How announcements are shown.
enum AnnouncementView {
    static let columns: [Column<Announcement>] = [
        Column(name: "id", heading: "Id") { Cell($0.id.rawValue) },
        Column(name: "message", heading: "Message") { Cell($0.message) },
    ]

    /// Each as a paragraph that fills so many columns, for reading.
    static func text(_ announcements: [Announcement], width: Int, style: Style = .plain) -> String {
        announcements.map { announcement in
            let lines = announcement.message.isEmpty ? ["(empty)"] : announcement.message.wrapped(to: width - 2)
            return lines.enumerated().map { index, line in
                (index == 0 ? style.paint("•", .cyan) + " " : "  ") + line + "\n"
            }.joined()
        }.joined(separator: "\n")
    }
}
