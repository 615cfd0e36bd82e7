import Foundation

/// What the session does for a type, remembered by the type's address: asking for conformances is slow.
struct TypeTable {
    /// How a value of a type is decoded.
    enum Route {
        /// By its own initialiser.
        case own
        case string, date, uuid, url, decimal, data, double, integer, strings
        /// Straight from the tape, into memory.
        case direct(any DirectlyDecodable.Type)
    }

    private struct Entry {
        var type: ObjectIdentifier?
        var route = Route.own
    }

    private let entries: UnsafeMutablePointer<Entry>
    private static let size = 64

    init() {
        entries = .allocate(capacity: Self.size)
        entries.initialize(repeating: Entry(), count: Self.size)
    }

    func deallocate() { entries.deallocate() }

    /// The route of a type; types whose addresses fall together replace each other.
    @inline(__always) func route(of type: any Any.Type) -> Route {
        let identifier = ObjectIdentifier(type)
        let address = UInt(bitPattern: identifier)
        let slot = entries + Int((address >> 4 ^ address >> 10) % UInt(Self.size))
        if slot.pointee.type == identifier { return slot.pointee.route }
        return remember(type, in: slot)
    }

    @inline(never) private func remember(_ type: any Any.Type, in slot: UnsafeMutablePointer<Entry>) -> Route {
        let route = Self.newRoute(of: type)
        slot.pointee = Entry(type: ObjectIdentifier(type), route: route)
        return route
    }

    private static func newRoute(of type: any Any.Type) -> Route {
        switch type {
        case is String.Type: .string
        case is Date.Type: .date
        case is UUID.Type: .uuid
        case is URL.Type: .url
        case is Decimal.Type: .decimal
        case is Data.Type: .data
        case is Double.Type: .double
        case is Int.Type: .integer
        case is [String].Type: .strings
        case let type as any DirectlyDecodable.Type: .direct(type)
        default: .own
        }
    }
}

/// A type of the standard library that the session decodes without asking it for an initialiser.
protocol DirectlyDecodable {
    /// The value at `index`, as `Same`, which has to be this type: its caller knows it by that name.
    static func decode<Same>(as same: Same.Type, at index: Int, from session: DecodingSession) throws -> Same
}

extension Array: DirectlyDecodable where Element: Decodable {
    static func decode<Same>(as same: Same.Type, at index: Int, from session: DecodingSession) throws -> Same {
        let tape = session.tape
        guard tape.pointee[index].has(.array) else { throw session.noContainer([Any].self, "unkeyed", at: index) }
        let end = tape.pointee[index + 1].end
        var array: [Element] = []
        if end > index + 2 {
            array.reserveCapacity(tape.pointee.elementCount(at: index))
            var next = index + 2
            while next < end {
                array.append(try session.value(Element.self, at: next))
                next = tape.pointee.index(after: next)
            }
        }
        return unsafeBitCast(array, to: Same.self)
    }
}

extension Dictionary: DirectlyDecodable where Key == String, Value: Decodable {
    /// The keys are data, which no key strategy converts.
    static func decode<Same>(as same: Same.Type, at index: Int, from session: DecodingSession) throws -> Same {
        guard session.tape.pointee[index].isObject else {
            throw session.noContainer([String: Any].self, "keyed", at: index)
        }
        session.prepare(object: index)
        var result: [String: Value] = [:]
        result.reserveCapacity(session.tape.pointee.elementCount(at: index))
        try session.tape.pointee.forEachMember(ofObjectAt: index) { key, value in
            let name = session.tape.pointee.key(at: key)
            if session.hasKeyStrategy { session.convertedNames[value] = name }
            let value = try session.value(Value.self, at: value)
            if result[name] == nil { result[name] = value }
        }
        return unsafeBitCast(result, to: Same.self)
    }
}
