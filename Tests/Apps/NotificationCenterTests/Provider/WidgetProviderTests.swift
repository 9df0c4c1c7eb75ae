import DBus
import DBusTesting
import NotificationCenterTesting
import Testing
import TodayModel

@testable import NotificationCenter

/// Widgets that come and go while their program runs.
@Suite struct WidgetProviderTests {
    @WidgetActor @Test func aWidgetIsThereFromAddToRemove() async throws {
        let bus = try await PrivateBus.start()
        let provider = try NCWidgetProvider(busName: "org.example.Many", over: CenterLink(.bus(bus.address)))
        let client = try await bus.connect()
        @Sendable func update(_ path: ObjectPath, _ identifier: WidgetIdentifier) async throws -> String {
            let context = UpdateContext(identifier: identifier, reason: .requested).dictionary
            let (word, _): (String, [String: DBusValue]) = try await client.call(
                "org.example.Many", path: path, interface: TodayBus.provider, ProviderMember.performUpdate, context)
            return word
        }
        let first = ScriptedWidget()
        first.tree = Text("one").widgetContent
        try await provider.add(first, as: "org.example.Many.One", at: "/one")
        let status = try await provider.run {
            // The provider owns its name and serves the widgets that were added before; more are added later.
            let word = try? await update("/one", "org.example.Many.One")
            #expect(word == "new-data")
            let second = ScriptedWidget()
            second.tree = Text("two").widgetContent
            do { try await provider.add(second, as: "org.example.Many.Two", at: "/two") } catch {
                Issue.record(error)
            }
            let other = try? await update("/two", "org.example.Many.Two")
            #expect(other == "new-data")
            await provider.remove("org.example.Many.One")
            await #expect(throws: RemoteError.self) { _ = try await update("/one", "org.example.Many.One") }
            do {
                try await provider.add(first, as: "org.example.Many.Three", at: "/two")
                Issue.record("two widgets are at one place")
            } catch { #expect((error as? NCError)?.code == .invalidDefinition) }
            provider.end()
        }
        #expect(status == 0)
        #expect(throws: NCError.self) { _ = try NCWidgetProvider(busName: "no name") }
    }
}
