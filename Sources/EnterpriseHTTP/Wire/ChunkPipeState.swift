import Foundation

/// What is in a pipe and who waits for it. Its functions say what to do once the lock is released.
struct ChunkPipeState {
    typealias Consumer = CheckedContinuation<Data?, any Error>
    typealias Producer = CheckedContinuation<Void, Never>

    struct Next {
        var producer: Producer?
        var consumer: (Consumer, Result<Data?, any Error>)?
        var wakesLoop = false
    }

    private var chunks: [Data] = []
    /// Where the first chunk that is still there stands.
    private var head = 0
    private var bytes = 0
    private var end: Result<Void, any Error>?
    private var isClosed = false
    private var producer: Producer?
    private var consumer: Consumer?
    private var loopWaits = false

    mutating func hasRoom(_ limit: Int) -> Bool {
        loopWaits = bytes >= limit && !isClosed
        return !loopWaits
    }

    mutating func add(_ chunk: Data) throws -> Next {
        if isClosed { throw CancellationError() }
        if let waiting = consumer.take() { return Next(consumer: (waiting, .success(chunk))) }
        chunks.append(chunk)
        bytes += chunk.count
        return Next(wakesLoop: takeLoop())
    }

    mutating func waitForRoom(_ limit: Int, _ continuation: Producer, isCancelled: Bool) -> Next {
        if bytes < limit || isClosed || isCancelled { return Next(producer: continuation) }
        producer = continuation
        return Next()
    }

    mutating func releaseProducer() -> Next { Next(producer: producer.take()) }

    mutating func finish(_ error: (any Error)?) -> Next {
        guard end == nil else { return Next() }
        end = error.map { .failure($0) } ?? .success(())
        guard let waiting = consumer.take() else { return Next(wakesLoop: takeLoop()) }
        return Next(consumer: (waiting, ending), wakesLoop: takeLoop())
    }

    mutating func take(_ limit: Int, _ continuation: Consumer, isCancelled: Bool) -> Next {
        if isCancelled { return Next(consumer: (continuation, .failure(CancellationError()))) }
        guard consumer == nil else {
            return Next(
                consumer: (continuation, .failure(BodyError("another reader waits for the next chunk already")))
            )
        }
        if let chunk = removeFirst() {
            var next = roomMade(limit)
            next.consumer = (continuation, .success(chunk))
            return next
        }
        if end != nil { return Next(consumer: (continuation, ending)) }
        consumer = continuation
        return Next()
    }

    mutating func cancelConsumer() -> Next {
        guard let waiting = consumer.take() else { return Next() }
        return Next(consumer: (waiting, .failure(CancellationError())))
    }

    mutating func read(upTo count: Int, _ limit: Int) -> (ChunkPipe.Read, Next) {
        guard var chunk = removeFirst() else {
            switch end {
            case .success: return (.end, Next())
            case .failure(let error): return (.failed(error), Next())
            case nil:
                loopWaits = true
                return (.wait, Next())
            }
        }
        if chunk.count > count {
            head -= 1
            chunks[head] = chunk.dropFirst(count)
            bytes += chunk.count - count
            chunk = chunk.prefix(count)
        }
        return (.chunk(chunk), roomMade(limit))
    }

    mutating func close() -> Next {
        isClosed = true
        (chunks, head, bytes) = ([], 0, 0)
        return Next(producer: producer.take(), wakesLoop: takeLoop())
    }

    private var ending: Result<Data?, any Error> { end?.map { nil } ?? .success(nil) }

    private mutating func removeFirst() -> Data? {
        guard head < chunks.count else { return nil }
        let chunk = chunks[head]
        head += 1
        bytes -= chunk.count
        // Kept in place for the rest of a chunk to be put back; the storage of earlier ones is let go.
        if head > 16 {
            chunks.removeFirst(head - 1)
            head = 1
        }
        chunks[head - 1] = Data()
        return chunk
    }

    /// Lets the producer go on once half of the room is free, so that it does not run for every chunk.
    private mutating func roomMade(_ limit: Int) -> Next {
        guard bytes <= limit / 2 else { return Next() }
        return Next(producer: producer.take(), wakesLoop: takeLoop())
    }

    private mutating func takeLoop() -> Bool {
        defer { loopWaits = false }
        return loopWaits
    }
}
