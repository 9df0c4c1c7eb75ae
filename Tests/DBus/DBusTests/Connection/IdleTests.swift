import DBus
import DBusTesting
import Glibc
import Testing

struct IdleTests {
    /// A connection with a subscription, an object, a name and a call that waits sleeps while others are busy.
    @Test func nothingWakesAnIdleConnection() async throws {
        let setup = try await EchoBus.start()
        let thread = "idle"
        let loop = EventLoop(name: thread)
        let idle = try await setup.bus.connect(on: loop)
        try await idle.export(Echo.interface, of: Echo(loop: loop), at: Echo.path)
        _ = try await idle.subscribe(MatchRule(sender: Echo.busName, member: "Never")) { _ in }
        try await idle.requestName("org.example.Idle")
        let waiting = Task {
            try await idle.call(
                Echo.busName, path: Echo.path, interface: Echo.name, "Wait", timeout: .seconds(100), "idle")
        }
        await eventually("the call has not come") { await setup.echo.gate("idle").count == 1 }

        func exchange(_ count: Int) async throws {
            for _ in 0..<count { let _: String = try await setup.call("Text", "x") }
        }
        var before: Threads.Info?
        try await eventually("the thread does not come to rest") {
            let first = Threads.named(thread).first
            try await exchange(20)
            before = Threads.named(thread).first
            return first == before && before?.state == "S"
        }
        try await exchange(500)
        #expect(before != nil)
        #expect(Threads.named(thread).first == before)
        await setup.echo.openAll()
        try await waiting.value
    }

    /// Data that a socket doesn't take waits until it is writable again, and so does the thread.
    @Test func aReaderThatTakesNothingWakesNobody() async throws {
        let setup = try await EchoBus.start()
        let thread = "full"
        let full = try await setup.bus.connect(on: EventLoop(name: thread))
        let daemon: UInt32 = try await full.call(
            .bus, path: .bus, interface: .bus, "GetConnectionUnixProcessID", "org.freedesktop.DBus")
        #expect(kill(pid_t(daemon), SIGSTOP) == 0)
        try await full.emit("/", "org.example.Load", "Big", String(repeating: "x", count: 4 << 20))
        let other = try await EchoBus.start()
        try await expectRest(of: thread) {
            for _ in 0..<20 { let _: String = try await other.call("Text", "x") }
        }
        await full.close(drainingFor: .zero)
        setup.bus.stop()
    }
}
