/// Which requests were sent before, in bounded memory: a circle of up to 1,024 pages shows at once, a longer one later.
struct RequestHistory {
    private static let limit = 1024

    private var recent: Set<[UInt8]> = []
    private var order: [[UInt8]] = []
    private var count = 0
    /// The request of the last step that is a power of two: any circle comes back to one of these (Brent's algorithm).
    private var landmark: [UInt8]?

    /// Adds the digest of a request; false when it was sent before.
    mutating func add(_ digest: [UInt8]) -> Bool {
        guard digest != landmark, recent.insert(digest).inserted else { return false }
        if order.count < Self.limit {
            order.append(digest)
        } else {
            recent.remove(order[count % Self.limit])
            order[count % Self.limit] = digest
        }
        count += 1
        if count & (count - 1) == 0 { landmark = digest }
        return true
    }
}
