internal import ArgumentParser
internal import DBus
internal import TodayPlatform
internal import TodayHost
internal import TodayModel

/// `todayctl demo`.
struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Starts a center with everyday widgets and shows its Today view.",
        discussion: """
            You don't need to set up anything. Run the demo on its own bus, as in the example. If a center is already \
            on the bus, the demo shows that center. Ctrl-C ends the view and the demo's center; in the terminal, q \
            does too. The demo then deletes everything that its center has stored. It doesn't show widgets that you \
            have installed in ~/.local/share; 'todayctl today' does.

            The widgets show the battery, media player, calendar and tasks of this machine. With --sample, all widgets \
            show recorded content. With --examples, the demo shows the example widgets of the checkout that this \
            program was built from.

            If a display is available and 'today-panel' is next to this program, the demo opens that panel and ends \
            with it. Otherwise, or with --terminal, it shows the view in the terminal.

            With --once, the demo prints the view as soon as all widgets that have a program have been updated, and \
            exits. If that takes more than 25 seconds, it prints the current view and fails. --once --json prints the \
            same object as 'todayctl today --once --json'.

            EXAMPLE
              dbus-run-session -- todayctl demo
            """)

    @Flag(help: "Show recorded content in all widgets.")
    var sample = false

    @Flag(help: "Show the example widgets of the checkout.")
    var examples = false

    @Flag(help: "Show the view in the terminal, even if a display is available.")
    var terminal = false

    @Flag(help: "Print the view once, after the first update of all widgets.")
    var once = false

    @Flag(help: "Print JSON; requires --once.")
    var json = false

    func validate() throws {
        if json, !once { throw ValidationError("--json needs --once") }
        if sample, examples { throw ValidationError("--sample can't be combined with --examples") }
    }

    private var contents: DemoContents { sample ? .samples : examples ? .examples : .widgets }

    func run() async throws {
        let ending = Ending()
        ending.endOnSignal()
        let connection = try await Connection.open(.session)
        var center: DemoCenter?
        if try await connection.owner(of: TodayBus.name) != nil {
            try Output.report(tr("a center is already on this bus; this is its Today view"))
        } else {
            // In an installation in the home folder, this folder holds the widgets of the center.
            let own = ManifestFolder.own(Environment.current)
            let isOfCenter = own?.path == Installation.current.manifests
            if let note = DemoCenter.absence(of: isOfCenter ? 0 : own?.names.count ?? 0) { try Output.report(note) }
            center = try await DemoCenter.start(.current, contents, ending: ending)
        }
        // The center stops in order even if the bus goes first, such as when Ctrl-C reaches dbus-run-session too.
        do {
            if center != nil { try await fill(connection, ending) }
            if try await !showPanel(connection, center, ending) { try await show(connection, ending) }
        } catch {
            // The first end is the cause; later errors are consequences.
            let cause = Result<Void, any Error> { if ending.hasEnded { try ending.check() } else { throw error } }
            await center?.stop()
            return try cause.get()
        }
        let outcome = Result<Void, any Error> { try ending.check() }
        await center?.stop()
        try outcome.get()
    }

    /// Gives the widgets something to show before the user sees them.
    private func fill(_ connection: Connection, _ ending: Ending) async throws {
        _ = try? await ending.running {
            for name in [TodayBus.appsName, TodayBus.name] {
                _ = try await connection.waitForOwner(of: name, timeout: .seconds(10))
            }
        }
        // If the center didn't come, the code that shows it reports that.
        if ending.hasEnded { return }
        let center = CenterClient(connection)
        try await contents.fill(center, .current, ending)
        if contents == .examples {
            // The widget isn't shown before it is added to the arrangement.
            _ = try? await ending.running {
                let arrangement = try await center.arrangement()
                if try await center.properties(of: DemoPlace.widget).arranged { return }
                try await center.arrange(arrangement + [DemoPlace.widget], expected: arrangement)
            }
        }
        guard once else { return }
        // A widget that was updated while the apps were at work may have missed some of it.
        _ = try? await ending.running { await center.update(try await center.arrangement()) }
    }

    /// Shows the panel. Returns whether a panel exists.
    private func showPanel(_ connection: Connection, _ center: DemoCenter?, _ ending: Ending) async throws -> Bool {
        if ending.hasEnded { return true }
        // If the center didn't come, the message in the terminal is the one that counts.
        guard !once, !terminal, DemoPanel.hasDisplay, try await connection.owner(of: TodayBus.name) != nil,
            let panel = try await DemoPanel.find(
                .current, state: center?.state, isReadable: isReadable(connection), ending: ending)
        else { return false }
        let hint = tr("Ctrl-C ends")
        let lines =
            ["\(Self.title) · \(hint)"] + Self.notes + [
                tr("The panel is at the edge of the screen. Once hidden, this shows it there again:"),
                "  \(panel.program)", "",
            ]
        try Output.standard.print(lines.joined(separator: "\n"))
        return try await panel.show(ending)
    }

    /// Returns whether the bus can start the bus of screen readers (AT-SPI 2).
    private func isReadable(_ connection: Connection) async throws -> Bool {
        let names: [String] = try await connection.call(.bus, "ListActivatableNames")
        return names.contains("org.a11y.Bus")
    }

    private func show(_ connection: Connection, _ ending: Ending) async throws {
        let host = TodayViewHost(connection)
        try await host.start(viewing: .terminal, activating: false)
        let view = try await ending.running {
            await host.view(within: .seconds(10)) { $0.isAvailable }
        }
        if ending.hasEnded { return }
        if view == nil { throw CommandFailure(.failed, tr("todayd didn't start within 10 seconds")) }
        if once { return try await showOnce(host, connection, ending) }
        ending.endWhenReaderCloses(of: .standard)
        let display = LiveDisplay(
            views: await host.views(), ending: ending, output: .standard, title: Self.title, notes: Self.notes)
        try await display.run()
    }

    private static var title: String { tr("Today demo") }

    /// This bus isn't the one that other terminals use, so the notes say how to reach it.
    private static var notes: [String] {
        // A client doesn't need the guid; without it the line fits.
        let address = Environment["DBUS_SESSION_BUS_ADDRESS"]?.split(at: ",").first
        return address.map {
            [tr("In another terminal: {command}", ["command": "export DBUS_SESSION_BUS_ADDRESS=\($0)"])]
        } ?? []
    }

    private func showOnce(_ host: TodayViewHost, _ connection: Connection, _ ending: Ending) async throws {
        let center = CenterClient(connection)
        let complete = try await ending.running {
            let programless = await center.programless(among: await host.view.waiting)
            return await host.view(within: .seconds(25)) { $0.waiting.allSatisfy(programless.contains) }
        }
        if ending.hasEnded { return }
        let view = if let complete { complete } else { await host.view }
        try Output.standard.print(json ? view.json.pretty : view.styledText(for: .standard))
        if complete == nil {
            throw CommandFailure.late(view.waiting, within: .seconds(25))
        }
    }
}

extension TodayView {
    /// The arranged widgets whose first result is missing.
    var waiting: [WidgetIdentifier] {
        arrangement.filter { identifier in
            guard let widget = known[identifier], widget.hasContent, widget.state != .unavailable else { return false }
            return widget.lastResult == nil && (widget.updatedAt == .never || widget.isSnapshot)
        }
    }
}
