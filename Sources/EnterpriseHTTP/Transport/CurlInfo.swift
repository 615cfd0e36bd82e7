import CLibcurl

extension TransportInfo {
    /// That of this process's libcurl.
    public static let current: TransportInfo = {
        let bits: [(Feature, Int)] = [
            (.tls, Int(CL_FEATURE_SSL)), (.http2, Int(CL_FEATURE_HTTP2)), (.ipv6, Int(CL_FEATURE_IPV6)),
            (.unixSockets, Int(CL_FEATURE_UNIX_SOCKETS)), (.httpsProxies, Int(CL_FEATURE_HTTPS_PROXY)),
            (.asynchronousDNS, Int(CL_FEATURE_ASYNCHDNS)), (.gzip, Int(CL_FEATURE_LIBZ)),
            (.brotli, Int(CL_FEATURE_BROTLI)), (.zstd, Int(CL_FEATURE_ZSTD)),
        ]
        let present = Int(cl_features())
        return TransportInfo(
            version: text(cl_version()) ?? "",
            tlsLibrary: text(cl_tls_version()),
            features: Set(bits.filter { present & $0.1 != 0 }.map(\.0))
        )
    }()

    /// Where this libcurl looks for authorities by itself: the file and the directory.
    static let builtInAuthorities = (file: text(cl_default_cafile()), path: text(cl_default_capath()))

    private static func text(_ text: UnsafePointer<CChar>?) -> String? {
        text.map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
