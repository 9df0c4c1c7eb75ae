import DBus
import DBusTesting
import NotificationCenterTesting
import Testing
import TodayModel

@testable import NotificationCenter

/// Several instances of a widget in one process.
@Suite struct InstanceTests {
    private let bus: PrivateBus
    private let client: Connection
    private static let path: ObjectPath = "/org/example/Cities"

    init() async throws {
        bus = try await PrivateBus.start()
        client = try await bus.connect()
    }

    private func update(
        _ path: ObjectPath, _ identifier: String, _ city: String, on client: Connection? = nil
    ) async throws -> String {
        let context: [String: DBusValue] = [
            "Identifier": .string(identifier), "Reason": "settings", "Settings": .properties(["City": .string(city)]),
        ]
        let (_, changes): (String, [String: DBusValue]) = try await (client ?? self.client).call(
            "org.example.Cities", path: path, interface: TodayBus.provider, ProviderMember.performUpdate, context)
        return try WidgetChanges(changes).content?.plainText(PlainText.Context(now: .now)) ?? ""
    }

    private func end(_ path: ObjectPath) async throws {
        try await client.call(
            "org.example.Cities", path: path, interface: TodayBus.provider, ProviderMember.endRequest)
    }

    @WidgetActor @Test func eachHasAnObjectOfItsOwn() async throws {
        let provider = try NCWidgetProvider(busName: "org.example.Cities", over: CenterLink(.bus(bus.address)))
        var made: [String] = []
        try await provider.add(Weather(), as: "org.example.Cities", at: Self.path.rawValue) { identifier in
            made.append(identifier)
            return Weather()
        }
        let status = try await provider.run {
            do {
                let first = try await self.update(Self.path, "org.example.Cities", "Athens")
                let second = try await self.update("/org/example/Cities/instance/2", "org.example.Cities#2", "Bonn")
                let seventeenth = try await self.update(
                    "/org/example/Cities/instance/17", "org.example.Cities#17", "Cork")
                let again = try await self.update("/org/example/Cities/instance/2", "org.example.Cities#2", "Dijon")
                #expect(
                    [first, second, seventeenth, again].map { $0.split(separator: " ").first } == [
                        "Athens", "Bonn", "Cork", "Dijon",
                    ])
                #expect(made == ["org.example.Cities#2", "org.example.Cities#17"])
                for path in ["1", "0", "02", "2x", "x"] {
                    await #expect(throws: RemoteError.self) {
                        _ = try await self.update(
                            ObjectPath(unchecked: "/org/example/Cities/instance/\(path)"), "org.example.Cities", "Ely")
                    }
                }
                // The program ends with the last one.
                try await self.end("/org/example/Cities/instance/2")
                try await self.end(Self.path)
                #expect(try await self.client.owner(of: "org.example.Cities") != nil)
                try await self.end("/org/example/Cities/instance/17")
            } catch {
                Issue.record(error)
                provider.end()
            }
        }
        #expect(status == 0)
    }

    @WidgetActor private final class Weak { weak var widget: ScriptedWidget? }

    @WidgetActor @Test func oneThatTheCenterRemovesIsLetGo() async throws {
        let center = try await bus.connect()
        try await center.requestName(TodayBus.name)
        let provider = try NCWidgetProvider(busName: "org.example.Cities", over: CenterLink(.bus(bus.address)))
        let (second, third) = (Weak(), Weak())
        try await provider.add(ScriptedWidget(), as: "org.example.Cities", at: Self.path.rawValue) { identifier in
            let widget = ScriptedWidget()
            (identifier == "org.example.Cities#2" ? second : third).widget = widget
            return widget
        }
        _ = try await provider.run {
            for number in 2...3 {
                _ = try? await self.update(
                    ObjectPath(unchecked: "\(Self.path)/instance/\(number)"), "org.example.Cities#\(number)", "Bonn")
            }
            // It asks the bus for the signal once it was called; until that is done, there are more of them.
            let deadline = ContinuousClock.now + .seconds(30)
            while second.widget != nil, ContinuousClock.now < deadline {
                try? await center.emit(
                    TodayBus.path, .objectManager, "InterfacesRemoved",
                    TodayBus.path(of: ("org.example.Cities" as WidgetIdentifier).instance(2)),
                    [TodayBus.widget.rawValue])
                try? await self.client.call("org.example.Cities", path: Self.path, interface: .peer, "Ping")
            }
            #expect(second.widget == nil && third.widget != nil)
            provider.end()
        }
    }

    @WidgetActor @Test func instancesGoWithTheirWidget() async throws {
        let provider = try NCWidgetProvider(busName: "org.example.Cities", over: CenterLink(.bus(bus.address)))
        let (first, second) = (ScriptedWidget(), ScriptedWidget())
        try await provider.add(first, as: "org.example.Cities", at: Self.path.rawValue) { _ in second }
        _ = try await provider.run {
            _ = try? await self.update("/org/example/Cities/instance/2", "org.example.Cities#2", "Bonn")
            await provider.remove("org.example.Cities")
            #expect(first.log == ["terminate"] && second.log.last == "terminate")
            for path in [Self.path, "/org/example/Cities/instance/2", "/org/example/Cities/instance/3"] {
                await #expect(throws: RemoteError.self) { _ = try await self.update(path, "org.example.Cities", "") }
            }
            provider.end()
        }
    }
}
