import CLibcurl
import Foundation

/// The gzip coding (RFC 1952), written by the zlib that comes with libcurl.
enum CurlGzip {
    static var isAvailable: Bool { cl_gzip_is_there() }

    /// The bytes in the coding; nil when that would not make them fewer.
    static func encode(_ data: Data) -> Data? {
        var encoded = Data(count: data.count)
        let written = encoded.withUnsafeMutableBytes { room in
            data.withUnsafeBytes { cl_gzip($0.baseAddress, $0.count, room.baseAddress, room.count) }
        }
        return written > 0 && written < data.count ? encoded.prefix(written) : nil
    }
}
