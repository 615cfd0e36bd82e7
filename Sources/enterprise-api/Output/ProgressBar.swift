import EnterpriseHTTP
import Foundation

/// How far a transfer is, in a line.
struct ProgressBar {
    private let progress: TransferProgress
    private let elapsed: Duration

    init(_ progress: TransferProgress, elapsed: Duration) {
        self.progress = progress
        self.elapsed = elapsed
    }

    /// Such as "45 %, 3.1 MB of 7.0 MB, 1.2 MB/s, 3 s left".
    var numbers: String {
        let seconds = max(elapsed / .seconds(1), 0.001)
        let rate = Double(progress.completed) / seconds
        var parts = [Self.size(progress.completed) + (progress.total.map { " of \(Self.size($0))" } ?? "")]
        if let fraction = progress.fraction { parts.insert("\(Int(fraction * 100)) %", at: 0) }
        parts.append("\(Self.size(Int(rate)))/s")
        if let total = progress.total, rate > 0, total > progress.completed {
            parts.append("\(Self.time(.seconds(Double(total - progress.completed) / rate))) left")
        }
        return parts.joined(separator: ", ")
    }

    /// Name, bar and numbers, in so many columns at most.
    func line(_ name: String, width: Int) -> String {
        let numbers = numbers
        let room = width - numbers.displayWidth - 4
        guard let fraction = progress.fraction, room >= 18 else {
            return "\(name.truncated(to: max(1, width - numbers.displayWidth - 2)))  \(numbers)".truncated(to: width)
        }
        let label = name.truncated(to: room / 2)
        let columns = min(40, room - label.displayWidth - 2)
        let done = Int(fraction * Double(columns))
        let bar = String(repeating: "█", count: done) + String(repeating: "░", count: columns - done)
        return "\(label)  \(bar)  \(numbers)"
    }

    /// Such as "3.1 MB"; a thousand bytes are a kilobyte.
    static func size(_ bytes: Int) -> String {
        guard bytes >= 1000 else { return "\(bytes) B" }
        var (value, units) = (Double(bytes), ["kB", "MB", "GB", "TB", "PB"][...])
        value /= 1000
        while value >= 999.95, units.count > 1 {
            value /= 1000
            units.removeFirst()
        }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(units.first ?? "")"
    }

    /// Such as "3 s", "2:05 min" or "1:00:09 h".
    static func time(_ duration: Duration) -> String {
        let seconds = Int(min(duration, .seconds(360_000)) / .seconds(1))
        let (minutes, second) = seconds.quotientAndRemainder(dividingBy: 60)
        let (hours, minute) = minutes.quotientAndRemainder(dividingBy: 60)
        if hours > 0 { return "\(hours):\(DateText.padded(minute)):\(DateText.padded(second)) h" }
        return minutes > 0 ? "\(minute):\(DateText.padded(second)) min" : "\(second) s"
    }
}
