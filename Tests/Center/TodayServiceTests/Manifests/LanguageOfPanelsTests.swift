import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService

/// The names of installed widgets follow the panels, in the real `todayd`.
@Suite(.serialized) struct LanguageOfPanelsTests {
    private static let manifest = """
        Name=Weather
        Name[de]=Wetter
        Name[fr]=Météo
        Description=The weather of today
        Description[de]=Das Wetter von heute
        [Setting Unit]
        Type=choice
        Choices=c;f;
        ChoiceNames=Celsius;Fahrenheit;
        ChoiceNames[de]=Grad Celsius;Grad Fahrenheit;
        """

    @Test func thePanelThatBecameVisibleLastDecides() async throws {
        let bus = try await PrivateBus.start()
        try TestCenter.install("org.example.A", Self.manifest, on: bus)
        try TestCenter.install("org.example.B", "Name=Clock", on: bus)
        let daemon = try await RunningDaemon.start(on: bus, CenterClient(try await bus.connect()))
        let (one, two) = (daemon.client, CenterClient(try await bus.connect()))
        let signals = try await SignalRecorder(one.connection, MatchRule(sender: TodayBus.name))
        func wait(for name: String, _ count: Int = 1) async throws {
            try await signals.wait(for: count) { $0.changed["Name"] == .string(name) }
        }
        func label() async throws -> String? {
            try await two.properties(of: .a).settingsSchema["Unit"]?.label(of: "f")
        }
        // One signal for each change of a widget, and none for a widget without translations.
        func expect(changes: Int, then others: [String] = []) {
            let changed = signals.signals.map(\.brief).filter { $0.hasPrefix("A:") || $0.hasPrefix("B:") }
            #expect(changed == Array(repeating: "A: Description Name SettingsSchema", count: changes) + others)
        }
        #expect(try await two.properties(of: .a).name == "Weather")

        try await one.beginViewing(ViewingOptions { $0.locale = "de_DE.UTF-8" })
        try await wait(for: "Wetter")
        #expect(try await label() == "Grad Fahrenheit")
        expect(changes: 1)

        try await two.beginViewing(ViewingOptions { $0.locale = "fr_FR.UTF-8" })
        try await wait(for: "Météo")
        #expect(try await label() == "Fahrenheit")
        expect(changes: 2)

        // The first panel becomes visible once more.
        try await one.endViewing()
        try await one.beginViewing(ViewingOptions { $0.locale = "de_DE.UTF-8" })
        try await wait(for: "Wetter", 2)
        expect(changes: 3)

        // It has gone, and the other one is still visible.
        try await one.endViewing()
        try await wait(for: "Météo", 2)
        // No panel is visible: the language stays. So it does for a panel that gives none.
        try await two.endViewing()
        try await one.beginViewing()
        try await one.beginViewing(ViewingOptions { $0.locale = "C" })
        try await wait(for: "Weather")
        // French has a name only.
        expect(changes: 4, then: ["A: Name"])
        try await daemon.end()
    }
}
