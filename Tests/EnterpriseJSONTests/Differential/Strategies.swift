import EnterpriseJSON
import Foundation

/// The same strategies for both decoders.
struct Strategies: Sendable {
    var keys = JSONDecoder.KeyDecodingStrategy.useDefaultKeys
    var dates = JSONDecoder.DateDecodingStrategy.deferredToDate
    var data = JSONDecoder.DataDecodingStrategy.base64
    var floats = JSONDecoder.NonConformingFloatDecodingStrategy.throw

    static let marker = CodingUserInfoKey(rawValue: "marker")

    var ours: FastJSONDecoder {
        var decoder = FastJSONDecoder()
        decoder.keyDecodingStrategy = keys
        decoder.dateDecodingStrategy = dates
        decoder.dataDecodingStrategy = data
        decoder.nonConformingFloatDecodingStrategy = floats
        if let marker = Self.marker { decoder.userInfo[marker] = 7 }
        return decoder
    }

    var theirs: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = keys
        decoder.dateDecodingStrategy = dates
        decoder.dataDecodingStrategy = data
        decoder.nonConformingFloatDecodingStrategy = floats
        if let marker = Self.marker { decoder.userInfo[marker] = 7 }
        return decoder
    }

    static let plain = Strategies()
    static let snake = Strategies(keys: .convertFromSnakeCase)
    static let custom = Strategies(
        keys: .custom { path in PlainKey("x" + path.map(\.stringValue).joined(separator: "-").suffix(1)) }
    )
    static let iso8601 = Strategies(dates: .iso8601)
    static let seconds = Strategies(
        dates: .secondsSince1970,
        floats: .convertFromString(positiveInfinity: "INF", negativeInfinity: "-INF", nan: "NaN")
    )
    static let milliseconds = Strategies(dates: .millisecondsSince1970, data: .deferredToData)
    static let closures = Strategies(
        dates: .custom { Date(timeIntervalSince1970: Double(try $0.singleValueContainer().decode(String.self).count)) },
        data: .custom { Data(try $0.singleValueContainer().decode(String.self).utf8.reversed()) }
    )
}

/// A key of any name.
struct PlainKey: CodingKey, Hashable {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
}
