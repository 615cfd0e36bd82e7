import Foundation

/// Media types of files.
enum MediaType {
    /// The type that a name's ending stands for; bytes of no known type when it is not a common one.
    static func guess(fromFileName name: String) -> String {
        types[(name as NSString).pathExtension.lowercased()] ?? "application/octet-stream"
    }

    private static let types = [
        "avif": "image/avif", "bmp": "image/bmp", "bz2": "application/x-bzip2", "css": "text/css", "csv": "text/csv",
        "doc": "application/msword",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "eml": "message/rfc822", "gif": "image/gif", "gz": "application/gzip", "htm": "text/html",
        "html": "text/html", "ics": "text/calendar", "jpeg": "image/jpeg", "jpg": "image/jpeg",
        "js": "text/javascript", "json": "application/json", "log": "text/plain", "md": "text/markdown",
        "mov": "video/quicktime", "mp3": "audio/mpeg", "mp4": "video/mp4",
        "odp": "application/vnd.oasis.opendocument.presentation",
        "ods": "application/vnd.oasis.opendocument.spreadsheet", "odt": "application/vnd.oasis.opendocument.text",
        "pdf": "application/pdf", "png": "image/png", "ppt": "application/vnd.ms-powerpoint",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation", "rtf": "application/rtf",
        "svg": "image/svg+xml", "tar": "application/x-tar", "tif": "image/tiff", "tiff": "image/tiff",
        "tsv": "text/tab-separated-values", "txt": "text/plain", "vcf": "text/vcard", "wav": "audio/wav",
        "webm": "video/webm", "webp": "image/webp", "xls": "application/vnd.ms-excel",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xml": "application/xml",
        "yaml": "application/yaml", "yml": "application/yaml", "zip": "application/zip", "zst": "application/zstd",
    ]
}
