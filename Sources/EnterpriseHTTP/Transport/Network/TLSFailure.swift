/// Why no secure connection came about; `APIError.tlsFailure` of a call that ended with `tlsFailed`.
public struct TLSFailure: Error, Sendable, Hashable, CustomStringConvertible {
    private enum Kind: String {
        case unknownAuthority = "the server's certificate comes from an unknown authority"
        case wrongHost = "the server's certificate is for another host"
        case expired = "the server's certificate has expired"
        case notYetValid = "the server's certificate is not valid yet"
        case pinMismatch = "the server's public key is not one of the pinned ones"
        case clientCertificateRequired = "the server wants a client certificate"
        case clientCertificateRefused = "the server refuses the client certificate"
        case protocolVersion = "no version of TLS that both sides accept"
        case unusableFile = "a file of certificates or keys can't be used"
        case handshakeFailed = "the handshake failed"
    }

    private let kind: Kind

    private init(_ kind: Kind) { self.kind = kind }

    /// The chain of certificates does not end at an authority that is trusted. Name yours with `TransportOptions.caFile`.
    public static let unknownAuthority = TLSFailure(.unknownAuthority)
    /// No name in the certificate is the host's (RFC 9525).
    public static let wrongHost = TLSFailure(.wrongHost)
    /// A certificate of the chain has expired.
    public static let expired = TLSFailure(.expired)
    /// A certificate of the chain is not valid yet; or this machine's clock is slow.
    public static let notYetValid = TLSFailure(.notYetValid)
    /// The server's own public key is none of `TransportOptions.pinnedPublicKeys`.
    public static let pinMismatch = TLSFailure(.pinMismatch)
    /// The server wants a client certificate, and there is none.
    public static let clientCertificateRequired = TLSFailure(.clientCertificateRequired)
    /// The server does not accept the client certificate: unknown, expired or revoked.
    public static let clientCertificateRefused = TLSFailure(.clientCertificateRefused)
    /// The server has no version of TLS that this client accepts.
    public static let protocolVersion = TLSFailure(.protocolVersion)
    /// A file that was fine when the transport was made no longer is.
    public static let unusableFile = TLSFailure(.unusableFile)
    /// Anything else: the other side closed the connection, or does not speak TLS.
    public static let handshakeFailed = TLSFailure(.handshakeFailed)

    /// The failure in words.
    public var description: String { kind.rawValue }
}

extension APIError {
    /// Why no secure connection came about, of a call that ended with `tlsFailed`.
    public var tlsFailure: TLSFailure? { underlying as? TLSFailure }
}
