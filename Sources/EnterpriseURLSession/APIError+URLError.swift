import EnterpriseHTTP
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension APIError {
    /// What an error of the session means for the caller.
    ///
    /// - Parameter hasHead: Whether the head of the response had come. Linux calls most of what goes wrong unknown: before
    ///   it the head could not be read, after it the connection has ended too early.
    init(urlError error: any Error, hasHead: Bool) {
        let code = (error as? URLError)?.code ?? .unknown
        let meaning = Self.codes[code] ?? (hasHead ? .connectionLost : .invalidResponse)
        self.init(meaning, reason: "URLSession error \(code.rawValue)", underlying: error)
    }

    private static let codes: [URLError.Code: Code] = [
        .cancelled: .cancelled,
        .timedOut: .timedOut,
        .cannotFindHost: .hostNotFound,
        .dnsLookupFailed: .hostNotFound,
        .cannotConnectToHost: .connectionFailed,
        .notConnectedToInternet: .connectionFailed,
        .networkConnectionLost: .connectionLost,
        .badServerResponse: badServerResponse,
        .cannotParseResponse: .invalidResponse,
        .cannotDecodeRawData: .invalidResponse,
        .cannotDecodeContentData: .invalidResponse,
        .secureConnectionFailed: .tlsFailed,
        .serverCertificateUntrusted: .tlsFailed,
        .serverCertificateHasBadDate: .tlsFailed,
        .serverCertificateHasUnknownRoot: .tlsFailed,
        .serverCertificateNotYetValid: .tlsFailed,
        .clientCertificateRejected: .tlsFailed,
        .clientCertificateRequired: .tlsFailed,
        .appTransportSecurityRequiresSecureConnection: .tlsFailed,
        .badURL: .invalidRequest,
        // The scheme was looked at before: this is what Linux calls an answer that is not HTTP.
        .unsupportedURL: .invalidResponse,
        .dataLengthExceedsMaximum: .invalidRequest,
    ]

    /// On Linux the name of a connection that was closed without an answer.
    private static var badServerResponse: Code {
        #if canImport(FoundationNetworking)
        .connectionLost
        #else
        .invalidResponse
        #endif
    }
}
