import Foundation

/// What this process holds at the moment, as Linux counts it.
struct ProcessUse: CustomStringConvertible {
    let descriptors: Int
    let threads: Int
    let residentKilobytes: Int

    static func now() throws -> ProcessUse {
        ProcessUse(
            descriptors: try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count,
            threads: try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count,
            residentKilobytes: try kilobytes("VmRSS:")
        )
    }

    /// The most resident memory there has been.
    static func peakKilobytes() throws -> Int { try kilobytes("VmHWM:") }

    private static func kilobytes(_ name: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
        return line?.split(whereSeparator: \.isWhitespace).dropLast().last.flatMap { Int($0) } ?? 0
    }

    var description: String { "\(descriptors) descriptors, \(threads) threads, \(residentKilobytes) KB" }
}
