import Foundation

extension RequestBody {
    private static let formType = "application/x-www-form-urlencoded"

    /// A form of names and values, in their order, as in `.form(["account": name, "pwd": password])`; see `FormEncoder`
    /// for its bytes.
    public static func form(_ fields: Query) -> RequestBody {
        .data(Data(FormEncoder.serialize(fields).utf8), contentType: formType)
    }

    /// A value as a form, as `FormEncoder` writes it. The call ends with `invalidRequest` when it can't be one.
    public static func form(
        encoding value: some Encodable & Sendable,
        arrays: FormEncoder.ArrayStyle = .brackets
    ) -> RequestBody {
        RequestBody(contentType: formType) { try FormEncoder(arrays: arrays).encode(value) }
    }
}
