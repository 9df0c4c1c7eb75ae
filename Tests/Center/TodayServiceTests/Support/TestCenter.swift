import DBus
import DBusTesting
import Glibc
import Logging
import TodayModel
import TodayPlatform

@testable import TodayService

/// A center in this process, on a bus of its own, and a client beside it.
struct TestCenter {
    let bus: PrivateBus
    let center: Center
    let client: CenterClient
    /// Everything the center has sent to everybody since it took its name, as ``client``'s connection got it.
    let signals: SignalRecorder

    /// No widget gets its first update automatically, unless `timing` says so: on a loaded machine, a slow test would
    /// see an update that it didn't ask for.
    ///
    /// - Parameters:
    ///   - bus: a bus that already runs.
    ///   - manifests: the texts of installed manifests by identifier.
    ///   - environment: the variables that differ from the environment of the bus.
    static func start(
        on bus: PrivateBus? = nil, manifests: [String: String] = [:], environment: [String: String] = [:],
        clock: ServiceClock = .system, callers: Callers? = nil, logger: Logger = .silent,
        timing change: (inout ServiceTiming) -> Void = { _ in }
    ) async throws -> TestCenter {
        let bus = if let bus { bus } else { try await PrivateBus.start() }
        for (identifier, text) in manifests { try install(identifier, text, on: bus) }
        let environment = bus.environment.merging(["PROVIDER_LOG": bus.folder + "/provider.log"]) { $1 }
            .merging(environment) { $1 }
        var timing = ServiceTiming()
        timing.firstUpdate = nil
        change(&timing)
        let connection = try await bus.connect()
        let center = Center(
            connection: connection, apps: try await bus.connect(on: connection.loop),
            inquiries: try await bus.connect(on: connection.loop), logger: logger, clock: clock, timing: timing,
            environment: environment, callers: callers)
        let client = CenterClient(try await bus.connect())
        try await center.prepare()
        try await center.start(manifests: ManifestFolders(environment: environment, logger: .silent).load())
        let signals = try await SignalRecorder(client.connection, MatchRule(sender: TodayBus.name))
        return TestCenter(bus: bus, center: center, client: client, signals: signals)
    }

    /// Writes a manifest into the first folder that is looked at.
    static func install(_ identifier: String, _ text: String, on bus: PrivateBus) throws {
        let folder = bus.folder + "/data/todaycenter/widgets"
        UserFolders.make(folder)
        try write("[Widget]\n" + text, to: "\(folder)/\(identifier).widget")
    }

    var connection: Connection { client.connection }

    /// Another client.
    func anotherClient() async throws -> CenterClient { CenterClient(try await bus.connect()) }

    /// Calls a method of the center, whatever its arguments.
    func call<each Argument: DBusType>(
        _ member: MemberName, at path: ObjectPath = TodayBus.path, _ interface: InterfaceName? = TodayBus.center,
        _ arguments: repeat each Argument
    ) async throws {
        try await connection.call(TodayBus.name, path: path, interface: interface, member, repeat each arguments)
    }

    /// Everything that panels can read and that may change, a line for each property.
    func snapshot() async throws -> [String] {
        func lines(_ name: String, _ properties: [String: DBusValue]) -> [String] {
            properties.map { "\(name).\($0.key) = \($0.value.sorted)" }
        }
        let widgets = try await client.widgets().flatMap { lines($0.key.rawValue, $0.value) }
        let center = lines("center", try await client.properties().filter { $0.key != CenterMember.limits.rawValue })
        return (center + widgets).sorted()
    }

    /// One property of the center.
    func property(_ name: MemberName) async throws -> DBusValue? { try await client.properties()[name.rawValue] }

    /// Runs `body`, and returns the signals that arrived before it returned, each in a line; see ``Signal/brief``.
    func signals(during body: () async throws -> Void) async throws -> [String] {
        let before = signals.signals.count
        try await body()
        return signals.signals.dropFirst(before).map(\.brief)
    }

    // MARK: Providers in Python

    /// A command line that starts `provider.py`.
    static func provider(_ behaviour: String) -> String { "/usr/bin/python3 \(script("provider.py")) \(behaviour)" }

    /// The path of a script of these tests.
    static func script(_ name: String) -> String {
        "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Providers/" + name
    }

    /// The calls that the providers in Python have received so far: process id, member, detail.
    var providerLog: [[String]] {
        let lines = (try? read(bus.folder + "/provider.log"))?.split(separator: "\n") ?? []
        return lines.map { $0.split(separator: " ").map(String.init) }
    }

    /// Lets a provider that behaves as "greedy-later" take its memory.
    func letProviderTakeMemory() throws { try write("", to: bus.folder + "/provider.log.take") }

    /// How often a member was called, or `start`.
    func calls(of member: String) -> Int { providerLog.count { $0[1] == member } }
}

extension Signal {
    /// The signal in one line: which widget or the center, and what has changed.
    var brief: String {
        let prefix = "\(TodayBus.path.rawValue)/widget/org_2eexample_2e"
        let object = path.rawValue.hasPrefix(prefix) ? String(path.rawValue.dropFirst(prefix.count)) : "center"
        switch member.rawValue {
        case "PropertiesChanged": return "\(object): \(changed.keys.sorted().joined(separator: " "))"
        case "InterfacesAdded", "InterfacesRemoved":
            guard case .objectPath(let path)? = body.first else { return "?" }
            let verb = member.rawValue == "InterfacesAdded" ? "+" : "-"
            return "\(verb)\(path.rawValue.hasPrefix(prefix) ? String(path.rawValue.dropFirst(prefix.count)) : "?")"
        case "WidgetUpdated":
            guard let (identifier, result, _) = try? arguments(as: String.self, String.self, [String: DBusValue].self)
            else { return "?" }
            return "WidgetUpdated \(identifier.split(separator: ".").last ?? "?") \(result)"
        default: return "\(object).\(member)"
        }
    }

    /// The changed properties of a `PropertiesChanged`.
    var changed: [String: DBusValue] {
        (try? arguments(as: String.self, [String: DBusValue].self))?.1 ?? [:]
    }
}

extension DBusValue {
    /// The same value with the entries of all dictionaries in one order; their own order means nothing.
    fileprivate var sorted: DBusValue {
        switch self {
        case .variant(let value): .variant(value.sorted)
        case .structure(let fields): .structure(fields.map(\.sorted))
        case .array(let elements, let type): .array(elements.map(\.sorted), of: type)
        case .dictionary(let entries, let key, let value):
            .dictionary(
                entries.map { DictionaryEntry($0.key, $0.value.sorted) }
                    .sorted { $0.key.description < $1.key.description }, key: key, value: value)
        default: self
        }
    }
}

extension Logger {
    /// Tests provoke a lot of warnings.
    static let silent = Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() }
}
