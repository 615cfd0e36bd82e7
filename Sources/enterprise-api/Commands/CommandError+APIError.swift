import EnterpriseAPI
import EnterpriseHTTP

extension CommandError {
    /// A call that failed, with what to do about it.
    init(_ error: APIError, server: BaseURL, hasCredentials: Bool) {
        switch error.code {
        case _ where error.isOutcomeUnknown:
            self.init(.failure, "\(error); it may have been done all the same: look before you send it again")
        case .unauthorized where hasCredentials:
            self.init(.refusedCredentials, "\(error); check the user's name and the password")
        case .unauthorized:
            self.init(.refusedCredentials, "\(error); the session has ended: `enterprise-api login` begins another")
        case .forbidden:
            self.init(.failure, "\(error); ask for the right to do this, or sign in as somebody else")
        case .hostNotFound:
            self.init(.failure, "\(error), or give --server URL")
        case .connectionFailed, .connectionLost, .timedOut, .tlsFailed:
            self.init(.failure, "\(error); check that \(server) is the backend and runs, or give --server URL")
        case .notFound where error.endpoint?.contains("{}") == true:
            self.init(.failure, "\(error); check the id, and that \(server) is the backend's address")
        case .invalidResponse, .decodingFailed, .responseTooLarge, .notFound:
            self.init(.failure, "\(error); check that \(server) is the backend's address, or give --server URL")
        case .tooManyRequests, .serverError:
            self.init(.failure, "\(error); try again later")
        default:
            self.init(.failure, "\(error)")
        }
    }
}
