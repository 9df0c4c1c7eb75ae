internal import ArgumentParser
internal import CTodaySystem
internal import DBus
internal import Glibc
internal import Synchronization
internal import TodayHost
internal import TodayModel
internal import TodayPlatform

/// `todayctl bar`.
struct Bar: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints a line for a status bar, such as Waybar, after each change.",
        usage: "todayctl bar --format <format> [<options>] [<identifier> ...]",
        discussion: """
            The bar shows the first line of each widget's content. If the bar supports tooltips, the tooltip shows all \
            of the content. Without identifiers, the bar shows all widgets in Today, urgent ones first. If a widget \
            asks for attention, its count follows its text. The bar never interprets text from widgets as markup.

            The command prints the first line at once and ends when the bar closes the pipe. While it runs, it counts \
            as a visible panel, so the center updates the widgets; --background prevents this. With --host, the bar \
            waits for the other machine and connects again when the connection is lost.

            FORMATS
              waybar    an object per line with text, alt, tooltip, class and percentage
              i3bar     the protocol of i3bar and swaybar, including clicks
              polybar   text with actions for mouse buttons
              lemonbar  the same, but clicks print commands for a shell to run
              genmon    markup for xfce4-genmon-plugin, printed once; see also --event
              text      one line of text; for a lock screen, add --locked
              json      an array of objects per line, with the data of all other formats
              panel     an object per line with everything a panel draws; see todayctl(1)

            COLORS
              A widget is white on red if its update failed or its app can't run. An alert
              is black on yellow. No other widgets are marked. In i3bar, both are urgent.
              In text, ! precedes a failed widget.

              In Waybar, the class is the state of the widget: fresh, stale, empty, failed,
              suspended or unavailable, plus badge or alert. If several widgets have
              different states, the class is fresh.

            BUTTONS
              left      activates the first part of the widget that can be tapped
              middle    refreshes the widget
              right     switches between compact and expanded

            EXAMPLES
              todayctl bar --format waybar org.example.UsedSpace
              todayctl bar --format waybar --icons --separator ' · '
              todayctl bar --format polybar --only attention,failed
              todayctl bar --format i3bar --summary
            """)

    @Option(help: "Set the output format.")
    var format: BarFormat

    @ArgumentParser.Argument(
        help: ArgumentHelp("The widgets, in this order. (default: all in Today)", valueName: "identifier"),
        completion: .knownWidgets, transform: { try WidgetIdentifier($0) })
    var identifiers: [WidgetIdentifier] = []

    @OptionGroup
    var appearance: BarLookOptions

    @Flag(help: "Print once and exit.")
    var once = false

    @Option(
        help: ArgumentHelp(
            "Wait until the revision of the widget or panel differs from this one, then print once and exit.",
            valueName: "revision"))
    var wait: UInt64?

    @Flag(help: "Hide private content, as on a lock screen.")
    var locked = false

    @Flag(help: "Don't count as a visible panel.")
    var background = false

    @Option(
        help: ArgumentHelp(
            "Print nothing. Instead, notify this xfce4-panel plugin, such as genmon-5, of each change.",
            valueName: "plugin"))
    var event: String?

    func validate() throws {
        if wait != nil, format != .panel, identifiers.count != 1 {
            throw ValidationError("--wait needs exactly one identifier")
        }
        if wait != nil, once { throw ValidationError("--wait can't be combined with --once") }
        if event != nil, format != .genmon { throw ValidationError("--event needs --format genmon") }
        if let option = appearance.useless(in: format) {
            throw ValidationError("\(option) has no effect with --format \(format.rawValue)")
        }
        if let event, !event.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }) {
            throw ValidationError("--event: \(event.printable) isn't a plugin name such as genmon-5")
        }
    }

    func run() async throws {
        csystem_share_heap()
        let ending = Ending()
        ending.endOnSignal()
        let printsOnce = once || format.isOneShot && event == nil
        // A bar often starts with the session, and the center with the first call to it.
        let viewing: ViewingOptions? = background || printsOnce ? nil : format == .panel ? .panel : .bar
        guard let host = try await ending.opened({ try await Self.start(viewing: viewing, waits: !printsOnce) }) else {
            return
        }
        let lock = BarLock(locked)
        let session = CenterHost.current == nil ? host?.connection : try? await Connection.open(.session)
        if format == .panel, let session { await lock.follow(session) }
        let feed = BarFeed(format: format, look: appearance.look, identifiers: identifiers, lock: lock)
        if printsOnce {
            let view = await host?.view ?? TodayView()
            if case .unavailable(let reason) = view.center { throw CommandFailure.noCenter(reason) }
            for widget in feed.absent(from: view) { try report(absent: widget) }
            let line = feed.line(view, now: WallClock.now).text
            return try Output.standard.write(format.preamble + line + "\n")
        }
        ending.endWhenReaderCloses(of: .standard)
        let follower = CenterFollower(host, viewing: viewing)
        if format == .i3bar { BarClicks.follow { follower.connection.map { CenterClient($0) } } }
        if event == nil { try Output.standard.write(format.preamble) }
        var last: String?
        let code = UnusedCode()
        let live = LiveViews(follower.views(), ending)
        lock.onChange { live.wake() }
        var reported: Set<WidgetIdentifier> = []
        try await live.run { period, now in
            // The view isn't known yet.
            if case .connecting = period.shown.center { return }
            for widget in feed.absent(from: period.shown) where reported.insert(widget).inserted {
                try report(absent: widget)
            }
            let line = feed.line(period.shown, absence: period.absence, now: now)
            if let wait {
                guard let revision = line.revision, revision != wait else { return }
                try Output.standard.print(line.text)
                return ending.end(.success(()))
            }
            if line.text == last { return }
            last = line.text
            code.unmapSoon()
            if let event {
                if let session { XfcePanel.sendEvent(event, over: session) }
            } else {
                try Output.standard.print(line.text)
            }
        }
        try ending.check()
    }

    /// Returns a host that has started.
    ///
    /// - Parameter waits: whether the bar can wait for another machine, by which it may start before the network.
    /// - Returns: nil if another machine can't be reached yet.
    private static func start(viewing: ViewingOptions?, waits: Bool) async throws -> TodayViewHost? {
        guard waits, let center = CenterHost.current else {
            let host = TodayViewHost(try await Connection.openToCenter())
            try await host.start(viewing: viewing)
            return host
        }
        do {
            let host = TodayViewHost(try await Connection.open(center.address))
            try await host.start(viewing: viewing)
            return host
        } catch let error as ConnectionError {
            try? Output.report(error.sshFailure?.sentence ?? error.message)
            return nil
        }
    }

    private func report(absent widget: WidgetIdentifier) throws {
        try Output.report(
            tr(
                "no widget {identifier} yet ('todayctl list' lists all); waiting for it",
                ["identifier": widget.rawValue]))
    }
}

/// Turns a view into the text for a bar.
struct BarFeed {
    let format: BarFormat
    let look: BarLook
    let identifiers: [WidgetIdentifier]
    let lock: BarLock

    /// - Parameter absence: why the center is unavailable, while the view is still its last one.
    /// - Returns: the text that the bar reads, and its revision; nil if nothing in it has a revision.
    func line(_ view: TodayView, absence: CenterAbsence? = nil, now: Timestamp) -> (text: String, revision: UInt64?) {
        let view = CenterHost.current == nil ? view : view.ofOtherMachine
        let chosen = identifiers.isEmpty ? view.widgets.map(\.identifier) : identifiers
        if format == .panel {
            let widgets = chosen.compactMap { view.known[$0] }.filter(\.hasContent).map(view.named)
            let line = PanelLine(view: view, absence: absence, widgets: widgets, now: now, isLocked: lock.isLocked)
            return line.textAndRevision
        }
        let absent = Set(absent(from: view))
        var items = chosen.compactMap { identifier in
            if absent.contains(identifier) { return BarItem(absent: identifier) }
            guard let widget = view.known[identifier], widget.hasContent else { return nil }
            return BarItem(view.named(widget), now: now, isLocked: lock.isLocked, look: look)
        }
        if identifiers.isEmpty { items = BarItem.urgentFirst(items) }
        let text = format.line(items, look: look, notices: view.notices)
        return (text, identifiers.first.flatMap { view.known[$0]?.revision })
    }

    /// Returns the widgets that the user asks for and that don't exist. Empty if the center is unavailable.
    func absent(from view: TodayView) -> [WidgetIdentifier] {
        view.isAvailable ? identifiers.filter { view.known[$0] == nil } : []
    }
}

/// The lock state of the session.
final class BarLock: Sendable {
    private struct State {
        var isLocked: Bool
        var onChange: @Sendable () -> Void = {}
        /// Kept, because the observation ends when this object goes away.
        var session: SessionLock?
    }

    private let state: Mutex<State>

    /// - Parameter isLocked: whether the screen counts as locked in every case.
    init(_ isLocked: Bool) { state = Mutex(State(isLocked: isLocked)) }

    var isLocked: Bool { state.withLock(\.isLocked) }

    func onChange(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onChange = body } }

    /// Follows the lock of the session, unless the screen counts as locked in every case.
    @MainActor func follow(_ connection: Connection) async {
        if isLocked { return }
        let session = SessionLock()
        session.onChange = { [weak self] isLocked in
            self?.state.withLock { state in
                state.isLocked = isLocked
                return state.onChange
            }()
        }
        state.withLock { $0.session = session }
        await session.follow(connection)
    }
}

/// The code pages of the program. The feeder unmaps them between changes, because it runs as long as the session, once
/// for each module and output, and mostly waits.
private final class UnusedCode: Sendable {
    private struct State {
        var isDue = false
        /// Short after the start, because most of the start code isn't needed again.
        var wait = Duration.seconds(1)
    }

    private let state = Mutex(State())

    /// Unmaps the pages after a delay, once for all changes until then.
    func unmapSoon() {
        let wait: Duration? = state.withLock { state in
            if state.isDue { return nil }
            state.isDue = true
            return state.wait
        }
        guard let wait else { return }
        Task {
            try? await Task.sleep(for: wait)
            state.withLock { $0 = State(wait: .seconds(5)) }
            csystem_unmap_code()
        }
    }
}

/// Clicks that the bar reports on standard input.
private enum BarClicks {
    /// - Parameter center: returns the center at the moment; nil while it can't be reached.
    static func follow(_ center: @escaping @Sendable () -> CenterClient?) {
        let host = CenterHost.current
        WorkThread.start {
            while let line = readLine() {
                guard let click = I3barClick(line: line) else { continue }
                guard let widget = click.identifier else {
                    openPanel(host)
                    continue
                }
                guard let center = center() else { continue }
                Task {
                    do {
                        // This thread isn't part of a task, which would pass the value on.
                        _ = try await CenterHost.$current.withValue(host) {
                            try await center.tap(widget, click.button)
                        }
                    } catch {
                        try? Output.report("\(widget): \(ErrorText(Refusal(error).description).line)")
                    }
                }
            }
        }
    }

    /// Opens today-panel, which outlives the bar.
    private static func openPanel(_ host: CenterHost?) {
        let arguments = host.map { ["--host", $0.text] } ?? []
        var request = ChildProcess.Request([Installation.current.program("today-panel") ?? "today-panel"] + arguments)
        request.ownSession = true
        request.diesWithParent = false
        WorkThread.start { [request] in
            do { _ = try ChildProcess.spawn(request).wait() } catch { try? Output.report("\(error)") }
        }
    }
}

private enum XfcePanel {
    /// Makes a plugin of xfce4-panel run its command again, as `xfce4-panel --plugin-event=PLUGIN:refresh:bool:true`
    /// does. A panel that isn't running yet isn't an error.
    static func sendEvent(_ plugin: String, over connection: Connection) {
        Task {
            let _: Bool? = try? await connection.call(
                "org.xfce.Panel", path: "/org/xfce/Panel", interface: "org.xfce.Panel", "PluginEvent", plugin,
                "refresh",
                DBusValue.boolean(true))
        }
    }
}

extension ViewingOptions {
    /// The options with which a bar registers as a visible panel.
    fileprivate static var bar: ViewingOptions {
        var options = ViewingOptions.terminal
        options.name = "todayctl bar"
        return options
    }
}
