import DBus
import DBusTesting
import Glibc
import Testing
import TodayHost
import TodayModel
import TodayPlatform

/// The real `todayd` and the real `today-bridge`, which the bus starts, on a bus of a test's own.
final class BridgeBench: Sendable {
    let bus: PrivateBus
    let client: CenterClient
    let center: ToolRun
    /// Follows all widgets, and doesn't count as a visible panel.
    let view: TodayViewHost
    private static let timeout = Duration.seconds(60)

    private init(_ bus: PrivateBus, _ client: CenterClient, _ center: ToolRun, _ view: TodayViewHost) {
        self.bus = bus
        self.client = client
        self.center = center
        self.view = view
    }

    /// - Parameter configuration: The text of `bridge.conf`; the groups `[Broker home]` is added for `broker`.
    static func start(_ configuration: String, broker: MQTTBroker? = nil) async throws -> BridgeBench {
        let bus = try await PrivateBus.start()
        try await bus.addService(TodayBus.bridgeName, exec: try Programs.path("today-bridge"))
        let center = try await bus.start(try Programs.path("todayd"))
        let client = CenterClient(try await bus.connect())
        _ = try await client.connection.waitForOwner(of: TodayBus.appsName, timeout: timeout)
        _ = try await client.connection.waitForOwner(of: TodayBus.name, timeout: timeout)
        let view = TodayViewHost(try await bus.connect())
        try await view.start(activating: false)
        let bench = BridgeBench(bus, client, center, view)
        UserFolders.make(bus.folder + "/config/todaycenter")
        let group = broker.map { "[Broker home]\nAddress=\($0.address)\n" } ?? ""
        try bench.configure(group + configuration)
        try await bench.startBridge()
        return bench
    }

    /// Replaces `bridge.conf`.
    func configure(_ text: String) throws {
        let file = bus.folder + "/config/todaycenter/bridge.conf"
        try MQTTBroker.write(text, to: file + ".new")
        try #require(rename(file + ".new", file) == 0)
    }

    /// Starts `today-bridge`, and returns its process ID.
    @discardableResult
    func startBridge() async throws -> Int32 {
        let _: UInt32 = try await client.connection.call(
            .bus, "StartServiceByName", TodayBus.bridgeName.rawValue, UInt32(0))
        let owner = try #require(try await client.connection.owner(of: TodayBus.bridgeName))
        return Int32(clamping: try #require(try await client.connection.credentials(of: owner).processID))
    }

    /// The output of the programs that the bus has started.
    var log: String { (try? TextFile.read(bus.folder + "/dbus-daemon.log", maximumBytes: 16 << 20)) ?? "" }

    /// Waits until the log has a text.
    func log(has text: String) async throws {
        let found = await poll(within: Self.timeout, every: .milliseconds(20)) {
            self.log.utf8Contains(text) ? true : nil
        }
        try #require(found == true, "\(text) isn't in the log: \(log)")
    }

    // MARK: Widgets

    static func identifier(_ name: String) throws -> WidgetIdentifier {
        try #require(WidgetIdentifier(rawValue: "org.todaycenter.remote." + name))
    }

    /// Waits until a widget is as expected.
    @discardableResult
    func widget(
        _ name: String, where condition: @escaping @Sendable (WidgetProperties) -> Bool
    ) async throws -> WidgetProperties {
        let identifier = try Self.identifier(name)
        let view = await view.view(within: Self.timeout) { $0[identifier].map(condition) ?? false }
        if let widget = view?[identifier] { return widget }
        let last = await self.view.view[identifier]
        Issue.record("\(name) is \(last.map { "\($0.content.texts) \($0)" } ?? "missing"); log: \(log)")
        throw Missing(widget: name)
    }

    /// Waits until a widget shows a text.
    @discardableResult
    func widget(_ name: String, shows text: String) async throws -> WidgetProperties {
        try await widget(name) { $0.content.texts.contains(text) }
    }

    func waitUntilGone(_ name: String) async throws {
        let identifier = try Self.identifier(name)
        let view = await view.view(within: Self.timeout) { $0[identifier] == nil }
        try #require(view != nil)
    }

    /// Opens a panel, which counts as visible.
    func panel() async throws -> TodayViewHost {
        let panel = TodayViewHost(try await bus.connect())
        try await panel.start(viewing: ViewingOptions(), activating: false)
        return panel
    }
}

/// A widget that a test waited for.
struct Missing: Error { let widget: String }

extension Content {
    /// The texts and labels of the tree.
    var texts: [String] {
        var texts: [String] = []
        for name in ["label", "text"] { if case .string(let text)? = attributes[name] { texts.append(text) } }
        return texts + children.flatMap(\.texts)
    }

    /// Returns the first node with a label or text.
    func node(_ text: String) -> Content? {
        if attributes["label"] == .string(text) || attributes["text"] == .string(text) { return self }
        return children.lazy.compactMap { $0.node(text) }.first
    }
}
