import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService

/// Providers that the bus starts.
@Suite(.serialized) struct ActivationTests {
    private static func center(
        _ behaviour: String, clock: ServiceClock = .system, timing: (inout ServiceTiming) -> Void = { _ in }
    ) async throws -> TestCenter {
        let test = try await TestCenter.start(clock: clock, timing: timing)
        // The bus passes no variables on.
        try await test.bus.addService(
            "org.example.A",
            exec: "/usr/bin/env PROVIDER_LOG=\(test.bus.folder)/provider.log "
                + "\(TestCenter.provider(behaviour)) org.example.A")
        try await test.client.registerWidget(.a, WidgetDefinition { $0.busName = "org.example.A" })
        return test
    }

    @Test func theBusStartsTheProvider() async throws {
        let test = try await Self.center("good")
        #expect(try await test.client.performUpdate(.a) == .newData)
        #expect(try await test.client.performUpdate(.a) == .newData)
        #expect(test.providerLog.map { $0[1] } == ["start", "BeginRequest", "PerformUpdate", "PerformUpdate"])
    }

    @Test func theBusStartsItAgainWhenItDies() async throws {
        let test = try await Self.center("dies-once")
        #expect(try await test.client.performUpdate(.a) == .newData)
        #expect(test.calls(of: "start") == 2)
    }

    @Test func whatTheBusCannotStartIsAFailure() async throws {
        let test = try await Self.center("exits")
        #expect(try await test.client.performUpdate(.a) == .failed)
        #expect(test.calls(of: "start") == 1)
        #expect(try await test.client.properties(of: .a).state == .idle)
    }

    /// A provider that hangs and is not the center's to end was never reached again: the center waited for it to come
    /// to the bus, where it was.
    @Test func aProviderThatHungIsReachedAgain() async throws {
        let test = try await Self.center("silent-once", clock: HandClock.ahead) { $0.provider = .seconds(3) }
        #expect(try await test.client.performUpdate(.a) == .failed)
        let error = try await test.client.properties(of: .a).error
        #expect(ErrorText(error).details == "the provider did not answer in time")
        #expect(try await test.client.performUpdate(.a) == .newData)
        #expect(test.calls(of: "start") == 1)
    }

    /// A provider that couldn't be started waits for its service file.
    @Test func aServiceFileThatAppearsIsNoticed() async throws {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.a, WidgetDefinition { $0.busName = "org.example.A" })
        try await test.client.registerWidget(.b, WidgetDefinition { $0.busName = "org.example.B" })
        for identifier in [WidgetIdentifier.a, .b] {
            #expect(try await test.client.performUpdate(identifier) == .failed)
            #expect(try await test.client.properties(of: identifier).state == .unavailable)
        }
        try await test.bus.addService(
            "org.example.A",
            exec: "/usr/bin/env PROVIDER_LOG=\(test.bus.folder)/provider.log "
                + "\(TestCenter.provider("good")) org.example.A")
        try await test.signals.wait(within: .seconds(60)) { $0.changed["State"] == "idle" && $0.brief.hasPrefix("A: ") }
        #expect(try await test.client.properties(of: .b).state == .unavailable)
        #expect(try await test.client.performUpdate(.a) == .newData)
    }
}
