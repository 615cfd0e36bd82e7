import CLibcurl
import Foundation

/// One exchange under way: its handle, what has come in, and why it must stop. Used on the engine's thread alone.
final class CurlTransfer {
    let call: CurlCall
    let handle: CurlHandle
    private let settings: CurlSettings
    private var upload: CurlUpload?
    private var head: [UInt8] = []
    private var headBytes = 0
    private var announcedLength: Int?
    /// Whether the empty line after the head has come; libcurl takes a connection that closes before it for a success.
    private(set) var headIsComplete = false
    private var body = Data()
    /// Where the body goes when it is streamed; the call itself has ended then.
    private var download: ChunkPipe?
    /// What has come for the stream since it was last handed over: libcurl gives a read of its socket in pieces of 16 KB,
    /// and each chunk may cost its reader a change of threads.
    private var gathered = Data()
    /// Whether libcurl was told that there is nothing to send yet.
    private var isWaiting = false
    /// When the exchange began, or its body was last asked for.
    private var lastSent = ContinuousClock.now
    /// What had been sent when the request was about to begin.
    private var sizeAtStart: Int?
    /// Set by a callback that stops the transfer, which libcurl itself reports as a mere write error.
    private var failure: APIError?

    init(_ call: CurlCall, handle: CurlHandle, settings: CurlSettings) {
        self.call = call
        self.handle = handle
        self.settings = settings
        upload = call.upload
        upload?.start()
    }

    /// The transfer that a callback's context or a handle's private pointer stands for; the loop keeps it alive.
    static func from(_ context: UnsafeMutableRawPointer) -> CurlTransfer {
        Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    }

    /// Sets every option of the handle; gives the reason when it can't be sent.
    func configure() -> APIError? {
        guard handle.configure(call.request, upload: upload?.size, settings: settings) else { return .outOfMemory }
        if let code = handle.refusal {
            return APIError(.internalError, reason: "libcurl refuses an option with code \(code)")
        }
        let context = Unmanaged.passUnretained(self).toOpaque()
        cl_easy_set_pointer(handle.easy, Int32(CL_OPT_PRIVATE), context)
        cl_easy_set_header(handle.easy, { CurlTransfer.receive($0, $1, $2, $3) { $0.receiveHeader($1) } }, context)
        cl_easy_set_write(handle.easy, { CurlTransfer.receive($0, $1, $2, $3) { $0.receiveBody($1) } }, context)
        cl_easy_set_read(handle.easy, { CurlTransfer.provide($0, $1, $2, $3) }, context)
        // libcurl repeats a request by itself when a reused connection turns out to be closed, POST too. Once a byte of
        // the body was read it has to rewind it for that, and can't: the exchange ends with CL_SEND_FAIL_REWIND.
        cl_easy_set_seek(handle.easy, { _, _, _ in Int32(CL_SEEKFUNC_FAIL) }, context)
        if !call.request.isIdempotent { forbidRepeating(context) }
        return nil
    }

    /// Before that, what it may not send twice has to be stopped as it begins for the second time. Versions of libcurl that
    /// don't tell get a new connection, on which they repeat nothing.
    private func forbidRepeating(_ context: UnsafeMutableRawPointer) {
        let code = cl_easy_set_begin(handle.easy, { context, _, _, _, _ in CurlTransfer.begin(context) }, context)
        if code != CL_OK { handle.set(Int(CL_OPT_FRESH_CONNECT), true) }
    }

    /// Ends the exchange: with the response or the failure that libcurl's `code` means, or with `error`.
    ///
    /// Called once; what it returns is to be run when the handle is free again. The call hears of it unless it has its
    /// stream.
    func end(code: Int, because error: APIError?) -> @Sendable () -> Void {
        // What went to the proxy alone counts too, but the server has nothing before the connection is there.
        let isDirect = !isThroughProxy || handle.offset(Int(CL_INFO_PRETRANSFER_TIME_T)) != 0
        let wasSent = isDirect && handle.number(Int(CL_INFO_REQUEST_SIZE)) > 0
        let outcome: APIResult<WireResponse> = error.map { .failure($0) } ?? result(code: code)
        let result = outcome.mapError { error in
            var error = error
            // With TLS 1.3 the request may be on its way when the server refuses the client's certificate, and it reads
            // nothing then.
            error.mayHaveReachedServer = wasSent && error.code != .tlsFailed
            return error
        }
        handOver()
        let (call, upload, download) = (call, upload, download)
        return {
            upload?.close()
            guard let download else { return call.end(result) }
            switch result {
            case .success: download.finish()
            case .failure(let error): download.finish(throwing: error)
            }
        }
    }

    private func result(code: Int) -> APIResult<WireResponse> {
        if let failure { return .failure(failure) }
        guard code == CL_OK else { return .failure(APIError(curl: code, transfer: self)) }
        guard headIsComplete else {
            return .failure(APIError(.connectionLost, reason: "the answer ended within its head"))
        }
        return .success(WireResponse(status: status, head: head, body: body))
    }

    var options: TransportOptions { settings.options }
    var isThroughProxy: Bool { settings.network.proxies.proxy(for: origin) != nil }
    var origin: String { call.request.origin }
    var deadlineHasPassed: Bool { call.request.deadline.map { $0 <= .now } ?? false }
    private var status: Int { handle.number(Int(CL_INFO_RESPONSE_CODE)) }

    // MARK: Receiving

    private static func receive(
        _ bytes: UnsafeMutablePointer<CChar>?,
        _ size: Int,
        _ count: Int,
        _ context: UnsafeMutableRawPointer?,
        _ take: (CurlTransfer, UnsafeRawBufferPointer) -> Int
    ) -> Int {
        guard let context else { return 0 }
        return take(from(context), UnsafeRawBufferPointer(start: bytes, count: size * count))
    }

    private func receiveHeader(_ line: UnsafeRawBufferPointer) -> Int {
        headBytes += line.count
        guard headBytes <= options.maxHeaderBytes else {
            return stop(APIError(.responseTooLarge, reason: "its head is over \(options.maxHeaderBytes) bytes"))
        }
        // A status line begins a head: that of an interim response, or of a proxy, gives way to the real one.
        if line.starts(with: "HTTP/".utf8) {
            head.removeAll(keepingCapacity: true)
            headIsComplete = false
            announcedLength = nil
        } else if line.elementsEqual("\r\n".utf8) || line.elementsEqual("\n".utf8) {
            headIsComplete = true
            beginStream()
        } else if !headIsComplete {
            // What comes later is a trailer.
            head.append(contentsOf: line)
            guard acceptsLength(in: line) else {
                return stop(APIError(.invalidResponse, reason: "its length is contradictory or no number"))
            }
        }
        return line.count
    }

    /// libcurl takes the last of several lengths, and no length for one it can't read; RFC 9112 section 6.3 has the
    /// recipient refuse both, since two readers could see two different messages.
    private func acceptsLength(in line: UnsafeRawBufferPointer) -> Bool {
        let name = "content-length:".utf8
        guard zip(line, name).allSatisfy({ $0.asciiLowercased == $1 }), line.count > name.count else { return true }
        let text = String(decoding: line.dropFirst(name.count), as: UTF8.self).trimmingCharacters(
            in: .whitespacesAndNewlines
        )
        guard let length = Int(text), length >= 0, announcedLength == nil || announcedLength == length else {
            return false
        }
        announcedLength = length
        return true
    }

    /// Hands the response over as soon as its head is there, when its body is to be streamed.
    private func beginStream() {
        guard case .streamed = call.request.delivery, download == nil, (200..<300).contains(status) else { return }
        let (pipe, stream) = call.makeStream()
        download = pipe
        call.end(.success(WireResponse(status: status, head: head, stream: stream)))
    }

    /// Whether the server has answered that it does not want the rest of the body. libcurl stops sending then, but with a
    /// body that is paused it would never come to an end (7.88).
    private var isRefused: Bool { headIsComplete && status >= 300 }

    /// Whether the transfer must be let go on for that reason.
    func takesRefusal() -> Bool {
        defer { if isRefused { isWaiting = false } }
        return isRefused && isWaiting
    }

    /// By when the answer must have begun; nil when it has.
    func firstByteDue(_ limit: Duration) -> ContinuousClock.Instant? {
        headBytes > 0 || isWaiting ? nil : lastSent + min(limit, .seconds(31_536_000))
    }

    /// Whether the call has its answer, so that the time limit for it is over.
    var hasOutlivedDeadline: Bool { download != nil && call.request.delivery == .streamed(hasDeadline: false) }

    private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        if let download { return gather(bytes, for: download) }
        guard body.count + bytes.count <= options.maxResponseBytes else {
            return stop(APIError(.responseTooLarge, reason: "its body is over \(options.maxResponseBytes) bytes"))
        }
        if body.isEmpty {
            // Bounded: the length is the peer's word, and that of the body before its content coding is undone.
            let announced = handle.offset(Int(CL_INFO_CONTENT_LENGTH_DOWNLOAD_T))
            body.reserveCapacity(min(max(announced, bytes.count), options.maxResponseBytes, 1 << 20))
        }
        body.append(contentsOf: bytes)
        return bytes.count
    }

    private func gather(_ bytes: UnsafeRawBufferPointer, for download: ChunkPipe) -> Int {
        if gathered.isEmpty {
            guard download.hasRoom() else { return Int(CL_WRITEFUNC_PAUSE) }
            if bytes.count >= Self.pieceSize { gathered.reserveCapacity(CurlHandle.streamBufferSize) }
        }
        gathered.append(contentsOf: bytes)
        if gathered.count >= CurlHandle.streamBufferSize { handOver() }
        return bytes.count
    }

    /// Gives the stream's reader what has come in.
    func handOver() {
        guard !gathered.isEmpty else { return }
        download?.add(gathered)
        gathered = Data()
    }

    /// The most that libcurl gives a callback at once (CURL_MAX_WRITE_SIZE).
    private static let pieceSize = 16 << 10

    /// Takes fewer bytes than there were, which ends the transfer.
    private func stop(_ error: APIError) -> Int {
        failure = error
        return 0
    }

    // MARK: Sending

    private static func begin(_ context: UnsafeMutableRawPointer?) -> Int32 {
        guard let context else { return Int32(CL_PREREQFUNC_ABORT) }
        return Int32(from(context).mayBegin() ? CL_PREREQFUNC_OK : CL_PREREQFUNC_ABORT)
    }

    /// Whether the request may go out: always on its first connection, and on another one while nothing of it was sent.
    private func mayBegin() -> Bool {
        // On the way through a proxy it also counts what was said to the proxy.
        let size = handle.number(Int(CL_INFO_REQUEST_SIZE))
        defer { sizeAtStart = size }
        guard let sizeAtStart, size > sizeAtStart else { return true }
        failure = APIError(.connectionLost, reason: "the connection was closed after the request was sent")
        return false
    }

    private static func provide(
        _ bytes: UnsafeMutablePointer<CChar>?,
        _ size: Int,
        _ count: Int,
        _ context: UnsafeMutableRawPointer?
    ) -> Int {
        guard let context, let bytes else { return Int(CL_READFUNC_ABORT) }
        let transfer = from(context)
        transfer.lastSent = .now
        guard !transfer.isRefused, let read = transfer.upload?.read(upTo: size * count) else { return 0 }
        switch read {
        case .chunk(let chunk):
            transfer.isWaiting = false
            chunk.copyBytes(to: UnsafeMutableRawBufferPointer(start: bytes, count: chunk.count))
            return chunk.count
        case .wait:
            transfer.isWaiting = true
            return Int(CL_READFUNC_PAUSE)
        case .end: return 0
        case .failed(let error):
            transfer.failure = error as? APIError ?? .bodyFailed(error)
            return Int(CL_READFUNC_ABORT)
        }
    }
}

extension APIError {
    static func bodyFailed(_ error: any Error) -> APIError {
        APIError(.bodyFailed, reason: (error as? BodyError)?.description, underlying: error)
    }
}
