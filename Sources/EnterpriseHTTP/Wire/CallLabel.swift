/// What the errors of a response's body tell of the call that brought it. Not its status: that was a success.
struct CallLabel: Sendable {
    var endpoint: String
    var requestID: String?
    var attempts = 1
}

extension CallLabel {
    init(endpoint: String, _ response: WireResponse) {
        self.init(endpoint: endpoint, requestID: response.headers["X-Request-ID"], attempts: response.attempts)
    }
}

extension APIError {
    /// This error with what is not known of its call yet.
    func of(_ call: CallLabel?) -> APIError {
        guard let call else { return self }
        var error = self
        error.endpoint = error.endpoint ?? call.endpoint
        error.requestID = error.requestID ?? call.requestID
        error.attempts = max(error.attempts, call.attempts)
        return error
    }
}
