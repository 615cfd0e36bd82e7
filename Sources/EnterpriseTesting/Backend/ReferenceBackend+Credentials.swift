import Foundation

extension ReferenceBackend {
    /// Who is asking.
    enum Caller {
        /// The route needs no credentials.
        case anybody
        case account(DemoCompany.Account)
    }

    /// The caller, or nil when the route's credentials are missing or wrong.
    func caller(of request: ServerRequest, for route: Route) -> Caller? {
        switch route {
        case .events, .unknown: .anybody
        case .login: basicAccount(request).map(Caller.account)
        default: bearerAccount(request).map(Caller.account)
        }
    }

    private func basicAccount(_ request: ServerRequest) -> DemoCompany.Account? {
        // Foundation, like the server, refuses base64 without its padding.
        guard let encoded = credentials(request, scheme: "Basic"), let data = Data(base64Encoded: String(encoded))
        else {
            return nil
        }
        let halves = data.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        // Byte by byte: to String, é in one scalar equals é in two, but to the server they are other passwords.
        return accounts.first {
            $0.username.utf8.elementsEqual(halves[0]) && $0.password.utf8.elementsEqual(halves[1])
        }
    }

    private func bearerAccount(_ request: ServerRequest) -> DemoCompany.Account? {
        guard let token = credentials(request, scheme: "Bearer"), let id = accountID(ofToken: String(token)) else {
            return nil
        }
        return accounts.first { $0.id == id }
    }

    private func credentials(_ request: ServerRequest, scheme: String) -> Substring? {
        guard let header = request.headers["Authorization"], let space = header.firstIndex(of: " ") else { return nil }
        let given = header[..<space]
        guard given == scheme || (edition == .current && given.lowercased() == scheme.lowercased()) else { return nil }
        return header[space...].dropFirst()
    }
}
