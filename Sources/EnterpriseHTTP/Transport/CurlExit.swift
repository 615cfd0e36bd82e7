import Foundation
import Synchronization

/// Stops every engine before the process's exit handlers tear OpenSSL down beneath it, which crashes otherwise.
enum CurlExit {
    private struct Engines {
        var running: [ObjectIdentifier: CurlEngine] = [:]
        var isRegistered = false
        var isExiting = false
    }

    private static let engines = Mutex(Engines())

    /// Takes in an engine that is about to start; false when the process is exiting, and it must not.
    ///
    /// Call it after libcurl's own initialisation: handlers run in reverse order, and this one must come before OpenSSL's.
    static func add(_ engine: CurlEngine) -> Bool {
        engines.withLock { engines in
            guard !engines.isExiting else { return false }
            engines.running[ObjectIdentifier(engine)] = engine
            if !engines.isRegistered {
                engines.isRegistered = true
                atexit { CurlExit.stopAll() }
            }
            return true
        }
    }

    static func remove(_ engine: CurlEngine) {
        engines.withLock { _ = $0.running.removeValue(forKey: ObjectIdentifier(engine)) }
    }

    private static func stopAll() {
        // Copied out first: stopping takes an engine's lock, which is never taken inside this one.
        let running = engines.withLock { engines in
            engines.isExiting = true
            return Array(engines.running.values)
        }
        for engine in running { engine.stop() }
        for engine in running { engine.stopAndWait(seconds: 2) }
    }
}
