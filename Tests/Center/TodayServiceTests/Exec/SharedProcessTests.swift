import DBus
import DBusTesting
import Glibc
import Testing
import TodayModel

@testable import TodayService

/// One program that provides several widgets: the same `BusName`, another `ObjectPath` for each. The second one waited
/// for the end of the process that the first one had started.
@Suite(.serialized) struct SharedProcessTests {
    private static func manifest(_ letter: String, _ more: String = "") -> String {
        """
        LargestDisplayMode=expanded
        Exec=/usr/bin/python3 \(TestCenter.script("several.py"))
        BusName=org.example.Pair
        ObjectPath=/org/example/Pair/\(letter)
        \(more)
        """
    }

    /// The time until SIGTERM, before which the program has to note `EndRequest`.
    private static let ending: Duration = .seconds(3)

    private static func center(
        a: String = "", b: String = "", timing: (inout ServiceTiming) -> Void = { _ in }
    ) async throws -> TestCenter {
        try await TestCenter.start(
            manifests: ["org.example.A": manifest("A", a), "org.example.B": manifest("B", b)], timing: timing)
    }

    private static func definition(_ letter: String) throws -> WidgetDefinition {
        let path = try ObjectPath("/org/example/Pair/\(letter)")
        return WidgetDefinition {
            $0.exec = "/usr/bin/python3 " + TestCenter.script("several.py")
            $0.busName = "org.example.Pair"
            $0.objectPath = path
        }
    }

    /// A tap fails, for this reason.
    private static func expectFailure(_ reason: String, _ tap: () async throws -> Void) async throws {
        let error = await #expect(throws: CenterError.self) { try await tap() }
        #expect(error?.code == .actionFailed && error?.message.contains(reason) == true)
    }

    @Test func widgetsThatStartTogetherShareAProcess() async throws {
        let test = try await Self.center()
        let client = test.client
        async let a = client.performUpdate(.a)
        async let b = client.performUpdate(.b)
        #expect(try await [a, b] == [.newData, .newData])
        #expect(test.calls(of: "start") == 1)
        // Each object is greeted before it is asked.
        for letter in ["A", "B"] {
            let calls = test.providerLog.filter { $0.last == letter }.map { $0[1] }
            #expect(calls == ["BeginRequest", "PerformUpdate"])
        }
        #expect(try await client.properties(of: .b).state == .idle)
    }

    @Test func aWidgetJoinsAProcessThatRuns() async throws {
        let test = try await Self.center()
        // B has seen the process of A come, and go.
        #expect(try await test.client.performUpdate(.b) == .newData)
        try await Self.expectFailure("left the bus") {
            try await test.client.invokeAction("crash", of: .b)
        }
        try await test.expectNoProviders()
        #expect(try await test.client.performUpdate(.a) == .newData)
        #expect(try await test.client.performUpdate(.b) == .newData)
        #expect(test.calls(of: "start") == 2)
        let second = try #require(test.providerLog.last?.first)
        #expect(
            test.providerLog.filter { $0[0] == second }.map { $0.dropFirst().joined(separator: " ") } == [
                "start", "BeginRequest A", "PerformUpdate A", "BeginRequest B", "PerformUpdate B",
            ])
    }

    /// One that the bus has started was asked to end when the first of its widgets went.
    @Test func aProgramOfTheBusGoesOnForTheOtherWidget() async throws {
        let test = try await TestCenter.start()
        try await test.bus.addService(
            "org.example.Pair",
            exec: "/usr/bin/env PROVIDER_LOG=\(test.bus.folder)/provider.log /usr/bin/python3 "
                + TestCenter.script("several.py"))
        for (identifier, letter) in [(WidgetIdentifier.a, "A"), (.b, "B")] {
            var definition = try Self.definition(letter)
            definition.exec = nil
            try await test.client.registerWidget(identifier, definition)
            #expect(try await test.client.performUpdate(identifier) == .newData)
        }
        try await test.client.unregisterWidget(.a)
        #expect(try await test.client.performUpdate(.b) == .noData)
        #expect(test.calls(of: "start") == 1 && test.calls(of: "EndRequest") == 0)
    }

    @Test func aProcessIsIdleWhenAllItsWidgetsAre() async throws {
        let test = try await Self.center {
            $0.idle = .milliseconds(100)
            $0.ending = Self.ending
        }
        let client = test.client
        async let tap: Void = client.invokeAction("take-time", of: .b)
        #expect(try await client.performUpdate(.a) == .newData)
        // A has been idle for long when B answers.
        try await tap
        #expect(try await client.properties(of: .b).content == text("B took its time"))
        try await test.expectNoProviders()
        #expect(test.calls(of: "start") == 1)
        #expect(Set(test.providerLog.filter { $0[1] == "EndRequest" }.map { $0[2] }) == ["A", "B"])
        // The exit doesn't count as a crash.
        #expect(try await client.performUpdate(.a) == .newData)
        #expect(try await client.properties(of: .b).state == .idle)
    }

    @Test func theEndOfTheProcessFailsTheCallsOfAll() async throws {
        let test = try await Self.center()
        let client = test.client
        #expect(try await client.performUpdate(.b) == .newData)
        let tap = Task {
            try await Self.expectFailure("left the bus") { try await client.invokeAction("hang", of: .a) }
        }
        try await test.waitForProviderLog { $0.contains { $0[1] == "hang" } }
        try await Self.expectFailure("left the bus") { try await client.invokeAction("crash", of: .b) }
        try await tap.value
        #expect(try await client.performUpdate(.a) == .newData)
        #expect(try await client.performUpdate(.b) == .newData)
        #expect(test.calls(of: "start") == 2)
    }

    @Test func aHungProcessIsReplacedForAll() async throws {
        let test = try await Self.center { $0.provider = .seconds(6) }
        let client = test.client
        #expect(try await client.performUpdate(.b) == .newData)
        try await Self.expectFailure("did not answer in time") {
            try await client.invokeAction("hang", of: .a)
        }
        #expect(try await client.performUpdate(.b) == .newData)
        #expect(test.calls(of: "start") == 2)
        // It was not B that hung.
        let facts = try await ExplainTests.explain(.b, in: test)
        #expect(facts["Failures"] == .uint32(0))
    }

    @Test func memoryCountsForEachOfTheWidgets() async throws {
        let test = try await Self.center(a: "MemoryMax=1024M")
        let client = test.client
        #expect(try await client.performUpdate(.b) == .newData)
        // A may take that much, B may not, and it is one process.
        try await client.invokeAction("hoard", of: .a)
        try await test.expectNoProviders()
        #expect(try await client.properties(of: .a).error == "")
        let error = try await client.properties(of: .b).error
        #expect(error.contains("\nthe provider used ") && error.hasSuffix(" MiB of memory, MemoryMax is 48 MiB"))
        #expect(try await client.performUpdate(.a) == .newData)
        #expect(try await client.performUpdate(.b) == .newData)
        #expect(test.calls(of: "start") == 2)
    }

    @Test func bothSayWhyWhenTheProcessIsTooLargeForBoth() async throws {
        let test = try await Self.center()
        let client = test.client
        #expect(try await client.performUpdate(.b) == .newData)
        try await Self.expectFailure("MemoryMax is 48 MiB") { try await client.invokeAction("hoard", of: .a) }
        #expect(try await client.properties(of: .b).error.hasSuffix("MemoryMax is 48 MiB"))
        #expect(try await ExplainTests.explain(.b, in: test)["Reason"] == .string("memory"))
    }

    @Test(arguments: [WidgetIdentifier.a, .b])
    func aWidgetThatGoesLeavesTheProcessToTheOther(_ gone: WidgetIdentifier) async throws {
        let test = try await TestCenter.start { $0.ending = Self.ending }
        let client = test.client
        try await client.registerWidget(.a, Self.definition("A"))
        try await client.registerWidget(.b, Self.definition("B"))
        #expect(try await client.performUpdate(.a) == .newData)
        #expect(try await client.performUpdate(.b) == .newData)
        let rest: WidgetIdentifier = gone == .a ? .b : .a
        async let tap: Void = client.invokeAction("take-time", of: rest)
        try await test.waitForProviderLog { $0.contains { $0[1] == "take-time" } }
        try await client.unregisterWidget(gone)
        try await tap
        #expect(try await client.performUpdate(rest) == .newData)
        #expect(test.calls(of: "start") == 1 && test.calls(of: "EndRequest") == 0)
        // The last one takes the process with it.
        try await client.unregisterWidget(rest)
        try await test.expectNoProviders()
        #expect(test.calls(of: "EndRequest") == 2)
    }

    /// The second name was taken for that of a provider which runs by itself, and its process was ended below it.
    @Test func aProgramMayOwnANameForEachOfItsWidgets() async throws {
        let manifest = "Exec=/usr/bin/python3 \(TestCenter.script("several.py")) names"
        let test = try await TestCenter.start(manifests: ["org.example.A": manifest, "org.example.B": manifest]) {
            $0.idle = .milliseconds(100)
            $0.ending = Self.ending
        }
        let client = test.client
        async let tap: Void = client.invokeAction("take-time", of: .a)
        try await test.waitForProviderLog { $0.contains { $0[1] == "take-time" } }
        #expect(try await client.performUpdate(.b) == .newData)
        try await tap
        try await test.expectNoProviders()
        #expect(test.calls(of: "start") == 1 && test.calls(of: "BeginRequest") == 2)
        #expect(Set(test.providerLog.filter { $0[1] == "EndRequest" }.map { $0[2] }) == ["A", "B"])
    }

    @Test func stoppingEndsASharedProcessOnce() async throws {
        let test = try await Self.center { $0.ending = Self.ending }
        #expect(try await test.client.performUpdate(.a) == .newData)
        #expect(try await test.client.performUpdate(.b) == .newData)
        await test.center.stop()
        try await test.expectNoProviders()
        #expect(test.calls(of: "EndRequest") == 2 && test.calls(of: "start") == 1)
    }
}

extension TestCenter {
    /// Waits until what the providers have noted fulfils `predicate`.
    fileprivate func waitForProviderLog(_ predicate: ([[String]]) -> Bool) async throws {
        let noted: Bool? = await poll(within: .seconds(60), every: .milliseconds(20)) {
            predicate(providerLog) ? true : nil
        }
        try #require(noted != nil, "\(providerLog)")
    }
}
