import DBusTesting
import Glibc
import Testing

@testable import DBus

/// A service that gets more calls than it can answer, on a real bus.
@Suite struct FairnessTests {
    /// Notes what is called, in order.
    private actor Log {
        let loop: EventLoop
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
        private(set) var entries: [String] = []
        private(set) var reads = 0
        let gate = Gate()

        init(_ loop: EventLoop) { self.loop = loop }

        func note(_ text: String) { entries.append(text) }

        static let name: InterfaceName = "org.example.Log"

        static let interface = Interface<Log>(name) {
            Method("Note", in: ["text"]) { (log: isolated Log, text: String) in log.note(text) }
            Method("Look") { (log: isolated Log) in log.reads += 1 }.onlyReading
            Method.async("Wait") { (log: isolated Log, _: MethodCall) async in await log.gate.wait() }
            Property("Count") { (log: isolated Log) -> UInt32 in
                log.reads += 1
                return UInt32(log.entries.count)
            }
        }
    }

    private struct Setup {
        let bus: PrivateBus
        let service: Connection
        let client: Connection
        let other: Connection
        let log: Log

        init() async throws {
            bus = try await PrivateBus.start()
            (service, client) = try await bus.connectPair()
            other = try await bus.connect()
            log = Log(service.loop)
            try await service.export(Log.interface, of: log, at: "/log")
            await service.exportObjectManager(at: "/")
        }

        func note(_ text: String, by client: Connection) async throws {
            try await client.callWithoutReply(
                service.uniqueName, path: "/log", interface: Log.name, "Note", text)
        }

        /// Runs `body` while the service reads nothing; the messages sent by then arrive all at once.
        func whileHeldUp(by senders: [Connection], _ body: () async throws -> Void) async throws {
            var ends: [CInt] = [-1, -1]
            try #require(pipe(&ends) == 0)
            let (door, key) = (UnixFileDescriptor(owning: ends[0]), UnixFileDescriptor(owning: ends[1]))
            let begun = Count()
            let held = Task {
                await service.perform { _ in
                    begun.add()
                    var byte: UInt8 = 0
                    _ = read(door.rawValue, &byte, 1)
                }
            }
            await eventually("it hears still") { begun.value > 0 }
            try await body()
            // Each has been heard by the bus to the end.
            for sender in senders { try await sender.call(.bus, "GetId") }
            close(key.release())
            await held.value
        }
    }

    @Test func oneCallDoesNotWaitForAFlood() async throws {
        let setup = try await Setup()
        try await setup.whileHeldUp(by: [setup.client, setup.other]) {
            // Few enough for the socket to take at once.
            for number in 0..<150 { try await setup.note("\(number)", by: setup.client) }
            try await setup.note("other", by: setup.other)
        }
        await eventually("the calls are not answered") { await setup.log.entries.count == 151 }
        let entries = await setup.log.entries
        #expect((entries.firstIndex(of: "other") ?? .max) < 20, "\(entries.prefix(30))")
        #expect(entries.filter { $0 != "other" } == (0..<150).map { "\($0)" })
    }

    /// Without the option, a sender whose calls pile up is never made to pause.
    @Test(arguments: [false, true]) func backlogsPauseOnlyOnRequest(_ pauses: Bool) async throws {
        let setup = try await Setup()
        await setup.service.setCallLimits(CallLimits(pausesBacklogs: pauses))
        try await setup.whileHeldUp(by: [setup.client, setup.other]) {
            for number in 0..<50 {
                try await setup.note("\(number)", by: setup.client)
                if number % 10 == 9 { try await setup.note("other", by: setup.other) }
            }
        }
        await eventually("the calls are not answered") { await setup.log.entries.count == 55 }
        // Since the start of this machine.
        #expect(await setup.service.perform { $0.loop.pacing.isPacing(at: 1) } == pauses)
    }

    @Test func aSenderOverItsBoundGetsAnErrorForEachCall() async throws {
        let setup = try await Setup()
        await setup.service.setCallLimits(CallLimits(calls: 10))
        var calls: [Task<Bool, Never>] = []
        try await setup.whileHeldUp(by: [setup.client]) {
            for number in 0..<50 {
                calls.append(
                    Task {
                        do {
                            try await setup.client.call(
                                setup.service.uniqueName, path: "/log", interface: Log.name, "Note", "\(number)")
                            return true
                        } catch {
                            #expect((error as? RemoteError)?.name == .limitsExceeded, "\(error)")
                            return false
                        }
                    })
            }
            await eventually("the calls are not sent") { await setup.client.perform { $0.pending.count } == 50 }
        }
        var answered = 0
        for call in calls where await call.value { answered += 1 }
        #expect(answered == 10)
        // The client may call again at once.
        try await setup.client.call(setup.service.uniqueName, path: "/log", interface: Log.name, "Note", "after")
    }

    @Test func handlersAtWorkAreBoundedToo() async throws {
        let setup = try await Setup()
        await setup.service.setCallLimits(CallLimits(handlers: 3))
        @Sendable func wait(_ client: Connection) async throws {
            try await client.call(setup.service.uniqueName, path: "/log", interface: Log.name, "Wait")
        }
        let waiting = (0..<3).map { _ in Task { try await wait(setup.client) } }
        await eventually("they do not wait") { await setup.log.gate.count == 3 }
        let error = await #expect(throws: RemoteError.self) { try await wait(setup.client) }
        #expect(error?.name == .limitsExceeded)
        let other = Task { try await wait(setup.other) }
        await eventually("the other does not wait") { await setup.log.gate.count == 4 }
        await setup.log.gate.open()
        for call in waiting + [other] { try await call.value }
        try await wait(setup.client)
        await eventually("something is left") { await setup.service.perform { $0.incoming.inbox.isEmpty } }
    }

    /// Calls that only read and want no reply are not worked on at all.
    @Test func whatNobodyWaitsForIsNotRead() async throws {
        let setup = try await Setup()
        let name = setup.service.uniqueName
        for _ in 0..<10 {
            try await setup.client.callWithoutReply(name, path: "/log", interface: Log.name, "Look")
            try await setup.client.callWithoutReply(
                name, path: "/log", interface: .properties, "GetAll", Log.name.rawValue)
            try await setup.client.callWithoutReply(
                name, path: "/log", interface: .properties, "Get", Log.name.rawValue, "Count")
            try await setup.client.callWithoutReply(name, path: "/", interface: .objectManager, "GetManagedObjects")
        }
        try await setup.client.call(name, path: "/log", interface: Log.name, "Note", "last")
        #expect(await setup.log.reads == 0)
        try await setup.client.call(name, path: "/log", interface: Log.name, "Look")
        #expect(await setup.log.reads == 1)
    }

    /// A reply is handled after the calls that its sender made before.
    @Test func repliesKeepTheirPlaceAmongCalls() async throws {
        let setup = try await Setup()
        let echo = Echo(loop: setup.client.loop)
        try await setup.client.export(Echo.interface, of: echo, at: Echo.path)
        let client = setup.client.uniqueName
        let answer = Task {
            let _: String = try await setup.service.call(client, path: Echo.path, interface: Echo.name, "Wait", "x")
            await setup.log.note("reply")
        }
        await eventually("the client is not called") { await echo.gate("x").count == 1 }
        try await setup.whileHeldUp(by: [setup.client]) {
            for number in 0..<100 { try await setup.note("\(number)", by: setup.client) }
            await echo.gate("x").open()
            // The reply is sent by a task of the client's.
            await eventually("it is not answered") { await setup.client.perform { $0.handlers.count } == 0 }
        }
        try await answer.value
        #expect(await setup.log.entries.last == "reply")
        #expect(await setup.log.entries.count == 101)
    }

    /// The service sees that a client left after the client's last messages.
    @Test func leavingComesAfterTheLastCall() async throws {
        let setup = try await Setup()
        let leaver = try await setup.bus.connect()
        let log = setup.log
        let watch = try await setup.service.watchOwner(of: try #require(leaver.uniqueName)) { owner in
            if owner == nil { log.assumeIsolated { $0.note("gone") } }
        }
        try await setup.whileHeldUp(by: [setup.other]) {
            for number in 0..<200 { try await setup.note("\(number)", by: leaver) }
            try await leaver.call(.bus, "GetId")
            await leaver.close()
            let gone = leaver.uniqueName
            try await eventually("the bus does not notice") {
                try await setup.other.call(.bus, "NameHasOwner", gone?.rawValue ?? "") == false
            }
        }
        await eventually("it is not noticed") { await setup.log.entries.count == 201 }
        #expect(await setup.log.entries.last == "gone")
        await setup.service.cancel(watch)
    }

    // MARK: Large messages

    @Test func aCallThatIsTooLargeIsRefusedAndNothingElse() async throws {
        let setup = try await Setup()
        var limits = CallLimits(messageBytes: 100_000)
        limits.refusal = { RemoteError("org.example.Error.Large", "\($0.member) \($1 > 3 << 20)") }
        await setup.service.setCallLimits(limits)
        // The filter isn't asked about the caller: that would wait behind the call itself.
        await setup.service.setCallFilter(CallFilter { _ in .wait })
        let text = String(repeating: "x", count: 3 << 20)
        await #expect(throws: RemoteError("org.example.Error.Large", "Note true")) {
            try await setup.client.call(setup.service.uniqueName, path: "/log", interface: Log.name, "Note", text)
        }
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let (reader, writer) = (UnixFileDescriptor(owning: ends[0]), UnixFileDescriptor(owning: ends[1]))
        await #expect(throws: RemoteError.self) {
            try await setup.client.call(
                setup.service.uniqueName, path: "/log", interface: Log.name, "Note", writer, text)
        }
        // The descriptor of the refused call is closed.
        close(writer.release())
        var byte: UInt8 = 0
        #expect(read(reader.rawValue, &byte, 1) == 0)
        await setup.service.setCallFilter(nil)
        try await setup.client.call(setup.service.uniqueName, path: "/log", interface: Log.name, "Note", "small")
        #expect(await setup.log.entries == ["small"])
    }

    @Test func aReplyThatIsTooLargeFailsItsCallAndASignalIsDropped() async throws {
        let setup = try await EchoBus.start()
        await setup.client.setCallLimits(CallLimits(messageBytes: 100_000))
        let recorder = try await SignalRecorder(setup.client, MatchRule(member: "Big"))
        // Every signal arrives before the reply that is sent after it.
        try await setup.service.emit("/", "org.example.Test", "Big", String(repeating: "x", count: 200_000))
        try await setup.service.emit("/", "org.example.Test", "Big", "small")
        #expect(try await recorder.wait(for: 1).map(\.body) == [["small"]])
        let error = await #expect(throws: ConnectionError.self) {
            let _: String = try await setup.call("Text", String(repeating: "x", count: 200_000))
        }
        #expect(error?.code == .malformedReply)
        #expect(try await setup.call("Text", "small") == "small")
    }
}
