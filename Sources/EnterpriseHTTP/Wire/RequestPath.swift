import Foundation

/// The path of a request below the client's base URL, such as `"users/\(id)"`.
///
/// Literal text is plain text with `/` between segments. An interpolated value is always one whole piece of a segment:
/// every byte of it but RFC 3986's unreserved ones is percent-encoded, `/` and `%` too, so that no value can reach
/// another resource. `\(segments: path)` keeps the slashes of its value.
///
/// A path that is an absolute URL, has a `.` or `..` segment, an empty interpolated value, or a `?` or `#` in its
/// literal text can't be sent; the client refuses it with `invalidRequest` before anything goes out. A `.` or `..` counts
/// also where only some servers would see it: between escaped slashes or backslashes, escaped itself, however often, or
/// before a `;`. So neither can be in a value: `"files/\("../x")"` is refused, though it would go out as `..%2Fx`.
public struct RequestPath: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The path as it is sent, without a leading slash.
    public let encoded: String
    /// The path with `{}` for each interpolated value: names the endpoint in errors, logs and metrics.
    public let template: String
    /// What forbids sending it.
    let violation: String?

    /// A path that is encoded already, from a link of the server's.
    init(encoded: String, template: String) { self.init(encoded: encoded, template: template, violation: nil) }

    private init(encoded: String, template: String, violation: String?) {
        self.encoded = encoded
        self.template = template
        self.violation =
            violation ?? (DotSegments.occur(in: encoded) ? "the path has a . or .. segment, if only escaped" : nil)
    }

    /// A path of plain text with `/` between segments.
    public init(_ text: String) { self.init(stringLiteral: text) }

    /// A path of plain text with `/` between segments.
    public init(stringLiteral value: String) {
        var interpolation = StringInterpolation(literalCapacity: value.utf8.count, interpolationCount: 0)
        interpolation.appendLiteral(value)
        self.init(stringInterpolation: interpolation)
    }

    /// A path of literal text and values.
    public init(stringInterpolation: StringInterpolation) {
        self.init(
            encoded: String(stringInterpolation.encoded.drop { $0 == "/" }),
            template: String(stringInterpolation.template.drop { $0 == "/" }),
            violation: stringInterpolation.violation
        )
    }

    /// The template, which holds no values.
    public var description: String { template }

    /// Gathers the parts of a path.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var encoded = ""
        fileprivate var template = ""
        fileprivate var violation: String?

        /// Reserves room for the parts.
        public init(literalCapacity: Int, interpolationCount: Int) {
            encoded.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        /// Adds plain text; `/` separates segments.
        public mutating func appendLiteral(_ literal: String) {
            if literal.contains("://") { violation = "the path is an absolute URL; the client carries the host" }
            if literal.contains("?") || literal.contains("#") { violation = "the path has a ? or #; use `query`" }
            encoded += PercentEncoding.path.encode(literal)
            template += literal
        }

        /// Adds one value, encoded whole.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            let text = value.description
            if text.isEmpty { violation = "a value in the path is empty" }
            encoded += PercentEncoding.component.encode(text)
            template += "{}"
        }

        /// Adds a value whose slashes separate segments.
        public mutating func appendInterpolation(segments value: some CustomStringConvertible) {
            let text = value.description
            if text.isEmpty { violation = "a value in the path is empty" }
            encoded += text.split(separator: "/", omittingEmptySubsequences: false)
                .map { PercentEncoding.component.encode(String($0)) }.joined(separator: "/")
            template += "{}"
        }
    }
}
