import DBus
import DBusTesting
import Glibc
import TodayPlatform
import Testing
import TodayModel

@testable import TodayService

/// The real `todayd`: what an app registered goes when the app is uninstalled.
@Suite(.serialized) struct ContainingAppGoesTests {
    private let bus: PrivateBus
    private let daemon: RunningDaemon
    private let signals: SignalRecorder

    init() async throws {
        bus = try await PrivateBus.start()
        daemon = try await RunningDaemon.start(on: bus, CenterClient(try await bus.connect()))
        signals = try await SignalRecorder(daemon.client.connection, MatchRule(sender: TodayBus.name))
    }

    private var file: String { bus.folder + "/data/applications/org.example.App.desktop" }

    private func installApp(_ icon: String) throws {
        UserFolders.make(bus.folder + "/data/applications")
        try write("[Desktop Entry]\nType=Application\nName=App\nIcon=\(icon)\n", to: file)
    }

    private func register(_ identifier: WidgetIdentifier) async throws {
        try await daemon.client.registerWidget(
            identifier, WidgetDefinition { $0.containingApp = "org.example.App" })
    }

    @Test func aRegistrationGoesWithItsApp() async throws {
        try await register(.a)
        try await daemon.client.registerWidget(.b, WidgetDefinition { $0.containingApp = "org.example.Never" })
        // The icon shows that the center has seen the app.
        try installApp("one")
        try await signals.wait { $0.brief == "A: Icon" }
        unlink(file)
        try await signals.wait { $0.brief == "-A" }
        // An app that was never there has not gone.
        #expect(Array(try await daemon.client.widgets().keys) == [TodayBus.path(of: .b)])
        #expect(try await daemon.end().exit == .status(0))
    }

    @Test func anUpgradeOfTheAppKeepsIt() async throws {
        try await register(.a)
        try installApp("one")
        try await signals.wait { $0.brief == "A: Icon" }
        unlink(file)
        try installApp("two")
        try await signals.wait { $0.changed["Icon"] == .string("two") }
        #expect(try await daemon.client.properties(of: .a).icon == "two")
        #expect(try await daemon.end().exit == .status(0))
    }

    @Test func anAppThatWentWhileNobodyLookedHasGone() async throws {
        try await register(.a)
        try installApp("one")
        try await signals.wait { $0.brief == "A: Icon" }
        // It goes to disk with the end.
        try await daemon.end()
        unlink(file)
        let again = try await daemon.again()
        try await signals.wait { $0.brief == "-A" }
        #expect(try await again.client.widgets().isEmpty)
        #expect(try await again.end().exit == .status(0))
    }
}
