import EnterpriseTesting
import Foundation
import Testing

@testable import EnterpriseHTTP

@Suite(.serialized) struct CompressionTests {
    private static let hello: [(String, TransportInfo.Feature, [UInt8])] = [
        (
            "gzip", .gzip,
            [
                0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 7, 0, 0x86, 0xA6, 0x10, 0x36, 5, 0, 0,
                0,
            ]
        ),
        ("deflate", .gzip, [0x78, 0x9C, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 7, 0, 6, 0x2C, 2, 0x15]),
        ("br", .brotli, [0x0B, 2, 0x80] + Array("hello".utf8) + [3]),
        ("zstd", .zstd, [0x28, 0xB5, 0x2F, 0xFD, 0x20, 5, 0x29, 0, 0] + Array("hello".utf8)),
    ]

    @Test(arguments: hello)
    func `every coding that libcurl has is asked for, and undone`(
        coding: String,
        feature: TransportInfo.Feature,
        bytes: [UInt8]
    ) async throws {
        guard TransportInfo.current.features.contains(feature) else { return }
        let server = try LoopbackServer { request in
            let isAsked = request.headers["Accept-Encoding"]?.contains(coding) == true
            return isAsked ? ServerResponse(status: 200, headers: ["Content-Encoding": coding], body: bytes) : 406
        }
        #expect(try await CurlTransport().send(server.request()).text == "hello")
    }

    /// A frame of a hundred blocks, each of which repeats one byte 131,072 times (RFC 8878 section 3.1.1.2).
    @Test func `the limit counts what the coding becomes`() async throws {
        guard TransportInfo.current.features.contains(.zstd) else { return }
        let block: [UInt8] = [0x02, 0x00, 0x10, 0x41]
        let bomb =
            [0x28, 0xB5, 0x2F, 0xFD, 0, 0x38] + Array(repeating: block, count: 99).joined() + [3, 0, 0x10, 0x41]
        let server = try LoopbackServer { _ in
            ServerResponse(status: 200, headers: ["Content-Encoding": "zstd"], body: bomb)
        }
        #expect(try await CurlTransport().send(server.request()).body.count == 100 * 131_072)
        var options = TransportOptions()
        options.maxResponseBytes = 1 << 20
        let transport = CurlTransport(options: options)
        let failed = await failure { () async throws(APIError) in try await transport.send(server.request()) }
        #expect(failed?.code == .responseTooLarge)
    }

    @Test func `bodies go out in gzip where the client says so, if that makes them smaller`() async throws {
        let server = try LoopbackServer { request in
            // What comes in gzip goes back in gzip, so that libcurl undoes what zlib did.
            let coding = request.headers["Content-Encoding"]
            let sizes = ["X-Size": "\(request.body.count)", "X-Coding": coding ?? "none"]
            let headers = ServerHeaders(
                sizes.map { ($0.key, $0.value) } + (coding.map { [("Content-Encoding", $0)] } ?? [])
            )
            return ServerResponse(status: 200, headers: headers, body: request.body)
        }
        let client = HTTPClient(baseURL: try BaseURL(server.url), middleware: [try GzipBodies()])
        let text = String(repeating: "an order of many items, ", count: 1000)
        let large = try await client.post("x", body: .text(text))
        #expect(large.headers["X-Coding"] == "gzip" && large.text == text)
        #expect(large.headers["X-Size"].flatMap { Int($0) } ?? .max < text.utf8.count / 10)
        let random = Data((0..<5000).map { _ in UInt8.random(in: 0...255) })
        for body in [RequestBody.text("short"), .data(random)] {
            #expect(try await client.post("x", body: body).headers["X-Coding"] == "none")
        }
        let plain = try await server.client().post("x", body: .text(text))
        #expect(plain.headers["X-Coding"] == "none")
    }
}
