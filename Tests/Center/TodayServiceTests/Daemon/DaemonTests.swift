import DBus
import DBusTesting
import Glibc
import TodayPlatform
import Testing
import TodayModel

@testable import TodayService

/// The real `todayd`.
@Suite(.serialized) struct DaemonTests {
    /// Starts the daemon, and returns when it owns its name.
    static func start(on bus: PrivateBus, _ client: Connection) async throws -> ToolRun {
        let owners = Recorder<Bool>()
        let watch = try await client.watchOwner(of: TodayBus.name) { owners.record($0 != nil) }
        let run = try await bus.start(
            [try Programs.path("todayd"), "--log-level=info"], with: ["PROVIDER_LOG": bus.folder + "/provider.log"])
        try await owners.wait { $0.last == true }
        await client.cancel(watch)
        return run
    }

    private static func providers(_ bus: PrivateBus) throws -> [Int32] {
        try read(bus.folder + "/provider.log").split(separator: "\n").compactMap { line in
            line.split(separator: " ").first.flatMap { Int32($0) }
        }
    }

    @Test func itServesAndEndsInOrder() async throws {
        let bus = try await PrivateBus.start()
        try TestCenter.install("org.example.A", "Exec=" + TestCenter.provider("good"), on: bus)
        try TestCenter.install("org.example.B", "Exec=" + TestCenter.provider("stubborn"), on: bus)
        try TestCenter.install("org.example.C", "nonsense", on: bus)
        let client = CenterClient(try await bus.connect())
        let daemon = try await Self.start(on: bus, client.connection)
        #expect(try await client.performUpdate(.a) == .newData)
        #expect(try await client.performUpdate(.b) == .newData)
        daemon.signal(SIGTERM)
        let run = try await daemon.finished()
        #expect(run.exit == .status(0), "\(run)")
        #expect(run.output == "")
        #expect(run.error.contains("org.example.C.widget: line 2"))
        for id in Set(try Self.providers(bus)) { try await end(of: id) }
        #expect(try await client.connection.owner(of: TodayBus.name) == nil)
    }

    @Test func itEndsOnInterrupt() async throws {
        let bus = try await PrivateBus.start()
        let client = try await bus.connect()
        let daemon = try await Self.start(on: bus, client)
        daemon.signal(SIGINT)
        #expect(try await daemon.finished().exit == .status(0))
    }

    @Test func itFailsWhenTheBusGoesAway() async throws {
        let bus = try await PrivateBus.start()
        try TestCenter.install("org.example.A", "Exec=" + TestCenter.provider("stubborn"), on: bus)
        let client = CenterClient(try await bus.connect())
        let daemon = try await Self.start(on: bus, client.connection)
        #expect(try await client.performUpdate(.a) == .newData)
        let providers = Set(try Self.providers(bus))
        bus.stop()
        let run = try await daemon.finished()
        #expect(run.exit == .status(1) && run.error.contains("lost the connection to the session bus"), "\(run)")
        for id in providers { try await end(of: id) }
    }

    @Test func noProviderOutlivesItsCrash() async throws {
        let bus = try await PrivateBus.start()
        try TestCenter.install("org.example.A", "Exec=" + TestCenter.provider("stubborn"), on: bus)
        let client = CenterClient(try await bus.connect())
        let daemon = try await Self.start(on: bus, client.connection)
        #expect(try await client.performUpdate(.a) == .newData)
        daemon.signal(SIGKILL)
        #expect(try await daemon.finished().exit == .signal(SIGKILL))
        for id in Set(try Self.providers(bus)) { try await end(of: id) }
    }

    @Test func thereIsOneAtATime() async throws {
        let bus = try await PrivateBus.start()
        let client = try await bus.connect()
        let daemon = try await Self.start(on: bus, client)
        let second = try await bus.run([try Programs.path("todayd")])
        #expect(second.exit == .status(1))
        #expect(second.error.contains("a notification center is running already"))
        try await client.ping()
        daemon.signal(SIGTERM)
        #expect(try await daemon.finished().exit == .status(0))
    }

    @Test func itFailsWithoutABus() async throws {
        let bus = try await PrivateBus.start()
        let run = try await bus.run(
            [try Programs.path("todayd")], with: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(bus.folder)/nobody"])
        #expect(run.exit == .status(1) && run.error.contains("cannot connect to"), "\(run)")
    }

    @Test func theBusStartsIt() async throws {
        let bus = try await PrivateBus.start()
        try await bus.addService(TodayBus.name, exec: try Programs.path("todayd"))
        let client = CenterClient(try await bus.connect())
        #expect(try await client.properties()["Version"] == .uint32(TodayBus.version))
        #expect(try await client.widgets().isEmpty)
    }

    @Test func itTellsWhatItIs() async throws {
        let bus = try await PrivateBus.start()
        let help = try await bus.run([try Programs.path("todayd"), "--help"])
        #expect(help.exit == .status(0) && help.output == DaemonOptions.usage && help.error == "")
        let version = try await bus.run([try Programs.path("todayd"), "--version"])
        #expect(version.exit == .status(0) && version.output == "todayd \(TodayVersion.string)\n")
        let usage = try await bus.run([try Programs.path("todayd"), "serve"])
        #expect(usage.exit == .status(64))
        #expect(
            usage.error == "todayd: unknown argument \"serve\"\nSee 'todayd --help' for more information.\n")
    }
}
