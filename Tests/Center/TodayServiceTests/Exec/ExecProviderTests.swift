import DBus
import DBusTesting
import Glibc
import Logging
import Testing
import TodayModel

@testable import TodayService

/// Providers that the center starts: programs in Python that know nothing of this project.
@Suite(.serialized) struct ExecProviderTests {
    private static func center(
        _ behaviour: String, clock: ServiceClock = .system, timing: (inout ServiceTiming) -> Void = { _ in }
    ) async throws -> TestCenter {
        let manifest = "LargestDisplayMode=expanded\nExec=" + TestCenter.provider(behaviour)
        return try await TestCenter.start(manifests: ["org.example.A": manifest], clock: clock, timing: timing)
    }

    @Test func aProviderIsStartedGreetedAndAsked() async throws {
        let test = try await Self.center("good")
        let signals = try await test.signals {
            let result = try await test.client.performUpdate(.a)
            #expect(result == .newData)
        }
        // Content that the provider remembers is shown before its answer, and confirms nothing.
        #expect(
            signals == [
                "A: State", "A: Content Revision", "A: Content LastResult Revision State UpdatedAt",
                "WidgetUpdated A new-data",
            ])
        #expect(
            test.providerLog.map { Array($0.dropFirst()) } == [
                ["start"], ["BeginRequest", "start"], ["PerformUpdate", "requested"],
            ])
        let a = try await test.client.properties(of: .a)
        #expect(a.content == text("update 1") && a.revision == 2)
        // It runs on, and is not greeted again.
        #expect(try await test.client.performUpdate(.a) == .newData)
        try await test.client.invokeAction("check", of: .a, parameter: .boolean(true))
        #expect(try await test.client.properties(of: .a).content == text("check ['1']"))
        #expect(test.calls(of: "start") == 1 && test.calls(of: "BeginRequest") == 1)
        #expect(Set(test.providerLog.map { $0[0] }).count == 1)
    }

    @Test func aTapStartsTheProvider() async throws {
        let test = try await Self.center("good")
        try await test.client.invokeAction("check", of: .a)
        #expect(try await test.client.properties(of: .a).content == text("check []"))
        #expect(test.providerLog.map { $0[1] } == ["start", "BeginRequest", "InvokeAction"])
    }

    @Test func callersThatComeDuringTheStartShareIt() async throws {
        let test = try await Self.center("good")
        let client = test.client
        async let first = client.performUpdate(.a)
        async let second = client.performUpdate(.a)
        async let tap: Void = client.invokeAction("check", of: .a)
        #expect(try await [first, second] == [.newData, .newData])
        try await tap
        #expect(test.calls(of: "start") == 1 && test.calls(of: "PerformUpdate") == 1)
    }

    @Test func aRegisteredWidgetMayHaveAProgramToo() async throws {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.a, WidgetDefinition { $0.exec = TestCenter.provider("good") })
        #expect(try await test.client.performUpdate(.a) == .newData)
        #expect(test.calls(of: "start") == 1)
    }

    @Test(arguments: [
        ("exits", "the provider ended before it owned its name: exit status 3; its output is in the log of todayd"),
        ("unknown-word", "the provider returned \"splendid\", which isn't a result"),
        (
            "wrong-signature",
            "the provider returned an invalid reply: the reply has the signature \"i\", not \"sa{sv}\""
        ),
        ("invalid-content", "Content.children[0].value: 1.5 is outside 0…1"),
    ])
    func nonsenseIsAFailure(_ behaviour: String, _ message: String) async throws {
        let test = try await Self.center(behaviour)
        #expect(try await test.client.performUpdate(.a) == .failed)
        let a = try await test.client.properties(of: .a)
        #expect(ErrorText(a.error).details == message && ErrorText(a.error).summary.hasPrefix("The app"))
        #expect(a.state == .idle && a.lastResult == .failed)
        #expect(a.content == (behaviour == "exits" ? .empty : text("cached")))
        #expect(test.calls(of: "start") == 1)
    }

    /// The error says it for users who don't read the log.
    @Test func whereItsOutputIsIsSaid() async throws {
        let lines = Recorder<String>()
        let test = try await TestCenter.start(
            manifests: ["org.example.A": "Exec=/bin/false"], environment: ["JOURNAL_STREAM": "8:1"],
            logger: .recording(lines))
        #expect(try await test.client.performUpdate(.a) == .failed)
        let error = try await test.client.properties(of: .a).error
        #expect(error.hasSuffix("; its output is in the log of todayd: journalctl --user -u todayd"), "\(error)")
        let told = lines.elements.filter { $0.contains("the update failed") }
        #expect(
            told == [
                "org.example.A: the update failed: the provider ended before it owned its name: exit status 1"
            ])
    }

    @Test(arguments: ["/nowhere/at/all", "no-such-program-anywhere", "/proc/version"])
    func whatCannotBeStartedIsAFailure(_ program: String) async throws {
        let test = try await TestCenter.start(manifests: ["org.example.A": "Exec=" + program])
        #expect(try await test.client.performUpdate(.a) == .failed)
        #expect(try await test.client.properties(of: .a).error.contains("\ncannot start \(program): "))
        // The center tries again later than before, as RetryAt says.
        let error = await #expect(throws: CenterError.self) { try await test.client.invokeAction("x", of: .a) }
        #expect(error?.code == .actionFailed && error?.message.contains("cannot start") == true)
        #expect(error?.kind == .notStarted)
    }

    @Test func anObjectThatComesAfterItsNameIsFound() async throws {
        let test = try await Self.center("late-object") {
            $0.retryInterval = .milliseconds(50)
            $0.settling = .seconds(20)
        }
        #expect(try await test.client.performUpdate(.a) == .newData)
        // The provider is greeted once its object exists.
        #expect(test.providerLog.map { $0[1] } == ["start", "BeginRequest", "PerformUpdate"])
    }

    /// That a method is missing does not say that the object is.
    @Test func anObjectThatIsThereIsNotWaitedFor() async throws {
        let test = try await Self.center("bare") { $0.settling = .seconds(600) }
        #expect(try await test.client.performUpdate(.a) == .newData)
        #expect(test.providerLog.map { $0[1] } == ["start", "PerformUpdate"])
    }

    @Test func aProviderMayCallTheCenterDuringItsUpdate() async throws {
        let test = try await Self.center("calls-back")
        #expect(try await test.client.performUpdate(.a) == .noData)
        let a = try await test.client.properties(of: .a)
        #expect(a.content == text("pushed") && a.revision == 2)
        #expect(test.providerLog.last.map { Array($0.dropFirst()) } == ["PerformUpdate", "2"])
    }

    // MARK: Death

    /// The end of a process that had left the bus was taken for the end of its successor.
    @Test(arguments: ["dies-once", "leaves-once"])
    func aProviderThatDiesIsStartedOnceMore(_ behaviour: String) async throws {
        let test = try await Self.center(behaviour)
        #expect(try await test.client.performUpdate(.a) == .newData)
        #expect(try await test.client.properties(of: .a).content == text("update 2"))
        #expect(test.calls(of: "start") == 2 && test.calls(of: "BeginRequest") == 2)
    }

    @Test func aProviderThatDiesAgainIsNotStartedAThirdTime() async throws {
        let test = try await Self.center("dies")
        #expect(try await test.client.performUpdate(.a) == .failed)
        let error = try await test.client.properties(of: .a).error
        #expect(
            error == "The app stopped unexpectedly\nthe provider left the bus; its output is in the log of todayd")
        #expect(test.calls(of: "start") == 2)
    }

    @Test func aTapIsNotRepeatedWhenTheProviderDies() async throws {
        let test = try await Self.center("dies")
        do {
            try await test.client.invokeAction("x", of: .a)
            Issue.record("the action has not failed")
        } catch let error as CenterError {
            #expect(error.code == .actionFailed && error.message.contains("the provider left the bus"))
        }
        #expect(test.calls(of: "InvokeAction") == 1 && test.calls(of: "start") == 1)
    }

    /// Those that wait behind a tap that hangs hear that of it, and not that the program stopped.
    @Test func whoWaitsBehindATapThatHangsHearsWhy() async throws {
        let lines = Recorder<String>()
        let test = try await TestCenter.start(
            manifests: ["org.example.A": "Exec=" + TestCenter.provider("slow")], clock: HandClock.ahead,
            logger: .recording(lines, from: .notice)
        ) { $0.provider = .seconds(4) }
        let client = test.client
        #expect(try await client.performUpdate(.a) == .newData)
        let first = Task { try await client.invokeAction("sleep", of: .a) }
        _ = await poll(within: .seconds(60), every: .milliseconds(20)) {
            test.calls(of: "InvokeAction") == 1 ? true : nil
        }
        let others = ["b", "c"].map { name in Task { try await client.invokeAction(name, of: .a) } }
        for tap in [first] + others {
            let error = await #expect(throws: CenterError.self) { try await tap.value }
            #expect(error.map { ErrorText($0.message).summary } == "The app didn’t answer in time")
        }
        #expect(test.calls(of: "InvokeAction") == 1 && test.calls(of: "start") == 1)
        #expect(try await client.performUpdate(.a) == .newData)
        let told = lines.elements.filter { $0.contains("InvokeAction") }
        // On a busy machine their own time is over as soon.
        #expect(told.count == 3 && told.allSatisfy { $0.hasSuffix(" in time") })
    }

    @Test func aProviderThatWasKilledIsStartedAnew() async throws {
        let test = try await Self.center("good")
        #expect(try await test.client.performUpdate(.a) == .newData)
        let id = try #require(test.providerLog.first.flatMap { Int32($0[0]) })
        let gone = try await SignalRecorder(
            test.connection, MatchRule(sender: .bus, member: "NameOwnerChanged", firstArgument: "org.example.A"))
        kill(id, SIGKILL)
        try await gone.wait()
        #expect(try await test.client.performUpdate(.a) == .newData)
        #expect(try await test.client.properties(of: .a).content == text("update 2"))
        #expect(test.calls(of: "start") == 2)
    }

    // MARK: Silence

    @Test func aProviderWithoutItsNameIsGivenUp() async throws {
        let test = try await Self.center("nameless") { $0.provider = .milliseconds(500) }
        #expect(try await test.client.performUpdate(.a) == .failed)
        let error = try await test.client.properties(of: .a).error
        #expect(ErrorText(error).details == "the provider did not own org.example.A in time")
        try await test.expectNoProviders()
    }

    @Test func aProviderThatHangsIsEndedAndStartedAnew() async throws {
        let test = try await Self.center("silent-once", clock: HandClock.ahead) { $0.provider = .seconds(3) }
        #expect(try await test.client.performUpdate(.a) == .failed)
        let error = try await test.client.properties(of: .a).error
        #expect(
            ErrorText(error).details == "the provider did not answer in time; its output is in the log of todayd")
        // At once, while the old one may still be about to end.
        #expect(try await test.client.performUpdate(.a) == .newData)
        let processes = Set(test.providerLog.map { $0[0] })
        #expect(processes.count == 2 && test.calls(of: "start") == 2)
        let first = try #require(test.providerLog.first.flatMap { Int32($0[0]) })
        try await end(of: first)
    }

    @Test func whoeverTakesTheNameOfAProviderThatHungIsTheProvider() async throws {
        let test = try await Self.center("lingering", clock: HandClock.ahead) { $0.provider = .seconds(3) }
        let other = try await test.bus.connect()
        let provider = try await FakeProvider.export(on: other, at: "/org/example/A")
        let owners = Recorder<BusName?>()
        _ = try await other.watchOwner(of: "org.example.A") { owners.record($0) }
        let client = test.client
        async let result = client.performUpdate(.a)
        try await owners.wait { $0.last != .some(nil) && $0.last != nil }
        // It waits in the queue.
        #expect(try await other.requestName("org.example.A") == .inQueue)
        #expect(try await result == .failed)
        try await owners.wait { $0.last == other.uniqueName }
        try await test.expectNoProviders()
        #expect(try await test.client.performUpdate(.a) == .noData)
        #expect(provider.calls == ["PerformUpdate requested"])
        #expect(test.calls(of: "start") == 1)
    }

    // MARK: Ends

    @Test func aProviderEndsWithItsWidget() async throws {
        let test = try await TestCenter.start { $0.ending = .milliseconds(200) }
        for behaviour in ["good", "stubborn"] {
            let definition = WidgetDefinition { $0.exec = TestCenter.provider(behaviour) }
            try await test.client.registerWidget(.a, definition)
            #expect(try await test.client.performUpdate(.a) == .newData)
            try await test.client.unregisterWidget(.a)
            try await test.expectNoProviders()
        }
    }

    @Test func stoppingEndsEveryProviderAndStartsNone() async throws {
        let test = try await Self.center("good")
        let client = test.client
        #expect(try await client.performUpdate(.a) == .newData)
        await test.center.stop()
        #expect(try await client.performUpdate(.a) == .failed)
        try await test.expectNoProviders()
        #expect(test.calls(of: "start") == 1)
    }
}

extension TestCenter {
    /// Waits until no provider that has recorded itself is still running.
    func expectNoProviders() async throws {
        for id in Set(providerLog.compactMap { Int32($0[0]) }) { try await end(of: id) }
    }
}
