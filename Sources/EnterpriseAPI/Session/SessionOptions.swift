/// How a session looks after its token.
public struct SessionOptions: Sendable {
    /// How old a token may become before it is renewed although the server has not refused it, counted from when this
    /// session got it; nil for any age. It needs credentials to have an effect.
    public var maxTokenAge: Duration?
    /// How long before `maxTokenAge` a call begins to renew the token, without waiting for the new one.
    public var renewsAhead: Duration
    /// The most time that credentials, and each access to the token store, may take.
    public var patience: Duration
    /// Hears of each failure of the token store, which fails no call. It is called outside of every lock.
    public var storeFailed: (@Sendable (any Error) -> Void)?

    /// Options of these values: a token lives for as long as the server takes it.
    public init(
        maxTokenAge: Duration? = nil,
        renewsAhead: Duration = .zero,
        patience: Duration = .seconds(30),
        storeFailed: (@Sendable (any Error) -> Void)? = nil
    ) {
        self.maxTokenAge = maxTokenAge
        self.renewsAhead = renewsAhead
        self.patience = patience
        self.storeFailed = storeFailed
    }
}
