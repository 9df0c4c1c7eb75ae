import DBus
import DBusTesting
import Glibc
import Testing
import TodayModel

@testable import TodayService

/// How providers that aren't needed end.
@Suite(.serialized) struct ProviderEndingTests {
    private static func center(
        _ behaviour: String, timing: (inout ServiceTiming) -> Void = { _ in }
    ) async throws -> TestCenter {
        try await TestCenter.start(
            manifests: ["org.example.A": "LargestDisplayMode=expanded\nExec=" + TestCenter.provider(behaviour)],
            timing: timing)
    }

    @Test func aProviderIsAskedToEndWhenNobodyLooks() async throws {
        let test = try await Self.center("polite") {
            $0.idle = .milliseconds(300)
            $0.hiding = .zero
            // It ends by itself.
            $0.ending = .seconds(60)
        }
        try await test.client.beginViewing()
        #expect(try await test.client.performUpdate(.a) == .newData)
        let starts = test.calls(of: "start")
        #expect(try await test.client.performUpdate(.a) == .newData)
        // It runs as long as a panel is visible.
        #expect(starts == 1 && test.calls(of: "start") == 1)
        try await test.client.endViewing()
        try await test.expectNoProviders()
        #expect(test.providerLog.map { $0[1] }.suffix(3) == ["Disappear", "EndRequest", "gone"])
        #expect(try await test.client.properties(of: .a).state == .idle)
        // The next update starts a new process, and the exit doesn't count as a crash.
        for _ in 0..<2 {
            #expect(try await test.client.performUpdate(.a) == .newData)
            try await test.expectNoProviders()
        }
        #expect(try await test.client.properties(of: .a).state == .idle)
        #expect(test.calls(of: "start") == 3 && test.calls(of: "gone") == 3)
    }

    @Test(arguments: ["good", "deaf", "deaf-stubborn"])
    func whateverDoesNotEndIsEnded(_ behaviour: String) async throws {
        let test = try await Self.center(behaviour) {
            $0.idle = .milliseconds(100)
            // The program has to note EndRequest before SIGTERM comes.
            $0.ending = .seconds(3)
        }
        #expect(try await test.client.performUpdate(.a) == .newData)
        try await test.expectNoProviders()
        #expect(test.calls(of: "EndRequest") == (behaviour.hasPrefix("deaf") ? 1 : 0))
        #expect(try await test.client.properties(of: .a).state == .idle)
    }

    /// The successor found the name taken by the process that was about to end.
    @Test func aSuccessorWaitsForTheEndOfItsPredecessor() async throws {
        // Each ends by itself.
        let test = try await TestCenter.start { $0.ending = .seconds(60) }
        for _ in 0..<3 {
            try await test.client.registerWidget(.a, WidgetDefinition { $0.exec = TestCenter.provider("polite") })
            #expect(try await test.client.performUpdate(.a) == .newData)
            try await test.client.unregisterWidget(.a)
        }
        await test.center.stop()
        let one = ["start", "BeginRequest", "PerformUpdate", "EndRequest", "gone"]
        #expect(test.providerLog.map { $0[1] } == one + one + one)
    }

    @Test func stoppingAsksAllAtOnceAndWaits() async throws {
        let test = try await TestCenter.start { $0.ending = .seconds(3) }
        let behaviours = ["polite", "deaf-stubborn", "with-helper"]
        let identifiers: [WidgetIdentifier] = [.a, .b, .c]
        for (identifier, behaviour) in zip(identifiers, behaviours) {
            try await test.client.registerWidget(
                identifier, WidgetDefinition { $0.exec = TestCenter.provider(behaviour) })
            #expect(try await test.client.performUpdate(identifier) == .newData)
        }
        await test.center.stop()
        for line in test.providerLog where line[1] == "start" {
            #expect(kill(try #require(Int32(line[0])), 0) != 0, "\(line) was not collected")
        }
        // Only init may collect the helper.
        try await test.expectNoProviders()
        #expect(test.calls(of: "EndRequest") == 3)
    }

    @Test func whatTheProgramIsStartedWith() async throws {
        let test = try await TestCenter.start(environment: ["NOTIFY_SOCKET": "/x", "DBUS_STARTER_ADDRESS": "unix:x"])
        let output = test.bus.folder + "/facts"
        let script = test.bus.folder + "/facts.sh"
        try write(
            """
            exec > \(output)
            echo "$TODAYCENTER_WIDGET $NOTIFY_SOCKET$DBUS_STARTER_ADDRESS"
            readlink /proc/$$/fd/0
            exec ls /proc/self/fd

            """, to: script)
        try await test.client.registerWidget(.a, WidgetDefinition { $0.exec = "/bin/sh \(script)" })
        #expect(try await test.client.performUpdate(.a) == .failed)
        let lines = try read(output).split(separator: "\n")
        #expect(lines.first == "org.example.A " && lines.dropFirst().first == "/dev/null")
        // The last one is the folder that is listed.
        #expect(lines.dropFirst(2) == ["0", "1", "2", "3"], "\(lines)")
    }

    @Test func aModeIsToldToTheProviderAndStartsIt() async throws {
        let test = try await Self.center("polite")
        try await test.client.setDisplayMode(.expanded, for: .a)
        try await test.signals.wait {
            $0.changed["Content"].flatMap { try? Content.validating($0) } == text("expanded")
        }
        #expect(test.providerLog.last?.dropFirst() == ["DisplayModeChanged", "expanded", "320x640"])
        try await test.client.beginViewing()
        #expect(try await test.client.performUpdate(.a) == .newData)
        #expect(test.calls(of: "start") == 1 && test.calls(of: "Appear") == 1)
    }

    // MARK: Started by the bus

    @Test(arguments: ["polite", "deaf"])
    func oneThatTheBusStartedIsAskedOnly(_ behaviour: String) async throws {
        let test = try await TestCenter.start {
            $0.idle = .milliseconds(100)
            $0.ending = .seconds(1)
        }
        try await test.bus.addService(
            "org.example.A",
            exec: "/usr/bin/env PROVIDER_LOG=\(test.bus.folder)/provider.log "
                + "\(TestCenter.provider(behaviour)) org.example.A")
        try await test.client.registerWidget(.a, WidgetDefinition { $0.busName = "org.example.A" })
        #expect(try await test.client.performUpdate(.a) == .newData)
        let owners = Recorder<BusName?>()
        _ = try await test.connection.watchOwner(of: "org.example.A") { owners.record($0) }
        if behaviour == "polite" { try await owners.wait { $0.last == .some(nil) } }
        #expect(try await test.client.performUpdate(.a) == .newData)
        #expect(test.calls(of: "start") == (behaviour == "polite" ? 2 : 1))
        #expect(try await test.client.properties(of: .a).state == .idle)
    }
}
