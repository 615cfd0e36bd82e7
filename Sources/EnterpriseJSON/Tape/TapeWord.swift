/// One word of the tape: what a value is, and where its text is.
///
/// From the lowest bit: 4 of `Tag`, 24 of length, 36 of offset. A length that does not fit is `maximumLength`, and the
/// word after holds it. An array or object has no length: an object keeps its look-up hint there, and the word after
/// holds where the next value begins on the tape (the upper 36 bits) and how many elements there are (28 bits).
struct TapeWord {
    enum Tag: UInt64 {
        /// A string whose bytes are its characters: without an escape.
        case string = 1
        case escapedString
        /// A number without fraction and exponent.
        case integer
        case number
        case null
        case `false`
        case `true`
        case array
        /// An object whose keys are known to differ.
        case object
        /// An object whose keys were not compared yet.
        case unprovenObject
        /// A key that was there before in its object: it is never found.
        case shadowedKey
    }

    static let maximumLength = 0xFF_FFFF
    static let maximumCount = 0xFFF_FFFF
    static let maximumOffset = 1 << 36
    /// The bits of tag and length.
    static let shapeMask: UInt64 = 0xFFF_FFFF

    var bits: UInt64

    @inline(__always) init(bits: UInt64) { self.bits = bits }

    @inline(__always) init(_ tag: Tag, offset: Int, length: Int = 0) {
        bits = UInt64(truncatingIfNeeded: offset) << 28 | UInt64(truncatingIfNeeded: length) << 4 | tag.rawValue
    }

    /// The word after that of an array or object.
    @inline(__always) init(end: Int, count: Int) {
        bits = UInt64(truncatingIfNeeded: end) << 28 | UInt64(min(count, Self.maximumCount))
    }

    @inline(__always) var tagBits: UInt64 { bits & 0xF }
    @inline(__always) func has(_ tag: Tag) -> Bool { tagBits == tag.rawValue }
    @inline(__always) var offset: Int { Int(truncatingIfNeeded: bits >> 28) }
    @inline(__always) var length: Int { Int(truncatingIfNeeded: bits >> 4) & Self.maximumLength }
    @inline(__always) var shape: UInt64 { bits & Self.shapeMask }
    @inline(__always) var isObject: Bool { has(.object) || has(.unprovenObject) }
    @inline(__always) var isContainer: Bool { tagBits &- Tag.array.rawValue <= 2 }
    @inline(__always) var isString: Bool { tagBits &- Tag.string.rawValue <= 1 }
    @inline(__always) var isNumber: Bool { tagBits &- Tag.integer.rawValue <= 1 }

    /// Of the word after an array or object.
    @inline(__always) var end: Int { Int(truncatingIfNeeded: bits >> 28) }
    @inline(__always) var count: Int { Int(truncatingIfNeeded: bits) & Self.maximumCount }
}
