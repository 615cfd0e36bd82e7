extension String {
    /// The candidate this was probably meant to be; nil when none is close.
    func suggestion(among candidates: [String]) -> String? {
        let ranked = candidates.map { (distance: editDistance(to: $0), candidate: $0) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }), best.distance <= max(2, count / 3) else {
            return nil
        }
        return best.candidate
    }

    /// How many letters have to be inserted, removed or replaced (Levenshtein).
    func editDistance(to other: String) -> Int {
        let target = Array(other)
        var row = Array(0...target.count)
        for (i, letter) in enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for j in target.indices {
                let replaced = diagonal + (letter == target[j] ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = Swift.min(replaced, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[target.count]
    }
}
