extension FixedWidthInteger {
    /// The number in decimal, filled up with zeros to at least that many digits.
    func padded(to width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}
