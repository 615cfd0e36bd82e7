import Foundation

/// A value on its way into a form. It becomes a tree first: only a whole one tells which arrays hold plain values, and
/// can be put in order.
final class FormNode {
    enum Kind: Equatable {
        /// Nothing was encoded, as by a type without members.
        case empty
        case null
        case text(String)
        case keyed
        case array
    }

    var kind = Kind.empty
    private(set) var elements: [FormNode] = []
    private var names: [String] = []
    private var members: [String: FormNode] = [:]

    /// The member of a name; made when there is none.
    func member(_ name: String) -> FormNode {
        kind = .keyed
        if let member = members[name] { return member }
        let member = FormNode()
        names.append(name)
        members[name] = member
        return member
    }

    /// A new element at the end.
    func addElement() -> FormNode {
        kind = .array
        let element = FormNode()
        elements.append(element)
        return element
    }

    /// Makes this the node of a value.
    func encode(_ value: some Encodable, at path: [any CodingKey]) throws {
        if let text = try FormText.text(of: value, at: path) {
            kind = .text(text)
            return
        }
        try value.encode(to: FormNodeEncoder(node: self, codingPath: path))
        if value is any UnorderedPairs { try pairElements(at: path) }
        if value is any Unordered { sort() }
    }

    /// The names and values of the whole tree; nil when it has no names.
    func fields(arrays: FormEncoder.ArrayStyle) -> [Query.Item]? {
        guard kind == .keyed || kind == .empty else { return nil }
        var items: [Query.Item] = []
        for name in names { members[name]?.write(to: &items, as: name, arrays: arrays) }
        return items
    }

    private func write(to items: inout [Query.Item], as name: String, arrays: FormEncoder.ArrayStyle) {
        switch kind {
        case .empty, .null: break
        case .text(let text): items.append(Query.Item(name: name, value: text))
        case .keyed:
            for key in names { members[key]?.write(to: &items, as: "\(name)[\(key)]", arrays: arrays) }
        case .array:
            for (index, element) in elements.enumerated() {
                let suffix = element.isPlain ? arrays.suffix(of: index) : "[\(index)]"
                element.write(to: &items, as: name + suffix, arrays: arrays)
            }
        }
    }

    private var isPlain: Bool { kind != .keyed && kind != .array }

    // MARK: Dictionaries and sets

    /// A dictionary whose keys are neither strings nor integers encodes as an array of keys and values by turns.
    private func pairElements(at path: [any CodingKey]) throws {
        guard kind == .array else { return }
        for index in stride(from: 0, to: elements.count - 1, by: 2) {
            guard case .text(let name) = elements[index].kind else {
                let context = EncodingError.Context(
                    codingPath: path,
                    debugDescription: "A form's names are plain values."
                )
                throw EncodingError.invalidValue(elements[index], context)
            }
            if members.updateValue(elements[index + 1], forKey: name) == nil { names.append(name) }
        }
        kind = .keyed
    }

    /// Puts what came in no order into one.
    private func sort() {
        names.sort()
        elements = elements.map { (element: $0, order: $0.order) }.sorted { $0.order < $1.order }.map(\.element)
    }

    /// What sorts an element.
    private var order: String {
        var items: [Query.Item] = []
        write(to: &items, as: "", arrays: .indexed)
        return FormEncoder.serialize(Query(items))
    }
}

extension FormEncoder.ArrayStyle {
    fileprivate func suffix(of index: Int) -> String {
        switch self {
        case .brackets: "[]"
        case .repeated: ""
        case .indexed: "[\(index)]"
        }
    }
}

/// A collection whose order differs from run to run.
private protocol Unordered {}
private protocol UnorderedPairs: Unordered {}
extension Set: Unordered {}
extension Dictionary: UnorderedPairs {}
