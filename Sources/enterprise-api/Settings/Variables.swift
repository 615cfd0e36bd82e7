/// The environment; an empty variable is as good as none.
struct Variables {
    private let values: [String: String]

    init(_ values: [String: String]) { self.values = values.filter { !$0.value.isEmpty } }

    subscript(name: String) -> String? { values[name] }
}
