public import DBus
public import TodayModel

/// A host for panels: it keeps a ``TodayView`` current over a bus connection, without polling.
///
/// ```swift
/// let host = TodayViewHost(try await Connection.open(.session))
/// try await host.start(viewing: ViewingOptions())
/// for await view in await host.views() { draw(view) }
/// ```
///
/// When the center restarts, the host reads everything again, and reports again that its panel is visible. While the
/// center isn't running, the view is empty and has a reason. A host that may start the center then asks the bus to do
/// so: first after a second, then less and less often if that fails.
public actor TodayViewHost {
    /// The connection to the bus of the center.
    public nonisolated let connection: Connection
    public nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }

    private var state = HostState()
    private var viewing: ViewingOptions?
    private var objects: ObjectManagerClient?
    private var runs: Connection.Subscription?
    /// Whether the bus is being asked for a center. Until it has answered, a missing owner means nothing.
    private var isActivating = false
    /// When the bus is asked for another center; nil for a host that starts none.
    private var restart: CenterRestart?
    private var restarting: Task<Void, Never>?
    /// Reports the panel to a center that was read.
    private var reporting: Task<Void, Never>?
    private let viewReaders = Broadcast<TodayView>()
    private let eventReaders = Broadcast<TodayEvent>()
    /// How long the bus may take to start a center before it counts as not started.
    private let activationTimeout: Duration

    /// Makes a host. To connect it to the center, call ``start(viewing:activating:)``.
    public init(_ connection: Connection) { self.init(connection, activationTimeout: Connection.defaultTimeout) }

    init(_ connection: Connection, activationTimeout: Duration) {
        self.connection = connection
        self.activationTimeout = activationTimeout
    }

    // MARK: Reading

    /// The current view.
    public var view: TodayView { state.view }

    /// Returns the current view, then each changed view, as a sequence. A slow reader gets only the newest view.
    ///
    /// The sequence ends when the connection ends or the host is stopped.
    public func views() -> AsyncStream<TodayView> { viewReaders.sequence(startingWith: [state.view]) }

    /// Returns the changes in order, as a sequence. It starts with events that lead to the current view.
    ///
    /// If more than 64 events wait for a slow reader, it gets the current state instead: one event for each widget that
    /// was added, changed or removed, with all its properties, and the events of the center.
    public func events() -> AsyncStream<TodayEvent> { eventReaders.sequence(startingWith: state.view.events) }

    // MARK: Life

    /// Subscribes to the center and reads its state.
    ///
    /// It returns when the view is complete or known to be unavailable. A second call has no effect unless the first
    /// one failed.
    /// - Parameters:
    ///   - options: The panel's options for the center. With nil, the center doesn't update widgets for this host.
    ///   - activating: Whether to ask the bus to start the center if it isn't running, now and whenever it exits.
    /// - Throws: `ConnectionError` of `DBus` when the connection is closed; `RemoteError` when the bus refuses a subscription.
    public func start(viewing options: ViewingOptions? = nil, activating: Bool = true) async throws {
        if runs != nil { return }
        viewing = options
        isActivating = activating
        do {
            try await follow()
            if activating {
                restart = CenterRestart()
                try await activate()
            }
        } catch {
            await unfollow()
            if await !connection.isClosed { change { $0.leave(.notFollowed) } }
            throw error
        }
        for await view in views() where view.center != .connecting { break }
        await reporting?.value
    }

    private func follow() async throws {
        await connection.onClose { [weak self] _ in self?.assumeIsolated { $0.connectionClosed() } }
        runs = try await connection.subscribe(
            MatchRule(
                sender: TodayBus.name, path: TodayBus.path, interface: TodayBus.center,
                member: CenterMember.widgetUpdated)
        ) { [weak self] signal in
            if let run = WidgetRun(signal) { self?.assumeIsolated { $0.change { $0.emit(.updated(run)) } } }
        }
        objects = try await ObjectManagerClient.follow(
            connection, TodayBus.name, at: TodayBus.path, including: TodayBus.center, options: .noAutoStart
        ) { [weak self] objects, changes in
            let (owner, failure) = (objects.owner, objects.failure)
            self?.assumeIsolated { $0.receive(changes, owner, failure) }
        }
    }

    /// Stops listening, so that ``start(viewing:activating:)`` starts over.
    private func unfollow() async {
        if let runs { await connection.cancel(runs) }
        (runs, objects) = (nil, nil)
        reporting?.cancel()
        restart = nil
        isActivating = false
    }

    private var owner: BusName? { objects?.assumeIsolated { $0.owner } }

    /// Has the bus start the center if it isn't running. If that fails, the bus is asked again later.
    ///
    /// - Throws: the error of the call when the connection is closed or the task is canceled.
    private func activate() async throws {
        defer { isActivating = false }
        var reason = CenterAbsence.notRunning
        if owner == nil {
            do {
                try await connection.call(
                    .bus, "StartServiceByName", timeout: activationTimeout, TodayBus.name.rawValue, UInt32(0))
            } catch let error as RemoteError {
                if error.name != .serviceUnknown { reason = .cannotStart(error.message) }
            } catch let error as ConnectionError where error.code == .timedOut {
                reason = .startTimedOut
            }
        }
        if owner == nil {
            change { $0.leave(reason) }
            activateLater()
        }
    }

    private func activateLater() {
        guard owner == nil, let wait = restart?.wait(at: .now) else { return }
        restarting?.cancel()
        restarting = Task { [weak self, loop = connection.loop] in
            guard (try? await loop.sleep(for: wait)) != nil else { return }
            await self?.activateAgain()
        }
    }

    private func activateAgain() async { do { try await activate() } catch { activateLater() } }

    /// Ends viewing and all sequences.
    public func stop() async {
        await unfollow()
        if viewing != nil, state.view.isAvailable { try? await CenterClient(connection).endViewing() }
        finish()
    }

    private func connectionClosed() {
        let reason = connection.sshHost.map { CenterAbsence.hostLost($0) } ?? .disconnected
        change { $0.leave(reason) }
        finish()
    }

    private func finish() {
        restart = nil
        restarting?.cancel()
        viewReaders.finish()
        eventReaders.finish()
    }

    // MARK: Viewing

    /// Reports that this panel is visible, or has other options.
    public func beginViewing(_ options: ViewingOptions = ViewingOptions()) async {
        viewing = options
        if state.view.isAvailable { await reportViewing() }
    }

    /// Reports that this panel is no longer visible. The host still follows changes.
    public func endViewing() async throws {
        guard viewing != nil else { return }
        viewing = nil
        change { $0.setNotice(nil) }
        if state.view.isAvailable { try await CenterClient(connection).endViewing() }
    }

    private func reportViewing() async {
        guard let viewing else { return }
        do {
            try await CenterClient(connection).beginViewing(viewing)
            if state.view.notice != nil { change { $0.setNotice(nil) } }
        } catch {
            guard state.view.isAvailable else { return }
            let reason = Refusal(error).description
            change { $0.setNotice(tr("Widgets in this panel may be out of date: {reason}", ["reason": reason])) }
        }
    }

    // MARK: Following

    private func receive(_ changes: [ObjectEvent], _ owner: BusName?, _ failure: (any Error)?) {
        let isOtherOwner = changes.contains(.ownerChanged(owner))
        if isOtherOwner, owner == nil, isActivating { return }
        let wasAvailable = state.view.isAvailable
        change { $0.receive(changes, failure: failure) }
        if isOtherOwner {
            reporting?.cancel()
            reporting = nil
            restarting?.cancel()
            if owner == nil { activateLater() } else { restart?.came(at: .now) }
        }
        if state.view.isAvailable, isOtherOwner || !wasAvailable { reporting = Task { await reportViewing() } }
    }

    /// Changes the state, and sends the result to all readers.
    private func change(_ body: (inout HostState) -> Void) {
        let former = state.generation
        body(&state)
        let events = state.takeEvents()
        if !events.isEmpty { eventReaders.update { $0.add(events, leadingTo: state.view) } }
        if state.generation != former { viewReaders.update { $0 = [state.view] } }
    }
}

extension TodayViewHost {
    /// Waits until the view meets a condition.
    ///
    /// - Returns: The view; nil after `limit`, or if the host ends first.
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
