import CLibcurl
import Foundation

/// Starts the engine's thread.
enum CurlThread {
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// A thread that runs `body`, or nil, with the cause in `errno`, when there can be none. It must be joined.
    ///
    /// Not Foundation's `Thread`: that can't be joined, and at exit OpenSSL may only be torn down after the thread ended.
    static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
        var thread = pthread_t()
        let argument = Unmanaged.passRetained(Body(body))
        let result = pthread_create(&thread, nil, { CurlThread.main($0) }, argument.toOpaque())
        guard result == 0 else {
            argument.release()
            errno = result
            return nil
        }
        return thread
    }

    private static func main(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let argument else { return nil }
        // The process's signals are for the service's own threads.
        var signals = sigset_t()
        sigfillset(&signals)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        cl_thread_name("enterprise-http")
        Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
    }
}
