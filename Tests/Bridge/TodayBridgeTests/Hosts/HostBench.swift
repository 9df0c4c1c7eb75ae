import DBus
import DBusTesting
import Glibc
import NotificationCenter
import SSHTesting
import Testing
import TodayHost
import TodayModel
import TodayPlatform

/// Two machines: a bus and a center here with the real `today-bridge`, and a bus there, with a real sshd between them.
final class HostBench: Sendable {
    let here: PrivateBus
    let there: PrivateBus
    let ssh: SSHServer
    let client: CenterClient
    /// Follows all widgets here, and doesn't count as a visible panel.
    let view: TodayViewHost
    private let center: ToolRun
    private let bridge = Locked<ToolRun?>(nil)

    static let bridgeName: BusName = "org.todaycenter.Bridge"
    /// The time after which a side that is back must show the right content.
    static let deadline = Duration.seconds(60)

    private init(
        _ here: PrivateBus, _ there: PrivateBus, _ ssh: SSHServer, _ center: ToolRun, _ client: CenterClient,
        _ view: TodayViewHost
    ) {
        self.here = here
        self.there = there
        self.ssh = ssh
        self.center = center
        self.client = client
        self.view = view
    }

    /// - Parameters:
    ///   - group: More lines of the host's group.
    ///   - variables: More variables of `today-bridge`.
    static func start(_ group: String = "", with variables: [String: String] = [:]) async throws -> HostBench {
        let (here, there) = (try await PrivateBus.start(), try await PrivateBus.start())
        let ssh = try await SSHServer.start(["DBUS_SESSION_BUS_ADDRESS": there.address])
        let center = try await here.start(try Programs.path("todayd"), with: ssh.environment)
        let client = CenterClient(try await here.connect())
        _ = try await client.connection.waitForOwner(of: TodayBus.name, timeout: deadline)
        let view = TodayViewHost(try await here.connect())
        try await view.start(activating: false)
        let bench = HostBench(here, there, ssh, center, client, view)
        UserFolders.make(here.folder + "/config/todaycenter")
        try bench.configure("[Host nas]\nAddress=\(SSHServer.host)\n" + group)
        try await bench.startBridge(with: variables)
        return bench
    }

    func configure(_ text: String) throws {
        let path = here.folder + "/config/todaycenter/bridge.conf"
        let file = try #require(fopen(path + ".new", "w"))
        fputs(text, file)
        fclose(file)
        try #require(rename(path + ".new", path) == 0)
    }

    // MARK: Programs

    func startBridge(with variables: [String: String] = [:]) async throws {
        let run = try await here.start(
            ["sh", "-c", #"exec "$0" 2>&1"#, try Programs.path("today-bridge")],
            with: ssh.environment.merging(variables) { $1 })
        bridge.withLock { $0 = run }
        _ = try await client.connection.waitForOwner(of: Self.bridgeName, timeout: Self.deadline)
    }

    var bridgeRun: ToolRun { get throws { try #require(bridge.withLock { $0 }) } }

    /// Kills `today-bridge`, as a crash would.
    func killBridge() async throws {
        let run = try bridgeRun
        run.signal(SIGKILL)
        _ = try await run.finished()
    }

    /// Starts a center there, as the bus does.
    func startCenterThere() async throws -> ToolRun {
        // The shell ignores the signal, so that a write beyond a limit fails instead of ending the center.
        let center = try await there.start(["sh", "-c", #"trap '' XFSZ; exec "$0""#, try Programs.path("todayd")])
        let client = try await there.connect()
        _ = try await client.waitForOwner(of: TodayBus.name, timeout: Self.deadline)
        await client.close()
        return center
    }

    /// Limits the size of the files that a center writes, as a full disk does.
    ///
    /// - Parameter limit: In bytes, or `unlimited`.
    func limitFiles(of center: ToolRun, to limit: String) async throws {
        let run = try await there.run("prlimit", "--pid", "\(center.id)", "--fsize=\(limit):unlimited")
        try #require(run.exit == .status(0), "\(run)")
    }

    /// Returns the ssh processes of `today-bridge`.
    func sshProcesses() throws -> [Int32] {
        let parent = try bridgeRun.id
        return ProcessFile.numbers(in: "/proc").compactMap(ProcessStat.of).filter { $0.parent == parent }.map(\.number)
    }

    // MARK: Widgets

    static func identifier(_ there: WidgetIdentifier) throws -> WidgetIdentifier {
        let name = "org.todaycenter.remote.nas." + there.widget.rawValue
        return try #require(
            WidgetIdentifier(rawValue: there.instance == 1 ? name : name + ".instance-\(there.instance)"))
    }

    /// Waits until a widget of the other machine is here as it is expected.
    @discardableResult
    func widget(
        _ there: WidgetIdentifier, _ what: String, where condition: @escaping @Sendable (WidgetProperties) -> Bool
    ) async throws -> WidgetProperties {
        let identifier = try Self.identifier(there)
        let found = await view.view(within: Self.deadline) { $0[identifier].map(condition) ?? false }
        if let widget = found?[identifier] { return widget }
        let last = await view.view[identifier]
        Issue.record("\(what): \(last.map { "\($0)" } ?? "no widget"); \(try bridgeRun.text)")
        throw Missing(widget: identifier.rawValue)
    }

    /// Waits until a widget shows a text, and no error.
    @discardableResult
    func widget(_ there: WidgetIdentifier, shows text: String) async throws -> WidgetProperties {
        try await widget(there, "shows \(text)") { $0.content.texts.contains(text) && $0.error.isEmpty }
    }

    func waitUntilGone(_ there: WidgetIdentifier) async throws {
        let identifier = try Self.identifier(there)
        let found = await view.view(within: Self.deadline) { $0[identifier] == nil }
        try #require(found != nil)
    }

    func tap(_ action: String, of there: WidgetIdentifier, parameter: DBusValue? = nil) async throws {
        let identifier = try Self.identifier(there)
        let content = try #require(await view.view[identifier]).content
        let node = try #require(content.actions.first { $0 == action || $0.hasSuffix(action) })
        try await client.invokeAction(node, of: identifier, parameter: parameter)
    }
}

extension Content {
    /// The actions of the tree.
    var actions: [String] {
        let own: [String] = if case .string(let action)? = self[.action] { [action] } else { [] }
        return own + children.flatMap(\.actions)
    }
}
