/// Colours, or none: what a terminal obeys is only ever written from here.
struct Style: Equatable {
    enum Ink: String {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
        case blue = "34"
        case magenta = "35"
        case cyan = "36"
        case reversed = "7"
    }

    let isColored: Bool

    static let plain = Style(isColored: false)

    /// The text in that colour. The text has to be safe already.
    func paint(_ text: String, _ ink: Ink) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(ink.rawValue)m\(text)\u{1B}[0m" : text
    }
}
