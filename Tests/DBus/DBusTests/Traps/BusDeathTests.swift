import DBusTesting
import Glibc
import Testing

@testable import DBus

/// The bus ends, or stops working, while much is under way.
struct BusDeathTests {
    /// Stops the daemon of a bus as a debugger would, so that nothing is answered.
    @discardableResult
    private func suspend(_ setup: EchoBus) async throws -> pid_t {
        let daemon: UInt32 = try await setup.client.call(
            .bus, path: .bus, interface: .bus, "GetConnectionUnixProcessID", "org.freedesktop.DBus")
        #expect(kill(pid_t(daemon), SIGSTOP) == 0)
        return pid_t(daemon)
    }

    @Test func everythingThatIsUnderWayEndsOnce() async throws {
        let setup = try await EchoBus.start()
        let thread = "bus-death"
        let client = try await setup.bus.connect(on: EventLoop(name: thread))
        try await setup.service.export(Lamp.interface, of: Lamp(loop: setup.service.loop), at: "/lamp")
        let echo = Proxy(client, Echo.busName, Echo.path, Echo.name)

        let values = Collector(
            try await Proxy(client, Echo.busName, "/lamp", Lamp.name).observe("Label", as: String.self))
        try await values.wait(for: ["desk"])
        let signals = try await client.signals(matching: MatchRule(interface: "org.example.Load"))
        let queued = try await client.ownName(Echo.busName)
        let states = Collector(await queued.states)
        try await states.wait(for: [.queued])

        let ended = Count()
        let waiting = (0..<200).map { _ in
            Task {
                defer { ended.add() }
                try await echo.call("Wait", "death")
            }
        }
        await eventually("the calls have not come") { await setup.echo.gate("death").count == 200 }
        // From several tasks, as fast as it goes, calls and signals.
        let busy = (0..<4).map { _ in
            Task {
                while true {
                    let _: String = try await echo.call("Text", "x")
                    try await setup.service.emit("/", "org.example.Load", "Said", "x")
                }
            }
        }
        for await _ in signals { break }
        let later = try await client.signals(matching: MatchRule(interface: "org.example.Load"))
        try await suspend(setup)
        // Calls that the bus never receives.
        let name = Task { _ = try await client.ownName("org.example.Late") }
        let subscribing = Task { _ = try await client.signals(matching: MatchRule(interface: "org.example.Late")) }
        await eventually("nothing waits") { await client.perform { $0.pending.count } >= 202 }
        setup.bus.stop()

        #expect(try await withDeadline { await client.closed } == .disconnected)
        for call in waiting + busy + [name, subscribing] {
            let error = await #expect(throws: ConnectionError.self) { try await withDeadline { try await call.value } }
            #expect(error?.code == .closed)
        }
        #expect(ended.value == 200)
        try await values.waitForEnd()
        try await states.waitForEnd()
        #expect(states.elements.last == .notOwned)
        try await withDeadline { for await _ in later {} }
        #expect(await client.perform { $0.pending.count } == 0)
        #expect(await client.perform { $0.loop.timerCount } == 0)
        #expect(await client.perform { $0.loop.sourceCount } == 0)

        let other = try await PrivateBus.start()
        let first = try await other.connect()
        try await expectRest(of: thread) {
            for _ in 0..<20 { let _: String = try await first.call(.bus, path: .bus, interface: .bus, "GetId") }
        }
        other.stop()
        await setup.echo.openAll()
    }

    /// Half of it is in the socket.
    @Test func theBusMayDieInTheMiddleOfAMessage() async throws {
        let setup = try await EchoBus.start()
        try await suspend(setup)
        let text = String(repeating: "x", count: 4 << 20)
        for _ in 0..<2 { try await setup.client.emit("/", "org.example.Load", "Big", text) }
        let call = Task { try await setup.call("Text", text) as String }
        await eventually("the call is not sent") { await setup.client.perform { $0.pending.count } == 1 }
        setup.bus.stop()
        #expect(try await withDeadline { await setup.client.closed } == .disconnected)
        await #expect(throws: ConnectionError.self) { try await withDeadline { try await call.value } }
        #expect(await setup.client.perform { $0.loop.timerCount } == 0)
    }

    @Test func callsToABusThatHangsEndAtTheirDeadlines() async throws {
        let setup = try await EchoBus.start()
        try await suspend(setup)
        let calls = (0..<100).map { number in
            Task { try await setup.call("Text", timeout: .milliseconds(10 + number % 5), "x") as String }
        }
        for call in calls {
            let error = await #expect(throws: ConnectionError.self) { try await withDeadline { try await call.value } }
            #expect(error?.code == .timedOut)
        }
        #expect(await setup.client.perform { $0.pending.count + $0.loop.timerCount } == 0)
        try await setup.client.emit("/", "org.example.Load", "Big", String(repeating: "x", count: 4 << 20))
        await setup.client.close(drainingFor: .milliseconds(10))
        #expect(await setup.client.closed == .closedHere)
        setup.bus.stop()
    }

    /// Messages that are queued at the end are written as fast as the reader takes them, and no faster.
    @Test func theEndWaitsForASlowReader() async throws {
        let setup = try await EchoBus.start()
        let recorder = try await SignalRecorder(setup.service, MatchRule(interface: "org.example.Load"))
        let thread = "slow-reader"
        let client = try await setup.bus.connect(on: EventLoop(name: thread))
        let daemon = try await suspend(setup)
        let text = String(repeating: "x", count: 1 << 20)
        let (begun, ended) = (Count(), Count())
        let closing = Task {
            try await client.perform { client in
                for _ in 0..<4 { try client.emit("/", "org.example.Load", "Big", text) }
                begun.add()
                client.close(drainingFor: .seconds(20))
                ended.add()
            }
        }
        // The thread sleeps in the middle of this, so it waits until more can be written.
        await eventually("it does not wait") {
            begun.value == 1 && ended.value == 0 && Threads.named(thread).first?.state == "S" || ended.value == 1
        }
        #expect(ended.value == 0)
        #expect(kill(daemon, SIGCONT) == 0)
        try await withDeadline { try await closing.value }
        #expect(try await recorder.wait(for: 4).count == 4)
    }
}
