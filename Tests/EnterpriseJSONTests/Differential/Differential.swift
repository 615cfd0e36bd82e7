import EnterpriseJSON
import Foundation
import Testing

/// Decodes by both decoders and compares what comes of it.
struct Differential {
    private(set) var cases = 0
    private(set) var values = 0
    private(set) var errors = 0
    /// Texts that JSONDecoder takes although they are no JSON, as it does not look at what is not asked for.
    private(set) var lenient = 0

    /// Whether errors are compared; not where the order in which JSONDecoder meets them is by chance.
    let comparesErrors: Bool

    /// Whether the texts have string dictionaries that are decoded with a key strategy.
    let mayDrop: Bool

    init(comparesErrors: Bool, mayDrop: Bool) { (self.comparesErrors, self.mayDrop) = (comparesErrors, mayDrop) }

    /// The first difference found, with what is needed to repeat it.
    private(set) var difference: String?

    mutating func compare<Value: Decodable & Equatable>(_ type: Value.Type, _ data: Data, _ strategies: Strategies) {
        cases += 1
        let isValid = Oracle.accepts(Array(data))
        if isValid != ((try? JSONSyntax.validate(data)) != nil) {
            report(type, data, "\(!isValid)", "oracle \(isValid)")
        }
        let ours = Result { try strategies.ours.decode(type, from: data) }
        let theirs = Result { try strategies.theirs.decode(type, from: data) }
        switch (ours, theirs) {
        case (.success(let our), .success(let their)):
            values += 1
            if our != their { report(type, data, "\(our)", "\(their)") }
        case (.failure(let our), .failure(let their)):
            errors += 1
            if comparesErrors, let our = our as? DecodingError, let their = their as? DecodingError,
                !sameKind(our, their)
            {
                report(type, data, "\(our)", "\(their)")
            }
        case (.failure(let our), .success(let their)):
            guard isDeliberate(our, data) else { return report(type, data, "\(our)", "\(their)") }
            lenient += 1
        case (.success(let our), .failure(let their)):
            // With a key strategy, JSONDecoder reads members of string dictionaries that it then drops.
            let drops = (try? JSONSyntax.validate(data, refusesDuplicateKeys: true)) == nil
            if !drops || !mayDrop { report(type, data, "\(our)", "\(their)") }
        }
    }

    private mutating func report<Value>(_ type: Value.Type, _ data: Data, _ our: String, _ their: String) {
        guard difference == nil else { return }
        difference =
            "\(type) from \(String(decoding: data, as: UTF8.self).debugDescription)\nours: \(our)\ntheirs: \(their)"
    }

    /// What is refused beyond what JSONDecoder refuses: see the page Differences.
    private func isDeliberate(_ error: any Error, _ data: Data) -> Bool {
        // That they are no JSON, the oracle has agreed.
        if (try? JSONSyntax.validate(data)) == nil { return true }
        guard case .dataCorrupted(let context)? = error as? DecodingError else { return false }
        return isStricter(context)
    }

    /// Whether it is about a date that does not exist or a UUID with a blank in it, which JSONDecoder takes.
    private func isStricter(_ context: DecodingError.Context) -> Bool {
        context.debugDescription.hasPrefix("Expected date string")
            || context.debugDescription.hasPrefix("Attempted to decode UUID")
    }

    private func sameKind(_ our: DecodingError, _ their: DecodingError) -> Bool {
        switch (our, their) {
        case (.typeMismatch(let our, let ourContext), .typeMismatch(let their, let theirContext)):
            our == their && path(ourContext.codingPath) == path(theirContext.codingPath)
        case (.valueNotFound(let our, let ourContext), .valueNotFound(let their, let theirContext)):
            our == their && path(ourContext.codingPath) == path(theirContext.codingPath)
        case (.keyNotFound(let our, let ourContext), .keyNotFound(let their, let theirContext)):
            our.stringValue == their.stringValue && path(ourContext.codingPath) == path(theirContext.codingPath)
        case (.dataCorrupted(let our), .dataCorrupted(let their)):
            // Foundation gives a number that does not fit no path, and a date the path of what it is in.
            [our, their].contains { $0.debugDescription == "The given data was not valid JSON." }
                || isStricter(our)
                || path(our.codingPath) == path(their.codingPath)
        // A text that is no JSON: only found out by JSONDecoder when it gets there.
        case (.dataCorrupted(let our), _):
            our.debugDescription == "The given data was not valid JSON." || isStricter(our)
        default: false
        }
    }
}
