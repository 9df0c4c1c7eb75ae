import DBus
import DBusTesting
import Glibc
import NotificationCenter
import TodayPlatform
import Testing
import TodayHost
import TodayModel

/// A session with the real center, in which one of the examples is installed: its manifest, its desktop file and its
/// activation file are those of `data`, its programs those that were built.
struct Desktop {
    let bus: PrivateBus
    let client: Connection
    let center: CenterClient
    /// The output of the app when a terminal was opened for it.
    let log: ToolRun
    private let app: String
    private let identifier: WidgetIdentifier
    private let daemon: ToolRun

    /// - Parameters:
    ///   - app: the desktop file id of the containing app.
    ///   - program: its program.
    static func start(_ app: String, program: String) async throws -> Desktop {
        let bus = try await PrivateBus.start()
        let data = bus.folder + "/data-dirs"
        for folder in [data, data + "/applications", data + "/todaycenter", data + "/todaycenter/widgets"] {
            try #require(mkdir(folder, 0o700) == 0)
        }
        for (from, to) in [
            ("examples/widgets/\(app).Widget.widget", "todaycenter/widgets/\(app).Widget.widget"),
            ("examples/applications/\(app).desktop", "applications/\(app).desktop"),
        ] { try #require(symlink("\(Checkout.data)/\(from)", "\(data)/\(to)") == 0) }
        let logFile = bus.folder + "/log"
        close(open(logFile, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
        let exec = try Checkout.exec(ofService: app)
        try #require(exec == "/usr/bin/\(program) --gapplication-service")
        try await bus.addService(
            BusName(app),
            exec: "/bin/sh -c \"exec \(Checkout.programs)/\(program) --gapplication-service >> \(logFile)\"")
        let client = try await bus.connect()
        // A terminal, of which everybody can see what it shows.
        let terminal = bus.folder + "/terminal"
        try #require(mkdir(terminal, 0o700) == 0)
        let script = "#!/bin/sh\nexec \"$@\" >>'\(logFile)'\n"
        let file = open(terminal + "/xdg-terminal-exec", O_CREAT | O_WRONLY | O_CLOEXEC, 0o700)
        try #require(write(file, script, script.utf8.count) == script.utf8.count)
        close(file)
        let path = [terminal, Checkout.programs, Environment["PATH"] ?? "/usr/bin:/bin"].joined(separator: ":")
        let daemon = try await bus.start([Checkout.programs + "/todayd"], with: ["PATH": path])
        _ = try await client.waitForOwner(of: TodayBus.appsName, timeout: .seconds(60))
        _ = try await client.waitForOwner(of: TodayBus.name, timeout: .seconds(60))
        return Desktop(
            bus: bus, client: client, center: CenterClient(client),
            log: try await bus.start("/usr/bin/tail", "-n", "+1", "-f", logFile), app: app,
            identifier: try WidgetIdentifier(app + ".Widget"), daemon: daemon)
    }

    // MARK: Programs

    /// Starts a built program.
    func start(_ arguments: String...) async throws -> ToolRun {
        try await bus.start([Checkout.programs + "/" + arguments[0]] + arguments.dropFirst())
    }

    /// Runs a built program to its end.
    func run(_ arguments: String...) async throws -> ToolRun.Output {
        try await bus.run([Checkout.programs + "/" + arguments[0]] + arguments.dropFirst())
    }

    /// Whether the app runs.
    var appRuns: Bool { get async throws { try await client.owner(of: BusName(app)) != nil } }

    /// Waits until the app has ended.
    func waitForEndOfApp() async throws { try await waitForEnd(BusName(app)) }

    /// Ends the widget's process in order, as the center does when no panel is visible.
    func endWidget() async throws {
        let name = try BusName(identifier.rawValue)
        guard try await client.owner(of: name) != nil else { return }
        try await client.call(
            name, path: ObjectPath(derivedFrom: name), interface: TodayBus.provider, ProviderMember.endRequest)
        try await waitForEnd(name)
    }

    private func waitForEnd(_ name: BusName) async throws {
        let gone = WatchedValue(false)
        let watch = try await client.watchOwner(of: name) { owner in gone.change { $0 = owner == nil } }
        try await gone.wait { $0 }
        await client.cancel(watch)
    }

    // MARK: Panels

    /// A panel that shows Today.
    func panel() async throws -> Panel {
        let host = TodayViewHost(try await bus.connect())
        try await host.start(viewing: ViewingOptions(), activating: false)
        return Panel(host: host, identifier: identifier)
    }

    /// Records the signals that the center emits for the widget, and whether its program appears or exits.
    func recordWidget() async throws -> (changes: SignalRecorder, owners: SignalRecorder) {
        let path = TodayBus.path.appending(escaping: "widget").appending(escaping: identifier.rawValue)
        return (
            try await SignalRecorder(client, MatchRule(sender: TodayBus.name, path: path)),
            try await SignalRecorder(
                client, MatchRule(sender: .bus, member: "NameOwnerChanged", firstArgument: identifier.rawValue))
        )
    }

    /// Taps a node that has a URL, as a panel does. Returns whether a program took it.
    func tap(_ node: Content?) async throws -> Bool {
        guard case .string(let url)? = node?.attributes["url"] else { throw Missing(what: "a URL to tap") }
        return try await center.openURL(url, for: identifier, options: ["activation-token": .string("token")])
    }
}

/// A panel, and what it shows of the one widget.
struct Panel {
    let host: TodayViewHost
    let identifier: WidgetIdentifier

    /// Waits until the widget is as it is expected.
    @discardableResult
    func widget(where condition: @escaping @Sendable (WidgetProperties) -> Bool) async throws -> WidgetProperties {
        let identifier = identifier
        let view = await host.view(within: .seconds(60)) { $0[identifier].map(condition) ?? false }
        guard let widget = view?[identifier] else {
            let shown = await host.view[identifier].map { $0.plainText(PlainText.Context(now: $0.updatedAt)) }
            Issue.record("the panel shows: \(shown ?? "nothing")")
            throw Missing(what: "\(identifier) as expected")
        }
        return widget
    }

    /// Waits until the widget is as it is expected, and nothing more is to be done for what programs that have ended
    /// have asked for.
    @discardableResult
    func settledWidget(where condition: @escaping @Sendable (WidgetProperties) -> Bool) async throws -> WidgetProperties
    {
        // Signals that the center emitted before this reply have arrived by then.
        try await host.connection.call(
            TodayBus.name, path: TodayBus.path, interface: "org.freedesktop.DBus.Peer", "Ping")
        return try await widget {
            $0.state == .idle && ($0.nextUpdate == .never || $0.nextUpdate > .now) && condition($0)
        }
    }

    /// Waits until the widget is shown, or is not.
    func waitUntilShown(_ isShown: Bool) async throws {
        let identifier = identifier
        if await host.view(within: .seconds(60), where: { $0.today.contains(identifier) == isShown }) == nil {
            throw Missing(what: "\(identifier) shown: \(isShown)")
        }
    }
}

/// Something a test waited for, and did not get.
struct Missing: Error { let what: String }
