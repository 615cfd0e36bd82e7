/// Finds the way from the top of the tape to a value. Only errors and `codingPath` ask for it.
///
/// In each level it goes on from where it was last: a model that catches an error in every element of a long array would
/// make the whole take quadratic time otherwise.
struct PathFinder {
    private struct Step {
        let container: Int
        var child: Int
        var ordinal: Int
    }

    private var steps: [Step] = []

    /// A step of the way: the index of a value, and which of an array it is or where its key is.
    enum Element {
        case index(Int)
        case key(Int, value: Int)
    }

    /// The way to the value at `target`, outermost first.
    mutating func path(to target: Int, in tape: Tape) -> [Element] {
        var elements: [Element] = []
        var current = 0
        while current != target, tape[current].isContainer {
            let isObject = tape[current].isObject
            let depth = elements.count
            if depth < steps.count, steps[depth].container != current || steps[depth].child > target {
                steps.removeSubrange(depth...)
            }
            if depth == steps.count { steps.append(Step(container: current, child: current + 2, ordinal: 0)) }
            var step = steps[depth]
            let end = tape[current + 1].end
            while step.child < end {
                let value = isObject ? tape.index(after: step.child) : step.child
                let next = tape.index(after: value)
                if target < next {
                    elements.append(isObject ? .key(step.child, value: value) : .index(step.ordinal))
                    current = value
                    break
                }
                (step.child, step.ordinal) = (next, step.ordinal + 1)
            }
            steps[depth] = step
            guard step.child < end else { break }
        }
        return elements
    }
}
