/// A command line that was understood.
struct Arguments: Equatable {
    var command: Command?
    var operands: [String] = []
    private var values: [Option: String] = [:]

    /// The value of an option that was given; an empty one for an option without a value.
    subscript(option: Option) -> String? {
        get { values[option] }
        set { values[option] = newValue }
    }

    func has(_ option: Option) -> Bool { values[option] != nil }

    /// The options that were given, in a stable order.
    var options: [Option] { Option.allCases.filter(has) }
}
