package import DBus
package import Logging
internal import Processes
internal import TodayModel
internal import TodayProtocol

/// The notification center: owns all state of the service, on the thread of its bus connections.
///
/// There is one writer, so nothing is locked, and a call that needs no waiting is answered where it is read. What is to
/// be decided is decided by ``Registry``, ``PushGate``, ``SharedRun``, ``Schedule``, ``Freshness``, ``RunSlots`` and
/// ``ProviderLife``, which are pure; this actor carries it out and tells the bus, in the contract's order: widget, center,
/// `WidgetUpdated`, reply.
package actor Center {
    /// What every part works with.
    nonisolated let service: ServiceContext
    /// The connection over which the bus is asked who calls.
    package nonisolated let inquiries: Connection
    /// Who calls, and what that one may do.
    package nonisolated let callers: Callers
    /// Where files are read and programs started: a disk may take its time, and the thread of the bus waits for nobody.
    package nonisolated let files = EventLoop(name: "files")
    let applications: Applications
    let containingApps: ContainingApps
    let urlOpener: URLOpener
    let manifests: ManifestInstaller

    var registry = Registry()
    let planner: UpdatePlanner
    let panels: PanelVisibility
    let providers: Providers
    /// Tells when panels leave, and apps that registered widgets.
    let callerWatch: CallerWatch
    let keeper: StateKeeper
    let groups: AppGroups
    /// No provider is started any more.
    private(set) var isEnding = false
    /// What panels were told last; nil before there is an object that they could ask.
    private var published: CenterState?

    /// The center's own properties that change, as panels know them.
    private struct CenterState: Equatable {
        var arrangement: [WidgetIdentifier] = []
        var today: [WidgetIdentifier] = []
        var viewing = false
        var stateTrouble: StateTrouble?
    }

    /// - Parameters:
    ///   - connection: for the center's own name.
    ///   - apps: for the name for apps, on the same loop.
    ///   - inquiries: for asking the bus who calls, on the same loop.
    ///   - ownsProcess: whether there is nothing else in this process: the center then collects what is nobody's child.
    package init(
        connection: Connection, apps: Connection, inquiries: Connection, logger: Logger,
        clock: ServiceClock = .system, timing: ServiceTiming = ServiceTiming(), environment: [String: String],
        store: StateStore? = nil, callers: Callers? = nil, ownsProcess: Bool = false
    ) {
        service = ServiceContext(
            connection: connection, apps: apps, logger: logger, clock: clock, timing: timing, environment: environment)
        self.inquiries = inquiries
        providers = Providers(service, ownsProcess: ownsProcess)
        self.callers = callers ?? Callers(logger: logger)
        keeper = StateKeeper(store, service)
        groups = AppGroups(service, disk: store?.loop ?? EventLoop(name: "groups"))
        callerWatch = CallerWatch(connection, logger: logger)
        panels = PanelVisibility(service)
        planner = UpdatePlanner(service)
        manifests = ManifestInstaller(service)
        applications = Applications(environment: environment, logger: logger, loop: files)
        containingApps = ContainingApps(applications, service)
        urlOpener = URLOpener(service, applications)
    }

    // MARK: Start and end

    /// Exports everything and takes the names, in this order, so that the first caller finds it all.
    ///
    /// - Parameter image: what was on disk.
    /// - Throws: ``StartError`` when another center owns one of the names.
    package func start(manifests: ManifestReading, image: StateImage = StateImage()) async throws {
        // Before anybody calls.
        try await callers.follow(inquiries)
        await keeper.restore(image, self)
        // Before there is a manager of their objects: nobody can listen yet, so nobody is told of each.
        self.manifests.installAtStart(manifests, self)
        restoreRegistrations()
        published = currentState
        try exportObjects()
        try await takeNames()
        keeper.begin(self)
        logger.info("\(TodayBus.name) is up with \(registry.count) widgets")
    }

    /// Why the center could not start.
    package enum StartError: Error, CustomStringConvertible {
        case nameTaken(BusName)

        package var description: String {
            switch self {
            case .nameTaken(let name):
                "\(name) is owned by another process: a notification center is running already"
            }
        }
    }

    /// Ends every provider that was started here, and waits until they are gone.
    package func stop() async {
        isEnding = true
        // Nothing comes later.
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
    }

    /// Brings the widgets in line with the manifests that there are.
    package func follow(_ reading: ManifestReading) { manifests.follow(reading, self) }

    /// Follows from now on which applications are installed.
    package func followApplications() async {
        await applications.begin(settling: timing.settlingOfFiles) { [weak self] in
            Task { await self?.applicationsChanged() }
        }
        applicationsChanged()
    }

    package func endFollowingApplications() async { await applications.end() }

    private func applicationsChanged() {
        if isEnding { return }
        for widget in registry.widgets { containingApps.look(at: widget, self) }
    }

    /// Writes what there is so far. Returns whether that was done in time.
    package func flush() async -> Bool { await keeper.flush(self) }

    /// Writes what is left, and closes the file. Returns when that is done or takes too long.
    package func finishStoring() async { await keeper.finish(self) }

    // MARK: Widgets come and go

    /// - Parameter isUntried: whether it gets a first update; nil decides by what it has.
    func add(_ record: WidgetRecord, isUntried: Bool?) throws {
        let widget = registry.add(record)
        keeper.noteRevision(of: widget)
        widget.freshness = Freshness(seenAt: clock.boot())
        if isUntried ?? record.isUntried { widget.freshness.firstTurn = planner.firstTurn(of: widget) }
        try service.onConnection { try $0.export(Self.widgetInterface, of: self, at: record.path) }
        followGroups(of: record)
        publishCenter()
        reschedule(widget)
        containingApps.look(at: widget, self)
        keeper.changed(self)
    }

    /// Removes a widget.
    ///
    /// - Parameter memory: what is there again when it comes back.
    func remove(_ widget: HostedWidget, keeping memory: WidgetMemory) {
        let path = widget.path
        widget.releasePushes(self)
        widget.endProvider(self)
        containingApps.forget(widget)
        let place = widget.record.providerPlace
        registry.remove(widget, at: clock.wall(), keeping: memory)
        onGroups { $0.follow([], of: path) }
        keeper.changed(self)
        planner.forget(path, self)
        // `Today` never names an object that is not there.
        publishCenter()
        service.onConnection { $0.unexport(path) }
        manifests.installWaiting(for: place, self)
    }

    func redefine(_ widget: HostedWidget, as new: WidgetRecord, _ changes: WidgetChanges?) throws {
        let known = widget.record
        let providerChanged = known.provider != new.provider || known.providerPlace != new.providerPlace
        try change(widget) { record in
            let redefined = record.redefine(new.definition, source: new.source)
            (record.registrant, record.endpoint, record.sandboxedApp) = (new.registrant, new.endpoint, new.sandboxedApp)
            let applied = try changes.map { try record.accept($0, from: .definition, at: clock.wall()) } ?? []
            return redefined.union(applied).union(record.state == .unavailable ? record.setState(.idle) : [])
        }
        if providerChanged { widget.endProvider(self) }
        followGroups(of: new)
        reschedule(widget)
        containingApps.look(at: widget, self)
    }

    // MARK: Telling the bus

    /// Uses the App Groups, which live on the same thread.
    func onGroups<Result: Sendable>(_ body: (isolated AppGroups) throws -> Result) rethrows -> Result {
        try groups.assumeIsolated(body)
    }

    /// Follows which groups a widget's definition names.
    func followGroups(of record: WidgetRecord) {
        onGroups { $0.follow(record.definition.appGroups, of: record.path) }
    }

    /// Changes a widget, and tells panels what that changed. Pushes that are held come first.
    @discardableResult
    func change<Failure: Error>(
        _ widget: HostedWidget, _ body: (inout WidgetRecord) throws(Failure) -> Set<WidgetMember>
    ) throws(Failure) -> Set<WidgetMember> {
        widget.releasePushes(self)
        let path = widget.path
        let changed = try registry.change(widget, body)
        keeper.changed(self)
        if changed.isEmpty {
            // Its age may have moved, of which panels are told later.
            service.onConnection { $0.propertiesDidChangeQuietly(path) }
            return changed
        }
        if changed.contains(.revision) { keeper.noteRevision(of: widget) }
        let names = WidgetMember.allCases.filter(changed.contains).map(\.memberName)
        service.onConnection { $0.emitPropertiesChanged(path, TodayBus.widget, names) }
        if changed.contains(.hasContent) { publishCenter() }
        if changed.contains(.error), widget.record.error.isEmpty { widget.freshness.failure = nil }
        if !changed.isDisjoint(with: [.hasContent, .nextUpdate]) { reschedule(widget) }
        return changed
    }

    private var currentState: CenterState {
        CenterState(
            arrangement: registry.arrangement, today: registry.today, viewing: panels.isViewing,
            stateTrouble: keeper.trouble)
    }

    /// Tells panels which of the center's own properties have changed since they were told last.
    func publishCenter() {
        guard let before = published else { return }
        let current = currentState
        published = current
        var names: [MemberName] = []
        if current.arrangement != before.arrangement { names.append(CenterMember.arrangement) }
        if current.today != before.today { names.append(CenterMember.today) }
        if current.viewing != before.viewing { names.append(CenterMember.viewing) }
        if current.stateTrouble != before.stateTrouble {
            if (current.stateTrouble == nil) != (before.stateTrouble == nil) { names.append(CenterMember.stateStored) }
            names.append(CenterMember.stateError)
        }
        if !names.isEmpty { service.onConnection { $0.emitPropertiesChanged(TodayBus.path, TodayBus.center, names) } }
    }

    // MARK: Callers that matter

    /// Has what a caller has begun ended when it leaves the bus.
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
}

extension Center: UpdateHost {
    func tellUpdated(_ widget: HostedWidget, _ result: UpdateResult, microseconds: UInt64) {
        let details: [String: DBusValue] = [
            "Revision": .uint64(widget.record.revision), "DurationUsec": .uint64(microseconds),
            "Error": .string(widget.record.error),
        ]
        let name = widget.identifier.rawValue
        service.onConnection {
            try? $0.emit(Self.widgetUpdated, at: TodayBus.path, name, result.rawValue, details)
        }
    }
}

extension Center: StateOwner {
    func stateTroubleChanged() { publishCenter() }
}

extension Center: PanelFollower {
    func viewingChanged() {
        publishCenter()
        planner.noticeSuspend(self)
        for widget in registry.widgets { reschedule(widget) }
        for widget in registry.widgets { widget.followViewing(self) }
        for widget in registry.widgets { widget.session?.tellViewing(self) }
        for widget in registry.widgets { widget.session?.watchIdleness(self) }
    }

    func panelsChanged() { for widget in registry.widgets { widget.followPanels(self) } }
}
