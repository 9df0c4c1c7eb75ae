internal import DBus
internal import DBusTesting
internal import Glibc
internal import Platform
internal import TodayModel

/// A provider on a bus of its own, which is called as the center calls it. It is started by the first check that needs it;
/// all it answers is kept.
actor ProviderTrial {
    private let subject: ProviderSubject
    let patience: ProviderSubject.Patience

    private(set) var bus: PrivateBus?
    private(set) var center: StageCenter?
    private(set) var program: ToolRun?
    /// What the manifest says, once it was read.
    private var widget: ProviderSubject.Widget?
    private var isRead = false
    /// What it has answered so far.
    private(set) var answers: [ProviderAnswer] = []
    /// Calls of former centers.
    private var formerCalls: [StageCall] = []
    /// The content that each widget had last.
    private var contents: [String: Content] = [:]
    private var largestModes: [String: String] = [:]
    /// Providers of this process that were called already.
    private var known: Set<ProviderSubject.Place> = []
    /// Those, and instances of them.
    private var used: Set<ProviderSubject.Place> = []
    private var starts = 0
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
    func stage() async throws -> StageCenter {
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
    private func startCenter(on bus: PrivateBus) async throws -> StageCenter {
        let center = try await StageCenter.start(on: bus)
        self.center = center
        for group in (try? manifest())?.definition.appGroups ?? [] { try await center.addGroup(group) }
        return center
    }

    /// All calls that the program has made.
    func calls() -> [StageCall] { formerCalls + (center?.calls.value ?? []) }

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
            if starts >= 12 { throw BailOut(reason: "the provider ends again and again") }
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

    /// All providers that there are, in the order of their registration.
    func places() async throws -> [ProviderSubject.Place] {
        let center = try await stage()
        if let widget = try manifest() {
            switch widget.definition.provider(for: widget.identifier) {
            case .none: throw Skipped(reason: "the widget is push-only: it has no provider")
            case .callingConnection: return []
            case .bus(let name, let path), .exec(_, let name, let path):
                largestModes[widget.identifier.rawValue] =
                    largestModes[widget.identifier.rawValue] ?? widget.definition.largestDisplayMode.rawValue
                let owner: BusName
                do {
                    owner = try await center.connection.waitForOwner(of: name, timeout: patience.answer)
                } catch {
                    giveUp("there is no provider")
                    throw Failure(
                        expected: "an owner of \(name) within \(patience.answer)",
                        seen: "nobody owns it\(await whatItWrote())")
                }
                return [.init(identifier: widget.identifier.rawValue, name: owner, path: path)]
            }
        }
        let program = self.program
        // It registers, it pushes, or it ends.
        let hasBegun = WatchedValue(false)
        Task {
            _ = try? await center.calls.wait(within: patience.answer) { !$0.isEmpty }
            hasBegun.change { $0 = true }
        }
        Task {
            _ = try? await program?.finished(within: patience.answer)
            hasBegun.change { $0 = true }
        }
        _ = try? await hasBegun.wait { $0 }
        var places: [ProviderSubject.Place] = []
        for call in registrations() {
            guard let definition = try? WidgetDefinition(call.values),
                let identifier = WidgetIdentifier(rawValue: call.identifier)
            else { continue }
            largestModes[call.identifier] = largestModes[call.identifier] ?? definition.largestDisplayMode.rawValue
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
    func registrations() -> [StageCall] {
        var last: [String: StageCall] = [:]
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
            answers.removeLast()
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
        used = []
        program.signal(SIGKILL)
        _ = try? await program.finished(within: .seconds(10))
    }

    /// What the program wrote to its error output, in words, once it has ended.
    private func whatItWrote() async -> String {
        guard let program else { return "" }
        await stopProgram()
        guard let output = try? await program.finished(within: .seconds(1)), !output.error.isEmpty else { return "" }
        return "; it wrote: \(output.error.suffix(500))"
    }

    /// Lets go of the program without ending it, for a check that watches its end.
    func take() throws -> ToolRun {
        guard let program else { throw Skipped(reason: "the program was not started here") }
        self.program = nil
        known = []
        used = []
        return program
    }

    // MARK: Calling

    /// A complete context.
    func context(
        _ place: ProviderSubject.Place, reason: String, mode: String = "compact", settings: [String: DBusValue] = [:]
    ) throws -> [String: DBusValue] {
        let defaults = Dictionary(try self.settings(of: place).map { ($0.key, $0.defaultValue.dbusValue) }) { $1 }
        func size(_ width: Double, _ height: Double) -> DBusValue { .structure([.double(width), .double(height)]) }
        return [
            "Identifier": .string(place.identifier), "Version": .uint32(2), "Reason": .string(reason),
            "DisplayMode": .string(mode), "CompactSize": size(320, 110), "ExpandedSize": size(320, 640),
            "ProposedMarginInsets": .structure([.double(0), .double(0), .double(0), .double(0)]),
            "Locale": .string("C.UTF-8"), "ColorScheme": .string("light"), "Viewing": .boolean(true),
            "Settings": .properties(defaults.merging(settings) { $1 }),
        ]
    }

    @discardableResult
    func begin(_ place: ProviderSubject.Place) async throws -> ProviderAnswer {
        let context = try context(place, reason: "start")
        return try await ask(place, "BeginRequest", "") { connection, limit in
            let changes: [String: DBusValue] = try await connection.call(
                place.name, path: place.path, interface: TodayBus.provider, "BeginRequest", timeout: limit, context)
            return (nil, changes)
        }
    }

    /// Has it updated.
    ///
    /// - Parameter more: keys of the context, besides or instead of the usual ones.
    @discardableResult
    func update(
        _ place: ProviderSubject.Place, reason: String = "requested", mode: String = "compact",
        settings: [String: DBusValue] = [:], _ more: [String: DBusValue] = [:]
    ) async throws -> ProviderAnswer {
        let context = try context(place, reason: reason, mode: mode, settings: settings).merging(more) { $1 }
        let added = more.merging(settings) { $1 }.sorted { $0.key < $1.key }.map { ", with \($0.key) \($0.value)" }
        return try await ask(place, "PerformUpdate", "for the reason \(reason)\(added.joined())") { connection, limit in
            let (word, changes): (String, [String: DBusValue]) = try await connection.call(
                place.name, path: place.path, interface: TodayBus.provider, "PerformUpdate", timeout: limit, context)
            return (word, changes)
        }
    }

    func changeMode(_ place: ProviderSubject.Place, to mode: String) async throws -> ProviderAnswer {
        let size = Size(width: 320, height: mode == "compact" ? 110 : 640)
        return try await ask(place, "DisplayModeChanged", "to \(mode)") { connection, limit in
            let changes: [String: DBusValue] = try await connection.call(
                place.name, path: place.path, interface: TodayBus.provider, "DisplayModeChanged", timeout: limit, mode,
                size)
            return (nil, changes)
        }
    }

    func tap(
        _ place: ProviderSubject.Place, _ action: String, _ parameter: [DBusValue] = [],
        _ data: [String: DBusValue] = [:]
    ) async throws -> ProviderAnswer {
        try await ask(place, "InvokeAction", "\(action) \(parameter)") { connection, limit in
            let changes: [String: DBusValue] = try await connection.call(
                place.name, path: place.path, interface: TodayBus.provider, "InvokeAction", timeout: limit, action,
                parameter, data)
            return (nil, changes)
        }
    }

    /// Calls a method that has neither arguments nor results.
    func tell(
        _ place: ProviderSubject.Place, _ member: MemberName, within limit: Duration? = nil
    ) async throws -> ProviderAnswer {
        try await ask(place, member, "", within: limit) { connection, limit in
            let _: Void = try await Self.callForNothing(connection, place, member, limit)
            return (nil, [:])
        }
    }

    /// A call whose reply has to be without values.
    private static func callForNothing(
        _ connection: Connection, _ place: ProviderSubject.Place, _ member: MemberName, _ limit: Duration
    ) async throws {
        let _: () = try await connection.call(
            place.name, path: place.path, interface: TodayBus.provider, member, timeout: limit)
    }

    /// Tells it to end, at each of its objects that were used. Returns the answer of its own.
    func end(_ place: ProviderSubject.Place) async throws -> ProviderAnswer {
        let others = used.subtracting([place])
        let answer = try await tell(place, "EndRequest", within: patience.ending)
        if answer.isMissing { return answer }
        for other in others { _ = try await tell(other, "EndRequest", within: patience.ending) }
        return answer
    }

    private func ask(
        _ place: ProviderSubject.Place, _ member: MemberName, _ words: String, within limit: Duration? = nil,
        _ send: @Sendable (Connection, Duration) async throws -> (word: String?, changes: [String: DBusValue])
    ) async throws -> ProviderAnswer {
        let connection = try await stage().connection
        let limit = limit ?? patience.answer
        used.insert(place)
        let outcome: ProviderAnswer.Outcome
        do {
            let (word, changes) = try await send(connection, limit)
            outcome = .reply(word: word, changes: changes)
        } catch let error as RemoteError {
            let gone: Set<ErrorName> = [.noReply, .serviceUnknown, .nameHasNoOwner, .disconnected]
            outcome = gone.contains(error.name) ? .left : .error(error)
        } catch let error as ConnectionError where error.code == .malformedReply {
            outcome = .mistyped(error.message)
        } catch let error as ConnectionError where error.code == .timedOut {
            outcome = .late(limit)
        }
        let call = "\(member) of \(place.identifier)\(words.isEmpty ? "" : " ")\(words)"
        let answer = ProviderAnswer(
            call: call, member: member, largestMode: largestModes[place.identifier] ?? "expanded", outcome: outcome)
        answers.append(answer)
        switch outcome {
        case .late where member != "EndRequest": giveUp("the provider does not answer any more")
        case .left where member != "EndRequest": await stopProgram()
        case .late, .left, .mistyped, .error: break
        case .reply(let word, let changes): take(changes, word, place)
        }
        return answer
    }

    private func take(_ changes: [String: DBusValue], _ word: String?, _ place: ProviderSubject.Place) {
        if word == "failed" || word == "no-data" { return }
        if let value = changes["Content"], let content = try? Content.validating(value) {
            contents[place.identifier] = content
        }
        if case .string(let mode)? = changes["LargestDisplayMode"]?.unwrapped { largestModes[place.identifier] = mode }
    }

    /// What a widget shows, as far as it has told.
    func content(of place: ProviderSubject.Place) throws -> Content? {
        try contents[place.identifier] ?? manifest()?.definition.changes.content
    }

    /// What is declared of a widget.
    private func definition(of place: ProviderSubject.Place) throws -> WidgetDefinition? {
        if let widget = try manifest() { return widget.definition }
        return registrations().first { $0.identifier == place.widget }.flatMap { try? WidgetDefinition($0.values) }
    }

    /// The settings that a widget declares.
    func settings(of place: ProviderSubject.Place) throws -> [SettingDeclaration] {
        try definition(of: place)?.settingsSchema.declarations ?? []
    }

    /// One more instance of a widget.
    func instance(_ number: Int, of place: ProviderSubject.Place) throws -> ProviderSubject.Place {
        guard try definition(of: place)?.instances == true,
            let path = ObjectPath(rawValue: (place.path == .root ? "" : place.path.rawValue) + "/instance/\(number)")
        else { throw Skipped(reason: "it says nothing of Instances") }
        return ProviderSubject.Place(identifier: "\(place.identifier)#\(number)", name: place.name, path: path)
    }

    /// The largest mode of a widget.
    func largestMode(of place: ProviderSubject.Place) -> String { largestModes[place.identifier] ?? "compact" }
}
