extension ConditionalGet {
    /// What a `ConditionalGet` remembers: for each key the answers that `Vary` tells apart, and never more than so many bytes.
    struct Store {
        private struct Entry {
            /// The latest one last. A use of one puts it there, renewed by its 304.
            var answers: [Answer] = []
            var lastUse: UInt64 = 0
            var size: Int { answers.reduce(0) { $0 + $1.size } }
        }

        /// Enough for what a server chooses by; a field that is new in every request must not fill the memory.
        private static let maxAnswersPerKey = 8

        private let maxBytes: Int
        private var entries: [[UInt8]: Entry] = [:]
        private(set) var bytes = 0
        private var uses: UInt64 = 0
        /// Counts the times that it was cleared.
        private(set) var generation = 0

        init(maxBytes: Int) { self.maxBytes = maxBytes }

        /// The answer to the request with these fields.
        func find(_ key: [UInt8], for request: HTTPHeaders) -> Answer? {
            entries[key]?.answers.last { $0.answers(request) }
        }

        /// Puts an answer in the place of the one that these fields had, or takes that out. Does nothing when it has been
        /// cleared since the `generation` of the request.
        mutating func put(_ answer: Answer?, at key: [UInt8], for request: HTTPHeaders, generation: Int) {
            guard generation == self.generation else { return }
            change(key) { answers in
                answers.removeAll { $0.answers(request) }
                if let answer { answers.append(answer) }
            }
        }

        /// Puts an answer in the place of another that is still there, or takes that out.
        mutating func replace(_ old: Answer, by answer: Answer?, at key: [UInt8]) {
            change(key) { answers in
                guard let index = answers.firstIndex(where: { $0 === old }) else { return }
                answers.remove(at: index)
                if let answer { answers.append(answer) }
            }
        }

        mutating func clear() {
            (entries, bytes, generation) = ([:], 0, generation + 1)
        }

        private mutating func change(_ key: [UInt8], _ body: (inout [Answer]) -> Void) {
            var entry = entries.removeValue(forKey: key) ?? Entry()
            bytes -= entry.size
            body(&entry.answers)
            entry.answers.removeAll { $0.size > maxBytes }
            if entry.answers.count > Self.maxAnswersPerKey { entry.answers.removeFirst() }
            guard !entry.answers.isEmpty else { return }
            uses += 1
            entry.lastUse = uses
            entries[key] = entry
            bytes += entry.size
            if bytes > maxBytes { evict(sparing: key) }
        }

        /// Drops what was not used for longest, and a little more than needed, so that not every new answer has to look for it.
        private mutating func evict(sparing key: [UInt8]) {
            for (old, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) where old != key {
                guard bytes > maxBytes - maxBytes / 8 else { return }
                entries[old] = nil
                bytes -= entry.size
            }
            // Its own answers to other requests are all that is left.
            while bytes > maxBytes, let first = entries[key]?.answers.first {
                entries[key]?.answers.removeFirst()
                bytes -= first.size
            }
        }
    }
}
