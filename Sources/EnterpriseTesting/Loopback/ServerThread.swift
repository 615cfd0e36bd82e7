import Foundation

/// A joinable thread with a small stack, so that hundreds of connections cost little.
struct ServerThread: Sendable {
    /// Enough for a handler that decodes JSON of the greatest depth Foundation allows; only touched pages are real.
    private static let stackBytes = 512 * 1024

    #if canImport(Darwin)
    // A thread's identifier may be passed around freely; it is a pointer there only in name.
    private nonisolated(unsafe) let handle: pthread_t
    #else
    private let handle: pthread_t
    #endif

    /// Starts `body` on a new thread. Whoever keeps the result must `join` it.
    init(_ body: @escaping @Sendable () -> Void) throws(LoopbackError) {
        let box = Unmanaged.passRetained(Box(body))
        switch Self.create(box.toOpaque()) {
        case .success(let handle): self.handle = handle
        case .failure(let error):
            box.release()
            throw error
        }
    }

    var isCurrent: Bool { pthread_equal(handle, pthread_self()) != 0 }

    /// Waits for the thread's end; a thread that would wait for itself is let go instead.
    func join() {
        if isCurrent { pthread_detach(handle) } else { pthread_join(handle, nil) }
    }

    private static func create(_ box: UnsafeMutableRawPointer) -> Result<pthread_t, LoopbackError> {
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        pthread_attr_init(attributes)
        pthread_attr_setstacksize(attributes, stackBytes)
        defer {
            pthread_attr_destroy(attributes)
            attributes.deallocate()
        }
        #if canImport(Darwin)
        var created: pthread_t?
        let code = pthread_create(&created, attributes, { runThread($0) }, box)
        guard code == 0, let handle = created else { return .failure(LoopbackError("pthread_create", code: code)) }
        #else
        var handle = pthread_t()
        let code = pthread_create(&handle, attributes, { runThread($0) }, box)
        guard code == 0 else { return .failure(LoopbackError("pthread_create", code: code)) }
        #endif
        return .success(handle)
    }
}

private final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

// No static method: the compiler (6.3.1) crashes on a C function that calls one.
private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body()
    return nil
}
