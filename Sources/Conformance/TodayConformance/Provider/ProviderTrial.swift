internal import DBus
internal import DBusTesting
internal import Glibc
internal import PlayedCenter
internal import TodayPlatform
internal import TodayModel

/// A provider on a bus of its own, which is called as the center calls it. It is started by the first check that needs it;
/// all it answers is kept.
actor ProviderTrial {
    private let subject: ProviderSubject
    let patience: ProviderSubject.Patience

    /// What was called, and what it has told.
    var told = ProviderTold()
    private(set) var bus: PrivateBus?
    private(set) var center: PlayedCenter?
    private(set) var program: ToolRun?
    /// What the manifest says, once it was read.
    private var widget: ProviderSubject.Widget?
    private var isRead = false
    /// Calls of former centers.
    private var formerCalls: [PlayedCall] = []
    /// Providers of this process that were called already.
    private var known: Set<ProviderSubject.Place> = []
    private var starts = 0
    /// What the user has chosen, in place of the defaults of settings.
    private(set) var chosenSettings: [String: DBusValue] = [:]
    /// Why nothing more can be tried.
    private var reasonToStop: String?

    init(_ subject: ProviderSubject, patience: ProviderSubject.Patience = .init()) {
        self.subject = subject
        self.patience = patience
    }

    /// Ends everything.
    func close() async {
        await stopProgram()
        closeBus()
    }

    /// Ends the bus, as a crash of it would; the next check gets another one.
    func closeBus() {
        bus?.stop()
        bus = nil
        formerCalls += center?.calls.value ?? []
        center = nil
    }

    // MARK: The stage

    func manifest() throws -> ProviderSubject.Widget? {
        if !isRead {
            widget = try subject.widget()
            isRead = true
        }
        return widget
    }

    /// The bus, with a center on it.
    @discardableResult
    func stage() async throws -> PlayedCenter {
        if let center { return center }
        let bus = try await PrivateBus.start()
        self.bus = bus
        return try await startCenter(on: bus)
    }

    /// Has another center take over.
    func restartCenter() async throws {
        let former = try await stage()
        formerCalls += former.calls.value
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

    /// All calls that the program has made.
    func calls() -> [PlayedCall] { formerCalls + (center?.calls.value ?? []) }

    // MARK: The program

    /// Starts the program once more, beside the one that may run.
    func launch() async throws -> ToolRun {
        try await stage()
        guard let bus else { throw BailOut(reason: "there is no bus") }
        let widget = try manifest()
        let arguments = try subject.arguments(for: widget)
        if arguments.isEmpty {
            throw Skipped(reason: "the manifest has no Exec; a command behind -- starts its provider")
        }
        var variables = ["XDG_DATA_DIRS": Environment["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share"]
        if let widget { variables[TodayBus.widgetVariable] = widget.identifier.rawValue }
        do { return try await bus.start(arguments, with: variables) } catch {
            throw BailOut(reason: "\(error)")
        }
    }

    /// The provider that is to be called: the manifest's, or the first that was registered. It is started if it does not
    /// run, and greeted if the center would do so.
    ///
    /// - Parameter isGreeted: whether `BeginRequest` is its first call.
    func place(isGreeted: Bool = true) async throws -> ProviderSubject.Place {
        if let reasonToStop { throw BailOut(reason: reasonToStop) }
        if program == nil {
            // One that does not stay is no subject.
            if starts >= 16 { throw BailOut(reason: "the provider ends again and again") }
            starts += 1
            program = try await launch()
        }
        guard let place = try await places().first else {
            throw Skipped(reason: "nothing was registered that has a provider")
        }
        if try manifest() != nil, !known.contains(place) {
            known.insert(place)
            try await settle(place, isGreeted: isGreeted)
        }
        return place
    }

    /// Starts the program again.
    ///
    /// - Parameter settings: what its contexts hold in place of defaults, from the first one on.
    func restart(choosing settings: [String: DBusValue] = [:]) async throws -> ProviderSubject.Place {
        await stopProgram()
        chosenSettings = settings
        return try await place()
    }

    /// Waits for the beginning of something, at most until the program has ended.
    private func wait(for beginning: @escaping @Sendable () async -> Void) async {
        let isOver = WatchedValue(false)
        Task {
            await beginning()
            isOver.change { $0 = true }
        }
        if let program {
            Task { [patience] in
                _ = try? await program.finished(within: patience.answer)
                isOver.change { $0 = true }
            }
        }
        _ = try? await isOver.wait { $0 }
    }

    /// All providers that there are, in the order of their registration.
    func places() async throws -> [ProviderSubject.Place] {
        let center = try await stage()
        if let widget = try manifest() {
            switch widget.definition.provider(for: widget.identifier) {
            case .none: throw Skipped(reason: "the widget is push-only: it has no provider")
            case .callingConnection: return []
            case .bus(let name, let path), .exec(_, let name, let path):
                told.note(widget.definition, of: widget.identifier.rawValue)
                let found = WatchedValue<BusName?>(nil)
                await wait { [patience] in
                    let owner = try? await center.connection.waitForOwner(of: name, timeout: patience.answer)
                    if let owner { found.change { $0 = owner } }
                }
                guard let owner = found.value else {
                    giveUp("the widget has no provider")
                    throw Failure(
                        expected: "an owner of \(name) within \(patience.answer)", seen: await programEnd("it has none")
                    )
                }
                return [.init(identifier: widget.identifier.rawValue, name: owner, path: path)]
            }
        }
        await wait { [patience] in _ = try? await center.calls.wait(within: patience.answer) { !$0.isEmpty } }
        if calls().isEmpty {
            let reason = await programEnd(
                "the program has registered no widget within \(patience.answer); one that only owns a bus name needs its "
                    + "manifest before the --")
            giveUp(reason)
            throw BailOut(reason: reason)
        }
        var places: [ProviderSubject.Place] = []
        for call in registrations() {
            guard let definition = try? WidgetDefinition(call.values),
                let identifier = WidgetIdentifier(rawValue: call.identifier)
            else { continue }
            told.note(definition, of: call.identifier)
            switch definition.provider(for: identifier) {
            case .none: continue
            case .callingConnection(let path):
                guard let sender = call.sender else { continue }
                places.append(.init(identifier: call.identifier, name: sender, path: path))
            case .bus(let name, let path), .exec(_, let name, let path):
                guard let owner = try? await center.connection.waitForOwner(of: name, timeout: patience.others) else {
                    throw BailOut(reason: "nobody owns \(name), as which \(call.identifier) was registered")
                }
                places.append(.init(identifier: call.identifier, name: owner, path: path))
            }
        }
        return places
    }

    /// The last registration of each widget at the present center.
    func registrations() -> [PlayedCall] {
        var last: [String: PlayedCall] = [:]
        var order: [String] = []
        for call in center?.calls.value ?? [] where call.member == "RegisterWidget" {
            if last.updateValue(call, forKey: call.identifier) == nil { order.append(call.identifier) }
        }
        return order.compactMap { last[$0] }
    }

    /// Waits until the object of a new owner of the name is there, as it may come a little later.
    private func settle(_ place: ProviderSubject.Place, isGreeted: Bool) async throws {
        let deadline = ContinuousClock.now + patience.settling
        while true {
            let answer =
                isGreeted
                ? try await begin(place)
                : try await update(place)
            if !answer.isMissing || ContinuousClock.now >= deadline { return }
            let text: String? = try? await description(of: place)
            if text?.contains("\"\(TodayBus.provider)\"") == true { return }
            told.forgetLastAnswer()
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    /// What the object says of itself.
    func description(of place: ProviderSubject.Place) async throws -> String {
        try await stage().connection.call(
            place.name, path: place.path, interface: .introspectable, "Introspect", timeout: patience.settling)
    }

    /// Has no more checks tried after this one.
    func giveUp(_ reason: String) { reasonToStop = reason }

    /// Forgets the program, which has ended, or ends it.
    func stopProgram() async {
        guard let program else { return }
        self.program = nil
        known = []
        told.used = []
        if program.isRunning { program.signal(SIGKILL) }
        _ = try? await program.finished(within: .seconds(10))
    }

    /// How the program has ended, with the last lines of its standard error; these words while it runs, which it does not
    /// any longer then.
    private func programEnd(_ words: String) async -> String {
        guard let program else { return words }
        let hasEnded = !program.isRunning
        await stopProgram()
        guard let output = try? await program.finished(within: .seconds(1)) else { return words }
        let lines = output.error.split(separator: "\n").suffix(5).joined(separator: "\n")
        return (hasEnded ? "the program has ended with \(output.exit)" : words)
            + (lines.isEmpty ? "" : "; it wrote: \(lines.suffix(500))")
    }

    /// Lets go of the program without ending it, for a check that watches its end.
    func take() throws -> ToolRun {
        guard let program else { throw Skipped(reason: "the program was not started here") }
        self.program = nil
        known = []
        told.used = []
        return program
    }
}
