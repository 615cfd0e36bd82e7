extension DecodingSession {
    /// The error with the place of its coding path in the text; as it is when it has an underlying error.
    ///
    /// Only the error that ends the call is located, so that those that a model catches cost less.
    func located(_ error: DecodingError) -> DecodingError {
        switch error {
        case .typeMismatch(let type, let context): .typeMismatch(type, located(context))
        case .valueNotFound(let type, let context): .valueNotFound(type, located(context))
        case .keyNotFound(let key, let context): .keyNotFound(key, located(context))
        case .dataCorrupted(let context): .dataCorrupted(located(context))
        @unknown default: error
        }
    }

    private func located(_ context: DecodingError.Context) -> DecodingError.Context {
        guard context.underlyingError == nil else { return context }
        let tape = tape.pointee
        let word = tape[index(of: context.codingPath)]
        let offset = word.isString ? word.offset - 1 : word.offset
        return DecodingError.Context(
            codingPath: context.codingPath,
            debugDescription: context.debugDescription,
            underlyingError: JSONLocation(offset, in: UnsafeRawBufferPointer(start: tape.base, count: tape.byteCount))
        )
    }

    /// Where the value of that path is, or the innermost one around it that there is.
    private func index(of path: [any CodingKey]) -> Int {
        var index = 0
        for key in path {
            guard let next = child(key, of: index) else { break }
            index = next
        }
        return index
    }

    private func child(_ key: any CodingKey, of container: Int) -> Int? {
        if tape.pointee[container].has(.array), let ordinal = key.intValue {
            let end = tape.pointee[container + 1].end
            var (next, index) = (container + 2, 0)
            while next < end, index < ordinal { (next, index) = (tape.pointee.index(after: next), index + 1) }
            return next < end ? next : nil
        }
        guard tape.pointee[container].isObject else { return nil }
        var found: Int?
        tape.pointee.forEachMember(ofObjectAt: container) { member, value in
            let name = convertedNames[value] ?? tape.pointee.key(at: member)
            if found == nil, name == key.stringValue { found = value }
        }
        return found
    }
}
