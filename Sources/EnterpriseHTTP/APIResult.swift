/// The outcome of a call as a value; `map`, `flatMap` and `mapError` are the standard library's.
public typealias APIResult<Value> = Result<Value, APIError>

extension Result {
    /// Runs `action` with the value of a success and gives the result back, for chains.
    @discardableResult
    public func onSuccess(_ action: (Success) throws -> Void) rethrows -> Self {
        if case .success(let value) = self { try action(value) }
        return self
    }

    /// Runs `action` with the error of a failure and gives the result back, for chains.
    @discardableResult
    public func onFailure(_ action: (Failure) throws -> Void) rethrows -> Self {
        if case .failure(let error) = self { try action(error) }
        return self
    }
}
