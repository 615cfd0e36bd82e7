import Foundation

extension DecodingSession {
    /// Makes the object one whose keys differ, before a key of it is looked up.
    @inline(__always) func prepare(object: Int) {
        if tape.pointee[object].has(.unprovenObject) { index(object) }
    }

    @inline(never) private func index(_ object: Int) {
        keyIndices[object] = KeyIndex(tape.pointee, object: object)
    }

    /// The tape index of the value of a key that has no `KeyText`.
    func value(named name: String, inObjectAt object: Int) -> Int? {
        if hasKeyStrategy { return convertedMembers[object]?[name] }
        var name = name
        return name.withUTF8 { characters in
            // Few keys: looking at each costs less than a table. Many: the next one, as in a loop over all keys.
            let next = object + 2 + tape.pointee[object].length
            let end = tape.pointee[object + 1].end
            if next < end, !tape.pointee[next].has(.shadowedKey), tape.pointee.key(at: next, equals: characters) {
                return found(next, in: object)
            }
            if tape.pointee.elementCount(at: object) <= Tape.comparedKeys {
                var key = object + 2
                while key < end {
                    if !tape.pointee[key].has(.shadowedKey), tape.pointee.key(at: key, equals: characters) {
                        return found(key, in: object)
                    }
                    key = tape.pointee.index(after: tape.pointee.index(after: key))
                }
                return nil
            }
            let index = keyIndices[object] ?? KeyIndex(tape.pointee, object: object)
            keyIndices[object] = index
            return index.key(characters, in: tape.pointee).map { found($0, in: object) }
        }
    }

    private func found(_ key: Int, in object: Int) -> Int {
        tape.pointee.remember(key, inObjectAt: object)
        return tape.pointee.index(after: key)
    }

    /// Converts the keys of an object by the strategy, once; the first of a name counts.
    func convertKeys(ofObjectAt object: Int) {
        guard convertedMembers[object] == nil else { return }
        var members: [String: Int] = [:]
        let convert = conversion(ofObjectAt: object)
        tape.pointee.forEachMember(ofObjectAt: object) { key, value in
            let name = convert(tape.pointee.key(at: key))
            if members[name] == nil { members[name] = value }
            convertedNames[value] = name
        }
        convertedMembers[object] = members
    }

    private func conversion(ofObjectAt object: Int) -> (String) -> String {
        switch options.keyDecodingStrategy {
        case .useDefaultKeys: return { $0 }
        case .convertFromSnakeCase: return SnakeCase.camelCase
        case .custom(let converter):
            let path = path(to: object)
            return { converter(path + [JSONKey($0)]).stringValue }
        @unknown default: return { $0 }
        }
    }
}
