import CLibcurl
import Foundation

extension APIError {
    /// What libcurl's result code means for the caller.
    init(curl code: Int, transfer: CurlTransfer) {
        let handle = transfer.handle
        let text = handle.error
        let said = text.isEmpty ? String(cString: cl_easy_strerror(Int32(code))) : text
        if let refusal = Self.refusalOfProxy(code, transfer) {
            self = refusal
            return
        }
        if let failure = TLSFailure(curl: code, said: said, transfer) {
            self.init(.tlsFailed, reason: "\(failure): \(said)", underlying: failure)
            return
        }
        switch code {
        case Int(CL_OPERATION_TIMEDOUT): self = Self.timedOut(transfer)
        case Int(CL_COULDNT_RESOLVE_PROXY):
            self.init(.hostNotFound, reason: "the proxy is not a known name; check its address")
        case Int(CL_COULDNT_RESOLVE_HOST):
            self.init(.hostNotFound, reason: "\(transfer.origin) is not a known name; check the server's address")
        case Int(CL_INTERFACE_FAILED):
            self.init(.connectionFailed, reason: "no connection can come from the interface that is set")
        case Int(CL_COULDNT_CONNECT):
            let cause = Self.cause(of: handle)
            let words = cause == 0 ? said : String(cString: strerror(cause))
            self.init(.connectionFailed, reason: "can't connect to \(transfer.origin): \(words)")
        case Int(CL_UNSUPPORTED_PROTOCOL), Int(CL_WEIRD_SERVER_REPLY), Int(CL_BAD_CONTENT_ENCODING):
            self.init(.invalidResponse, reason: said)
        // What libcurl makes of a broken chunk, and of a status line among the trailers.
        case Int(CL_RECV_ERROR) where text.contains("chunked"),
            Int(CL_BAD_FUNCTION_ARGUMENT) where transfer.headIsComplete:
            self.init(.invalidResponse, reason: said)
        case Int(CL_OUT_OF_MEMORY)
        where handle.offset(Int(CL_INFO_PRETRANSFER_TIME_T)) != 0 && !transfer.headIsComplete:
            // A header line over libcurl's own limit comes back as "out of memory", without a word more.
            self.init(.responseTooLarge, reason: "a line of its head is over 100 KB")
        case Int(CL_GOT_NOTHING):
            self.init(.connectionLost, reason: "\(transfer.origin) closed the connection without an answer")
        case Int(CL_PARTIAL_FILE):
            self.init(.connectionLost, reason: "the answer ended early: \(said)")
        case Int(CL_SEND_FAIL_REWIND):
            self.init(.connectionLost, reason: "the connection was closed after the request was sent")
        case Int(CL_SEND_ERROR), Int(CL_RECV_ERROR), Int(CL_HTTP2), Int(CL_HTTP2_STREAM):
            self.init(.connectionLost, reason: said)
        case Int(CL_URL_MALFORMAT): self.init(.invalidRequest, reason: said)
        default: self.init(.internalError, reason: "libcurl code \(code): \(said)")
        }
    }

    /// Why there is no connection. libcurl loses the cause when the process has no descriptor left for the socket.
    private static func cause(of handle: CurlHandle) -> Int32 {
        let cause = Int32(handle.number(Int(CL_INFO_OS_ERRNO)))
        guard cause == 0 else { return cause }
        let probe = dup(STDERR_FILENO)
        guard probe < 0 else {
            close(probe)
            return 0
        }
        return errno == EMFILE ? EMFILE : 0
    }

    /// A time limit that ran out, and during what.
    static func ranOut(_ limit: String, _ phase: String) -> APIError {
        APIError(.timedOut, reason: "\(limit) ran out while \(phase)")
    }

    private static func timedOut(_ transfer: CurlTransfer) -> APIError {
        let handle = transfer.handle
        let isConnected = handle.offset(Int(CL_INFO_PRETRANSFER_TIME_T)) != 0
        let hasBegun = handle.offset(Int(CL_INFO_STARTTRANSFER_TIME_T)) != 0
        let limit =
            if transfer.deadlineHasPassed {
                "the call's time limit"
            } else if isConnected {
                "the idle limit of \(transfer.call.request.idleTimeout ?? transfer.options.stallTimeout ?? .zero)"
            } else {
                "the connect limit of \(transfer.options.connectTimeout)"
            }
        let phase =
            !isConnected
            ? "connecting to \(transfer.origin)" : hasBegun ? "reading the answer" : "waiting for the answer"
        return .ranOut(limit, phase)
    }
}
