internal import CSystem
internal import DBus
internal import FileWatch
internal import Glibc
internal import NotificationCenter
internal import Platform
internal import ScriptRuns
internal import TodayModel
internal import TodayScripts

/// Provides a widget for each script of a folder, as long as there is a bus and a center.
@WidgetActor
final class ScriptHost {
    let places: ScriptPlaces
    private let provider: NCWidgetProvider
    private let registrations = Registrations()
    private var center: CenterWatch?
    private var widgets: [String: ScriptWidget] = [:]
    /// Further instances of these, each by its identifier, from its first call on.
    private var instances: [String: ScriptWidget] = [:]
    /// The settings of widgets and instances when the center was asked last.
    private var settings: [String: [String: DBusValue]] = [:]
    /// Those of which the center knows, though their scripts may have gone while nobody followed the folder.
    private var unseen: Set<String> = []
    private var queue: RunQueue<ObjectIdentifier>
    private var queued: [ObjectIdentifier: ScriptWidget] = [:]
    private var runs = 0
    private var folder: FolderWatch?
    /// Of the folders that links lead to.
    private var links: FolderWatch?
    private var linkedFolders: Set<String> = []
    private var signals: DescriptorWatch?
    private let signalDescriptor: CInt
    private var absence: EventLoop.Timer?
    /// The folder is looked at once more when this has been done.
    private var looking: Task<Void, Never>?
    private var looksAgain = false
    private var complaints: Set<String> = []

    /// How long a center may be gone before this ends.
    private static let patience = Duration.seconds(10)
    private static let settling = Duration.milliseconds(100)

    private var loop: EventLoop { WidgetActor.shared.loop }

    /// - Parameters:
    ///   - cores: how many scripts run at once.
    ///   - signals: the descriptor of signals that scripts name; negative for none.
    init(_ places: ScriptPlaces, cores: Int, signals: CInt) throws {
        self.places = places
        queue = RunQueue(slots: cores)
        signalDescriptor = signals
        provider = try NCWidgetProvider(busName: Registrations.busName, endsOnRequest: false)
    }

    /// Goes on until it is told to end. Returns the exit status.
    func run() async throws -> CInt {
        let connection = try await CenterLink.shared.connection()
        UserFolders.make(places.folder)
        let folder = watch([places.folder])
        self.folder = folder
        await folder.begin()
        if signalDescriptor >= 0 {
            signals = DescriptorWatch(signalDescriptor, on: loop) { [weak self, signalDescriptor] in
                let number = Int(csystem_take_realtime_signal(signalDescriptor))
                Task { @WidgetActor in self?.signalled(number) }
            }
        }
        let center = CenterWatch { [weak self] in
            for widget in self?.all ?? [] { widget.panelsChanged() }
        } presence: { [weak self] in
            self?.centerCame($0)
        } removed: { [weak self] in
            self?.removed($0)
        }
        self.center = center
        // With their settings they are right from the first run on.
        await read()
        // Their objects are there when the name is.
        await export()
        let status = try await provider.run {
            do { try await center.begin(on: connection) } catch { complain("\(error)") }
            look()
        }
        center.end()
        await folder.end()
        await links?.end()
        signals?.cancel()
        return status
    }

    func complain(_ text: String) {
        // What is wrong again and again is told once.
        if complaints.count < 1000, complaints.insert(text).inserted { StandardError.print("today-scripts: \(text)") }
    }

    // MARK: The folder

    private func watch(_ folders: [String]) -> FolderWatch {
        FolderWatch(folders, suffix: "", settling: Self.settling, loop: loop) { text in
            StandardError.print("today-scripts: \(text)")
        } changed: { [weak self] in
            Task { @WidgetActor in self?.look() }
        }
    }

    /// Looks at what there is in the folder, and tells the center.
    func look() {
        if looking != nil {
            looksAgain = true
            return
        }
        looking = Task {
            repeat {
                looksAgain = false
                await update()
            } while looksAgain
            looking = nil
        }
    }

    /// Brings the widgets in line with the folder. Returns the names of those that have gone.
    @discardableResult
    private func export() async -> [String] {
        let (scripts, others) = ScriptFile.all(in: places.folder)
        for other in others {
            let first = scripts[other.name.identity]?.name.file ?? ""
            complain("\(other.name.file) is left out: it would be the same widget as \(first)")
        }
        for script in scripts.values.sorted(by: { $0.name.file < $1.name.file }) {
            guard let identifier = script.name.widgetIdentifier?.rawValue else {
                complain("\(script.name.file) is left out: its name is too long, or empty")
                continue
            }
            if let widget = widgets[identifier] {
                if widget.script == script { continue }
            } else {
                let widget = ScriptWidget()
                do {
                    try await provider.add(widget, as: identifier, at: Registrations.path(of: script)) { [weak self] in
                        self?.makeInstance($0, of: identifier) ?? ScriptWidget()
                    }
                } catch {
                    complain("\(identifier): \(error)")
                    continue
                }
                widgets[identifier] = widget
            }
            widgets[identifier]?.follow(script, self, settings[identifier])
            for instance in instances(of: identifier) { instance.follow(script, self) }
        }
        let present = Set(scripts.values.compactMap { $0.name.widgetIdentifier?.rawValue })
        let gone = widgets.keys.filter { !present.contains($0) }
        for identifier in gone {
            widgets[identifier] = nil
            instances = instances.filter { WidgetIdentifier(rawValue: $0.key)?.widget.rawValue != identifier }
            await provider.remove(identifier)
        }
        await follow(links: Set(scripts.values.compactMap(\.linkedFolder)))
        return gone
    }

    private func update() async {
        var gone = Set(await export())
        if !isRead {
            await read()
            for widget in all { widget.take(settings: widget.identifier.flatMap { settings[$0] }) }
        }
        gone.formUnion(unseen.filter { widgets[$0] == nil })
        unseen = []
        // The first registration is not waited for by the second.
        await withTaskGroup { group in
            for widget in widgets.values { group.addTask { await self.register(widget) } }
            for identifier in gone { group.addTask { await self.unregister(identifier) } }
        }
    }

    /// Whether the center that is there has been asked what it knows.
    private var isRead = false

    private func read() async {
        do {
            let known = try await registrations.read()
            settings = known.reduce(into: [:]) { $0[$1.identifier.rawValue] = $1.settings }
            unseen = Set(known.map(\.identifier).filter { $0.instance == 1 }.map(\.rawValue))
        } catch { complain("\(error)") }
        isRead = true
    }

    private func register(_ widget: ScriptWidget) async {
        guard let script = widget.script else { return }
        do {
            // Other defaults may be other settings.
            if try await registrations.register(script), !script.header.variables.isEmpty,
                let identifier = widget.identifier
            {
                for widget in [widget] + instances(of: identifier) { await readSettings(of: widget) }
            }
        } catch { complain("\(script.name.file): \(error)") }
        widget.isKnown()
    }

    /// Asks for the settings of a widget that the center does not tell of them.
    func readSettings(of widget: ScriptWidget) async {
        guard let identifier = widget.identifier.flatMap({ WidgetIdentifier(rawValue: $0) }),
            let connection = try? await CenterLink.shared.connection(),
            let properties = try? await CenterClient(connection).properties(of: identifier)
        else { return }
        widget.take(settings: properties.settings)
    }

    // MARK: Instances

    private var all: [ScriptWidget] { Array(widgets.values) + Array(instances.values) }

    private func instances(of identifier: String) -> [ScriptWidget] {
        instances.filter { WidgetIdentifier(rawValue: $0.key)?.widget.rawValue == identifier }.map(\.value)
    }

    private func makeInstance(_ identifier: String, of first: String) -> ScriptWidget? {
        guard let script = widgets[first]?.script else { return nil }
        let widget = ScriptWidget(of: script, self)
        instances[identifier] = widget
        return widget
    }

    /// The user has removed an instance.
    private func removed(_ path: ObjectPath) {
        let gone = instances.keys.filter { WidgetIdentifier(rawValue: $0).map(TodayBus.path(of:)) == path }
        for identifier in gone {
            instances[identifier] = nil
            Task { await provider.remove(identifier) }
        }
    }

    private func unregister(_ identifier: String) async {
        do { try await registrations.unregister(identifier) } catch {
            if error.code != .unknownWidget { complain("\(identifier): \(error)") }
        }
    }

    /// A script that a link leads to is changed in a folder of its own.
    private func follow(links folders: Set<String>) async {
        guard folders != linkedFolders else { return }
        linkedFolders = folders
        await links?.end()
        links = nil
        if folders.isEmpty { return }
        let watch = watch(folders.sorted())
        links = watch
        await watch.begin()
    }

    // MARK: The center

    func isViewed(_ widget: ScriptWidget) -> Bool {
        guard let center, center.isViewing, let identifier = widget.identifier else { return false }
        return center.arranged.contains(identifier)
    }

    private func centerCame(_ isThere: Bool) {
        if let absence = absence.take() { loop.cancel(absence) }
        if isThere {
            if !isRead { look() }
            return
        }
        isRead = false
        absence = loop.schedule(at: .now + Self.patience) { [weak self] in
            Task { @WidgetActor in self?.provider.end() }
        }
    }

    private func signalled(_ number: Int) {
        guard number > 0 else { return }
        for widget in all where widget.script?.header.signal == number { widget.signalled() }
    }

    // MARK: Turns

    /// A number that no run has had.
    func nextRun() -> Int {
        runs += 1
        return runs
    }

    /// Has a widget started when it is its turn.
    func enqueue(_ widget: ScriptWidget) {
        queued[ObjectIdentifier(widget)] = widget
        queue.add(ObjectIdentifier(widget))
        advance()
    }

    /// The run of a widget has ended, or takes no turn.
    func leave(_ widget: ScriptWidget) {
        queued[ObjectIdentifier(widget)] = nil
        queue.remove(ObjectIdentifier(widget))
        advance()
    }

    private func advance() {
        while let next = queue.next() {
            if let widget = queued[next] { widget.start() } else { queue.remove(next) }
        }
    }
}
