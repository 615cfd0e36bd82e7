import Foundation

/// What the options come to, checked: files are there and belong together, secrets are read, libcurl can do it.
struct NetworkSettings: Sendable {
    /// The authorities to trust; they alone.
    let caFile: String?
    let caPath: String?
    /// Whether the authorities are the system's: a large file, which is worth to be kept in memory.
    let hasSystemAuthorities: Bool
    let keyPassphrase: String
    let proxies: ProxyRules
    /// The lines of `TransportOptions.resolve`, as libcurl takes them.
    let resolve: [String]

    /// Where Debian and Alpine, Fedora, and others keep the authorities.
    private static let systemFiles = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
        "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem", "/etc/ssl/ca-bundle.pem",
    ]

    init(
        _ options: TransportOptions,
        environment: ProcessEnvironment = .current,
        info: TransportInfo = .current
    ) throws(TransportOptionsError) {
        try options.checkFeatures(of: info)
        try options.checkForm()
        hasSystemAuthorities = options.caFile == nil && options.caPath == nil
        if hasSystemAuthorities {
            let builtIn = TransportInfo.builtInAuthorities
            let files = [builtIn.file].compactMap(\.self) + Self.systemFiles
            caFile = files.first { FileManager.default.isReadableFile(atPath: $0) }
            caPath = caFile == nil ? builtIn.path : nil
        } else {
            caFile = options.caFile
            caPath = options.caPath
            try Self.checkAuthorities(options)
        }
        keyPassphrase =
            try options.keyPassphrase.map { source throws(TransportOptionsError) in
                try source.read("keyPassphrase", environment)
            } ?? ""
        try Self.checkIdentity(options, passphrase: keyPassphrase)
        proxies = try ProxyRules(options, environment: environment)
        if [proxies.plain, proxies.secure].contains(where: { $0?.isHTTPS == true }) {
            try info.require(.httpsProxies, "proxy")
        }
        resolve = try options.resolveLines()
    }

    /// What stands for options that can't be used: nothing is ever sent with it, and nothing is trusted.
    static let unusable = NetworkSettings()

    private init() {
        (caFile, caPath, hasSystemAuthorities, keyPassphrase) = (nil, nil, false, "")
        (proxies, resolve) = (.direct, [])
    }

    private static func checkAuthorities(_ options: TransportOptions) throws(TransportOptionsError) {
        if let file = options.caFile.map({ OptionFile("caFile", $0) }) {
            if let problem = CurlCertificates.problem(authorities: try file.read()) { throw file.problem(problem) }
        }
        if let path = options.caPath {
            var isDirectory = ObjCBool(false)
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue,
                FileManager.default.isReadableFile(atPath: path)
            else { throw TransportOptionsError("caPath", "\(path) is no directory that can be read") }
        }
    }

    private static func checkIdentity(
        _ options: TransportOptions,
        passphrase: String
    ) throws(TransportOptionsError) {
        guard let path = options.certificateFile else {
            guard options.keyFile == nil else { throw TransportOptionsError("keyFile", "there is no certificateFile") }
            return
        }
        let certificateFile = OptionFile("certificateFile", path)
        let certificate = try certificateFile.read()
        let keyFile = options.keyFile.map { OptionFile("keyFile", $0) } ?? certificateFile
        let key = options.keyFile == nil ? certificate : try keyFile.read()
        let problem = CurlCertificates.problem(
            certificate: certificate,
            key: key,
            passphrase: passphrase.isEmpty ? nil : passphrase
        )
        if let problem { throw (problem.isKey ? keyFile : certificateFile).problem(problem.words) }
    }
}

extension TransportInfo {
    /// Throws when this libcurl lacks what an option needs.
    func require(_ feature: Feature, _ option: String) throws(TransportOptionsError) {
        guard !features.contains(feature) else { return }
        throw TransportOptionsError(option, "libcurl \(version) was built without \(feature.rawValue)")
    }
}
