import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService

/// Providers on the bus that do not keep to the contract. Trouble of theirs is a result, never an error.
@Suite(.serialized) struct ProviderTroubleTests {
    private static func center() async throws -> TestCenter {
        try await TestCenter.start {
            $0.settling = .milliseconds(50)
            $0.retryInterval = .milliseconds(10)
        }
    }

    /// Expects an update to fail, and everything else to stay.
    private func expectFailure(_ message: String, in test: TestCenter, _ path: SourceLocation = #_sourceLocation)
        async throws
    {
        let before = try await test.client.properties(of: .a)
        #expect(try await test.client.performUpdate(.a) == .failed, sourceLocation: path)
        let a = try await test.client.properties(of: .a)
        #expect(a.error.contains(message), "\(a.error)", sourceLocation: path)
        #expect(
            a.lastResult == .failed && a.content == before.content && a.revision == before.revision,
            sourceLocation: path)
        #expect(a.updatedAt == before.updatedAt, sourceLocation: path)
    }

    struct Answer: CustomTestStringConvertible {
        let word: String
        let changes: [String: DBusValue]
        let message: String
        var testDescription: String { message }

        init(_ word: String, _ changes: [String: DBusValue], _ message: String) {
            self.word = word
            self.changes = changes
            self.message = message
        }
    }

    @Test(arguments: [
        Answer("splendid", [:], "the provider returned \"splendid\""), Answer("", [:], "the provider returned \"\""),
        Answer("NEW-DATA", [:], "the provider returned \"NEW-DATA\""),
        Answer("new-data", ["Content": .int32(1)], "Content: 1 is not a (sa{sv}av)"),
        Answer(
            "new-data", ["Content": "{\"kind\":\"column\",\"children\":[{\"kind\":\"progress\",\"value\":1.5}]}"],
            "Content.children[0].value: 1.5 is outside 0…1"),
        Answer("new-data", ["Content": text("good").dbusValue, "NextUpdate": "soon"], "NextUpdate: \"soon\""),
        Answer("new-data", ["DisplayMode": "expanded"], "DisplayMode: expanded is above compact"),
        Answer("no-data", ["NextUpdate": "soon"], "NextUpdate: \"soon\""),
        Answer("failed", ["Error": .int32(7)], "Error: 7"), Answer("failed", [:], "the provider reported a failure"),
    ])
    func aBadAnswerIsAFailure(_ answer: Answer) async throws {
        let test = try await Self.center()
        try await test.register(
            .a, update: { _ in (answer.word, answer.changes) }, definition: { $0.changes.content = text("good") })
        try await expectFailure(answer.message, in: test)
    }

    @Test func anErrorIsAFailure() async throws {
        let test = try await Self.center()
        let provider = try await test.register(
            .a, update: { _ in throw RemoteError("org.example.Error.Broken", "the sensor is broken") })
        try await expectFailure("the sensor is broken", in: test)
        #expect(provider.calls.count == 1)
    }

    /// Thrown errors read like returned ones: the first line is for people; for a traceback it is the last line.
    @Test(arguments: [
        ("The server said no\nlong detail\n  500", "The server said no\nlong detail\n  500"),
        (
            "Traceback (most recent call last):\n  File \"x.py\"\nValueError: no sensor",
            "ValueError: no sensor\nTraceback (most recent call last):\n  File \"x.py\"\nValueError: no sensor"
        ),
    ])
    func whatIsThrownKeepsItsLines(_ thrown: String, _ kept: String) async throws {
        let test = try await Self.center()
        try await test.register(
            .a, update: { _ in throw RemoteError("org.example.Error.Broken", thrown) },
            action: { _, _ in throw RemoteError("org.example.Error.Broken", thrown) })
        #expect(try await test.client.performUpdate(.a) == .failed)
        #expect(try await test.client.properties(of: .a).error == kept)
        do {
            try await test.client.invokeAction("tap", of: .a)
            Issue.record("it did not fail")
        } catch let error as CenterError {
            #expect(error.message == kept)
        }
    }

    @Test func anErrorThatSaysNothingGivesItsName() async throws {
        let test = try await Self.center()
        try await test.register(.a, update: { _ in throw RemoteError("org.example.Error.Broken", "") })
        try await expectFailure("org.example.Error.Broken", in: test)
    }

    @Test func noAnswerIsAFailureAndALateOneIsDropped() async throws {
        let test = try await TestCenter.start { $0.provider = .seconds(1) }
        let gate = Gate()
        let late = Recorder<Bool>()
        try await test.register(
            .a,
            update: { _ in
                await gate.pass()
                late.record(true)
                return ("new-data", ["Content": text("late").dbusValue])
            })
        try await expectFailure("the provider did not answer in time", in: test)
        let signals = try await test.signals {
            gate.open()
            try await late.wait { $0.count == 1 }
            try await test.connection.ping()
        }
        #expect(signals.isEmpty)
        // A provider that the center did not start stays, and gets another chance. On a busy machine it needs several.
        let client = test.client
        try await withDeadline { while try await client.performUpdate(.a) != .newData {} }
    }

    @Test func aMissingObjectIsLookedForAgain() async throws {
        let test = try await TestCenter.start {
            $0.retryInterval = .milliseconds(10)
            $0.settling = .seconds(20)
        }
        let definition = WidgetDefinition { $0.objectPath = "/late" }
        try await test.client.registerWidget(.a, definition)
        let client = test.client
        async let result = client.performUpdate(.a)
        try await test.signals.wait { $0.changed["State"] == "updating" }
        try await test.connection.ping()
        let provider = try await FakeProvider.export(on: test.connection, at: "/late")
        #expect(try await result == .noData)
        #expect(provider.calls == ["PerformUpdate requested"])
    }

    @Test func anObjectThatStaysMissingIsAFailureEachTime() async throws {
        let test = try await Self.center()
        try await test.client.registerWidget(.a, WidgetDefinition { $0.objectPath = "/missing" })
        try await expectFailure("the provider has no PerformUpdate", in: test)
        // It is not remembered as missing.
        try await FakeProvider.export(on: test.connection, at: "/missing")
        #expect(try await test.client.performUpdate(.a) == .noData)
    }

    @Test func aProviderThatLeavesDuringTheUpdateFailsItAtOnce() async throws {
        // Longer than the test waits.
        let test = try await TestCenter.start { $0.provider = .seconds(300) }
        let other = try await test.anotherClient()
        let provider = try await test.register(
            .a, by: other,
            update: { _ in
                await Gate().pass()
                return ("no-data", [:])
            })
        let client = test.client
        async let result = client.performUpdate(.a)
        try await provider.record.wait { $0.count == 1 }
        await other.connection.close()
        #expect(try await withDeadline { try await client.performUpdate(.a) } == .failed)
        #expect(try await result == .failed)
        let a = try await test.client.properties(of: .a)
        #expect(a.state == .unavailable && a.error != "")
    }

    @Test func aWidgetThatIsRemovedDuringItsUpdateFailsItsCallers() async throws {
        let test = try await TestCenter.start { $0.provider = .milliseconds(300) }
        let gate = Gate()
        let provider = try await test.register(
            .a,
            update: { _ in
                await gate.pass()
                return ("new-data", ["Content": text("late").dbusValue])
            })
        let client = test.client
        async let result = client.performUpdate(.a)
        try await provider.record.wait { $0.count == 1 }
        try await test.client.unregisterWidget(.a)
        try await test.client.registerWidget(.a, WidgetDefinition())
        gate.open()
        #expect(try await result == .failed)
        #expect(try await test.client.properties(of: .a).content == .empty)
    }
}
