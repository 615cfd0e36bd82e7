/// A command line that was understood.
struct Arguments: Equatable {
    var command: Command?
    var operands: [String] = []
    private var values: [Option: [String]] = [:]

    /// The value of an option that was given; an empty one for an option without a value.
    subscript(option: Option) -> String? { values[option]?.first }

    /// All values of an option that may be given several times.
    func all(_ option: Option) -> [String] { values[option] ?? [] }

    func has(_ option: Option) -> Bool { values[option] != nil }

    mutating func add(_ value: String, to option: Option) { values[option, default: []].append(value) }

    /// The options that were given, in a stable order.
    var options: [Option] { Option.allCases.filter(has) }

    /// A value that has to be a number of seconds above zero.
    func seconds(_ option: Option) throws(CommandError) -> Duration? {
        guard let text = self[option] else { return nil }
        guard let seconds = Double(text), seconds > 0, seconds <= 1e9 else {
            throw .usage("\(option.flag) is a number of seconds above zero", command: command)
        }
        return .seconds(seconds)
    }

    /// A value that has to be a whole number in a range.
    func number(_ option: Option, in range: ClosedRange<Int>) throws(CommandError) -> Int? {
        guard let text = self[option] else { return nil }
        guard let number = Int(text), range.contains(number), !text.hasPrefix("+") else {
            let bounds =
                range.upperBound == .max
                ? "from \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
            throw .usage("\(option.flag) is a number \(bounds)", command: command)
        }
        return number
    }
}
