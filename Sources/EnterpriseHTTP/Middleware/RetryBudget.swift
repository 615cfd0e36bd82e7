import Synchronization

/// Keeps retries a small part of all requests, so that an outage is not made worse: a bucket of tokens, shared by all
/// calls of a client. Each answered request puts in a part of a token, each retry takes one.
public final class RetryBudget: Sendable {
    private let capacity: Double
    private let deposit: Double
    private let tokens: Mutex<Double>

    /// A full bucket.
    ///
    /// - Parameters:
    ///   - capacity: How many retries may follow one another with nothing answered between them.
    ///   - ratio: How many retries each answered request pays for; an answer that calls for a retry pays nothing.
    public init(capacity: Int = 20, ratio: Double = 0.1) {
        self.capacity = Double(max(0, capacity))
        deposit = max(0, ratio)
        tokens = Mutex(self.capacity)
    }

    /// Pays for an answered request.
    func answered() {
        tokens.withLock { $0 = min(capacity, $0 + deposit) }
    }

    /// Takes a token; false when there is none, and the retry must not be.
    func take() -> Bool {
        tokens.withLock { tokens in
            guard tokens >= 1 else { return false }
            tokens -= 1
            return true
        }
    }
}
