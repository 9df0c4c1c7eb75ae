internal import CTodaySystem
internal import Glibc

/// Accepts connections from other programs at an address of its own, without a bus.
///
/// ```swift
/// let server = try await PeerServer.listen(at: "unix:dir=/run/user/1000") { peer in
///     try peer.export(Counter.interface, of: Counter(peer), at: "/counter")
/// }
/// print(server.address)  // for Connection.open(.peer(address))
/// ```
///
/// A connection between peers has no names and no match rules: calls have no destination, and every signal arrives. All
/// connections of a server live on its ``loop``.
///
/// libdbus lets in a client whose user, as the kernel tells of its socket, is the user of this process, or root; nothing
/// else than this (the mechanism EXTERNAL) is offered. So only addresses of the kind `unix:` are of use: elsewhere the
/// kernel cannot tell. A client that has not said who it is after 30 seconds is dropped, and while
/// 64 are at it no more are taken, as with dbus-daemon. D-Bus specification, "Authentication Protocol".
///
/// A server listens until ``close()``, whether or not anybody keeps it.
public actor PeerServer {
    /// The thread that the server and its connections work on.
    public nonisolated let loop: EventLoop

    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Where clients connect: the address that was asked for, with what it left open filled in, and the server's id.
    public nonisolated var address: String { bound.withLock { $0 } }
    private nonisolated let bound = Locked("")

    private let accept: @Sendable (isolated Connection) throws -> Void
    private let authenticationLimit: Duration
    private var handle: ServerHandle?
    private var source: ServerSource?
    /// Clients that have not said yet who they are, and until when they may.
    private var candidates: [ObjectIdentifier: (candidate: Candidate, timer: EventLoop.Timer)] = [:]
    private var accepted: [ObjectIdentifier: Connection] = [:]
    private var receivers: [UInt64: AsyncStream<Connection>.Continuation] = [:]
    private var lastReceiver: UInt64 = 0
    /// Set for a moment after a client could not be accepted.
    private var isPausing = false

    /// As many candidates as dbus-daemon has by default.
    static let maximumCandidates = 64

    private init(
        loop: EventLoop, authenticationLimit: Duration, accept: @escaping @Sendable (isolated Connection) throws -> Void
    ) {
        self.loop = loop
        self.authenticationLimit = authenticationLimit
        self.accept = accept
    }

    // MARK: Listening

    /// Listens at a server address, and accepts clients from then on.
    ///
    /// - Parameters:
    ///   - address: such as `unix:path=/run/user/1000/thing` or, for a socket with a name of its own choice,
    ///     `unix:dir=/run/user/1000`. A socket file that is there already is replaced. D-Bus specification,
    ///     "Server Addresses".
    ///   - loop: a thread to share; nil starts one for the server.
    ///   - accept: is given each client that was let in, on the loop's thread, before anything it sent is looked at.
    ///     What it exports answers the first call. When it throws the client is turned away.
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

    /// Stops to listen, and removes the socket file. Connections stay open; see ``connections``.
    public func close() {
        guard let source else { return }
        loop.remove(source)
        self.source = nil
        handle = nil
        for candidate in candidates.values.map(\.candidate) { drop(candidate) }
        for receiver in receivers.values { receiver.finish() }
        receivers = [:]
    }

    /// Whether the server has stopped to listen.
    public var isClosed: Bool { handle == nil }

    // MARK: Connections

    /// The connections that are open at the moment.
    public var connections: [Connection] { Array(accepted.values) }

    /// The connections that are open now, then each that is accepted, until ``close()``.
    ///
    /// Whoever takes one from here may be late for its first calls; what has to be exported before those belongs into
    /// the handler that was given to ``listen(at:on:accept:)``.
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

    /// How many clients have not said yet who they are.
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

    /// Nobody could be accepted, perhaps because this process has no descriptors left. The client still waits then, so
    /// that the socket is ready all the time, and would keep the thread busy.
    private func pause() {
        isPausing = true
        _ = loop.schedule(at: .now + .milliseconds(100)) { [weak self] in
            self?.assumeIsolated { $0.isPausing = false }
        }
    }

    /// Something has happened to a client.
    fileprivate func consider(_ candidate: Candidate) {
        if candidate.isAuthenticated {
            // Also when it has left already: what it said before counts.
            admit(candidate)
        } else if !candidate.isConnected {
            drop(candidate)
        }
    }

    private func admit(_ candidate: Candidate) {
        guard remove(candidate), let handle = candidate.take() else { return }
        let connection = Connection(accepted: handle, on: loop)
        let isWelcome = connection.assumeIsolated { peer in
            do { try accept(peer) } catch { peer.close(drainingFor: .zero) }
            if peer.isClosed { return false }
            peer.start()
            peer.onClose { [weak self] _ in self?.assumeIsolated { $0.accepted[ObjectIdentifier(peer)] = nil } }
            return true
        }
        guard isWelcome else { return }
        accepted[ObjectIdentifier(connection)] = connection
        for receiver in receivers.values { receiver.yield(connection) }
    }

    private func drop(_ candidate: Candidate) {
        if remove(candidate) { _ = candidate.take() }
    }

    /// Returns false if it has left.
    private func remove(_ candidate: Candidate) -> Bool {
        guard let (_, timer) = candidates.removeValue(forKey: ObjectIdentifier(candidate)) else { return false }
        loop.cancel(timer)
        loop.remove(candidate)
        return true
    }
}

/// Shows a server to its loop.
private final class ServerSource: EventSource {
    private let server: PeerServer

    init(_ server: PeerServer) { self.server = server }

    func collect(into descriptors: inout [pollfd]) { server.assumeIsolated { $0.collect(into: &descriptors) } }

    func handle(_ ready: ArraySlice<pollfd>) { server.assumeIsolated { $0.handle(ready) } }

    func processPending() {}
}

/// A client that has connected, and has not said yet who it is.
///
/// `@unchecked`: the handle is touched by the loop's thread alone.
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

    func take() -> ConnectionHandle? {
        let taken = handle.take()
        return taken
    }

    func collect(into descriptors: inout [pollfd]) { watches.collect(into: &descriptors) }

    /// Not in `processPending`: what arrived with the last line of the authentication has to be handled before the next
    /// wait, and a source that is added then is asked too late.
    func handle(_ ready: ArraySlice<pollfd>) {
        watches.handle(ready)
        server.assumeIsolated { $0.consider(self) }
    }

    func processPending() {}
}
