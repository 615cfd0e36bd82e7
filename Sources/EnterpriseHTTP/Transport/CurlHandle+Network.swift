import CLibcurl

/// What an engine's transfers have in common.
struct CurlSettings: Sendable {
    let options: TransportOptions
    let network: NetworkSettings

    /// In libcurl's numbers.
    fileprivate var minimumVersion: Int {
        Int(options.minimumVersion == .v1_3 ? CL_SSLVERSION_TLSv1_3 : CL_SSLVERSION_TLSv1_2)
    }
}

extension CurlHandle {
    /// How a connection for this request comes about.
    func setNetwork(_ settings: CurlSettings, request: WireRequest) {
        let options = settings.options
        let isPinned = options.httpVersion == .v1_1
        set(Int(CL_OPT_HTTP_VERSION), Int(isPinned ? CL_HTTP_VERSION_1_1 : CL_HTTP_VERSION_2TLS))
        setAuthorities(settings)
        if !request.isElsewhere { setIdentity(settings) }
        setProxy(settings, origin: request.origin)
        if let socket = options.unixSocket { set(Int(CL_OPT_UNIX_SOCKET_PATH), socket) }
        if let interface = options.interface { set(Int(CL_OPT_INTERFACE), interface) }
        set(Int(CL_OPT_DNS_CACHE_TIMEOUT), max(0, options.dnsCacheTime.roundedUpMilliseconds / 1000))
        switch options.addressFamily {
        case .any: break
        case .ipv4: set(Int(CL_OPT_IPRESOLVE), Int(CL_IPRESOLVE_V4))
        case .ipv6: set(Int(CL_OPT_IPRESOLVE), Int(CL_IPRESOLVE_V6))
        }
    }

    private func setAuthorities(_ settings: CurlSettings) {
        set(Int(CL_OPT_SSLVERSION), settings.minimumVersion)
        // Both, always: libcurl would go on trusting what it was built with where only one is given.
        set(Int(CL_OPT_CAINFO), orNothing: settings.network.caFile)
        set(Int(CL_OPT_CAPATH), orNothing: settings.network.caPath)
        // Reading the system's takes tens of milliseconds; one's own are looked at for each connection.
        set(Int(CL_OPT_CA_CACHE_TIMEOUT), settings.network.hasSystemAuthorities ? 300 : 0)
        let pins = settings.options.pinnedPublicKeys
        if !pins.isEmpty { set(Int(CL_OPT_PINNEDPUBLICKEY), pins.joined(separator: ";")) }
    }

    private func setIdentity(_ settings: CurlSettings) {
        guard let certificate = settings.options.certificateFile else { return }
        set(Int(CL_OPT_SSLCERT), certificate)
        set(Int(CL_OPT_SSLKEY), settings.options.keyFile ?? certificate)
        // Also when empty: without one OpenSSL would ask at the terminal.
        set(Int(CL_OPT_KEYPASSWD), settings.network.keyPassphrase)
        // A session that is resumed would go on with the certificate it began with.
        set(Int(CL_OPT_SSL_SESSIONID_CACHE), false)
    }

    private func setProxy(_ settings: CurlSettings, origin: String) {
        guard let proxy = settings.network.proxies.proxy(for: origin) else {
            // Else libcurl reads proxies from the process's environment.
            set(Int(CL_OPT_PROXY), "")
            set(Int(CL_OPT_NOPROXY), "*")
            return
        }
        set(Int(CL_OPT_PROXY), proxy.url)
        set(Int(CL_OPT_NOPROXY), "")
        if let login = proxy.login {
            set(Int(CL_OPT_PROXYUSERNAME), login.name)
            set(Int(CL_OPT_PROXYPASSWORD), login.password)
        }
        if proxy.isHTTPS {
            set(Int(CL_OPT_PROXY_SSLVERSION), settings.minimumVersion)
            set(Int(CL_OPT_PROXY_CAINFO), orNothing: settings.network.caFile)
            set(Int(CL_OPT_PROXY_CAPATH), orNothing: settings.network.caPath)
        }
        set(Int(CL_OPT_HTTPPROXYTUNNEL), settings.options.proxyTunnel)
        // The proxy's answer is not the server's.
        set(Int(CL_OPT_SUPPRESS_CONNECT_HEADERS), true)
    }
}
