internal import DBus
internal import DBusTesting
internal import Glibc
internal import PlayedCenter
internal import TodayPlatform
internal import TodayModel

/// A provider on its own bus, called as the center calls it. The first check that needs the provider starts it. All its
/// answers are kept.
actor ProviderTrial {
    private let subject: ProviderSubject
    let limits: ProviderSubject.TimeLimits

    /// The calls and the answers so far.
    var history = ProviderHistory()
    private(set) var bus: PrivateBus?
    private(set) var center: PlayedCenter?
    private(set) var program: ToolRun?
    /// The parsed manifest, once read.
    private var widget: ProviderSubject.Widget?
    private var isRead = false
    /// The calls to earlier centers.
    private var formerCalls: [PlayedCall] = []
    /// The providers of the current process that were already called.
    private var known: Set<ProviderSubject.Place> = []
    private var starts = 0
    /// The user's choices, which replace the defaults of settings.
    private(set) var chosenSettings: [String: DBusValue] = [:]
    /// The reason why no further check can run.
    private var reasonToStop: String?

    init(_ subject: ProviderSubject, limits: ProviderSubject.TimeLimits = .init()) {
        self.subject = subject
        self.limits = limits
    }

    /// Ends everything.
    func close() async {
        await stopProgram()
        closeBus()
    }

    /// Ends the bus, as a crash would; the next check gets a new one.
    func closeBus() {
        bus?.stop()
        bus = nil
        formerCalls += center?.calls.value ?? []
        center = nil
    }

    // MARK: Stage

    func manifest() throws -> ProviderSubject.Widget? {
        if !isRead {
            widget = try subject.widget()
            isRead = true
        }
        return widget
    }

    /// Returns the center on the bus; starts both if needed.
    @discardableResult
    func stage() async throws -> PlayedCenter {
        if let center { return center }
        let bus = try await PrivateBus.start()
        self.bus = bus
        return try await startCenter(on: bus)
    }

    /// Replaces the center with another one.
    func restartCenter() async throws {
        let former = try await stage()
        formerCalls += former.calls.value
        center = nil
        await former.stop()
        if let bus { try await startCenter(on: bus) }
    }

    /// Starts a center, with the App Groups of the manifest.
    @discardableResult
    private func startCenter(on bus: PrivateBus) async throws -> PlayedCenter {
        let center = try await PlayedCenter.takeOver(bus)
        self.center = center
        for group in (try? manifest())?.definition.appGroups ?? [] { try await center.addGroup(group) }
        return center
    }

    /// Returns all calls that the program has made.
    func calls() -> [PlayedCall] { formerCalls + (center?.calls.value ?? []) }

    // MARK: Program

    /// Starts another process of the program, in addition to a running one.
    func launch() async throws -> ToolRun {
        try await stage()
        guard let bus else { throw BailOut(reason: "the bus isn't running") }
        let widget = try manifest()
        let arguments = try subject.arguments(for: widget)
        if arguments.isEmpty {
            throw Skipped(reason: "the manifest has no Exec; pass a command after -- to start its provider")
        }
        var variables = ["XDG_DATA_DIRS": Environment["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share"]
        if let widget { variables[TodayBus.widgetVariable] = widget.identifier.rawValue }
        do { return try await bus.start(arguments, with: variables) } catch {
            throw BailOut(reason: "\(error)")
        }
    }

    /// Returns the provider to call: that of the manifest, or the first registered one. If the program isn't running,
    /// it is started. If the center would call `BeginRequest` first, so does this method.
    ///
    /// - Parameter startsWithBegin: Whether `BeginRequest` is its first call.
    func place(startsWithBegin: Bool = true) async throws -> ProviderSubject.Place {
        if let reasonToStop { throw BailOut(reason: reasonToStop) }
        if program == nil {
            // A program that doesn't stay running can't be tested.
            if starts >= 16 { throw BailOut(reason: "the provider keeps ending") }
            starts += 1
            program = try await launch()
        }
        guard let place = try await places().first else {
            throw Skipped(reason: "no registered widget has a provider")
        }
        if try manifest() != nil, !known.contains(place) {
            known.insert(place)
            try await waitForObject(place, startsWithBegin: startsWithBegin)
        }
        return place
    }

    /// Restarts the program.
    ///
    /// - Parameter settings: The settings that its contexts hold in place of defaults, from the first context on.
    func restart(choosing settings: [String: DBusValue] = [:]) async throws -> ProviderSubject.Place {
        await stopProgram()
        chosenSettings = settings
        return try await place()
    }

    /// Waits for the start of something, at most until the program has ended.
    private func wait(for beginning: @escaping @Sendable () async -> Void) async {
        let isOver = WatchedValue(false)
        Task {
            await beginning()
            isOver.change { $0 = true }
        }
        if let program {
            Task { [limits] in
                _ = try? await program.finished(within: limits.answer)
                isOver.change { $0 = true }
            }
        }
        _ = try? await isOver.wait { $0 }
    }

    /// Returns all providers, in the order of their registration.
    func places() async throws -> [ProviderSubject.Place] {
        let center = try await stage()
        if let widget = try manifest() {
            switch widget.definition.provider(for: widget.identifier) {
            case .none: throw Skipped(reason: "the widget is push-only: it has no provider")
            case .callingConnection: return []
            case .bus(let name, let path), .exec(_, let name, let path):
                history.record(widget.definition, of: widget.identifier.rawValue)
                let found = WatchedValue<BusName?>(nil)
                await wait { [limits] in
                    let owner = try? await center.connection.waitForOwner(of: name, timeout: limits.answer)
                    if let owner { found.change { $0 = owner } }
                }
                guard let owner = found.value else {
                    giveUp("the widget has no provider")
                    throw Failure(
                        expected: "an owner of \(name) within \(limits.answer)", seen: await programEnd("none")
                    )
                }
                return [.init(identifier: widget.identifier.rawValue, name: owner, path: path)]
            }
        }
        await wait { [limits] in _ = try? await center.calls.wait(within: limits.answer) { !$0.isEmpty } }
        if calls().isEmpty {
            let reason = await programEnd(
                "the program has registered no widget within \(limits.answer); if it only owns a bus name, pass its "
                    + "manifest before the --")
            giveUp(reason)
            throw BailOut(reason: reason)
        }
        var places: [ProviderSubject.Place] = []
        for call in registrations() {
            guard let definition = try? WidgetDefinition(call.values),
                let identifier = WidgetIdentifier(rawValue: call.identifier)
            else { continue }
            history.record(definition, of: call.identifier)
            switch definition.provider(for: identifier) {
            case .none: continue
            case .callingConnection(let path):
                guard let sender = call.sender else { continue }
                places.append(.init(identifier: call.identifier, name: sender, path: path))
            case .bus(let name, let path), .exec(_, let name, let path):
                guard let owner = try? await center.connection.waitForOwner(of: name, timeout: limits.others) else {
                    throw BailOut(reason: "\(name), the provider of \(call.identifier), has no owner")
                }
                places.append(.init(identifier: call.identifier, name: owner, path: path))
            }
        }
        return places
    }

    /// Returns the last registration of each widget at the current center.
    func registrations() -> [PlayedCall] {
        var last: [String: PlayedCall] = [:]
        var order: [String] = []
        for call in center?.calls.value ?? [] where call.member == "RegisterWidget" {
            if last.updateValue(call, forKey: call.identifier) == nil { order.append(call.identifier) }
        }
        return order.compactMap { last[$0] }
    }

    /// Waits until a new owner of the name exports its object, which may take a moment.
    private func waitForObject(_ place: ProviderSubject.Place, startsWithBegin: Bool) async throws {
        let deadline = ContinuousClock.now + limits.settling
        while true {
            let answer =
                startsWithBegin
                ? try await begin(place)
                : try await update(place)
            if !answer.isMissing || ContinuousClock.now >= deadline { return }
            let text: String? = try? await description(of: place)
            if text?.contains("\"\(TodayBus.provider)\"") == true { return }
            history.removeLastAnswer()
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    /// Returns the object's introspection.
    func description(of place: ProviderSubject.Place) async throws -> String {
        try await stage().connection.call(
            place.name, path: place.path, interface: .introspectable, "Introspect", timeout: limits.settling)
    }

    /// Prevents all further checks.
    func giveUp(_ reason: String) { reasonToStop = reason }

    /// Forgets the program if it has ended; otherwise ends it.
    func stopProgram() async {
        guard let program else { return }
        self.program = nil
        known = []
        history.used = []
        await end(program)
    }

    /// Kills a program if it is still running, and waits until the bus releases its name. A program that starts earlier
    /// finds the name taken.
    private func end(_ program: ToolRun) async {
        if program.isRunning { program.signal(SIGKILL) }
        _ = try? await program.finished(within: .seconds(10))
        guard let widget = try? manifest(), let center else { return }
        switch widget.definition.provider(for: widget.identifier) {
        case .none, .callingConnection: return
        case .bus(let name, _), .exec(_, let name, _): await waitForRelease(of: name, on: center.connection)
        }
    }

    private func waitForRelease(of name: BusName, on connection: Connection) async {
        guard let owners = try? await connection.owners(of: name) else { return }
        let isReleased = WatchedValue(false)
        let watch = Task {
            for await owner in owners where owner == nil { isReleased.change { $0 = true } }
        }
        _ = try? await isReleased.wait(within: limits.others) { $0 }
        watch.cancel()
    }

    /// Returns how the program ended, or `words` if it was still running, with the last lines of its standard error.
    /// Ends the program.
    private func programEnd(_ words: String) async -> String {
        guard let program else { return words }
        let hasEnded = !program.isRunning
        await stopProgram()
        guard let output = try? await program.finished(within: .seconds(1)) else { return words }
        let lines = output.error.split(separator: "\n").suffix(5).joined(separator: "\n")
        return (hasEnded ? "the program ended with \(output.exit)" : words)
            + (lines.isEmpty ? "" : "; it wrote: \(lines.suffix(500))")
    }

    /// Passes the program to a check that observes its end, then ends it.
    func watchEnd(_ check: (ToolRun) async throws -> Void) async throws {
        guard let program else { throw Skipped(reason: "the program was not started here") }
        self.program = nil
        known = []
        history.used = []
        do { try await check(program) } catch {
            await end(program)
            throw error
        }
        await end(program)
    }
}
