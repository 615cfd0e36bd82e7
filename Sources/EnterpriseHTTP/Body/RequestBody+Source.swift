import Foundation
import Synchronization

extension RequestBody {
    /// How a streamed body comes about.
    struct Source: Sendable {
        /// Looks at what is to be sent when the call begins; gives its size in bytes, or nil for a chunked body.
        var length: @Sendable () throws -> Int?
        /// Writes every chunk, in order.
        var produce: @Sendable (Write) async throws -> Void
    }

    /// The body as a stream, whatever it is.
    var source: Source {
        switch content {
        case .streamed(let source): source
        case .data(let data): Source(chunksOf: data)
        case .encoded(let encode):
            Source(length: { try encode().source.length() }, produce: { try await encode().source.produce($0) })
        }
    }
}

extension RequestBody.Source {
    private static let chunkSize = 256 << 10

    /// Bytes that are there, in pieces, so that progress means something.
    fileprivate init(chunksOf data: Data) {
        self.init(length: { data.count }) { write in
            var rest = data[...]
            while !rest.isEmpty {
                try await write(Data(rest.prefix(Self.chunkSize)))
                rest = rest.dropFirst(Self.chunkSize)
            }
        }
    }

    /// Writes every chunk, which must be `length` bytes together, if there is one.
    ///
    /// The chunk that makes it whole is kept until nothing follows it: else a message that is whole could be answered
    /// before it is known to be wrong.
    func produce(exactly length: Int?, _ write: RequestBody.Write) async throws {
        guard let length else { return try await produce(write) }
        let last = LastChunk(length: length)
        try await produce { chunk in
            if let chunk = try last.pass(chunk) { try await write(chunk) }
        }
        try await write(try last.take())
    }

    private final class LastChunk: Sendable {
        private let state: Mutex<(left: Int, last: Data)>

        init(length: Int) { state = Mutex((length, Data())) }

        /// The chunk to be written now, if it is not the one that completes the body.
        func pass(_ chunk: Data) throws -> Data? {
            try state.withLock { state in
                state.left -= chunk.count
                guard state.left >= 0 else { throw BodyError("it is longer than was said") }
                if state.left > 0 || chunk.isEmpty { return chunk }
                state.last = chunk
                return nil
            }
        }

        func take() throws -> Data {
            try state.withLock { state in
                guard state.left == 0 else { throw BodyError("it is shorter than was said") }
                return state.last
            }
        }
    }
}
