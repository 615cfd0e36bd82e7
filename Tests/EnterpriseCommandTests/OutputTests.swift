import Foundation
import Testing

@testable import enterprise_api

struct OutputTests {
    @Test func `a stream that would block is waited for`() async throws {
        let pipe = Pipe()
        let writer = pipe.fileHandleForWriting
        #expect(fcntl(writer.fileDescriptor, F_SETFL, O_NONBLOCK) == 0)
        let text = String(repeating: "0123456789abcdef", count: 1 << 16)
        async let read = Task.detached { pipe.fileHandleForReading.readDataToEndOfFile() }.value
        try Output.write(text, to: writer.fileDescriptor)
        try writer.close()
        #expect(await String(decoding: read, as: UTF8.self) == text)
    }

    @Test func `a closed stream is an error`() {
        #expect(throws: Output.Failure.failed("Bad file descriptor")) { try Output.write("x", to: -1) }
    }
}
