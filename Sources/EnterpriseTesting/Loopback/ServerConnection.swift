import Synchronization

/// Serves one connection, on its own thread, until either side is done.
struct ServerConnection {
    private let socket: Socket
    private let number: Int
    private let options: LoopbackServer.Options
    private let handler: @Sendable (ServerRequest) -> ServerResponse
    private var reader: RequestReader

    init(
        _ socket: Socket,
        number: Int,
        options: LoopbackServer.Options,
        handler: @escaping @Sendable (ServerRequest) -> ServerResponse
    ) {
        self.socket = socket
        self.number = number
        self.options = options
        self.handler = handler
        reader = RequestReader(socket, options: options)
    }

    mutating func run(counting requests: borrowing Atomic<Int>) {
        var count = 0
        do throws(RequestFailure) {
            while true {
                let head = try reader.readHead()
                count += 1
                var request = ServerRequest(head: head, body: [], connection: number, number: count)
                if case .answer(let early) = try readBody(of: &request, head: head) {
                    requests.wrappingAdd(1, ordering: .relaxed)
                    guard answer(request, with: early) else {
                        if case .message = early.delivery { socket.finishSending() }
                        return
                    }
                    _ = try reader.readBody(of: head, limit: .max) { _ in }
                    continue
                }
                requests.wrappingAdd(1, ordering: .relaxed)
                guard answer(request, with: handler(request)) else { return }
            }
        } catch {
            guard case .refused(let status) = error else { return }
            refuse(status)
        }
    }

    /// Reads the body, unless the request is to be answered before.
    private mutating func readBody(
        of request: inout ServerRequest,
        head: RequestHead
    ) throws(RequestFailure) -> LoopbackServer.BodyHandling {
        let handling = options.bodyHandling?(request) ?? .collect
        switch handling {
        case .collect:
            var body: [UInt8] = []
            _ = try reader.readBody(of: head, limit: options.maxBodyBytes) { body += $0 }
            request.body = body
        case .consume(let take):
            request.bodyLength = try reader.readBody(of: head, limit: .max, into: take)
        case .answer: break
        }
        return handling
    }

    /// Sends the answer. False when the connection ends with it.
    private func answer(_ request: ServerRequest, with response: ServerResponse) -> Bool {
        var sender = ResponseSender(socket, manners: response.manners)
        let goesOn: Bool
        switch response.delivery {
        case .message(let head):
            goesOn = send(response, head: head, to: request, by: &sender)
        case .stream(let body):
            goesOn = stream(body, of: response, to: request, by: sender)
        case .verbatim(let thenClose):
            goesOn = sender.send(response.wire, count: response.wire.count) && sender.finish() && !thenClose
        case .hang:
            _ = sender.finish() && socket.wait(for: nil)
            return false
        }
        switch response.manners.ending {
        case nil: return goesOn
        case .reset: socket.resetOnRelease()
        case .halfClose: socket.finishSending(within: nil)
        }
        return false
    }

    private func send(
        _ response: ServerResponse,
        head: Int,
        to request: ServerRequest,
        by sender: inout ResponseSender
    ) -> Bool {
        let isHead = request.method == "HEAD"
        if request.keepsAlive {
            return sender.send(response.wire, count: isHead ? head : response.wire.count) && sender.finish()
        }
        if let bytes = response.closingWire(withBody: !isHead, chunksAllowed: request.isHTTP11) {
            _ = sender.send(bytes, count: bytes.count) && sender.finish()
        }
        return false
    }

    private func stream(
        _ body: ServerResponse.StreamedBody,
        of response: ServerResponse,
        to request: ServerRequest,
        by sender: ResponseSender
    ) -> Bool {
        var encoder = ResponseEncoder(status: response.status, headers: response.headers)
        if encoder.allowsBody {
            if let length = body.length {
                encoder.field("Content-Length", String(length))
            } else if request.isHTTP11 {
                encoder.field("Transfer-Encoding", "chunked")
            }
        }
        if !request.keepsAlive { encoder.field("Connection", "close") }
        _ = encoder.finishHead()
        let writer = ResponseWriter(socket, sender: sender, length: body.length, chunksAllowed: request.isHTTP11)
        guard writer.sendAll(encoder.bytes) else { return false }
        guard encoder.allowsBody, request.method != "HEAD" else { return request.keepsAlive }
        body.produce(writer)
        let isWhole = writer.finish()
        if writer.isReset { socket.resetOnRelease() }
        return isWhole && request.keepsAlive
    }

    private func refuse(_ status: Int) {
        if status != 413, options.brokenRequests == .close { return }
        if let bytes = options.refusal(status).closingWire(withBody: true, chunksAllowed: true) {
            _ = socket.write(bytes, to: bytes.count)
        }
        socket.finishSending()
    }
}
