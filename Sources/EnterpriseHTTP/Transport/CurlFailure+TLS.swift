import CLibcurl

extension TLSFailure {
    /// What a result code and libcurl's words for it mean; nil when it is no failure of TLS.
    init?(curl code: Int, said: String, _ transfer: CurlTransfer) {
        switch code {
        case Int(CL_PEER_FAILED_VERIFICATION), Int(CL_SSL_ISSUER_ERROR), Int(CL_SSL_INVALIDCERTSTATUS):
            self = Self.verification(said, transfer)
        case Int(CL_SSL_PINNEDPUBKEYNOTMATCH): self = .pinMismatch
        case Int(CL_SSL_CERTPROBLEM), Int(CL_SSL_CACERT_BADFILE): self = .unusableFile
        case Int(CL_SSL_CLIENTCERT): self = .clientCertificateRequired
        case Int(CL_SSL_CONNECT_ERROR), Int(CL_SSL_CIPHER):
            self = Self.alert(said, transfer) ?? .handshakeFailed
        // With TLS 1.3 the server looks at the client's certificate when the client is through with the handshake.
        case Int(CL_RECV_ERROR), Int(CL_SEND_ERROR):
            guard let failure = Self.alert(said, transfer) else { return nil }
            self = failure
        default: return nil
        }
    }

    /// The numbers are OpenSSL's `X509_V_ERR_…`, which other libraries do not fill in.
    private static func verification(_ said: String, _ transfer: CurlTransfer) -> TLSFailure {
        // What libcurl makes of the server's alert that the client's certificate has expired.
        if said == "SSL certificate verification failed" { return refusal(transfer) }
        let results = [CL_INFO_SSL_VERIFYRESULT, CL_INFO_PROXY_SSL_VERIFYRESULT].map { transfer.handle.number(Int($0)) }
        if results.contains(10) || said.contains("has expired") { return .expired }
        if results.contains(9) || said.contains("not yet valid") { return .notYetValid }
        let isAboutName = ["subject name", "host name", "hostname", "peer name"].contains { said.contains($0) }
        return results.contains(62) || isAboutName ? .wrongHost : .unknownAuthority
    }

    /// What the server's alert says (RFC 8446 section 6.2), as OpenSSL spells it.
    private static func alert(_ said: String, _ transfer: CurlTransfer) -> TLSFailure? {
        if said.contains("alert certificate required") { return .clientCertificateRequired }
        if said.contains("alert protocol version") || said.contains("unsupported protocol") { return .protocolVersion }
        let refusals = [
            "bad certificate", "unknown ca", "certificate revoked", "certificate expired", "certificate unknown",
            "unsupported certificate", "access denied",
        ]
        return refusals.contains { said.contains("alert \($0)") } ? refusal(transfer) : nil
    }

    private static func refusal(_ transfer: CurlTransfer) -> TLSFailure {
        transfer.options.certificateFile == nil ? .clientCertificateRequired : .clientCertificateRefused
    }
}

extension APIError {
    /// Why a proxy let no connection through; nil when that is not what happened.
    static func refusalOfProxy(_ code: Int, _ transfer: CurlTransfer) -> APIError? {
        guard transfer.isThroughProxy else { return nil }
        let connect = transfer.handle.number(Int(CL_INFO_HTTP_CONNECTCODE))
        // Some say 401 to a login that is wrong.
        if connect == 407 || connect == 401 {
            return APIError(.proxyLoginRefused, reason: "it answers CONNECT with \(connect); check proxyCredentials")
        }
        if connect >= 500 {
            return APIError(.connectionFailed, reason: "the proxy can't connect to \(transfer.origin): \(connect)")
        }
        if connect >= 300 { return APIError(.proxyRefused, reason: "it answers CONNECT with \(connect)") }
        guard code == CL_PROXY else { return nil }
        switch transfer.handle.number(Int(CL_INFO_PROXY_ERROR)) {
        case Int(CL_PROXY_USER_REJECTED), Int(CL_PROXY_NO_AUTH):
            return APIError(.proxyLoginRefused, reason: "check proxyCredentials")
        case Int(CL_PROXY_REPLY_NOT_ALLOWED): return APIError(.proxyRefused, reason: "its rules do not allow it")
        case let cause:
            return APIError(.connectionFailed, reason: "the proxy can't connect to \(transfer.origin) (SOCKS \(cause))")
        }
    }
}
