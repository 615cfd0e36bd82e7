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
                let (head, body) = try reader.next()
                count += 1
                requests.wrappingAdd(1, ordering: .relaxed)
                let request = ServerRequest(head: head, body: body, connection: number, number: count)
                guard answer(request, with: handler(request)) else { return }
            }
        } catch {
            guard case .refused(let status) = error else { return }
            refuse(status)
        }
    }

    /// Sends the answer. False when the connection ends with it.
    private func answer(_ request: ServerRequest, with response: ServerResponse) -> Bool {
        if let gate = response.gate {
            gate.arrive()
            guard socket.wait(for: gate) else { return false }
        }
        switch response.delivery {
        case .message(let head):
            let isHead = request.method == "HEAD"
            if request.keepsAlive {
                // One `send` for head and body: two would cost a system call more, and a packet.
                return socket.write(response.wire, count: isHead ? head : response.wire.count)
            }
            sendLast(response, withBody: !isHead, chunksAllowed: request.isHTTP11)
            return false
        case .verbatim(let thenClose):
            return socket.write(response.wire, count: response.wire.count) && !thenClose
        case .close:
            return false
        case .hang:
            _ = socket.wait(for: nil)
            return false
        }
    }

    private func refuse(_ status: Int) {
        if status != 413, options.brokenRequests == .close { return }
        sendLast(options.refusal(status), withBody: true, chunksAllowed: true)
        socket.finishSending()
    }

    private func sendLast(_ response: ServerResponse, withBody: Bool, chunksAllowed: Bool) {
        guard let bytes = response.closingWire(withBody: withBody, chunksAllowed: chunksAllowed) else { return }
        _ = socket.write(bytes, count: bytes.count)
    }
}
