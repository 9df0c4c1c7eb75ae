import DBus
import DBusTesting
import Glibc
import TodayPlatform
import Testing
import TodayHost
import TodayModel

/// The real `todayd` and the real `today-scripts`, which the bus starts, on a bus of a test's own.
final class ScriptBench: Sendable {
    let bus: PrivateBus
    let client: CenterClient
    /// Where scripts are.
    let folder: String
    let center: ToolRun
    /// Follows all widgets, and doesn't count as a visible panel.
    let view: TodayViewHost
    private static let name: BusName = "org.todaycenter.Scripts"

    private init(_ bus: PrivateBus, _ client: CenterClient, _ folder: String, _ center: ToolRun, _ view: TodayViewHost)
    {
        self.bus = bus
        self.client = client
        self.folder = folder
        self.center = center
        self.view = view
    }

    /// - Parameter mask: with which file mode creation mask `today-scripts` is started; nil for that of the tests.
    static func start(mask: String? = nil) async throws -> ScriptBench {
        let bus = try await PrivateBus.start()
        let program = "\(programs)/today-scripts"
        try await bus.addService(name, exec: mask.map { "/bin/sh -c \"umask \($0); exec \(program)\"" } ?? program)
        let center = try await bus.start("\(programs)/todayd")
        let client = CenterClient(try await bus.connect())
        _ = try await client.connection.waitForOwner(of: TodayBus.appsName, timeout: .seconds(60))
        _ = try await client.connection.waitForOwner(of: TodayBus.name, timeout: .seconds(60))
        let folder = bus.folder + "/config/todaycenter/scripts"
        UserFolders.make(folder)
        let view = TodayViewHost(try await bus.connect())
        try await view.start(activating: false)
        return ScriptBench(bus, client, folder, center, view)
    }

    /// Starts `today-scripts`, and returns its process id: the one that owns its name.
    @discardableResult
    func startHost() async throws -> Int32 {
        let _: UInt32 = try await client.connection.call(
            .bus, "StartServiceByName", Self.name.rawValue, UInt32(0))
        let owner = try #require(try await client.connection.owner(of: Self.name))
        return Int32(clamping: try #require(try await client.connection.credentials(of: owner).processID))
    }

    /// The folder of the built programs, where the tests are too.
    static let programs: String = {
        let path = ProcessFile.executable ?? ""
        return String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }()

    // MARK: Scripts

    /// Drops a script into the folder, whole, as a file manager does.
    func drop(_ file: String, _ text: String, mode: mode_t = 0o700) throws {
        try write(text, to: bus.folder + "/dropped")
        chmod(bus.folder + "/dropped", mode)
        try #require(rename(bus.folder + "/dropped", "\(folder)/\(file)") == 0)
    }

    func write(_ text: String, to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        try #require(file >= 0)
        defer { close(file) }
        try #require(Glibc.write(file, text, text.utf8.count) == text.utf8.count)
    }

    /// Returns the lines that a script has written to a file beside the folder.
    func notes(_ name: String) -> [String] {
        guard let text = try? TextFile.read("\(bus.folder)/\(name)", maximumBytes: 1 << 20) else { return [] }
        return text.split(separator: "\n").map(String.init)
    }

    /// Waits until a script has noted something.
    @discardableResult
    func notes(_ name: String, where condition: ([String]) -> Bool) async throws -> [String] {
        let found = await poll(within: .seconds(60), every: .milliseconds(5)) {
            let notes = self.notes(name)
            return condition(notes) ? notes : nil
        }
        return try #require(found, "\(notes(name))")
    }

    // MARK: Widgets

    static func identifier(_ name: String) -> WidgetIdentifier {
        WidgetIdentifier(rawValue: "org.todaycenter.Scripts." + name) ?? "org.example.None"
    }

    /// Waits until a widget is as it is expected.
    @discardableResult
    func widget(
        _ name: String, where condition: @escaping @Sendable (WidgetProperties) -> Bool
    ) async throws -> WidgetProperties {
        let identifier = Self.identifier(name)
        let view = await view.view(within: .seconds(60)) { $0[identifier].map(condition) ?? false }
        if let widget = view?[identifier] { return widget }
        let last = await self.view.view[identifier]
        Issue.record("\(name) is \(last.map { "\($0)" } ?? "not there")")
        throw Missing(what: name)
    }

    /// Waits until a widget shows a text.
    @discardableResult
    func widget(_ name: String, shows text: String) async throws -> WidgetProperties {
        try await widget(name) { $0.content.texts.contains(text) }
    }

    func waitUntilGone(_ name: String) async throws {
        let identifier = Self.identifier(name)
        let view = await view.view(within: .seconds(60)) { $0[identifier] == nil }
        try #require(view != nil)
    }

    /// A panel that looks.
    func panel() async throws -> TodayViewHost {
        let panel = TodayViewHost(try await bus.connect())
        try await panel.start(viewing: ViewingOptions(), activating: false)
        return panel
    }

    func tap(_ action: String?, of name: String) async throws {
        try await client.invokeAction(try #require(action), of: Self.identifier(name))
    }
}

/// Something a test waited for, and did not get.
struct Missing: Error { let what: String }

extension Content {
    /// The texts of the tree and of what is below it.
    var texts: [String] {
        var texts: [String] = []
        if case .string(let text)? = attributes["text"] { texts.append(text) }
        return texts + children.flatMap(\.texts)
    }

    /// Returns the action that a tap on the row with a text invokes.
    func action(of text: String) -> String? {
        if texts.contains(text), case .string(let action)? = attributes["action"] { return action }
        return children.lazy.compactMap { $0.action(of: text) }.first
    }
}
