import Foundation

/// What this process holds at the moment, as Linux counts it.
struct ProcessUse: CustomStringConvertible {
    let descriptors: Int
    let threads: Int
    let residentKilobytes: Int

    static func now() throws -> ProcessUse {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let resident = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }?.split(separator: " ").dropLast()
            .last
        return ProcessUse(
            descriptors: try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count,
            threads: try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count,
            residentKilobytes: resident.flatMap { Int($0) } ?? 0
        )
    }

    var description: String { "\(descriptors) descriptors, \(threads) threads, \(residentKilobytes) KB" }
}
