public import DBus
public import TodayModel

/// The panel side of the bus contract: keeps a ``TodayView`` current, with no polling, for as long as its connection
/// lives.
///
/// ```swift
/// let host = TodayViewHost(try await Connection.open(.session))
/// try await host.start(viewing: ViewingOptions())
/// for await view in await host.views() { draw(view) }
/// ```
///
/// When the center restarts, everything is read again and, if the host views, it begins to view again. While there is no
/// center, the view is empty and says so; a host that has had the bus start one has it start another then, a second later at
/// first, and less and less often where that fails.
public actor TodayViewHost {
    /// What it listens on.
    public nonisolated let connection: Connection
    public nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }

    private var state = HostState()
    private var viewing: ViewingOptions?
    private var owner: BusName?
    /// The bus is being asked for a center; until it has answered, that there is none says nothing.
    private var isActivating = false
    /// When the bus is to start another center; nil for a host that has none started.
    private var restart: CenterRestart?
    private var restarting: Task<Void, Never>?
    private var loading: Task<Void, Never>?
    private var subscriptions: [Connection.Subscription] = []
    private let viewReceivers = Broadcast<TodayView> { $0 = [$1] }
    private let eventReceivers = Broadcast<TodayEvent> { $1.add(to: &$0) }
    /// How long the bus may take to start a center before it counts as not started.
    private let activationTimeout: Duration

    /// Makes a host. Nothing happens before ``start(viewing:activating:)``.
    public init(_ connection: Connection) { self.init(connection, activationTimeout: Connection.defaultTimeout) }

    init(_ connection: Connection, activationTimeout: Duration) {
        self.connection = connection
        self.activationTimeout = activationTimeout
    }

    // MARK: What it shows

    /// The view as it is now.
    public var view: TodayView { state.view }

    /// The view now, and whenever it has changed. Views that nobody took in time are left out, never the newest.
    ///
    /// The sequence ends when the connection ends or the host is stopped.
    public func views() -> AsyncStream<TodayView> {
        viewReceivers.sequence(startingWith: [state.view])
    }

    /// The changes, in order. The sequence starts with events that lead to the view as it is now.
    ///
    /// A reader that keeps up gets each single change. While 64 events or more wait for a slow reader, new ones are merged
    /// with these: of each widget the reader gets the latest properties, the latest run and the latest value that could
    /// not be understood. Widgets that came and went in the meantime are left out. When the reader has taken all events,
    /// it knows the view as it is.
    public func events() -> AsyncStream<TodayEvent> {
        eventReceivers.sequence(startingWith: state.currentEvents)
    }

    // MARK: Life

    /// Subscribes, and reads everything from the center.
    ///
    /// It returns when the view is complete or known to be unavailable. A second call does nothing unless the first one
    /// failed.
    /// - Parameters:
    ///   - options: what to tell the center of this panel; nil only looks, and has no widget updated.
    ///   - activating: whether the bus is asked to start a center that is not running, now and whenever it has gone.
    /// - Throws: `ConnectionError` of `DBus` when the connection is closed; `RemoteError` when the bus refuses to tell of
    ///   changes.
    public func start(viewing options: ViewingOptions? = nil, activating: Bool = true) async throws {
        if !subscriptions.isEmpty { return }
        viewing = options
        isActivating = activating
        do {
            try await subscribe()
            if activating {
                restart = CenterRestart()
                try await activate()
            }
        } catch {
            await unsubscribe()
            owner = nil
            if await !connection.isClosed { change { $0.leave("the center cannot be followed", &$1) } }
            throw error
        }
        await loading?.value
    }

    private func subscribe() async throws {
        await connection.onClose { [weak self] _ in self?.assumeIsolated { $0.connectionClosed() } }
        subscriptions.append(
            try await connection.subscribe(HostSignal.rule) { [weak self] signal in
                self?.assumeIsolated { $0.receive(signal) }
            })
        subscriptions.append(
            try await connection.watchOwner(of: TodayBus.name) { [weak self] owner in
                self?.assumeIsolated { $0.change(owner: owner) }
            })
    }

    /// Stops listening, so that ``start(viewing:activating:)`` starts over.
    private func unsubscribe() async {
        for subscription in subscriptions { await connection.cancel(subscription) }
        subscriptions = []
        loading?.cancel()
        restart = nil
        isActivating = false
    }

    /// Has the bus start the center if there is none. If that fails, the bus is asked again later.
    ///
    /// - Throws: What the call throws when the connection is closed or the task is cancelled.
    private func activate() async throws {
        defer { isActivating = false }
        var reason = "the center is not running"
        if owner == nil {
            do {
                try await connection.call(
                    .bus, "StartServiceByName", timeout: activationTimeout, TodayBus.name.rawValue, UInt32(0))
            } catch let error as RemoteError {
                if error.name != .serviceUnknown { reason = "the center cannot be started: \(error.message)" }
            } catch let error as ConnectionError where error.code == .timedOut {
                reason = "the center cannot be started: the bus did not answer in time"
            }
        }
        if owner == nil {
            change { $0.leave(reason, &$1) }
            activateLater()
        }
    }

    private func activateLater() {
        guard owner == nil, let wait = restart?.wait(at: .now) else { return }
        restarting?.cancel()
        restarting = Task { [weak self] in
            guard (try? await Task.sleep(for: wait)) != nil else { return }
            await self?.activateAgain()
        }
    }

    private func activateAgain() async { do { try await activate() } catch { activateLater() } }

    /// Ends viewing and all sequences.
    public func stop() async {
        await unsubscribe()
        if viewing != nil, state.view.isAvailable { try? await CenterClient(connection).endViewing() }
        finish()
    }

    private func connectionClosed() {
        change { $0.leave("the bus has gone", &$1) }
        finish()
    }

    private func finish() {
        restart = nil
        restarting?.cancel()
        viewReceivers.finish()
        eventReceivers.finish()
    }

    // MARK: Viewing

    /// Tells that this panel is visible from now on, or has other options.
    public func beginViewing(_ options: ViewingOptions = ViewingOptions()) async {
        viewing = options
        if state.view.isAvailable { await tellViewing() }
    }

    /// Tells that this panel is not visible any more. The view stays current.
    public func endViewing() async throws {
        guard viewing != nil else { return }
        viewing = nil
        change { state, _ in state.setNotice(nil) }
        if state.view.isAvailable { try await CenterClient(connection).endViewing() }
    }

    private func tellViewing() async {
        guard let viewing else { return }
        do {
            try await CenterClient(connection).beginViewing(viewing)
            if state.view.notice != nil { change { state, _ in state.setNotice(nil) } }
        } catch {
            guard state.view.isAvailable else { return }
            change { state, _ in state.setNotice("widgets are not kept fresh for this panel: \(Refusal(error))") }
        }
    }

    // MARK: What arrives

    private func receive(_ signal: Signal) { change { $0.receive(signal, &$1) } }

    private func change(owner: BusName?) {
        self.owner = owner
        if owner == nil, isActivating { return }
        var mustRead = false
        change { mustRead = $0.changeOwner(to: owner, &$1) }
        loading?.cancel()
        loading = nil
        restarting?.cancel()
        if owner == nil { activateLater() } else { restart?.came(at: .now) }
        if mustRead, let owner { loading = Task { await load(from: owner) } }
    }

    private func load(from owner: BusName) async {
        let center = CenterClient(connection)
        do {
            let widgets = try await center.widgets()
            let properties = try await center.properties()
            var isCurrent = false
            change { isCurrent = $0.finishReading(from: owner, .init(widgets: widgets, center: properties), &$1) }
            if isCurrent { await tellViewing() }
        } catch is CancellationError {
        } catch {
            change { $0.failReading(from: owner, because: "the center cannot be read: \(Refusal(error))", &$1) }
        }
    }

    /// Changes the state, and tells everybody what has become of it.
    private func change(_ body: (inout HostState, inout [TodayEvent]) -> Void) {
        let former = state.generation
        var events: [TodayEvent] = []
        body(&state, &events)
        for event in events { eventReceivers.send(event) }
        if state.generation != former { viewReceivers.send(state.view) }
    }
}

extension TodayViewHost {
    /// Waits until the view fulfils a condition.
    ///
    /// - Returns: The view; nil after `limit`, or when the host ended before.
    public func view(
        within limit: Duration, where condition: @escaping @Sendable (TodayView) -> Bool
    ) async -> TodayView? {
        let views = views()
        return await withTaskGroup(of: TodayView?.self) { group in
            group.addTask {
                for await view in views where condition(view) { return view }
                return nil
            }
            group.addTask {
                try? await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
