extension Character {
    /// How many columns a terminal gives the character: 0 for a lone mark, 2 for wide scripts and emoji, else 1.
    var displayWidth: Int {
        guard let first = unicodeScalars.first else { return 0 }
        let scalars = unicodeScalars
        if first.properties.isEmojiPresentation || scalars.contains("\u{FE0F}") || first.isWide { return 2 }
        return first.takesNoRoom ? 0 : 1
    }
}

extension Unicode.Scalar {
    /// East Asian Wide and Fullwidth (UAX #11), by block; emoji have a property of their own.
    fileprivate var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1B000...0x1B2FF, 0x20000...0x3FFFD:
            true
        default:
            false
        }
    }

    fileprivate var takesNoRoom: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: value != 0xAD
        default: false
        }
    }
}
