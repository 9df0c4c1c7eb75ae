import DBus
import DBusTesting
import Glibc
import Testing
import TodayPlatform
import TodayModel

@testable import TodayService

/// The real `todayd`, with programs that come to a session bus and to a private system bus, and go.
@Suite(.serialized) struct TryBusNameTests {
    /// Owns a name until it is ended.
    private static let owner = """
        import sys
        from gi.repository import Gio, GLib
        bus = Gio.DBusConnection.new_for_address_sync(sys.argv[1], Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
            | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)
        Gio.bus_own_name_on_connection(bus, sys.argv[2], Gio.BusNameOwnerFlags.NONE, None, None)
        GLib.MainLoop().run()
        """

    private static func own(_ name: String, on bus: PrivateBus) async throws -> ToolRun {
        try await bus.start(["/usr/bin/python3", "-c", owner, bus.address, name])
    }

    private static func end(_ owner: ToolRun) async throws {
        owner.signal(SIGKILL)
        _ = try await owner.finished()
    }

    private static let manifest = "Name=Player\nTryBusName=org.example.players.*;system:org.example.Power"

    private static func signals(of daemon: RunningDaemon) async throws -> SignalRecorder {
        try await SignalRecorder(daemon.client.connection, MatchRule(sender: TodayBus.name))
    }

    @Test func aWidgetComesAndGoesWithNamesOfBothBuses() async throws {
        let (bus, system) = (try await PrivateBus.start(), try await PrivateBus.start())
        try TestCenter.install("org.example.A", Self.manifest, on: bus)
        let daemon = try await RunningDaemon.start(
            on: bus, CenterClient(try await bus.connect()), with: ["DBUS_SYSTEM_BUS_ADDRESS": system.address])
        let signals = try await Self.signals(of: daemon)
        func wait(for brief: String, _ count: Int = 1) async throws {
            try await signals.wait(for: count) { $0.brief == brief }
        }
        #expect(try await daemon.client.widgets().isEmpty)

        let player = try await Self.own("org.example.players.Vlc", on: bus)
        try await wait(for: "+A")
        try await daemon.client.updateWidget(.a, .content("kept"))
        // The other bus has a name, so the widget outlives the player.
        let power = try await Self.own("org.example.Power", on: system)
        _ = try await system.connect().waitForOwner(of: "org.example.Power")
        try await Self.end(player)
        // A widget that depends on the player alone has to go first.
        try TestCenter.install("org.example.B", "TryBusName=org.example.players.Vlc", on: bus)
        let second = try await Self.own("org.example.players.Vlc", on: bus)
        try await wait(for: "+B")
        try await Self.end(second)
        try await wait(for: "-B")
        #expect(!signals.signals.contains { $0.brief == "-A" })

        try await Self.end(power)
        try await wait(for: "-A")
        #expect(try await daemon.client.widgets().isEmpty)
        let again = try await Self.own("org.example.players.Mpv", on: bus)
        try await wait(for: "+A", 2)
        #expect(try await daemon.client.properties(of: .a).content == text("kept"))
        #expect(try await daemon.end().exit == .status(0))
        try await Self.end(again)
    }

    @Test func aNameThatIsThereAtTheStartCountsAtOnce() async throws {
        let (bus, system) = (try await PrivateBus.start(), try await PrivateBus.start())
        try TestCenter.install("org.example.A", Self.manifest, on: bus)
        try TestCenter.install("org.example.B", "TryBusName=org.example.Nobody", on: bus)
        let power = try await Self.own("org.example.Power", on: system)
        _ = try await system.connect().waitForOwner(of: "org.example.Power")
        let daemon = try await RunningDaemon.start(
            on: bus, CenterClient(try await bus.connect()), with: ["DBUS_SYSTEM_BUS_ADDRESS": system.address])
        #expect(try await daemon.client.arrangement() == [.a])
        #expect(try await daemon.end().exit == .status(0))
        try await Self.end(power)
    }

    @Test func aNameThatTheBusCanStartIsEnough() async throws {
        let bus = try await PrivateBus.start()
        try await bus.addService("org.example.players.Vlc", exec: "/bin/false")
        try TestCenter.install("org.example.A", Self.manifest, on: bus)
        let daemon = try await RunningDaemon.start(
            on: bus, CenterClient(try await bus.connect()), with: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nothing"])
        #expect(try await daemon.client.arrangement() == [.a])
        // Without a system bus its names are missing, which the log says once.
        let output = try await daemon.end()
        #expect(output.exit == .status(0) && output.error.contains("the system bus isn't running"), "\(output)")
    }

    /// A center connects to the system bus only if a manifest asks.
    @Test func nobodyAsksForTheSystemBus() async throws {
        let bus = try await PrivateBus.start()
        try TestCenter.install("org.example.A", "Name=A", on: bus)
        let daemon = try await RunningDaemon.start(
            on: bus, CenterClient(try await bus.connect()), with: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nothing"])
        #expect(try await daemon.client.arrangement() == [.a])
        let output = try await daemon.end()
        #expect(output.exit == .status(0) && !output.error.contains("system bus"), "\(output)")
    }
}
