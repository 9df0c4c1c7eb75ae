internal import CTodaySystem
internal import DBus
internal import TodayPlatform
internal import Glibc
internal import NotificationCenter
internal import TodayModel
internal import TodayScripts

/// Provides a widget for each script of a folder, as long as a bus and a center are running.
@WidgetActor
final class ScriptHost {
    let places: ScriptPlaces
    private let provider: NCWidgetProvider
    private let registrations = Registrations()
    private var center: CenterWatch?
    private var widgets: [String: ScriptWidget] = [:]
    /// The further instances of these widgets by identifier, each from its first call on.
    private var instances: [String: ScriptWidget] = [:]
    /// The times at which widgets check whether their scripts are due.
    let alarms = ScriptAlarms()
    private var queue: RunQueue<ObjectIdentifier, ScriptWidget>
    /// The timers for the moments from which runs count as slow.
    private var slowTimers: [ObjectIdentifier: EventLoop.Timer] = [:]
    private let folder: ScriptFolderWatch
    private var absence: EventLoop.Timer?
    /// The current check of the folder. If ``scansAgain`` is set, another one follows it.
    private var scan: Task<Void, Never>?
    private var scansAgain = false
    private var reported: Set<String> = []

    /// The time that this program keeps running without a center.
    private static let patience = Duration.seconds(10)

    private var loop: EventLoop { WidgetActor.shared.loop }

    /// - Parameter cores: The number of scripts that run at once.
    init(_ places: ScriptPlaces, cores: Int) throws {
        self.places = places
        queue = RunQueue(places: cores)
        folder = ScriptFolderWatch(places.folder)
        provider = try NCWidgetProvider(busName: Registrations.busName, endsOnRequest: false)
    }

    /// Runs until asked to end. Returns the exit status.
    ///
    /// - Parameter signals: The descriptor for the signals that scripts name; negative for none.
    func run(signals: CInt) async throws -> CInt {
        guard alarms.begin() else { throw TimerError(code: errno) }
        defer { alarms.end() }
        let connection = try await CenterLink.shared.connection()
        await folder.begin { [weak self] in self?.rescan() }
        let signals =
            signals < 0
            ? nil
            : DescriptorWatch(signals, on: loop) { [weak self] in
                let number = Int(csystem_read_realtime_signal(signals))
                Task { @WidgetActor in self?.signaled(number) }
            }
        defer { signals?.cancel() }
        let center = CenterWatch { [weak self] in
            for widget in self?.all ?? [] { widget.panelsChanged() }
        } presence: { [weak self] in
            self?.centerChanged(isAvailable: $0)
        } removed: { [weak self] in
            self?.removed($0)
        }
        self.center = center
        // With their settings known, scripts run correctly from the first run on.
        await ask()
        // The objects exist before the name is acquired.
        await export()
        let status = try await provider.run {
            do { try await center.begin(on: connection) } catch { report("\(error)") }
            rescan()
        }
        center.end()
        await folder.end()
        return status
    }

    func report(_ text: String) {
        // A repeated problem is only reported once.
        if reported.count < 1000, reported.insert(text).inserted { StandardError.print("today-scripts: \(text)") }
    }

    // MARK: The folder

    /// Reads the folder and registers changes with the center.
    func rescan() {
        if scan != nil {
            scansAgain = true
            return
        }
        scan = Task {
            repeat {
                scansAgain = false
                await update()
            } while scansAgain
            scan = nil
        }
    }

    /// Updates the widgets to match the folder. Returns the names of removed widgets.
    @discardableResult
    private func export() async -> [String] {
        let (scripts, others) = ScriptFile.all(in: places.folder)
        for other in others {
            let first = scripts[other.name.identity]?.name.file ?? ""
            report("\(other.name.file) is ignored: its widget would be the same as that of \(first)")
        }
        for script in scripts.values.sorted(by: { $0.name.file < $1.name.file }) {
            guard let identifier = script.name.widgetIdentifier?.rawValue else {
                report("\(script.name.file) is ignored: its name is too long or empty")
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
                    report("\(identifier): \(error)")
                    continue
                }
                widgets[identifier] = widget
            }
            widgets[identifier]?.follow(script, self, registrations.settings[identifier])
            for instance in instances(of: identifier) { instance.follow(script, self) }
        }
        let present = Set(scripts.values.compactMap { $0.name.widgetIdentifier?.rawValue })
        let gone = widgets.keys.filter { !present.contains($0) }
        for identifier in gone {
            widgets[identifier] = nil
            instances = instances.filter { WidgetIdentifier(rawValue: $0.key)?.widget.rawValue != identifier }
            await provider.remove(identifier)
        }
        await folder.follow(links: Set(scripts.values.compactMap(\.linkedFolder)))
        return gone
    }

    private func update() async {
        var gone = Set(await export())
        if !registrations.isRead {
            await ask()
            for widget in all { widget.apply(settings: widget.identifier.flatMap { registrations.settings[$0] }) }
        }
        gone.formUnion(registrations.popUnseen().filter { widgets[$0] == nil })
        // The registrations run in parallel.
        await withTaskGroup { group in
            for widget in widgets.values { group.addTask { await self.register(widget) } }
            for identifier in gone { group.addTask { await self.unregister(identifier) } }
        }
    }

    private func ask() async {
        do { try await registrations.read() } catch { report("\(error)") }
    }

    private func register(_ widget: ScriptWidget) async {
        guard let script = widget.script else { return }
        do {
            // Other defaults may mean other settings.
            if try await registrations.register(script), !script.header.variables.isEmpty,
                let identifier = widget.identifier
            {
                for widget in [widget] + instances(of: identifier) { await readSettings(of: widget) }
            }
        } catch { report("\(script.name.file): \(error)") }
        widget.markRegistered()
    }

    /// Reads the settings of a widget to which the center doesn't send them.
    func readSettings(of widget: ScriptWidget) async {
        guard let identifier = widget.identifier.flatMap({ WidgetIdentifier(rawValue: $0) }),
            let connection = try? await CenterLink.shared.connection()
        else { return }
        var calls: Int
        var settings: [String: DBusValue]
        repeat {
            calls = widget.settingsCalls
            guard let properties = try? await CenterClient(connection).properties(of: identifier) else { return }
            settings = properties.settings
            // A call that came meanwhile may have brought newer settings than these.
        } while calls != widget.settingsCalls
        widget.apply(settings: settings)
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

    /// Removes the instance that the user has removed.
    private func removed(_ path: ObjectPath) {
        let gone = instances.keys.filter { WidgetIdentifier(rawValue: $0).map(TodayBus.path(of:)) == path }
        for identifier in gone {
            instances[identifier] = nil
            Task { await provider.remove(identifier) }
        }
    }

    private func unregister(_ identifier: String) async {
        do { try await registrations.unregister(identifier) } catch {
            if error.code != .unknownWidget { report("\(identifier): \(error)") }
        }
    }

    // MARK: The center

    func isViewed(_ widget: ScriptWidget) -> Bool {
        guard let center, center.isViewing, let identifier = widget.identifier else { return false }
        return center.arranged.contains(identifier)
    }

    private func centerChanged(isAvailable: Bool) {
        if let absence = absence.take() { loop.cancel(absence) }
        if isAvailable {
            if !registrations.isRead { rescan() }
            return
        }
        registrations.forget()
        absence = loop.schedule(at: .now + Self.patience) { [weak self] in
            Task { @WidgetActor in self?.provider.end() }
        }
    }

    private func signaled(_ number: Int) {
        guard number > 0 else { return }
        for widget in all where widget.script?.header.signal == number { widget.signaled() }
    }

    // MARK: Queue

    /// Adds a widget to the queue, which starts it on its turn.
    func enqueue(_ widget: ScriptWidget) {
        queue.add(widget, as: ObjectIdentifier(widget))
        advance()
    }

    /// Removes a widget from the queue: its run has ended, or doesn't take a turn.
    func leave(_ widget: ScriptWidget) {
        let name = ObjectIdentifier(widget)
        if let timer = slowTimers.removeValue(forKey: name) { loop.cancel(timer) }
        queue.remove(name)
        advance()
    }

    private func advance() {
        while let widget = queue.next() {
            let name = ObjectIdentifier(widget)
            slowTimers[name] = loop.schedule(at: .now + type(of: queue).patience) { [weak self] in
                Task { @WidgetActor in self?.markSlow(name) }
            }
            widget.start()
        }
    }

    private func markSlow(_ name: ObjectIdentifier) {
        // Its run may have ended in the meantime.
        guard slowTimers.removeValue(forKey: name) != nil else { return }
        queue.markSlow(name)
        advance()
    }
}

/// The kernel can't provide a timer.
private struct TimerError: Error, CustomStringConvertible {
    let code: CInt

    var description: String { "cannot create a timer: \(String(cString: strerror(code)))" }
}
