import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService

@Suite(.serialized) struct ExplainTests {
    static func explain(_ identifier: WidgetIdentifier, in test: TestCenter) async throws -> [String: DBusValue] {
        try await test.connection.call(
            TodayBus.name, path: TodayBus.path, interface: TodayBus.center, CenterMember.explain, identifier.rawValue)
    }

    static func reason(_ identifier: WidgetIdentifier, in test: TestCenter) async throws -> String? {
        try await explain(identifier, in: test)["Reason"]?.text
    }

    /// The sentences of all widgets.
    static func explanations(in test: TestCenter) async throws -> [String] {
        var messages: [String] = []
        for case .string(let name)? in try await test.client.widgets().values.map({ $0["Identifier"]?.unwrapped }) {
            let identifier = try WidgetIdentifier(name)
            messages.append(try await explain(identifier, in: test)["Message"]?.text ?? "")
        }
        return messages
    }

    @Test func theReasonsOfOneThatWorks() async throws {
        let test = try await TestCenter.start { $0.hiding = .zero }
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
    }

    @Test func theReasonsOfOneThatIsUpdatedWhileViewed() async throws {
        let test = try await TestCenter.start { $0.hiding = .zero }
        try await test.register(.c, definition: { $0.updateInterval = 0 })
        #expect(try await Self.reason(.c, in: test) == "hidden")
        try await test.client.beginViewing()
        try await test.signals.wait { $0.brief == "WidgetUpdated C no-data" }
        let fresh = try await Self.explain(.c, in: test)
        #expect(fresh["Reason"] == "fresh" && fresh["NextUpdate"] == .uint64(0))
        try await test.client.endViewing()
        #expect(try await Self.reason(.c, in: test) == "hidden")
    }

    @Test func theReasonsOfOneWithNobodyToAsk() async throws {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.b, WidgetDefinition())
        #expect(try await Self.reason(.b, in: test) == "no-provider")
        try await test.client.registerWidget(.c, WidgetDefinition { $0.busName = "org.example.Nobody" })
        #expect(try await test.client.performUpdate(.c) == .failed)
        let unavailable = try await Self.explain(.c, in: test)
        #expect(unavailable["Reason"] == "no-provider" && unavailable["State"] == "unavailable")
        #expect(unavailable["Message"]?.text?.contains("org.example.Nobody has no owner") == true)
    }

    @Test func theReasonsOfOneThatIsTooSlow() async throws {
        let test = try await TestCenter.start(
            manifests: ["org.example.A": "Exec=" + TestCenter.provider("silent")]
        ) { $0.provider = .milliseconds(1500) }
        for reason in ["deadline", "suspended"] {
            #expect(try await test.client.performUpdate(.a) == .failed)
            #expect(try await Self.reason(.a, in: test) == reason)
        }
    }

    @Test(arguments: ["greedy", "greedy-later"])
    func theReasonOfOneThatUsesTooMuch(_ behaviour: String) async throws {
        let test = try await TestCenter.start(
            manifests: ["org.example.A": "MemoryMax=48M\nExec=" + TestCenter.provider(behaviour)]
        ) { $0.memoryInterval = .milliseconds(100) }
        _ = try await test.client.performUpdate(.a)
        try test.letProviderTakeMemory()
        try await test.signals.wait { $0.changed["LastResult"] == "failed" }
        let explanation = try await Self.explain(.a, in: test)
        #expect(explanation["Reason"] == "memory")
        #expect(explanation["Message"]?.text?.contains("MiB of memory") == true)
    }

    /// A push after a failure was explained as a failure for no reason.
    @Test func aPushAfterAFailureIsFresh() async throws {
        let test = try await TestCenter.start()
        try await test.register(.a, update: { _ in ("failed", ["Error": "offline"]) })
        #expect(try await test.client.performUpdate(.a) == .failed)
        #expect(try await Self.reason(.a, in: test) == "interval")
        try await test.client.updateWidget(.a, .content("pushed"))
        let explanation = try await Self.explain(.a, in: test)
        #expect(explanation["Reason"] == "fresh" && explanation["LastResult"] == "failed")
    }

    @Test func runsAreCountedByTheDay() async throws {
        let time = HandClock()
        let test = try await TestCenter.start(clock: time.clock)
        try await test.register(.a)
        #expect(try await Self.explain(.a, in: test)["UpdatesToday"] == .uint32(0))
        for _ in 0..<3 { _ = try await test.client.performUpdate(.a) }
        try await test.client.updateWidget(.a, .content("pushed"))
        #expect(try await Self.explain(.a, in: test)["UpdatesToday"] == .uint32(3))
        time.setWall(Timestamp(microseconds: time.clock.wall().microseconds + 86_400_000_000))
        #expect(try await Self.explain(.a, in: test)["UpdatesToday"] == .uint32(0))
        _ = try await test.client.performUpdate(.a)
        #expect(try await Self.explain(.a, in: test)["UpdatesToday"] == .uint32(1))
    }

    @Test func theNumbersAreThere() async throws {
        let test = try await TestCenter.start()
        try await test.register(.a, update: { _ in ("failed", ["Error": "offline", "NextUpdate": .uint64(.max)]) })
        let before = ServiceClock.system.wall().microseconds
        _ = try await test.client.performUpdate(.a)
        _ = try await test.client.performUpdate(.a)
        let facts = try await Self.explain(.a, in: test)
        #expect(facts["LastResult"] == "failed" && facts["Error"] == "offline" && facts["Failures"] == .uint32(2))
        #expect(facts["State"] == "idle" && facts["UpdatedAt"] == .uint64(0))
        #expect(facts["Message"]?.text?.hasPrefix("The last 2 updates of org.example.A failed (offline); ") == true)
        #expect(facts["Provider"]?.text == "\(test.connection.uniqueName?.rawValue ?? "") at /provider/org_example_A")
        guard case .uint64(let next)? = facts["NextUpdate"] else {
            Issue.record("there is no NextUpdate in \(facts)")
            return
        }
        let inAnInterval = ServiceClock.system.wall().microseconds + 900_000_000
        #expect((before + 900_000_000...inAnInterval).contains(next))
        try await test.expect(.unknownWidget) { _ = try await Self.explain("org.example.X", in: test) }
    }
}
