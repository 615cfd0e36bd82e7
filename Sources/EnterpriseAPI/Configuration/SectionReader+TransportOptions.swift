import EnterpriseHTTP

extension SectionReader {
    /// Every option by its own name; what is left out has its default.
    mutating func transportOptions() throws(ConfigurationError) -> TransportOptions {
        var options = TransportOptions()
        try readLimits(&options)
        options.caFile = try path("caFile")
        options.caPath = try path("caPath")
        options.certificateFile = try path("certificateFile")
        options.keyFile = try path("keyFile")
        options.keyPassphrase = try secret("keyPassphrase")
        options.pinnedPublicKeys = try strings("pinnedPublicKeys") ?? options.pinnedPublicKeys
        options.minimumVersion = try choice("minimumVersion") ?? options.minimumVersion
        options.httpVersion = try choice("httpVersion")
        switch try string("proxy") {
        case nil, "none": options.proxy = .none
        case "fromEnvironment": options.proxy = .fromEnvironment
        case let url?: options.proxy = .url(url)
        }
        options.proxyCredentials = try secret("proxyCredentials")
        options.proxyTunnel = try bool("proxyTunnel") ?? options.proxyTunnel
        options.noProxy = try strings("noProxy") ?? options.noProxy
        options.unixSocket = try path("unixSocket")
        options.resolve = try lists("resolve") ?? options.resolve
        options.interface = try string("interface")
        options.dnsCacheTime = try duration("dnsCacheTime") ?? options.dnsCacheTime
        options.addressFamily = try choice("addressFamily") ?? options.addressFamily
        try finish()
        do throws(TransportOptionsError) { try options.checkForm() } catch {
            throw refuse(error.option, reason: error.reason)
        }
        return options
    }

    private mutating func readLimits(_ options: inout TransportOptions) throws(ConfigurationError) {
        options.connectTimeout = try duration("connectTimeout") ?? options.connectTimeout
        options.firstByteTimeout = try duration("firstByteTimeout", or: options.firstByteTimeout)
        options.stallTimeout = try duration("stallTimeout", or: options.stallTimeout)
        options.maxResponseBytes = try count("maxResponseBytes") ?? options.maxResponseBytes
        options.maxHeaderBytes = try count("maxHeaderBytes") ?? options.maxHeaderBytes
        options.maxConnectionsPerHost = try count("maxConnectionsPerHost") ?? options.maxConnectionsPerHost
        options.maxConnections = try count("maxConnections") ?? options.maxConnections
        options.maxWaiting = try count("maxWaiting") ?? options.maxWaiting
        options.maxConnectionIdleTime = try duration("maxConnectionIdleTime") ?? options.maxConnectionIdleTime
    }
}
