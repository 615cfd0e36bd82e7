/// So many bytes, then a pause.
struct Pace: Sendable, Hashable {
    let bytes: Int
    let interval: Duration

    /// At least a byte in each step.
    init(bytes: Int, interval: Duration) {
        self.bytes = max(1, bytes)
        self.interval = max(.zero, interval)
    }

    /// Twenty steps a second, or fewer when there are not as many bytes.
    init(bytesPerSecond rate: Int) {
        let rate = max(1, rate)
        let bytes = max(1, rate / 20)
        self.init(bytes: bytes, interval: .seconds(1) * bytes / rate)
    }
}

extension Duration {
    /// Whole milliseconds for `poll`, never less than the duration.
    var pollMilliseconds: Int32 {
        guard self > .zero else { return 0 }
        let (seconds, attoseconds) = components
        guard seconds < Int64(Int32.max / 1000) else { return .max }
        return Int32(seconds) * 1000 + Int32((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
