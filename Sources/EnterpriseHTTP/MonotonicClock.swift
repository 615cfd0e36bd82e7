/// A clock to measure and wait by: `ContinuousClock`, or one of a test's own, such as `TestClock` of EnterpriseTesting.
///
/// Its instants are those of `ContinuousClock`, so that an `any MonotonicClock` can tell the time too, which an
/// `any Clock<Duration>` can't.
public protocol MonotonicClock: Clock where Instant == ContinuousClock.Instant {}

extension ContinuousClock: MonotonicClock {}
