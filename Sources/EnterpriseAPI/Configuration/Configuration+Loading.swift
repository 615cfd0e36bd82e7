public import Foundation

extension Configuration {
    /// The most bytes that a configuration may have: a device or pipe may never end.
    private static let maximumSize = 1 << 20

    /// Finds and reads the configuration, then lets the environment override it.
    ///
    /// The first of these that is given or there is read:
    ///
    /// 1. `path`, relative to the working directory; it has to be there;
    /// 2. the environment variable `ENTERPRISE_API_CONFIG`, likewise;
    /// 3. configuration.json in the working directory;
    /// 4. configuration.json beside the executable.
    ///
    /// Then `ENTERPRISE_API_SERVER` replaces `server`, and `ENTERPRISE_API_DEBUG` (true, false, 1, 0, yes, no, on, off)
    /// replaces `debug`. An empty variable counts as unset.
    ///
    /// A pipe will do for the file, and is waited for. More than 1 MiB is refused. The files and secrets that the section
    /// `network` names have to be there, and libcurl has to be able to do what it asks for.
    public static func load(path: String? = nil) throws(ConfigurationError) -> Configuration {
        try load(path: path, environment: .current)
    }

    /// Reads that file or pipe of at most 1 MiB, and nothing but it: the environment has no say.
    public static func load(from url: URL) throws(ConfigurationError) -> Configuration {
        guard url.isFileURL else {
            throw ConfigurationError(.unreadable, expected: "a file URL", found: "another kind of URL")
        }
        guard let data = try contents(of: url) else { throw .fileNotFound([url.path]) }
        let configuration = try load(from: data, file: url.path)
        try configuration.checkNetwork(data, file: url.path)
        return configuration
    }

    /// Reads the text of a configuration file, and nothing but the text: the environment has no say.
    ///
    /// Every key is required, unknown ones are ignored; but in `network` every key is optional, and unknown ones are refused.
    /// `file` is the name that an error shows. The files that `network` names are not looked at.
    public static func load(
        from data: Data,
        file: String = "configuration.json"
    ) throws(ConfigurationError) -> Configuration {
        let reader = try ConfigurationReader(data, file: file)
        return Configuration(
            server: try reader.server("server"),
            debug: try reader.bool("debug"),
            ui: UI(
                button: Button(
                    cornerRadius: try reader.number("ui.button.cornerRadius"),
                    borderWidth: try reader.number("ui.button.borderWidth")
                )
            ),
            rules: Rules(maxPOExpense: try reader.decimal("rules.maxPOExpense")),
            network: try reader.network()
        )
    }

    static func load(path: String?, environment: Environment) throws(ConfigurationError) -> Configuration {
        let candidates = environment.candidates(path: path)
        for url in candidates {
            guard let data = try contents(of: url) else { continue }
            var configuration = try load(from: data, file: url.path)
            try environment.override(&configuration)
            try configuration.checkNetwork(data, file: url.path)
            return configuration
        }
        let hint = environment.chosen(path) == nil ? ", or its path in \(Environment.configVariable)" : ""
        throw .fileNotFound(candidates.map(\.path), hint: hint)
    }

    /// Reports what can't be used at the start, and not with the first call.
    private func checkNetwork(_ data: Data, file: String) throws(ConfigurationError) {
        do throws(TransportOptionsError) { try network.check() } catch {
            throw SectionReader("network", file: file, data: data).refuse(error.option, reason: error.reason)
        }
    }

    /// What is in the file, or comes out of the pipe; nil when it does not exist.
    private static func contents(of url: URL) throws(ConfigurationError) -> Data? {
        var isDirectory = ObjCBool(false)
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory) else { return nil }
        guard !isDirectory.boolValue else {
            throw ConfigurationError(.isDirectory, file: url.path, expected: "a file")
        }
        let data: Data
        do {
            data = try beginning(of: url)
        } catch {
            throw ConfigurationError(.unreadable, file: url.path, expected: "a file or pipe that this process may read")
        }
        guard data.count <= maximumSize else {
            throw ConfigurationError(.unreadable, file: url.path, expected: "at most \(maximumSize) bytes")
        }
        return data
    }

    /// All of the file, or one byte more than it may have. Not `Data(contentsOf:)`, which fails on a pipe.
    private static func beginning(of url: URL) throws -> Data {
        let file = try FileHandle(forReadingFrom: url)
        var data = Data()
        while data.count <= maximumSize,
            let piece = try file.read(upToCount: maximumSize + 1 - data.count), !piece.isEmpty
        {
            data += piece
        }
        try file.close()
        return data
    }
}
