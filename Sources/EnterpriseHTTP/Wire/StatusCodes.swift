/// A set of status codes, such as those a request takes for a success: `.success.union([404])`.
public struct StatusCodes: Sendable, Hashable, ExpressibleByArrayLiteral {
    private var ranges: [Range<Int>]

    /// 200–299 (RFC 9110 section 15.3).
    public static let success = StatusCodes(200..<300)

    /// The codes of a range.
    public init(_ range: Range<Int>) { ranges = [range] }

    /// These codes.
    public init(arrayLiteral elements: Int...) { ranges = elements.map { $0..<$0 + 1 } }

    /// Whether a code is among them.
    public func contains(_ status: Int) -> Bool { ranges.contains { $0.contains(status) } }

    /// The codes of either set.
    public func union(_ other: StatusCodes) -> StatusCodes {
        var union = self
        union.ranges += other.ranges
        return union
    }
}
