import EnterpriseHTTP
import EnterpriseTesting
import Synchronization
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct TestClockTests {
    private final class Log: Sendable {
        private let state = Mutex<[Int]>([])
        var entries: [Int] { state.withLock { $0 } }
        func append(_ entry: Int) { state.withLock { $0.append(entry) } }
    }

    @Test func `it moves only when it is told to`() {
        let clock = TestClock()
        let start = clock.now
        #expect(clock.now == start && clock.start == start && clock.elapsed == .zero)
        clock.advance(by: .seconds(3600))
        clock.advance(by: .seconds(-5))
        #expect(start.duration(to: clock.now) == .seconds(3600))
        #expect(clock.elapsed == .seconds(3600))
    }

    @Test func `sleepers wake when their deadline has come, not before`() async throws {
        let clock = TestClock()
        let awoken = Log()
        let tasks = [3, 1, 2].map { seconds in
            Task {
                try await clock.sleep(for: .seconds(seconds))
                awoken.append(seconds)
            }
        }
        await clock.waitForSleepers(3)
        clock.advance(by: .milliseconds(999))
        #expect(clock.sleepers == 3)
        for (index, seconds) in [1, 2, 3].enumerated() {
            #expect(clock.advanceToNextSleeper())
            try await tasks[[1, 2, 0][index]].value
            #expect(awoken.entries == Array(1...seconds))
            #expect(clock.elapsed == .seconds(seconds))
        }
        #expect(!clock.advanceToNextSleeper())
        #expect(clock.elapsed == .seconds(3))
        #expect(Set(clock.requestedSleeps) == [.seconds(1), .seconds(2), .seconds(3)])
    }

    @Test func `a deadline that has passed is not waited for`() async throws {
        let clock = TestClock()
        try await clock.sleep(until: clock.now)
        try await clock.sleep(for: .seconds(-1))
        #expect(clock.sleepers == 0)
        #expect(clock.requestedSleeps == [.zero, .seconds(-1)])
    }

    @Test func `a cancelled sleeper wakes with the error and is forgotten`() async {
        let clock = TestClock()
        let task = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.waitForSleepers()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.sleepers == 0)
        #expect(!clock.advanceToNextSleeper())
    }

    @Test func `who is cancelled already does not sleep`() async {
        let clock = TestClock()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(1))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.requestedSleeps.isEmpty)
    }

    @Test func `waiting for sleepers ends when the task is cancelled`() async {
        let clock = TestClock()
        let task = Task { await clock.waitForSleepers() }
        task.cancel()
        await task.value
        #expect(clock.sleepers == 0)
    }

    @Test func `a hundred sleepers, cancellations and a moving clock all end`() async {
        let clock = TestClock()
        let ended = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<100 {
                group.addTask {
                    let task = Task { try await clock.sleep(for: .milliseconds(index % 7)) }
                    if index % 3 == 0 { task.cancel() }
                    return (try? await task.value) != nil || index % 3 == 0
                }
            }
            group.addTask {
                while clock.elapsed < .milliseconds(7) {
                    clock.advance(by: .microseconds(50))
                    await Task.yield()
                }
                // Those who come later than this find their time past, or wait for another step.
                while clock.requestedSleeps.count < 66 || clock.sleepers > 0 {
                    clock.advance(by: .milliseconds(7))
                    await Task.yield()
                }
                return true
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(ended == 101)
        #expect(clock.sleepers == 0)
    }

    @Test func `a client's clock tells its time and sleeps by it`() async throws {
        let clock = TestClock()
        let calls = CallClock(clock)
        let deadline = calls.now() + .seconds(2)
        let task = Task { try await calls.sleep(.seconds(2)) }
        await clock.waitForSleepers()
        #expect(calls.now() < deadline)
        clock.advance(by: .seconds(2))
        try await task.value
        #expect(calls.now() == deadline)
    }
}
