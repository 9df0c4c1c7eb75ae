internal import Synchronization

extension Connection {
    /// Calls `handler` on the loop's thread with the current owner of a name, then at every change; nil means no owner.
    ///
    /// It doesn't miss a change and never reports an outdated owner: the bus confirms the rule before the owner is
    /// requested, and a reply that a change has overtaken is dropped. To end the watch, call ``cancel(_:)``.
    ///
    /// - Parameters:
    ///   - name: the name to watch.
    ///   - finished: called on the loop's thread when the watch ends, including when the connection ends.
    ///   - handler: called with the owner.
    public func watchOwner(
        of name: BusName, finished: @escaping @Sendable () -> Void = {},
        handler: @escaping @Sendable (BusName?) -> Void
    ) async throws -> Subscription {
        let changed = OwnerChanges()
        let rule = MatchRule(
            sender: .bus, path: .bus, interface: .bus, member: "NameOwnerChanged", firstArgument: name.rawValue)
        let subscription = try await subscribe(rule, finished: finished) { signal in
            guard let (_, _, owner) = try? signal.arguments(as: String.self, String.self, String.self) else { return }
            changed.mark()
            handler(BusName(rawValue: owner))
        }
        let current: BusName?
        do { current = try await owner(of: name) } catch {
            cancel(subscription)
            throw error
        }
        if !changed.any { handler(current) }
        return subscription
    }

    /// Returns the current owner of a name, then every change, as a sequence; nil means no owner.
    ///
    /// It ends with the connection, and when the iterating task is canceled. Like ``watchOwner(of:finished:handler:)``,
    /// it doesn't miss a change. To wait until another program is running, use
    ///
    /// ```swift
    /// let owner = try await bus.owners(of: "org.example.Thing").first { $0 != nil }
    /// ```
    ///
    /// or with ``waitForOwner(of:timeout:)``, which has a deadline.
    ///
    /// - Parameters:
    ///   - name: the name to watch.
    ///   - bufferingPolicy: how to handle owners that wait to be read. The default keeps all of them.
    public func owners(
        of name: BusName, bufferingPolicy: AsyncStream<BusName?>.Continuation.BufferingPolicy = .unbounded
    ) async throws -> AsyncStream<BusName?> {
        let (stream, continuation) = AsyncStream.makeStream(of: BusName?.self, bufferingPolicy: bufferingPolicy)
        let subscription = try await watchOwner(of: name, finished: { continuation.finish() }) {
            continuation.yield($0)
        }
        end(subscription, with: continuation)
        return stream
    }

    /// Waits until a name has an owner, and returns the owner's unique name; immediately if it has one.
    ///
    /// It doesn't start a service; to start a service that has an activation file, call it.
    /// - Throws: ``ConnectionError`` with code `timedOut` when the name gets no owner within `timeout`, and with code
    ///   `closed` when the connection ends; `CancellationError`.
    public func waitForOwner(of name: BusName, timeout: Duration = defaultTimeout) async throws -> BusName {
        let (stream, continuation) = AsyncStream.makeStream(of: BusName.self)
        let timer = loop.schedule(at: .now + timeout) { continuation.finish() }
        defer { loop.cancel(timer) }
        let subscription = try await watchOwner(of: name, finished: { continuation.finish() }) { owner in
            if let owner { continuation.yield(owner) }
        }
        defer { cancel(subscription) }
        for await owner in stream { return owner }
        try Task.checkCancellation()
        if isClosed { throw ConnectionError(.closed, "the connection closed before \(name) had an owner") }
        throw ConnectionError(.timedOut, "\(name) had no owner within \(timeout)")
    }
}

/// Whether the owner of a name has changed since the watch began.
private final class OwnerChanges: Sendable {
    private let flag = Atomic<Bool>(false)
    var any: Bool { flag.load(ordering: .relaxed) }
    func mark() { flag.store(true, ordering: .relaxed) }
}
