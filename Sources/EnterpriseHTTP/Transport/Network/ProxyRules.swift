/// Which proxy a server is reached through.
struct ProxyRules: Sendable, Hashable {
    /// For http and https; they are the same unless the environment says otherwise.
    var plain: ProxyServer?
    var secure: ProxyServer?
    var exceptions: NoProxyList

    /// None.
    static let direct = ProxyRules(exceptions: NoProxyList(variable: ""))

    /// The proxy on the way to an origin; nil for none.
    func proxy(for origin: String) -> ProxyServer? {
        guard plain != nil || secure != nil, !exceptions.contains(origin) else { return nil }
        return origin.hasPrefix("https:") ? secure : plain
    }

    /// What the options come to.
    init(_ options: TransportOptions, environment: ProcessEnvironment) throws(TransportOptionsError) {
        var exceptions = try options.noProxyList()
        let login = try options.proxyCredentials.map { source throws(TransportOptionsError) in
            try Self.login(source, environment)
        }
        switch options.proxy {
        case .none, .url:
            plain = try options.proxyServer()
            secure = plain
        case .fromEnvironment:
            plain = try Self.proxy("http_proxy", environment)
            secure = try Self.proxy("https_proxy", environment)
            if options.noProxy.isEmpty { exceptions = NoProxyList(variable: environment.eitherCase("no_proxy") ?? "") }
        }
        self.exceptions = exceptions
        if let login {
            plain?.login = login
            secure?.login = login
        }
    }

    private init(exceptions: NoProxyList) { self.exceptions = exceptions }

    private static func proxy(
        _ name: String,
        _ environment: ProcessEnvironment
    ) throws(TransportOptionsError) -> ProxyServer? {
        for name in [name, "all_proxy"] {
            guard let text = environment.eitherCase(name) else { continue }
            guard let proxy = ProxyServer(text, allowsLogin: true) else {
                throw TransportOptionsError("proxy", "environment variable \(name) is no URL of a proxy")
            }
            return proxy
        }
        return nil
    }

    private static func login(
        _ source: SecretSource,
        _ environment: ProcessEnvironment
    ) throws(TransportOptionsError) -> ProxyServer.Login {
        let text = try source.read("proxyCredentials", environment)
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else {
            throw TransportOptionsError("proxyCredentials", "\(source.name) is no \"name:password\"")
        }
        return ProxyServer.Login(name: String(parts[0]), password: String(parts[1]))
    }
}
