internal import CTodaySystem
internal import TodayCLibrary

/// Accepts connections from other programs at its own address, without a bus.
///
/// ```swift
/// let server = try await PeerServer.listen(at: "unix:dir=/run/user/1000") { peer in
///     try peer.export(Counter.interface, of: Counter(peer), at: "/counter")
/// }
/// print(server.address)  // for Connection.open(.peer(address))
/// ```
///
/// A connection between peers has no names and no match rules: calls have no destination, and every signal arrives. All
/// connections of a server run on its ``loop``.
///
/// libdbus accepts a client if the kernel reports that its user is root or the user of this process (mechanism
/// EXTERNAL). So only `unix:` addresses are useful: for other sockets, the kernel can't report the user. A client that
/// hasn't authenticated after 30 seconds is dropped. While 64 clients are authenticating, no more are accepted, as in
/// dbus-daemon. D-Bus specification, "Authentication Protocol".
///
/// A server listens until ``close()``, even without a reference to it.
public actor PeerServer {
    /// The thread of the server and its connections.
    public nonisolated let loop: EventLoop

    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// The address for clients: the requested address with all parts filled in, and the server's ID.
    public nonisolated var address: String { bound.withLock { $0 } }
    private nonisolated let bound = Locked("")

    private let accept: @Sendable (isolated Connection) throws -> Void
    private let authenticationLimit: Duration
    private var handle: ServerHandle?
    private var source: ServerSource?
    /// Clients that haven't authenticated yet, and the timers of their deadlines.
    private var candidates: [ObjectIdentifier: (candidate: Candidate, timer: EventLoop.Timer)] = [:]
    private var accepted: [ObjectIdentifier: Connection] = [:]
    private var receivers: [UInt64: AsyncStream<Connection>.Continuation] = [:]
    private var lastReceiver: UInt64 = 0
    /// True for a moment after a client could not be accepted.
    private var isPausing = false

    /// The default limit of dbus-daemon.
    static let maximumCandidates = 64

    private init(
        loop: EventLoop, authenticationLimit: Duration, accept: @escaping @Sendable (isolated Connection) throws -> Void
    ) {
        self.loop = loop
        self.authenticationLimit = authenticationLimit
        self.accept = accept
    }

    // MARK: Listening

    /// Starts a server that listens at an address and accepts clients.
    ///
    /// - Parameters:
    ///   - address: an address such as `unix:path=/run/user/1000/thing`, or `unix:dir=/run/user/1000` for a generated
    ///     socket name. An existing socket file is replaced. D-Bus specification, "Server Addresses".
    ///   - loop: a thread to share; nil starts one for the server.
    ///   - accept: called with each authenticated client, on the loop's thread, before its messages are handled.
    ///     Objects exported here answer the first call. If it throws, the client is rejected.
    /// - Throws: ``ListenError``.
    public static func listen(
        at address: String, on loop: EventLoop? = nil,
        accept: @escaping @Sendable (_ peer: isolated Connection) throws -> Void = { _ in }
    ) async throws -> PeerServer {
        try await listen(at: address, on: loop, authenticationLimit: .seconds(30), accept: accept)
    }

    static func listen(
        at address: String, on loop: EventLoop?, authenticationLimit: Duration,
        accept: @escaping @Sendable (_ peer: isolated Connection) throws -> Void
    ) async throws -> PeerServer {
        let server = PeerServer(loop: loop ?? EventLoop(), authenticationLimit: authenticationLimit, accept: accept)
        try await server.start(address)
        return server
    }

    private func start(_ address: String) throws(ListenError) {
        let handle = try ServerHandle.listen(at: address)
        let found = handle.address
        bound.withLock { $0 = found }
        let source = ServerSource(self)
        self.handle = consume handle
        self.source = source
        loop.add(source)
    }

    /// Stops listening, and removes the socket file. Connections stay open; see ``connections``.
    public func close() {
        guard let source else { return }
        loop.remove(source)
        self.source = nil
        handle = nil
        for candidate in candidates.values.map(\.candidate) { drop(candidate) }
        for receiver in receivers.values { receiver.finish() }
        receivers = [:]
    }

    /// Whether the server has stopped listening.
    public var isClosed: Bool { handle == nil }

    // MARK: Connections

    /// The open connections.
    public var connections: [Connection] { Array(accepted.values) }

    /// The open connections, then each new one, until ``close()``.
    ///
    /// A connection from this sequence may already have received calls. To export objects before the first call, use
    /// the handler of ``listen(at:on:accept:)``.
    public var incoming: AsyncStream<Connection> {
        let (stream, continuation) = AsyncStream.makeStream(of: Connection.self)
        for connection in accepted.values { continuation.yield(connection) }
        if isClosed {
            continuation.finish()
            return stream
        }
        lastReceiver += 1
        let number = lastReceiver
        receivers[number] = continuation
        continuation.onTermination = { [weak self] _ in
            guard let self else { return }
            Task { await self.forget(number) }
        }
        return stream
    }

    private func forget(_ receiver: UInt64) { receivers[receiver] = nil }

    // MARK: Accepting

    /// The number of clients that haven't authenticated yet.
    var candidateCount: Int { candidates.count }

    func collect(into descriptors: inout [pollfd]) {
        if !isPausing, candidates.count < Self.maximumCandidates { handle?.watches.collect(into: &descriptors) }
    }

    func handle(_ ready: ArraySlice<pollfd>) {
        handle?.watches.handle(ready)
        var isEmpty = true
        while let arrival = handle?.nextArrival() {
            isEmpty = false
            let candidate = Candidate(arrival, self)
            let timer = loop.schedule(at: .now + authenticationLimit) { [weak self] in
                self?.assumeIsolated { $0.drop(candidate) }
            }
            candidates[ObjectIdentifier(candidate)] = (candidate, timer)
            loop.add(candidate)
        }
        if isEmpty { pause() }
    }

    /// Pauses after a failed accept, perhaps because this process has no descriptors left. The client still waits then.
    /// So the socket is always ready, and would keep the thread busy.
    private func pause() {
        isPausing = true
        _ = loop.schedule(at: .now + .milliseconds(100)) { [weak self] in
            self?.assumeIsolated { $0.isPausing = false }
        }
    }

    /// Handles an event of a client.
    fileprivate func consider(_ candidate: Candidate) {
        if candidate.isAuthenticated {
            // Even if it has disconnected already: its earlier messages count.
            admit(candidate)
        } else if !candidate.isConnected {
            drop(candidate)
        }
    }

    private func admit(_ candidate: Candidate) {
        guard remove(candidate), let handle = candidate.removeHandle() else { return }
        let connection = Connection(accepted: handle, on: loop)
        let isAccepted = connection.assumeIsolated { peer in
            do { try accept(peer) } catch { peer.close(drainingFor: .zero) }
            if peer.isClosed { return false }
            peer.start()
            peer.onClose { [weak self] _ in self?.assumeIsolated { $0.accepted[ObjectIdentifier(peer)] = nil } }
            return true
        }
        guard isAccepted else { return }
        accepted[ObjectIdentifier(connection)] = connection
        for receiver in receivers.values { receiver.yield(connection) }
    }

    private func drop(_ candidate: Candidate) {
        if remove(candidate) { _ = candidate.removeHandle() }
    }

    /// Returns false if it was removed before.
    private func remove(_ candidate: Candidate) -> Bool {
        guard let (_, timer) = candidates.removeValue(forKey: ObjectIdentifier(candidate)) else { return false }
        loop.cancel(timer)
        loop.remove(candidate)
        return true
    }
}

/// The event source of a server.
private final class ServerSource: EventSource {
    private let server: PeerServer

    init(_ server: PeerServer) { self.server = server }

    func collect(into descriptors: inout [pollfd]) { server.assumeIsolated { $0.collect(into: &descriptors) } }

    func handle(_ ready: ArraySlice<pollfd>) { server.assumeIsolated { $0.handle(ready) } }

    func processPending() {}
}

/// A client that has connected, but hasn't authenticated yet.
///
/// `@unchecked`: only the loop's thread uses the handle.
private final class Candidate: EventSource, @unchecked Sendable {
    private var handle: ConnectionHandle?
    private let watches: WatchSet
    private let server: PeerServer

    init(_ handle: consuming ConnectionHandle, _ server: PeerServer) {
        watches = handle.watches
        self.server = server
        self.handle = consume handle
    }

    var isAuthenticated: Bool { handle?.isAuthenticated == true }
    var isConnected: Bool { handle?.isConnected == true }

    func removeHandle() -> ConnectionHandle? {
        let removed = handle.take()
        return removed
    }

    func collect(into descriptors: inout [pollfd]) { watches.collect(into: &descriptors) }

    /// Not in `processPending`: data that arrived with the last line of the authentication must be handled before the
    /// next wait, and a source added in that step would be polled too late.
    func handle(_ ready: ArraySlice<pollfd>) {
        watches.handle(ready)
        server.assumeIsolated { $0.consider(self) }
    }

    func processPending() {}
}
