import Foundation

extension SecretSource {
    /// The file or variable, for an error.
    var name: String {
        switch self {
        case .file(let path): path
        case .environment(let name): "environment variable \(name)"
        }
    }

    /// The secret; throws when there is none, or others than its owner can read or change it.
    func read(_ option: String, _ environment: ProcessEnvironment) throws(TransportOptionsError) -> String {
        switch self {
        case .environment(let variable):
            guard let value = environment[variable] else { throw TransportOptionsError(option, "\(name) is not set") }
            return value
        case .file(let path):
            let data = try OptionFile(option, path).read(isSecret: true)
            guard var text = String(data: data, encoding: .utf8) else {
                throw TransportOptionsError(option, "\(path) is no text in UTF-8")
            }
            while text.last?.isNewline == true { text.removeLast() }
            guard !text.isEmpty, !text.contains("\0") else { throw TransportOptionsError(option, "\(path) is empty") }
            return text
        }
    }
}

/// A file that an option names.
struct OptionFile {
    private static let maximumSize = 16 << 20

    let option: String
    let path: String

    init(_ option: String, _ path: String) {
        self.option = option
        self.path = path
    }

    func read(isSecret: Bool = false) throws(TransportOptionsError) -> Data {
        // A pipe of this name must not make the process wait for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw problem(String(cString: strerror(errno))) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var info = stat()
        guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { throw problem("is no file") }
        guard !isSecret || info.st_mode & 0o077 == 0 else {
            throw problem("may be read or written by others than its owner: chmod 600 it")
        }
        guard let data = try? handle.read(upToCount: Self.maximumSize + 1) else { throw problem("can't be read") }
        guard data.count <= Self.maximumSize else { throw problem("is over \(Self.maximumSize) bytes") }
        return data
    }

    func problem(_ words: String) -> TransportOptionsError { TransportOptionsError(option, "\(path) \(words)") }
}
