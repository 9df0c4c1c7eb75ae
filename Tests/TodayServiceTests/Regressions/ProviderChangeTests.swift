import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService

/// What becomes of an update when its widget's provider is another one suddenly.
@Suite(.serialized) struct ProviderChangeTests {
    /// The late answer of the old provider was shown as the new one's.
    @Test func theAnswerOfAFormerProviderIsDropped() async throws {
        let test = try await TestCenter.start()
        let gate = Gate()
        let former = try await test.register(
            .a,
            update: { _ in
                await gate.pass()
                return ("new-data", ["Content": text("former").dbusValue])
            })
        let client = test.client
        async let result = client.performUpdate(.a)
        try await former.record.wait { $0.count == 1 }
        try await FakeProvider.export(
            on: test.connection, at: "/present",
            update: { _ in ("new-data", ["Content": text("present").dbusValue]) })
        try await test.client.registerWidget(.a, WidgetDefinition { $0.objectPath = "/present" })
        gate.open()
        #expect(try await result == .newData)
        #expect(try await test.client.properties(of: .a).content == text("present"))
    }

    /// A program that ran was ended because its widget was registered again, word for word, by another connection.
    @Test func theSameProviderRunsOn() async throws {
        let test = try await TestCenter.start()
        let definition = WidgetDefinition { $0.exec = TestCenter.provider("good") }
        try await test.client.registerWidget(.a, definition)
        #expect(try await test.client.performUpdate(.a) == .newData)
        try await test.anotherClient().registerWidget(.a, definition)
        #expect(try await test.client.performUpdate(.a) == .newData)
        #expect(test.calls(of: "start") == 1)
        try await test.client.registerWidget(.a, WidgetDefinition { $0.exec = TestCenter.provider("calls-back") })
        #expect(try await test.client.performUpdate(.a) == .noData)
        #expect(test.calls(of: "start") == 2)
    }

    /// A widget whose provider came to the bus late was not updated by itself any more.
    @Test func aProviderThatComesBackIsAskedAgain() async throws {
        let test = try await TestCenter.start(
            manifests: ["org.example.A": "BusName=org.example.Provider\nUpdateInterval=1"])
        #expect(try await test.client.performUpdate(.a) == .failed)
        let other = try await test.bus.connect()
        let provider = try await FakeProvider.export(on: other, at: "/org/example/Provider")
        try await other.requestName("org.example.Provider")
        try await test.signals.wait { $0.brief == "WidgetUpdated A no-data" }
        #expect(provider.calls == ["PerformUpdate interval"])
    }
}
