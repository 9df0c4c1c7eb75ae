import DBus
import DBusTesting
import Glibc
import TodayPlatform
import Testing
import TodayModel

@testable import TodayService

/// Calls whose caller isn't identified yet.
@Suite(.serialized) struct CallersTests {
    /// Reads about processes as the test has it: what it says, or in truth.
    private final class Readings: Sendable {
        private let scripted: Locked<[ProcessFolder.Finding]>
        let count = WatchedValue(0)

        init(_ scripted: [ProcessFolder.Finding] = []) { self.scripted = Locked(scripted) }

        func read(_ process: UInt32?, _ descriptor: CInt?) -> ProcessFolder.Finding {
            count.change { $0 += 1 }
            let scripted = scripted.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            return scripted ?? ProcessFolder.read(process, descriptor: descriptor)
        }
    }

    private static func hasContent(_ client: CenterClient) async throws {
        try await client.setHasContent(true, for: .a)
    }

    private static let a = ["org.example.A": "Name=A\n"]

    /// A reading that failed for lack of room is retried, and calls wait meanwhile.
    @Test func aFailureIsNoAnswer() async throws {
        let readings = Readings([.notNow("no room"), .notNow("no room"), .notNow("no room")])
        let test = try await TestCenter.start(
            manifests: Self.a, callers: Callers(logger: .silent) { readings.read($0, $1) })
        async let first: Void = Self.hasContent(test.client)
        async let second: Void = Self.hasContent(test.client)
        _ = try await (first, second)
        #expect(readings.count.value == 4)
        try await Self.hasContent(test.client)
        #expect(readings.count.value == 4, "who is known is not looked at again")
    }

    /// Only the calls that have waited are refused, with the reason.
    @Test func theNextCallBeginsAnew() async throws {
        let isRoom = WatchedValue(false)
        let callers = Callers(patience: .milliseconds(300), logger: .silent) {
            isRoom.value ? ProcessFolder.read($0, descriptor: $1) : .notNow("no room")
        }
        let test = try await TestCenter.start(manifests: Self.a, callers: callers)
        func refusal(because reason: String) -> RemoteError {
            RemoteError(
                .accessDenied,
                "SetHasContent: the caller could not be identified within 0.3 seconds: \(reason); another call tries again"
            )
        }
        for _ in 0..<2 {
            // Where the processors are busy, 0.3 s may pass before the reading begins.
            var refused: RemoteError?
            repeat {
                refused = await #expect(throws: RemoteError.self) { try await Self.hasContent(test.client) }
            } while refused == refusal(because: "the lookup has not finished")
            #expect(refused == refusal(because: "no room"))
        }
        isRoom.change { $0 = true }
        var isKnown = false
        while !isKnown {
            do {
                try await Self.hasContent(test.client)
                isKnown = true
            } catch let error as RemoteError where error == refusal(because: "the lookup has not finished") {}
        }
    }

    /// A reading that hangs blocks no other process, and counts when it finishes at last.
    @Test func whatHangsHoldsUpNobodyElse() async throws {
        let hung = ThreadGate()
        let own = UInt32(getpid())
        let callers = Callers(patience: .seconds(8), logger: .silent) { process, descriptor in
            if process == own { hung.wait() }
            return ProcessFolder.read(process, descriptor: descriptor)
        }
        let test = try await TestCenter.start(manifests: Self.a, callers: callers)
        // More of them than threads.
        let loop = EventLoop()
        var clients: [CenterClient] = []
        for _ in 0..<50 { clients.append(CenterClient(try await test.bus.connect(on: loop))) }
        let calls = clients.map { client in Task { try await Self.hasContent(client) } }
        let other = try await test.bus.run(
            "busctl", "--user", "call", TodayBus.name.rawValue, TodayBus.path.rawValue, TodayBus.center.rawValue,
            "SetHasContent", "sb", "org.example.A", "true")
        #expect(other.exit == .status(0), "\(other)")
        for call in calls {
            let refused = await #expect(throws: RemoteError.self) { try await call.value }
            #expect(refused?.name == .accessDenied)
        }
        hung.open()
        for client in clients { try await Self.hasContent(client) }
    }

    /// While the center is stopped, no patience ends: here its thread stands still for longer than that.
    @Test func aStoppedCenterLosesNobody() async throws {
        let hung = ThreadGate()
        let readings = Readings()
        let callers = Callers(patience: .seconds(5), logger: .silent) { process, descriptor in
            let finding = readings.read(process, descriptor)
            hung.wait()
            return finding
        }
        let test = try await TestCenter.start(manifests: Self.a, callers: callers)
        let client = test.client
        let call = Task { try await Self.hasContent(client) }
        try await readings.count.wait { $0 == 1 }
        await test.center.standStill(.milliseconds(5500))
        hung.open()
        try await call.value
    }

    @Test func aStoppedDaemonLosesNobody() async throws {
        let bus = try await PrivateBus.start()
        let client = CenterClient(try await bus.connect())
        let daemon = try await RunningDaemon.start(on: bus, client)
        try await client.registerWidget(.a, WidgetDefinition())
        let loop = EventLoop()
        var clients: [CenterClient] = []
        for _ in 0..<100 { clients.append(CenterClient(try await bus.connect(on: loop))) }
        let calls = clients.map { client in Task { try await Self.hasContent(client) } }
        try await calls[0].value
        daemon.process.signal(SIGSTOP)
        // They call now, if they have not yet.
        for client in clients { let _: String = try await client.connection.call(.bus, "GetId") }
        daemon.process.signal(SIGCONT)
        for call in calls { try await call.value }
        try await daemon.end()
    }

    /// Many come and go between two calls of one that stays.
    @Test func whoStaysIsNotForgotten() async throws {
        let readings = Readings()
        let test = try await TestCenter.start(
            manifests: Self.a, callers: Callers(logger: .silent) { readings.read($0, $1) })
        try await Self.hasContent(test.client)
        for _ in 0..<20 {
            let other = try await test.anotherClient()
            try await Self.hasContent(other)
            await other.connection.close()
        }
        let before = readings.count.value
        try await Self.hasContent(test.client)
        #expect(before == 21 && readings.count.value == before)
    }

    /// The connection that is asked over is as needed as the others.
    @Test func itsEndIsTheEndOfTheCenter() async throws {
        let test = try await TestCenter.start()
        await test.center.service.inquiries.close()
        #expect(try await withDeadline { await test.center.ended } == .closedHere)
    }
}

/// A gate for threads.
private final class ThreadGate: Sendable {
    private let ends: (reading: CInt, writing: CInt)

    init() {
        var ends: [CInt] = [-1, -1]
        #expect(pipe(&ends) == 0)
        self.ends = (ends[0], ends[1])
    }

    deinit { Glibc.close(ends.reading) }

    /// Waits until it is open.
    func wait() {
        var byte: UInt8 = 0
        while Glibc.read(ends.reading, &byte, 1) < 0, errno == EINTR {}
    }

    func open() { Glibc.close(ends.writing) }
}

extension Center {
    /// Keeps the thread of the bus from working, as a stopped process is kept.
    fileprivate func standStill(_ time: Duration) {
        let end = MonotonicTime.now + time
        while MonotonicTime.now < end { poll(nil, 0, 50) }
    }
}
