import DBus
import DBusTesting
import Glibc
import Testing
import TodayModel

@testable import TodayService

/// Providers that fail again and again, or use too much memory.
@Suite(.serialized) struct SuspensionOnBusTests {
    private static func center(
        _ behaviour: String, _ more: String = "", clock: ServiceClock = .system,
        timing: (inout ServiceTiming) -> Void = { _ in }
    ) async throws -> TestCenter {
        try await TestCenter.start(
            manifests: ["org.example.A": "Exec=\(TestCenter.provider(behaviour))\n\(more)"], clock: clock,
            timing: timing)
    }

    private static func explain(in test: TestCenter) async throws -> [String: DBusValue] {
        try await test.connection.call(
            TodayBus.name, path: TodayBus.path, interface: TodayBus.center, CenterMember.explain, "org.example.A")
    }

    @Test func twoCrashesSuspendAndASuccessClears() async throws {
        let test = try await Self.center("dies-twice")
        #expect(try await test.client.performUpdate(.a) == .failed)
        #expect(try await test.client.properties(of: .a).state == .suspended)
        // One update that failed, and two crashes: the number of failures explains the word "keeps".
        let explained = try await Self.explain(in: test)
        #expect(explained["Reason"] == "suspended" && explained["Failures"] == .uint32(2))
        #expect(explained["Message"]?.text?.contains("keeps crashing or hanging") == true)
        // An update that a user asks for doesn't wait.
        try await test.client.invokeAction("today.refresh", of: .a)
        let a = try await test.client.properties(of: .a)
        #expect(a.state == .idle && a.lastResult == .newData)
        #expect(try await Self.explain(in: test)["Failures"] == .uint32(0))
        #expect(test.calls(of: "start") == 3)
    }

    @Test func oneThatDoesNotComeUpIsTriedAgainLater() async throws {
        let test = try await Self.center("exits", "UpdateInterval=1h") { $0.firstPause = .milliseconds(200) }
        for _ in 0..<2 { #expect(try await test.client.performUpdate(.a) == .failed) }
        // Two more come by themselves.
        try await test.signals.wait(for: 4, within: .seconds(60)) { $0.member == CenterMember.widgetUpdated }
        // Each leaves it suspended, but the first.
        try await test.signals.wait(for: 3) { $0.changed["State"] == "suspended" }
    }

    @Test func theFirstPauseIsHalfAMinute() async throws {
        // It is the program's end that counts, however long a busy machine takes to start it.
        let test = try await Self.center("exits", "UpdateInterval=1h", clock: HandClock().clock) {
            $0.provider = .seconds(600)
        }
        for state in [WidgetState.idle, .suspended] {
            #expect(try await test.client.performUpdate(.a) == .failed)
            let now = try await test.client.properties(of: .a)
            #expect(now.state == state, "\(now)")
            let explained = try await Self.explain(in: test)
            #expect(explained["NextUpdate"] == .uint64(1_030_000_000), "\(explained)")
        }
    }

    @Test func deadlinesCountToo() async throws {
        let test = try await Self.center("silent") { $0.provider = .milliseconds(1500) }
        for state in [WidgetState.idle, .suspended] {
            #expect(try await test.client.performUpdate(.a) == .failed)
            #expect(try await test.client.properties(of: .a).state == state)
        }
    }

    @Test func whatTheProviderSaysItselfDoesNotCount() async throws {
        let test = try await Self.center("unknown-word")
        for _ in 0..<3 { #expect(try await test.client.performUpdate(.a) == .failed) }
        #expect(try await test.client.properties(of: .a).state == .idle)
        #expect(test.calls(of: "start") == 1)
    }

    // MARK: Ends of a suspension

    @Test func newSettingsEndIt() async throws {
        let test = try await Self.center("dies-in-x", "[Setting City]\nDefault=x") { $0.firstPause = .seconds(3600) }
        #expect(try await test.client.performUpdate(.a) == .failed)
        #expect(try await test.client.properties(of: .a).state == .suspended)
        try await test.call(
            CenterMember.setSettings, TodayBus.center, WidgetIdentifier.a.rawValue, ["City": DBusValue.string("y")])
        try await test.signals.wait { $0.brief == "WidgetUpdated A new-data" }
        let a = try await test.client.properties(of: .a)
        #expect(a.state == .idle && a.content == text("y"))
        #expect(try await Self.explain(in: test)["Failures"] == .uint32(0))
    }

    /// A repaired program is tried when a panel becomes visible, not only after the pause of up to two hours.
    @Test func anotherProgramEndsIt() async throws {
        let bus = try await PrivateBus.start()
        let program = bus.folder + "/program"
        func install(_ command: String) throws {
            try write("#!/bin/sh\nexec \(command)\n", to: program + ".new")
            try #require(chmod(program + ".new", 0o755) == 0 && rename(program + ".new", program) == 0)
        }
        try install("false")
        let test = try await TestCenter.start(
            on: bus, manifests: ["org.example.A": "Exec=\(program)\nUpdateInterval=1h"]
        ) { $0.firstPause = .seconds(3600) }
        for _ in 0..<2 { #expect(try await test.client.performUpdate(.a) == .failed) }
        #expect(try await test.client.properties(of: .a).state == .suspended)
        // The same program isn't tried again, even if a panel becomes visible.
        try await test.client.beginViewing()
        #expect(try await Self.explain(in: test)["Reason"] == "suspended")
        try install(TestCenter.provider("good"))
        try await test.client.beginViewing()
        try await test.signals.wait { $0.brief == "WidgetUpdated A new-data" }
        #expect(try await test.client.properties(of: .a).state == .idle)
    }

    @Test func aProgramThatIsNotThereIsUnavailable() async throws {
        let test = try await TestCenter.start(manifests: ["org.example.A": "Exec=/nowhere/at/all"])
        #expect(try await test.client.performUpdate(.a) == .failed)
        #expect(try await test.client.properties(of: .a).state == .unavailable)
    }

    // MARK: Memory

    @Test(arguments: ["greedy", "greedy-silent", "greedy-later"])
    func whateverUsesTooMuchMemoryIsEnded(_ behaviour: String) async throws {
        let test = try await Self.center(behaviour, "MemoryMax=48M") { $0.memoryInterval = .milliseconds(100) }
        let result = try await test.client.performUpdate(.a)
        #expect(result == (behaviour == "greedy-later" ? .newData : .failed))
        if behaviour == "greedy-later" {
            try test.letProviderTakeMemory()
            try await test.signals.wait { $0.changed["LastResult"] == "failed" }
        }
        let a = try await test.client.properties(of: .a)
        #expect(a.error.contains("MiB of memory, MemoryMax is 48 MiB"), "\(a.error)")
        #expect(a.lastResult == .failed && a.content == text(behaviour == "greedy-later" ? "update 1" : "cached"))
        try await test.expectNoProviders()
        #expect(test.calls(of: "start") == 1)
    }

    @Test func theMemoryOfARunningProviderIsTold() async throws {
        let test = try await Self.center("good")
        #expect(try await Self.explain(in: test)["MemoryBytes"] == .uint64(0))
        #expect(try await test.client.performUpdate(.a) == .newData)
        guard case .uint64(let used)? = try await Self.explain(in: test)["MemoryBytes"] else {
            Issue.record("there is no MemoryBytes")
            return
        }
        #expect(used > 1 << 20 && used < 48 << 20)
    }
}
