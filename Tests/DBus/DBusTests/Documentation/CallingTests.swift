// The code of the article "Calling and observing a service", block by block.
import DBus
import DBusTesting
import Glibc
import Testing

extension RemoteInterface {
    static let counter = RemoteInterface("org.example.Counter", "/counter", "org.example.Counter")
}

actor Reminder {
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private var timer: EventLoop.Timer?
    private(set) var reminded = 0

    init(on loop: EventLoop) { self.loop = loop }

    func remind(after delay: Duration) {
        if let timer { loop.cancel(timer) }
        timer = loop.schedule(after: delay) { [weak self] in self?.assumeIsolated { $0.reminded += 1 } }
    }

    func remind(whenReadable descriptor: CInt) {
        loop.watch(descriptor) { [weak self] in
            self?.assumeIsolated { reminder in
                var byte: UInt8 = 0
                if read(descriptor, &byte, 1) == 1 { reminder.reminded += 1 }
            }
        }
    }
}

@Suite struct CallingTests {
    func names(on bus: Connection) async throws -> [String] {
        try await bus.call(.bus, "ListNames")
    }

    func add(on bus: Connection) async throws -> Int32 {
        let counter = Proxy(bus, .counter)
        let sum: Int32 = try await counter.call("Add", Int32(5))  // one result
        try await counter.call("Add", Int32(1))  // it is done, whatever the result
        return sum
    }

    func whoIs(on bus: Connection) async throws -> (String, [String]) {
        let counter = Proxy(bus, "org.example.Counter", "/counter", .peer)
        let machine: String = try await counter.call("GetMachineId")
        let properties = try await Proxy(bus, .counter).getAll()
        return (machine, properties.keys.sorted())
    }

    func callWithOptions(on bus: Connection) async throws {
        let counter = Proxy(bus, .counter)
        // Fails when no counter runs, instead of starting one.
        try await counter.call("Add", options: .noAutoStart, Int32(1))
        // Returns when the call is queued; no reply reports whether it arrived.
        try await counter.callWithoutReply("Add", Int32(1))
    }

    func patiently(on bus: Connection) async throws -> String {
        let counter = Proxy(bus, .counter)
        do {
            let sum: Int32 = try await counter.call("Add", timeout: .seconds(20), Int32.max)
            return "\(sum)"
        } catch let error as RemoteError where error.name == "org.example.Counter.Error.WouldOverflow" {
            return "refused: \(error.message)"
        } catch let error as RemoteError where error.isServiceUnavailable {
            return "there is no counter"
        } catch let error as RemoteError {
            return "it does not want to: \(error)"
        } catch let error as ConnectionError where error.code == .timedOut {
            return "it takes too long"
        } catch let error as ConnectionError where error.code == .malformedReply {
            return "it is another kind of counter: \(error)"
        } catch let error as ConnectionError {
            return "the connection has ended: \(error)"
        }  // what is left is CancellationError, and MarshallingError of an argument that cannot be sent
    }

    func follow(_ counter: Proxy, say: (Int32) -> Void) async throws -> String {
        for await count in try await counter.observe("Count", as: Int32.self) { if let count { say(count) } }
        if Task.isCancelled { return "nobody wants to know any more" }
        return await counter.connection.closed == .disconnected ? "the bus has gone" : "the connection was closed here"
    }

    func firstNews(on bus: Connection) async throws -> Int32? {
        let counter = Proxy(bus, .counter)
        var known: Int32?
        for await count in try await counter.observe("Count", as: Int32.self) {
            guard let count else { continue }  // no counter runs at the moment
            if let known, count != known { return count }
            known = count
        }
        return nil  // the connection has ended
    }

    func firstOverflow(on bus: Connection) async throws -> Int32? {
        for await signal in try await Proxy(bus, .counter).signals("Overflow") {
            return try signal.arguments(of: Counter.overflow)
        }
        return nil
    }

    func firstAmount(on bus: Connection) async throws -> Int32? {
        for await amount in try await bus.signals(of: Counter.overflow, from: "org.example.Counter") { return amount }
        return nil
    }

    func departures(on bus: Connection) async throws -> SignalStream {
        try await bus.signals(
            matching: MatchRule(
                sender: .bus, member: "NameOwnerChanged",
                arguments: [0: .namespace("org.example"), 2: .equals("")]))  // name, old owner, new owner
    }

    func whenItRuns(on bus: Connection) async throws -> Int32 {
        _ = try await bus.waitForOwner(of: "org.example.Counter", timeout: .seconds(20))
        return try await Proxy(bus, .counter).get("Count")
    }

    func lifetime(on bus: Connection) async throws -> BusName? {
        var last: BusName?
        for await owner in try await bus.owners(of: "org.example.Counter") {
            if owner == nil, last != nil { break }  // it has ended
            last = owner
        }
        return last
    }

    @Test func aServiceIsCalledAndObserved() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        async let counted = whenItRuns(on: client)
        _ = try await serve(on: service)
        #expect(try await counted == 0)
        #expect(try await names(on: client).contains("org.example.Counter"))
        #expect(try await add(on: client) == 5)
        try await callWithOptions(on: client)
        #expect(try await Proxy(client, .counter).get("Count") == Int32(8))
        let (machine, properties) = try await whoIs(on: client)
        #expect(machine.count == 32 && properties == ["Count"])
    }

    @Test func signalsAreHeard() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        let counter = try await serve(on: service)
        async let overflow = firstOverflow(on: client)
        async let amount = firstAmount(on: client)
        var departures = try await departures(on: client).makeAsyncIterator()
        try await waitForRules(of: client, "Overflow")
        _ = try await counter.add(1)
        #expect(try await patiently(on: client) == "refused: amount: 2147483647 is too much")
        #expect(try await overflow == Int32.max)
        #expect(try await amount == Int32.max)
        await service.close()
        let gone: String? = try await departures.next()?.arguments(as: String.self)
        #expect(gone == "org.example.Counter")
        #expect(try await patiently(on: client) == "there is no counter")
    }

    @Test func aMomentAndAPipeAreWaitedFor() async throws {
        let reminder = Reminder(on: EventLoop())
        await reminder.remind(after: .seconds(3600))
        await reminder.remind(after: .milliseconds(1))
        await eventually("there is no reminder") { await reminder.reminded == 1 }
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        await reminder.remind(whenReadable: ends[0])
        withUnsafeBytes(of: UInt8(1)) { _ = write(ends[1], $0.baseAddress, 1) }
        await eventually("there is no reminder") { await reminder.reminded == 2 }
    }

    @Test func aPropertyIsFollowed() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        let counter = try await serve(on: service)
        let told = Count()
        let news = Task {
            defer { told.add() }
            return try await firstNews(on: client)
        }
        try await eventually("there is no news") {
            _ = try await counter.add(1)
            _ = try await names(on: client)
            return told.value > 0
        }
        #expect(try await news.value ?? 0 > 0)
    }

    @Test(arguments: ["the bus has gone", "the connection was closed here", "nobody wants to know any more"])
    func anEndHasAReason(_ reason: String) async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        _ = try await serve(on: service)
        let said = WatchedValue<Int32?>(nil)
        let following = Task {
            try await follow(Proxy(client, .counter)) { count in said.change { $0 = count } }
        }
        try await said.wait { $0 != nil }
        switch reason.first {
        case "n": following.cancel()
        default: if reason == "the bus has gone" { bus.stop() } else { await client.close() }
        }
        #expect(try await following.value == reason)
    }

    @Test func aNameIsFollowed() async throws {
        let bus = try await PrivateBus.start()
        let client = try await bus.connect()
        let told = Count()
        let last = Task {
            defer { told.add() }
            return try await lifetime(on: client)
        }
        try await eventually("nobody is seen") {
            let service = try await bus.connect()
            _ = try await serve(on: service)
            _ = try await names(on: client)
            await service.close()
            try await eventually("the name stays") {
                try await !names(on: client).contains("org.example.Counter")
            }
            return told.value > 0
        }
        #expect(try await last.value?.isUnique == true)
    }

    /// Waits until the bus has rules of a connection that contain these texts.
    private func waitForRules(of client: Connection, _ texts: String...) async throws {
        let stats = RemoteInterface(.bus, .bus, "org.freedesktop.DBus.Debug.Stats")
        try await eventually("the rules are not there") {
            let all: [String: [String]] = try await client.call(stats, "GetAllMatchRules")
            let rules = all[client.uniqueName?.rawValue ?? ""] ?? []
            return texts.allSatisfy { text in rules.contains { $0.contains(text) } }
        }
    }
}
