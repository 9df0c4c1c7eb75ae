import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService

/// Settings that the user changes, over the bus.
@Suite(.serialized) struct SettingsTests {
    private static let manifest = """
        Name=A
        [Setting City]
        Default=Athens
        Required=true
        [Setting Days]
        Type=integer
        Default=3
        Minimum=1
        Maximum=7
        [Setting Title]
        """

    private static func declare(_ definition: inout WidgetDefinition) {
        definition.settingsSchema = try! SettingsSchema([
            SettingDeclaration("City", .string, default: .text("Athens"), isRequired: true),
            SettingDeclaration("Days", .integer, default: .integer(3), maximum: .integer(7)),
            SettingDeclaration("Title", .string),
        ])
    }

    @Test func theyAreSetAllOrNothing() async throws {
        let test = try await TestCenter.start(manifests: ["org.example.A": Self.manifest])
        let client = test.client
        #expect(try await client.properties(of: .a).settings == ["City": "Athens", "Days": .int64(3), "Title": ""])
        let signals = try await test.signals {
            try await client.setSettings(["City": "Rome", "Days": .byte(5), "Title": "My <b>Rome"], of: .a)
        }
        #expect(signals == ["A: Name Settings"])
        let a = try await client.properties(of: .a)
        #expect(a.settings == ["City": "Rome", "Days": .int64(5), "Title": "My <b>Rome"] && a.name == "My <b>Rome")
        #expect(a.settingsSchema.declarations.map(\.key) == ["City", "Days", "Title"])
        let before = try await test.snapshot()
        for (values, reason) in [
            (["City": "Oslo", "Days": .int64(9)], "Days: 9 is above 7"),
            (["City": ""], "City: required"), (["City": .int64(1)], "City: 1 is not a string"),
            (["Town": "x"], "unknown setting \"Town\"; the settings are City, Days, Title"),
        ] as [([String: DBusValue], String)] {
            await expectRefusal(.invalidSetting, reason) { try await client.setSettings(values, of: .a) }
        }
        await expectRefusal(.invalidSetting, "unknown setting \"Town\"; the settings are City, Days, Title") {
            try await client.resetSettings(["City", "Town"], of: .a)
        }
        #expect(try await test.snapshot() == before)
        // The same once more changes nothing.
        #expect(try await test.signals { try await client.setSettings(["City": "Rome"], of: .a) } == [])
        try await client.resetSettings(["City"], of: .a)
        #expect(try await client.properties(of: .a).settings["City"] == "Athens")
        try await client.resetSettings(of: .a)
        #expect(try await client.properties(of: .a).settings["Days"] == .int64(3))
    }

    @Test func aWidgetWithoutAnyHasNone() async throws {
        let test = try await TestCenter.start(manifests: ["org.example.A": "Name=A"])
        let a = try await test.client.properties(of: .a)
        #expect(a.settings == [:] && a.settingsSchema.isEmpty && !a.instances)
        await expectRefusal(.invalidSetting, "unknown setting \"A\"; the widget has no settings") {
            try await test.client.setSettings(["A": "a"], of: .a)
        }
        await expectRefusal(.unknownWidget, "identifier: unknown widget \"org.example.B\"") {
            try await test.client.setSettings([:], of: .b)
        }
    }

    @Test func theProviderIsToldAtOnce() async throws {
        let test = try await TestCenter.start()
        let cities = Recorder<String>()
        let provider = try await test.register(.a) { context in
            guard case .dictionary(let entries, _, _)? = context["Settings"]?.unwrapped else { return ("failed", [:]) }
            cities.record(entries.first { $0.key == "City" }?.value.unwrapped.text ?? "")
            return ("new-data", [:])
        } definition: {
            Self.declare(&$0)
        }
        try await test.client.beginViewing()
        try await cities.wait { $0 == ["Athens"] }
        try await test.client.setSettings(["City": "Rome"], of: .a)
        try await cities.wait { $0 == ["Athens", "Rome"] }
        // Once is enough: nothing else runs when that has ended.
        _ = try await test.signals.wait(for: 2) { $0.member == CenterMember.widgetUpdated }
        let other = try await test.anotherClient()
        _ = try await other.performUpdate(.a)
        _ = try await other.performUpdate(.a)
        #expect(
            provider.calls.filter { $0.hasPrefix("Perform") } == [
                "PerformUpdate visible", "PerformUpdate settings", "PerformUpdate requested", "PerformUpdate requested",
            ])
    }

    /// Settings that change while the provider answers reach it with another update.
    @Test func settingsDuringAnUpdateAreNotLost() async throws {
        let test = try await TestCenter.start()
        let cities = Recorder<String>()
        let gate = FirstAnswer<Void>()
        try await test.register(.a) { context in
            guard case .dictionary(let entries, _, _)? = context["Settings"]?.unwrapped else { return ("failed", [:]) }
            cities.record(entries.first { $0.key == "City" }?.value.unwrapped.text ?? "")
            if cities.elements.count == 1 { await gate.value }
            return ("no-data", [:])
        } definition: {
            Self.declare(&$0)
        }
        async let first = test.client.performUpdate(.a)
        try await cities.wait { $0 == ["Athens"] }
        try await test.client.setSettings(["City": "Rome"], of: .a)
        gate.settle(())
        _ = try await first
        try await cities.wait { $0 == ["Athens", "Rome"] }
    }

    /// A changed schema drops only the user's settings that no longer fit, and restores them when they fit again.
    @Test func anotherSchemaKeepsWhatFits() async throws {
        let test = try await TestCenter.start()
        func register(_ settings: [SettingDeclaration]) async throws {
            try await test.client.registerWidget(
                .a, WidgetDefinition { $0.settingsSchema = try! SettingsSchema(settings) })
        }
        let city = try SettingDeclaration("City", .string, default: .text("Athens"))
        try await register([city, SettingDeclaration("Days", .integer)])
        try await test.client.setSettings(["City": "Rome", "Days": .int64(5)], of: .a)
        try await register([city, SettingDeclaration("Days", .integer, maximum: .integer(4))])
        #expect(try await test.client.properties(of: .a).settings == ["City": "Rome", "Days": .int64(0)])
        try await register([city, SettingDeclaration("Days", .integer, maximum: .integer(6))])
        #expect(try await test.client.properties(of: .a).settings == ["City": "Rome", "Days": .int64(5)])
        // A provider that registers again keeps the user's settings.
        try await test.client.unregisterWidget(.a)
        try await register([city])
        #expect(try await test.client.properties(of: .a).settings == ["City": "Rome"])
    }

    @Test func aRegistrationWithASecretIsRefused() async throws {
        let test = try await TestCenter.start()
        let setting = DBusValue.properties(["Key": "Token", "Type": "secret"])
        let error = await #expect(throws: CenterError.self) {
            try await test.client.registerWidget(.a, ["SettingsSchema": .array([setting], of: "a{sv}")])
        }
        #expect(error?.code == .invalidDefinition && error?.message.contains("keyring") == true)
        #expect(try await test.client.widgets().isEmpty)
    }
}
