/// How the process ends.
enum ExitCode: Int32 {
    case success = 0
    /// A call failed, or the demo deviated.
    case failure = 1
    case usage = 2
    case configuration = 3
    case refusedCredentials = 4
    /// `doctor` found nothing worse than warnings.
    case warnings = 5
    /// By Ctrl-C: 128 and the number of the signal, as shells have it.
    case interrupted = 130
}
