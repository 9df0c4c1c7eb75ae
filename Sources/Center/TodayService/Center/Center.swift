package import DBus
package import Logging
internal import TodayModel
internal import TodayServiceRules

/// The notification center: it owns all state of the service, on the thread of its bus connections, and connects its
/// parts.
///
/// It is the only writer, so nothing is locked, and a call that doesn't wait is answered where it is read. Pure types
/// decide (``Registry``, ``PushGate``, ``UpdateTiming``, ``ProviderLife`` and others); the parts carry out the
/// decisions. Changes are emitted in the contract's order: widget, center, `WidgetUpdated`, reply.
package actor Center {
    /// The shared context of all parts.
    nonisolated let service: ServiceContext
    /// Identifies callers and their permissions.
    package nonisolated let callers: Callers
    /// Reports when panels leave, and apps that registered widgets.
    let callerWatch: CallerWatch
    let registry = Registry()
    let planner: UpdatePlanner
    let providers: Providers
    let panels: PanelVisibility
    let keeper: StateKeeper
    let manifests: ManifestInstaller
    let desktop: Desktop
    let groups: AppGroups
    private var phase = Phase.starting

    private enum Phase {
        /// Objects aren't exported yet.
        case starting
        /// With the state that panels know.
        case serving(CenterState)
        /// The same, and nothing new is started.
        case ending(CenterState)

        var emitted: CenterState? {
            switch self {
            case .starting: nil
            case .serving(let state), .ending(let state): state
            }
        }
    }

    /// - Parameters:
    ///   - connection: the connection for the center's own name.
    ///   - apps: the connection for the name for apps, on the same loop.
    ///   - inquiries: the connection for asking the bus about callers, on the same loop.
    ///   - files: the loop that reads files and starts programs.
    ///   - ownsProcess: whether the process runs only the center: it then also collects orphaned processes.
    package init(
        connection: Connection, apps: Connection, inquiries: Connection, logger: Logger,
        clock: ServiceClock = .system, timing: ServiceTiming = ServiceTiming(), environment: [String: String],
        store: StateStore? = nil, callers: Callers? = nil, files: EventLoop = EventLoop(name: "files"),
        ownsProcess: Bool = false
    ) {
        service = ServiceContext(
            connection: connection, apps: apps, inquiries: inquiries, logger: logger, clock: clock, timing: timing,
            environment: environment)
        self.callers = callers ?? Callers(logger: logger)
        callerWatch = CallerWatch(connection)
        planner = UpdatePlanner(service)
        providers = Providers(service, ownsProcess: ownsProcess)
        panels = PanelVisibility(service)
        keeper = StateKeeper(store, service)
        manifests = ManifestInstaller(service)
        desktop = Desktop(service, files: files)
        groups = AppGroups(service, disk: store?.loop ?? EventLoop(name: "groups"))
    }

    // MARK: Start and end

    /// Requests the names and starts to follow the bus. Calls that arrive wait until the center has started, so the
    /// disk is read meanwhile, and the first caller finds everything.
    ///
    /// - Throws: ``NameTaken`` when another center owns one of the names.
    package func prepare() async throws {
        holdCalls()
        async let callersAreFollowed: Void = callers.follow(service.inquiries)
        async let departuresAreFollowed: Void = callerWatch.follow()
        async let listenersAreFollowed: Void = groups.follow()
        try await requestNames()
        _ = try await (callersAreFollowed, departuresAreFollowed, listenersAreFollowed)
    }

    /// Restores the state from disk, exports all objects, and handles the calls that wait. Call ``prepare()`` first;
    /// without it, callers stay unknown.
    package func start(restoring snapshot: StateSnapshot = StateSnapshot(), manifests: ManifestReading) async throws {
        await self.manifests.followNames(of: manifests, self)
        keeper.restore(snapshot, self)
        // Before the object manager exists: no client can listen yet, so no signal is sent for each widget.
        self.manifests.installAtStart(manifests, self)
        keeper.restoreRegistrations(self)
        phase = .serving(currentState)
        try exportObjects()
        keeper.begin(self)
        logger.info("\(TodayBus.name) is up with \(registry.count) widgets")
    }

    /// Ends every provider that the center started, and waits until they are gone.
    package func stop() async {
        phase = .ending(phase.emitted ?? currentState)
        // Nothing comes later that would release them.
        for widget in registry.widgets { widget.releasePushes(self) }
        for widget in registry.widgets { reschedule(widget) }
        planner.end()
        await providers.endAll(self)
        await groups.finish()
    }

    /// Follows the manifests from now on, until the watch ends.
    package func follow(_ watch: ManifestWatch) {
        Task { [weak self] in
            for await reading in watch.readings { await self?.follow(reading) }
        }
        manifests.watch = watch
        manifests.followLanguage(self)
    }

    /// Updates the widgets to match the current manifests.
    package func follow(_ reading: ManifestReading) { manifests.follow(reading, self) }

    /// Follows the installed applications from now on.
    package func followApplications() async {
        await desktop.applications.begin(settling: timing.settlingOfFiles) { [weak self] in
            Task { await self?.applicationsChanged() }
        }
        applicationsChanged()
    }

    package func endFollowingApplications() async { await desktop.applications.end() }

    private func applicationsChanged() {
        if isEnding { return }
        for widget in registry.widgets { desktop.containingApps.follow(widget, self) }
    }

    /// Writes all changes so far. Returns whether that finished in time.
    package func flush() async -> Bool { await keeper.flush(self) }

    /// Writes the remaining changes, and closes the file. Returns when that is done or takes too long.
    package func finishStoring() async { await keeper.finish(self) }

    // MARK: Adding and removing widgets

    /// - Parameter isUntried: whether it gets a first update; nil decides by its state.
    func add(_ record: WidgetRecord, isUntried: Bool?) throws {
        let widget = registry.add(record)
        keeper.raiseLimit(above: widget.record.revision)
        widget.updateTiming = UpdateTiming(seenAt: clock.boot())
        if isUntried ?? record.isUntried { widget.updateTiming.firstTurn = planner.firstTurn(of: widget) }
        try service.onConnection { try $0.export(CenterContract.widget, of: self, at: record.path) }
        onGroups { $0.follow(record.definition.appGroups, of: record.path) }
        publishCenter()
        reschedule(widget)
        desktop.containingApps.follow(widget, self)
        keeper.changed(self)
        addInstances(of: widget, isSnapshot: phase.emitted == nil)
    }

    /// Removes a widget.
    ///
    /// - Parameter memory: the state that is kept for when it comes back.
    func remove(_ widget: HostedWidget, keeping memory: WidgetMemory) {
        removeInstances(of: widget, keeping: memory)
        let path = widget.path
        widget.releasePushes(self)
        endProvider(of: widget)
        desktop.containingApps.forget(widget)
        let place = widget.record.providerPlace
        registry.remove(widget, at: clock.wall(), keeping: memory)
        onGroups { $0.follow([], of: path) }
        keeper.changed(self)
        planner.forget(path, self)
        // `Today` never names an object that doesn't exist.
        publishCenter()
        service.onConnection { $0.unexport(path) }
        manifests.installWaiting(for: place, self)
    }

    func redefine(_ widget: HostedWidget, as new: WidgetRecord, _ changes: WidgetChanges?) throws {
        let known = widget.record
        let providerChanged = known.provider != new.provider || known.providerPlace != new.providerPlace
        let changed = try change(widget) { record in
            let redefined = record.redefine(new.definition, source: new.source)
            (record.registrant, record.endpoint, record.sandboxedApp) = (new.registrant, new.endpoint, new.sandboxedApp)
            let applied = try changes.map { try record.accept($0, from: .definition, at: clock.wall()) } ?? []
            return redefined.union(applied).union(record.state == .unavailable ? record.setState(.idle) : [])
        }
        if providerChanged {
            endProvider(of: widget)
        } else if changed.contains(.displayMode) {
            widget.reportDisplayMode(startsProvider: false, self)
        }
        onGroups { $0.follow(new.definition.appGroups, of: new.path) }
        reschedule(widget)
        desktop.containingApps.follow(widget, self)
        redefineInstances(of: widget)
    }

    // MARK: Emitting

    /// Uses the App Groups, which run on the same thread.
    func onGroups<Result: Sendable>(_ body: (isolated AppGroups) throws -> Result) rethrows -> Result {
        try groups.assumeIsolated(body)
    }

    /// Changes a widget, and emits the changes to panels. Held pushes are applied first.
    @discardableResult
    func change<Failure: Error>(
        _ widget: HostedWidget, _ body: (inout WidgetRecord) throws(Failure) -> Set<WidgetMember>
    ) throws(Failure) -> Set<WidgetMember> {
        widget.releasePushes(self)
        let path = widget.path
        let size = widget.record.options.size
        let changed = try registry.change(widget) { (record) throws(Failure) in
            let changed = try body(&record)
            let retry = planner.retry(of: widget, record, self)
            widget.retryDue = retry.due
            return changed.union(record.setRetryAt(retry.at))
        }
        keeper.changed(self)
        if changed.isEmpty {
            // Its age may have changed, which panels learn later.
            service.onConnection { $0.propertiesDidChangeQuietly(path) }
            return changed
        }
        if changed.contains(.revision) { keeper.raiseLimit(above: widget.record.revision) }
        let names = WidgetMember.allCases.filter(changed.contains).map(\.memberName)
        service.onConnection { $0.emitPropertiesChanged(path, TodayBus.widget, names) }
        if changed.contains(.hasContent) { publishCenter() }
        if widget.record.options.size != size { widget.updateTiming.hasNewSize = true }
        if !changed.isDisjoint(with: [.hasContent, .nextUpdate, .options]) { reschedule(widget) }
        if changed.contains(.options) { widget.followPanels(self) }
        return changed
    }

    private var currentState: CenterState {
        CenterState(
            arrangement: registry.arrangement, today: registry.today, viewing: panels.isViewing,
            stateTrouble: keeper.trouble)
    }

    /// Emits the center's own properties that have changed since the last time.
    func publishCenter() {
        guard let before = phase.emitted else { return }
        let current = currentState
        phase = isEnding ? .ending(current) : .serving(current)
        let names = current.changes(since: before)
        if !names.isEmpty { service.onConnection { $0.emitPropertiesChanged(TodayBus.path, TodayBus.center, names) } }
    }

    // MARK: Watched callers

    /// Ends everything that a caller has started when it leaves the bus.
    func watchCaller(_ name: BusName) {
        callerWatch.watch(name) { [weak self] in self?.assumeIsolated { $0.callerLeft(name) } }
    }

    private func callerLeft(_ name: BusName) {
        panels.end(name, self)
        for path in registry.index.widgets(of: name).sorted() {
            if let widget = registry[path] { registrantLeft(widget) }
        }
    }
}

extension Center {
    package nonisolated var connection: Connection { service.connection }
    package nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }
    nonisolated var loop: EventLoop { service.loop }
    nonisolated var logger: Logger { service.logger }
    nonisolated var clock: ServiceClock { service.clock }
    nonisolated var timing: ServiceTiming { service.timing }

    /// Whether objects are exported, and nothing has ended.
    var isServing: Bool { if case .serving = phase { true } else { false } }

    /// Whether the center is ending and starts nothing new.
    var isEnding: Bool { if case .ending = phase { true } else { false } }
}

extension Center {
    /// Notifies widgets that the first panel has become visible, or the last one was hidden.
    func viewingChanged() {
        publishCenter()
        planner.checkSuspend(self)
        for widget in registry.widgets { reschedule(widget) }
        for widget in registry.widgets { widget.followViewing(self) }
        for widget in registry.widgets { widget.session?.reportViewing(self) }
        for widget in registry.widgets { widget.session?.watchIdleness(self) }
    }

    /// Notifies widgets that properties reported by the visible panels may have changed.
    func panelsChanged() {
        manifests.followLanguage(self)
        for widget in registry.widgets { widget.followPanels(self) }
    }
}
