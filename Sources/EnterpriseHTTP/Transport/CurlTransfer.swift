import CLibcurl
import Foundation

/// One exchange under way: its handle, what has come in, and why it must stop. Used on the engine's thread alone.
final class CurlTransfer {
    let call: CurlCall
    let handle: CurlHandle
    private let options: TransportOptions
    private let requestBody: Data?
    private var requestBytesRead = 0
    private var head: [UInt8] = []
    private var headBytes = 0
    /// Whether the empty line after the head has come; libcurl takes a connection that closes before it for a success.
    private(set) var headIsComplete = false
    private var body = Data()
    /// Set by a callback that stops the transfer, which libcurl itself reports as a mere write error.
    private var failure: APIError?

    init(_ call: CurlCall, handle: CurlHandle, options: TransportOptions) {
        self.call = call
        self.handle = handle
        self.options = options
        requestBody = call.request.body?.bytes
    }

    /// The transfer that a callback's context or a handle's private pointer stands for; the loop keeps it alive.
    static func from(_ context: UnsafeMutableRawPointer) -> CurlTransfer {
        Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    }

    /// Sets every option of the handle; gives the reason when it can't be sent.
    func configure() -> APIError? {
        guard handle.configure(call.request, bodyBytes: requestBody?.count, options: options) else {
            return .outOfMemory
        }
        let context = Unmanaged.passUnretained(self).toOpaque()
        cl_easy_set_pointer(handle.easy, Int32(CL_OPT_PRIVATE), context)
        cl_easy_set_header(handle.easy, { CurlTransfer.receive($0, $1, $2, $3) { $0.receiveHeader($1) } }, context)
        cl_easy_set_write(handle.easy, { CurlTransfer.receive($0, $1, $2, $3) { $0.receiveBody($1) } }, context)
        cl_easy_set_read(handle.easy, { CurlTransfer.provide($0, $1, $2, $3) }, context)
        // libcurl repeats a request by itself when a reused connection turns out to be closed, POST too. It has to
        // rewind the body for that, and can't: the exchange ends with CL_SEND_FAIL_REWIND.
        cl_easy_set_seek(handle.easy, { _, _, _ in Int32(CL_SEEKFUNC_FAIL) }, context)
        return nil
    }

    /// What the exchange came to, when libcurl ended it with `code`.
    func result(code: Int) -> APIResult<WireResponse> {
        if let failure { return .failure(failure) }
        guard code == CL_OK else { return .failure(APIError(curl: code, transfer: self)) }
        guard headIsComplete else {
            return .failure(APIError(.connectionLost, reason: "the answer ended within its head"))
        }
        return .success(WireResponse(status: handle.number(Int(CL_INFO_RESPONSE_CODE)), head: head, body: body))
    }

    var origin: String { call.request.origin }
    var deadlineHasPassed: Bool { call.request.deadline.map { $0 <= .now } ?? false }

    // MARK: Callbacks

    private static func receive(
        _ bytes: UnsafeMutablePointer<CChar>?,
        _ size: Int,
        _ count: Int,
        _ context: UnsafeMutableRawPointer?,
        _ take: (CurlTransfer, UnsafeRawBufferPointer) -> Bool
    ) -> Int {
        guard let context else { return 0 }
        let buffer = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return take(from(context), buffer) ? buffer.count : 0
    }

    private func receiveHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        headBytes += line.count
        guard headBytes <= options.maxHeaderBytes else {
            failure = APIError(.responseTooLarge, reason: "its head is over \(options.maxHeaderBytes) bytes")
            return false
        }
        // A status line begins a head: that of an interim response, or of a proxy, gives way to the real one.
        if line.starts(with: "HTTP/".utf8) {
            head.removeAll(keepingCapacity: true)
            headIsComplete = false
        } else if line.elementsEqual("\r\n".utf8) || line.elementsEqual("\n".utf8) {
            headIsComplete = true
        } else if !headIsComplete {
            // What comes later is a trailer.
            head.append(contentsOf: line)
        }
        return true
    }

    private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard body.count + bytes.count <= options.maxResponseBytes else {
            failure = APIError(.responseTooLarge, reason: "its body is over \(options.maxResponseBytes) bytes")
            return false
        }
        if body.isEmpty {
            // Bounded: the length is the peer's word, and that of the body before its content coding is undone.
            let announced = handle.offset(Int(CL_INFO_CONTENT_LENGTH_DOWNLOAD_T))
            body.reserveCapacity(min(max(announced, bytes.count), options.maxResponseBytes, 1 << 20))
        }
        body.append(contentsOf: bytes)
        return true
    }

    private static func provide(
        _ bytes: UnsafeMutablePointer<CChar>?,
        _ size: Int,
        _ count: Int,
        _ context: UnsafeMutableRawPointer?
    ) -> Int {
        guard let context, let bytes else { return Int(CL_READFUNC_ABORT) }
        let transfer = from(context)
        guard let body = transfer.requestBody else { return 0 }
        let part = min(size * count, body.count - transfer.requestBytesRead)
        let start = body.startIndex + transfer.requestBytesRead
        let target = UnsafeMutableRawBufferPointer(start: bytes, count: part)
        body.copyBytes(to: target, from: start..<start + part)
        transfer.requestBytesRead += part
        return part
    }
}
