import EnterpriseHTTP
import Foundation
import Synchronization

/// Large bodies in both directions: the time beside the `curl` program's in the same run, and the memory it takes.
struct Transfer {
    private let server: ChildServer
    private let bytes: Int
    private let folder: URL

    init(megabytes: Int) throws {
        server = try TransferServer.start()
        bytes = megabytes << 20
        folder = FileManager.default.temporaryDirectory.appending(path: "transfer-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func run() async throws {
        defer {
            server.stop()
            try? FileManager.default.removeItem(at: folder)
        }
        let client = HTTPClient(baseURL: try BaseURL(server.url), timeout: .seconds(300))
        let source = folder.appending(path: "source")
        try Data().write(to: source)
        try FileHandle(forWritingTo: source).truncate(atOffset: UInt64(bytes))
        let target = folder.appending(path: "target")
        print("\(bytes >> 20) MB over loopback, medians of 5 alternating runs, seconds")
        // `curl` leaves the file to the system; ours is on the disk when the call ends, unless told.
        for (name, isDurable) in [("download to a file", false), ("download to the disk", true)] {
            try await compare(name) {
                let options = DownloadOptions(synchronizesToDisk: isDurable)
                try await client.download(AnyRequest<WireResponse>(.get, "\(bytes)"), to: target, options: options)
            } curl: {
                ["-o", target.path, server.url + "\(bytes)"]
            }
        }
        try await compare("upload of a file") {
            _ = try await client.put("x", body: .file(source))
        } curl: {
            ["-T", source.path, server.url + "x"]
        }
        print("peak resident memory of this process: \(try ProcessUse.peakKilobytes()) KB")
        try await backPressure(client)
        await client.close()
    }

    private func compare(_ name: String, ours: () async throws -> Void, curl: () -> [String]) async throws {
        var (mine, theirs): ([Double], [Double]) = ([], [])
        for _ in 0..<5 {
            mine.append(try await Self.seconds(ours))
            theirs.append(try await Self.seconds { try Self.runCurl(curl()) })
        }
        let (median, baseline) = (mine.sorted()[2], theirs.sorted()[2])
        let format = { (value: Double) in String(format: "%.3f", value) }
        print("\(name): ours \(format(median)), curl \(format(baseline)), ratio \(format(median / baseline))")
    }

    private static func seconds(_ work: () async throws -> Void) async throws -> Double {
        let time = try await ContinuousClock().measure { try await work() }
        return Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    }

    private static func runCurl(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/curl")
        process.arguments = ["-sS", "-f"] + arguments
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw ChildServer.Unavailable(description: "curl ended with \(process.terminationStatus)")
        }
    }

    /// How much of 200 MB a reader holds that takes one chunk and then waits.
    private func backPressure(_ client: HTTPClient) async throws {
        let before = try ProcessUse.now().residentKilobytes
        let request = AnyRequest(AnyRequest<WireResponse>(.get, "\(200 << 20)"), isStreamed: true) { $0.bytes }
        let stream = try await client.send(request)
        var iterator = stream.makeAsyncIterator()
        var received = try await iterator.next()?.count ?? 0
        // Time for the server to send as much as anyone takes.
        try await Task.sleep(for: .seconds(2))
        let held = try ProcessUse.now().residentKilobytes - before
        while let chunk = try await iterator.next() { received += chunk.count }
        print("a reader of 200 MB that waits: \(held) KB more resident memory; then all \(received >> 20) MB came")
    }
}
