import Foundation
import Synchronization

/// Stops every engine before the process's exit handlers tear OpenSSL down beneath it, which crashes otherwise.
enum CurlExit {
    private struct Engines {
        var running: [ObjectIdentifier: CurlEngine] = [:]
        var isRegistered = false
    }

    private static let engines = Mutex(Engines())

    /// Call it after libcurl's own initialisation: handlers run in reverse order, and this one must come before OpenSSL's.
    static func add(_ engine: CurlEngine) {
        engines.withLock { engines in
            engines.running[ObjectIdentifier(engine)] = engine
            if !engines.isRegistered {
                engines.isRegistered = true
                atexit { CurlExit.stopAll() }
            }
        }
    }

    static func remove(_ engine: CurlEngine) {
        engines.withLock { _ = $0.running.removeValue(forKey: ObjectIdentifier(engine)) }
    }

    private static func stopAll() {
        // Copied out first: stopping takes an engine's lock, which is never taken inside this one.
        let running = engines.withLock { Array($0.running.values) }
        for engine in running { engine.stop() }
        for engine in running { engine.stopAndWait(seconds: 2) }
    }
}
