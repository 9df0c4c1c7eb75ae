extension Connection {
    /// Calls a method of an interface and returns its results as a tuple.
    ///
    /// ```swift
    /// let names: [String] = try await bus.call(.bus, "ListNames")
    /// ```
    ///
    /// - Parameters:
    ///   - remote: the object and its interface.
    ///   - member: the method.
    ///   - timeout: the time to wait for the reply. With zero or less, the call isn't sent and fails with a timeout.
    ///     With a century or more, the call has no deadline.
    ///   - options: options for the bus and for the other side.
    ///   - arguments: typed arguments; their static types determine the signature.
    /// - Throws: ``RemoteError`` when the other side replies with an error; ``ConnectionError`` when no reply arrives
    ///   or its types don't match; ``MarshallingError`` when an argument can't be sent; `CancellationError` when the
    ///   task is canceled; a late reply is dropped.
    @_disfavoredOverload
    public nonisolated func call<each Argument: DBusArgument, each Result: DBusType>(
        _ remote: RemoteInterface, _ member: MemberName, timeout: Duration = defaultTimeout, options: CallOptions = [],
        _ arguments: repeat each Argument
    ) async throws -> (repeat each Result)
    where repeat (each Argument).Wire: DBusWireType {
        try await call(
            remote.destination, path: remote.path, interface: remote.interface, member, timeout: timeout,
            options: options, repeat each arguments)
    }

    /// Calls a method of an interface that has one result.
    public nonisolated func call<each Argument: DBusArgument, Result: DBusType>(
        _ remote: RemoteInterface, _ member: MemberName, timeout: Duration = defaultTimeout, options: CallOptions = [],
        _ arguments: repeat each Argument
    ) async throws -> Result
    where repeat (each Argument).Wire: DBusWireType {
        try await call(
            remote.destination, path: remote.path, interface: remote.interface, member, timeout: timeout,
            options: options, repeat each arguments)
    }

    /// Calls a method of an interface, and returns its results with the position of the reply. Several results are a
    /// tuple; zero results are `Void`.
    @_disfavoredOverload
    public nonisolated func call<each Argument: DBusArgument, each Result: DBusType>(
        _ remote: RemoteInterface, _ member: MemberName, timeout: Duration = defaultTimeout, options: CallOptions = [],
        _ arguments: repeat each Argument
    ) async throws -> Reply<(repeat each Result)>
    where repeat (each Argument).Wire: DBusWireType {
        try await call(
            remote.destination, path: remote.path, interface: remote.interface, member, timeout: timeout,
            options: options, repeat each arguments)
    }

    /// Calls a method of an interface that has one result, and returns the result with the position of the reply.
    public nonisolated func call<each Argument: DBusArgument, Result: DBusType>(
        _ remote: RemoteInterface, _ member: MemberName, timeout: Duration = defaultTimeout, options: CallOptions = [],
        _ arguments: repeat each Argument
    ) async throws -> Reply<Result>
    where repeat (each Argument).Wire: DBusWireType {
        try await call(
            remote.destination, path: remote.path, interface: remote.interface, member, timeout: timeout,
            options: options, repeat each arguments)
    }

    /// Calls a method of an interface and waits until it is done. Ignores its results.
    public nonisolated func call<each Argument: DBusArgument>(
        _ remote: RemoteInterface, _ member: MemberName, timeout: Duration = defaultTimeout, options: CallOptions = [],
        _ arguments: repeat each Argument
    ) async throws
    where repeat (each Argument).Wire: DBusWireType {
        try await call(
            remote.destination, path: remote.path, interface: remote.interface, member, timeout: timeout,
            options: options, repeat each arguments)
    }

    /// Calls a method of an interface without requesting a reply, and returns without waiting.
    ///
    /// The caller doesn't learn whether the call arrived, was refused, or failed. Like a signal, the call is sent after
    /// the changes that ``propertiesDidChange(_:_:_:)`` recorded before it.
    ///
    /// - Throws: ``ConnectionError`` when the connection is closed; ``MarshallingError`` when an argument can't be
    ///   sent.
    public func callWithoutReply<each Argument: DBusArgument>(
        _ remote: RemoteInterface, _ member: MemberName, options: CallOptions = [], _ arguments: repeat each Argument
    ) throws
    where repeat (each Argument).Wire: DBusWireType {
        try callWithoutReply(
            remote.destination, path: remote.path, interface: remote.interface, member, options: options,
            repeat each arguments)
    }
}
