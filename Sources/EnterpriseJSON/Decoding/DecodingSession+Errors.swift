extension DecodingSession {
    /// The coding path of a value.
    func path(to index: Int) -> [any CodingKey] {
        guard index < endOfText else {
            let absent = absentValues[index - endOfText]
            return path(to: absent.object) + [absent.key]
        }
        return pathFinder.path(to: index, in: tape.pointee).map { element in
            switch element {
            case .index(let index): JSONKey(index: index)
            case .key(let key, let value): JSONKey(convertedNames[value] ?? tape.pointee.key(at: key))
            }
        }
    }

    /// The context of an error at a value.
    func context(_ index: Int, _ description: String) -> DecodingError.Context {
        DecodingError.Context(codingPath: path(to: index), debugDescription: description)
    }

    /// The error of a value that is of another kind than `type`, or null.
    @inline(never) func mismatch(_ type: any Any.Type, at index: Int) -> DecodingError {
        guard tape.pointee[index].has(.null) else {
            return .typeMismatch(
                type,
                context(index, "Expected to decode \(type) but found \(kind(at: index)) instead.")
            )
        }
        return .valueNotFound(type, context(index, "Cannot get value of type \(type) -- found null value instead"))
    }

    /// The error of a value that is no container of that kind.
    @inline(never) func noContainer(_ type: any Any.Type, _ kind: String, at index: Int) -> DecodingError {
        guard tape.pointee[index].has(.null) else { return mismatch(type, at: index) }
        return .valueNotFound(
            type,
            context(index, "Cannot get \(kind) decoding container -- found null value instead")
        )
    }

    @inline(never) func corrupted(_ description: String, at index: Int) -> DecodingError {
        .dataCorrupted(context(index, description))
    }

    @inline(never) func notRepresentable(_ type: any Any.Type, at index: Int) -> DecodingError {
        corrupted("The number is not representable as \(type).", at: index)
    }

    @inline(never) func missing(_ key: some CodingKey, inObjectAt object: Int) -> DecodingError {
        .keyNotFound(key, context(object, "No value associated with key \(key) (\"\(key.stringValue)\")."))
    }

    /// What a value is, in Foundation's words.
    private func kind(at index: Int) -> String {
        let word = tape.pointee[index]
        if word.isString { return "a string" }
        if word.isNumber { return "number" }
        if word.has(.null) { return "null" }
        if word.has(.array) { return "an array" }
        return word.isObject ? "a dictionary" : "bool"
    }
}
