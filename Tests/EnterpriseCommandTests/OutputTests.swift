import Foundation
import Testing

@testable import enterprise_api

@Suite(.serialized) struct OutputTests {
    @Test(.timeLimit(.minutes(1))) func `a stream that would block is waited for`() async throws {
        let pipe = Pipe()
        let writer = pipe.fileHandleForWriting
        #expect(fcntl(writer.fileDescriptor, F_SETFL, O_NONBLOCK) == 0)
        let text = String(repeating: "0123456789abcdef", count: 1 << 16)
        let (pieces, continuation) = AsyncStream.makeStream(of: Data.self)
        // A thread of its own: a task may wait for one that this test blocks.
        Thread.detachNewThread {
            continuation.yield(pipe.fileHandleForReading.readDataToEndOfFile())
            continuation.finish()
        }
        try Output.write(text, to: writer.fileDescriptor)
        try writer.close()
        for await data in pieces { #expect(String(decoding: data, as: UTF8.self) == text) }
    }

    @Test func `a closed stream is an error`() {
        let failure = Output.Failure.failed("Bad file descriptor")
        #expect(throws: failure) { try Output.write("x", to: -1) }
        #expect("\(failure)" == "can't write the output: Bad file descriptor")
    }
}
