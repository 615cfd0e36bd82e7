import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Synchronization
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct TransferProgressTests {
    enum Kind: CaseIterable {
        case empty, text, data, json, form, file, multipart, stream
    }

    private func body(_ kind: Kind, in files: BodyFiles) throws -> RequestBody {
        let (text, data) = (String(repeating: "ü", count: 300_000), Data.pattern(1_000_000))
        switch kind {
        case .empty: return .file(try files.write(Data(), as: "empty"))
        case .text: return .text(text)
        case .data: return .data(data)
        case .json: return .json([text])
        case .form: return .form(encoding: ["a": text])
        case .file: return .file(try files.write(data, as: "data"))
        case .multipart: return .multipart([.data(name: "a", data), .file(name: "b", try files.write(data, as: "b"))])
        case .stream:
            return .stream(
                AsyncStream { continuation in
                    for _ in 0..<10 { continuation.yield(Data.pattern(1000)) }
                    continuation.finish()
                }
            )
        }
    }

    @Test(arguments: Kind.allCases)
    func `an upload reports from nothing to all of it, and never less than before`(kind: Kind) async throws {
        let files = try BodyFiles()
        let reports = Mutex<[TransferProgress]>([])
        let body = try body(kind, in: files).onProgress { progress in reports.withLock { $0.append(progress) } }
        let arrival = try await EchoServer().post(body)
        let seen = reports.withLock { $0 }
        #expect(seen.first?.completed == 0)
        #expect(seen.last?.completed == arrival.body.count)
        #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.completed < $1.completed })
        #expect(seen.allSatisfy { $0.total == (kind == .stream ? nil : arrival.body.count) })
        #expect(seen.last?.fraction == (kind == .stream ? nil : 1))
        #expect(seen.count >= (kind == .empty ? 1 : 3))
        #expect(arrival.length == (kind == .stream ? nil : arrival.body.count))
    }

    @Test func `a body that reports can be replayed, keeps its type, and encodes its value once`() async throws {
        final class Counting: Encodable, Sendable {
            let times = Atomic(0)
            func encode(to encoder: any Encoder) throws {
                times.add(1, ordering: .relaxed)
                try ["a": 1].encode(to: encoder)
            }
        }
        let value = Counting()
        let parts = [MultipartPart(name: "v", body: .json(value))]
        for (index, plain) in [RequestBody.json(value), .form(encoding: value), .multipart(parts)].enumerated() {
            let body = plain.onProgress { _ in }
            #expect(body.isReplayable)
            #expect(body.contentType == plain.contentType)
            #expect(try await EchoServer().post(body).contentType == plain.contentType)
            #expect(value.times.load(ordering: .relaxed) == index + 1)
        }
    }

    @Test func `updates end when the transfer has let go, with the newest state`() async throws {
        func upload() async throws -> AsyncStream<TransferProgress> {
            let (report, updates) = TransferProgress.updates()
            _ = try await EchoServer().post(.data(.pattern(1_000_000)).onProgress(report))
            return updates
        }
        var seen: [TransferProgress] = []
        for await update in try await upload() { seen.append(update) }
        #expect(seen == [TransferProgress(completed: 1_000_000, total: 1_000_000)])
    }

    @Test func `updates of a transfer that fails end too`() async throws {
        func upload(to client: HTTPClient) async -> (APIError?, AsyncStream<TransferProgress>) {
            let (report, updates) = TransferProgress.updates()
            let body = RequestBody.file(URL(filePath: "/nowhere")).onProgress(report)
            return (await failure { () async throws(APIError) in try await client.post("x", body: body) }, updates)
        }
        let (error, updates) = await upload(to: try EchoServer().client)
        #expect(error?.code == .invalidRequest)
        for await update in updates { Issue.record("\(update) of a file that is not there") }
    }

    @Test(arguments: [(0, 0, 1.0), (1, 4, 0.25), (5, 4, 1)])
    func `the fraction is between 0 and 1`(completed: Int, total: Int, fraction: Double) {
        #expect(TransferProgress(completed: completed, total: total).fraction == fraction)
        #expect(TransferProgress(completed: completed, total: nil).fraction == nil)
    }
}
