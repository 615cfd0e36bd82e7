public import Foundation

/// Writes names and values, or any `Encodable` value, as `application/x-www-form-urlencoded`, byte for byte as the URL
/// standard's serializer does (<https://url.spec.whatwg.org/#urlencoded-serializing>).
///
/// What is inside of something is named with brackets: `owner[name]=Jane`. Nil is left out; a `Date` is written in
/// ISO 8601, whole seconds in UTC; `Data` in base64; a `Decimal`, `URL` or `UUID` as its text; whole numbers without a
/// point. The members of a value keep their order; those of a dictionary or a set are sorted, so that the same value
/// always gives the same bytes.
public struct FormEncoder: Sendable {
    /// How the elements of an array are named. An element that is no plain value always has its number, since nothing
    /// else could tell where it ends.
    public enum ArrayStyle: Sendable, Hashable {
        /// `a[]=1&a[]=2`
        case brackets
        /// `a=1&a=2`
        case repeated
        /// `a[0]=1&a[1]=2`
        case indexed
    }

    /// How the elements of an array are named.
    public var arrays: ArrayStyle

    /// An encoder that names the elements of arrays in this way.
    public init(arrays: ArrayStyle = .brackets) { self.arrays = arrays }

    /// A value as a form; throws `EncodingError` when it has no names, as a bare number or an array has none, or holds
    /// a number that is not finite.
    public func encode(_ value: some Encodable) throws -> Data {
        Data(Self.serialize(try fields(of: value)).utf8)
    }

    /// A value as names and values, which are right for a query too; throws as `encode(_:)` does.
    public func fields(of value: some Encodable) throws -> Query {
        let root = FormNode()
        try root.encode(value, at: [])
        guard let items = root.fields(arrays: arrays) else {
            let context = EncodingError.Context(
                codingPath: [],
                debugDescription: "A form is made of names and values; \(type(of: value)) gives no names."
            )
            throw EncodingError.invalidValue(value, context)
        }
        return Query(items)
    }

    /// Names and values as a form, in their order.
    public static func serialize(_ fields: Query) -> String {
        var bytes: [UInt8] = []
        for (index, item) in fields.items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: "&")) }
            append(item.name, to: &bytes)
            bytes.append(UInt8(ascii: "="))
            append(item.value, to: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"):
                bytes.append(byte)
            case UInt8(ascii: " "): bytes.append(UInt8(ascii: "+"))
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
    }
}
