import DBus
import DBusTesting
import Glibc
import Testing
import TodayModel

@testable import TodayService

/// `Appear` and `Disappear` come in pairs to each process. One that was started while a panel looked got `Disappear` alone.
@Suite(.serialized) struct AppearOnBusTests {
    private static func center(timing: (inout ServiceTiming) -> Void = { _ in }) async throws -> TestCenter {
        try await TestCenter.start(
            manifests: ["org.example.A": "UpdateInterval=0\nExec=" + TestCenter.provider("polite")], timing: timing)
    }

    /// Returns the panel calls that each process got, in the order in which the processes were started.
    private static func told(_ test: TestCenter) -> [[String]] {
        let starts = test.providerLog.filter { $0[1] == "start" }.map { $0[0] }
        return starts.map { id in
            test.providerLog.filter { $0[0] == id && ["Appear", "Disappear"].contains($0[1]) }.map { $0[1] }
        }
    }

    @Test func aProviderThatIsStartedWhileAPanelLooksIsTold() async throws {
        let test = try await Self.center {
            $0.hiding = .zero
            $0.idle = .milliseconds(100)
        }
        try await test.client.beginViewing()
        try await test.signals.wait { $0.brief == "WidgetUpdated A new-data" }
        #expect(test.providerLog.map { $0[1] } == ["start", "BeginRequest", "Appear", "PerformUpdate"])
        try await test.client.endViewing()
        try await test.expectNoProviders()
        #expect(Self.told(test) == [["Appear", "Disappear"]])
    }

    @Test func itsSuccessorIsToldToo() async throws {
        let test = try await Self.center()
        try await test.client.beginViewing()
        #expect(try await test.client.performUpdate(.a) == .newData)
        let first = try #require(test.providerLog.first.flatMap { Int32($0[0]) })
        let gone = try await SignalRecorder(
            test.connection, MatchRule(sender: .bus, member: "NameOwnerChanged", firstArgument: "org.example.A"))
        kill(first, SIGKILL)
        try await gone.wait()
        #expect(try await test.client.performUpdate(.a) == .newData)
        #expect(Self.told(test) == [["Appear"], ["Appear"]])
    }

    @Test(arguments: [true, false])
    func theEndIsAnEndOfViewing(_ isUninstalled: Bool) async throws {
        // The program ends by itself.
        let test = try await TestCenter.start { $0.ending = .seconds(60) }
        try await test.client.registerWidget(.a, WidgetDefinition { $0.exec = TestCenter.provider("polite") })
        try await test.client.beginViewing()
        #expect(try await test.client.performUpdate(.a) == .newData)
        if isUninstalled { try await test.client.unregisterWidget(.a) } else { await test.center.stop() }
        try await test.expectNoProviders()
        #expect(test.providerLog.map { $0[1] }.suffix(4) == ["PerformUpdate", "Disappear", "EndRequest", "gone"])
        #expect(Self.told(test) == [["Appear", "Disappear"]])
    }

    @Test func aWidgetThatIsLeftOutDisappears() async throws {
        let test = try await TestCenter.start()
        let provider = try await test.register(.a)
        #expect(try await test.client.performUpdate(.a) == .noData)
        try await test.client.beginViewing()
        try await provider.record.wait { $0.last == "Appear" }
        try await test.client.arrange([])
        try await provider.record.wait { $0.last == "Disappear" }
        try await test.client.arrange([.a])
        try await provider.record.wait { $0.last == "Appear" }
        try await test.client.unregisterWidget(.a)
        try await provider.record.wait { $0.last == "Disappear" }
    }

    /// A provider may own its name before its object exists.
    @Test func anObjectThatComesLaterIsTold() async throws {
        let test = try await TestCenter.start {
            $0.retryInterval = .milliseconds(50)
            $0.settling = .seconds(20)
        }
        try await test.client.beginViewing()
        let app = try await test.anotherClient()
        try await app.registerWidget(.a, WidgetDefinition { $0.objectPath = "/late" })
        let client = test.client
        async let result = client.performUpdate(.a)
        try await test.signals.wait { $0.changed["State"] == "updating" }
        let provider = try await FakeProvider.export(on: app.connection, at: "/late")
        #expect(try await result == .noData)
        try await provider.record.wait { $0.contains("Appear") }
        #expect(provider.calls.count { $0 == "Appear" } == 1)
    }

    @Test func whoeverTakesTheNameOverIsToldAndTheFormerOneToo() async throws {
        let test = try await TestCenter.start()
        var owners: [Connection] = []
        var providers: [FakeProvider] = []
        for _ in 0..<2 {
            let connection = try await test.bus.connect()
            providers.append(try await FakeProvider.export(on: connection, at: "/org/example/A"))
            owners.append(connection)
        }
        try await owners[0].requestName("org.example.A", .allowReplacement)
        try await test.client.registerWidget(.a, WidgetDefinition { $0.busName = "org.example.A" })
        try await test.client.beginViewing()
        #expect(try await test.client.performUpdate(.a) == .noData)
        try await owners[1].requestName("org.example.A", .replaceExisting)
        try await providers[1].record.wait { $0.contains("Appear") }
        try await providers[0].record.wait { $0.last == "Disappear" }
        #expect(providers[0].calls.count { $0 == "Appear" } == 1)
    }
}
