public import Foundation

/// One field of a `multipart/form-data` body: a text, bytes, a file, or any other body.
///
/// ```swift
/// .multipart([.text(name: "title", "Q3"), .file(name: "report", report)])
/// ```
public struct MultipartPart: Sendable {
    /// The field's name.
    public var name: String
    /// The name that the receiver is told the content has as a file; nil when it is none.
    public var fileName: String?
    /// The content. Its media type becomes the part's `Content-Type`.
    public var body: RequestBody

    /// A part of any content.
    public init(name: String, fileName: String? = nil, body: RequestBody) {
        self.name = name
        self.fileName = fileName
        self.body = body
    }

    /// A text in UTF-8, as it is; without a media type, which then is plain text (RFC 7578 section 4.4).
    public static func text(name: String, _ text: String) -> MultipartPart {
        .data(name: name, Data(text.utf8))
    }

    /// These bytes.
    public static func data(
        name: String,
        _ data: Data,
        fileName: String? = nil,
        contentType: String? = nil
    ) -> MultipartPart {
        MultipartPart(name: name, fileName: fileName, body: .data(data, contentType: contentType))
    }

    /// A file, read while it is sent; it fails as `RequestBody.file` does.
    ///
    /// - Parameters:
    ///   - name: The name of the form's field.
    ///   - file: Where the file is.
    ///   - fileName: The name that is sent; the file's own when it is nil.
    ///   - contentType: The media type; guessed from the ending of the name that is sent when it is nil.
    public static func file(
        name: String,
        _ file: URL,
        fileName: String? = nil,
        contentType: String? = nil
    ) -> MultipartPart {
        let fileName = fileName ?? file.lastPathComponent
        let type = contentType ?? MediaType.guess(fromFileName: fileName)
        return MultipartPart(name: name, fileName: fileName, body: .file(file, contentType: type))
    }
}
