import DBus
import DBusTesting
import Testing
import TodayModel
import TodayProtocol

@testable import TodayService

@Suite(.serialized) struct ExplainTests {
    private static func explain(_ identifier: WidgetIdentifier, in test: TestCenter) async throws -> [String: DBusValue]
    {
        try await test.connection.call(
            TodayBus.name, path: TodayBus.path, interface: TodayBus.center, CenterMember.explain, identifier.rawValue)
    }

    private static func reason(_ identifier: WidgetIdentifier, in test: TestCenter) async throws -> String? {
        try await explain(identifier, in: test)["Reason"]?.text
    }

    @Test func everyReasonIsOneOfTheContract() async throws {
        let test = try await TestCenter.start()
        let gate = Gate()
        let provider = try await test.register(
            .a,
            update: { _ in
                await gate.pass()
                return ("no-data", [:])
            })
        #expect(try await Self.reason(.a, in: test) == "interval")
        let client = test.client
        async let result = client.performUpdate(.a)
        try await provider.record.wait { $0.count == 1 }
        let running = try await Self.explain(.a, in: test)
        #expect(running["Reason"] == "updating" && running["State"] == "updating")
        gate.open()
        _ = try await result
        #expect(try await Self.reason(.a, in: test) == "fresh")
        try await test.client.arrange([])
        #expect(try await Self.reason(.a, in: test) == "not-arranged")
        try await test.client.setHasContent(false, for: .a)
        #expect(try await Self.reason(.a, in: test) == "no-content")

        try await test.client.registerWidget(.b, WidgetDefinition())
        #expect(try await Self.reason(.b, in: test) == "no-provider")
        try await test.register(.c, definition: { $0.updateInterval = 0 })
        #expect(try await Self.reason(.c, in: test) == "hidden")
    }

    @Test func theNumbersAreThere() async throws {
        let test = try await TestCenter.start()
        try await test.register(.a, update: { _ in ("failed", ["Error": "offline", "NextUpdate": .uint64(.max)]) })
        _ = try await test.client.performUpdate(.a)
        _ = try await test.client.performUpdate(.a)
        let facts = try await Self.explain(.a, in: test)
        #expect(facts["LastResult"] == "failed" && facts["Error"] == "offline" && facts["Failures"] == .uint32(2))
        #expect(facts["State"] == "idle" && facts["UpdatedAt"] == .uint64(0))
        #expect(facts["Message"]?.text?.contains("offline") == true)
        #expect(facts["Provider"]?.text == "\(test.connection.uniqueName?.rawValue ?? "") at /provider/org_example_A")
        guard case .uint64(let next)? = facts["NextUpdate"] else {
            Issue.record("there is no NextUpdate in \(facts)")
            return
        }
        let inAnInterval = ServiceClock.system.wall().microseconds + 900_000_000
        #expect(next <= inAnInterval && next > inAnInterval - 60_000_000)
        try await test.expect(.unknownWidget) { _ = try await Self.explain("org.example.X", in: test) }
    }
}
