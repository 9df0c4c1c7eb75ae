// The code of the article "Reconnecting and stopping", block by block, and its promises.
import DBusMonitor
import DBusTesting
import Glibc
import Testing
import TodayPlatform

@testable import DBus

@Suite struct ReconnectAndStopTests {
    func runCounter() async throws {
        try await withCancellationOnStopSignal {
            try await Connection.maintain(.session) { bus in
                try await bus.export(Counter.interface, of: Counter(bus), at: "/counter")
                try await bus.requestName("org.example.Counter", .doNotQueue)
            }
        }
    }

    func runCounterToTheEnd() async throws {
        try await withCancellationOnStopSignal {
            try await Connection.maintain(.session) { bus in
                try await bus.export(Counter.interface, of: Counter(bus), at: "/counter")
                try await bus.requestName("org.example.Counter", .doNotQueue)
                guard await bus.closed == nil else { return }  // the bus has gone
                // Calls of a canceled task throw. A task of its own may make them.
                _ = try await Task { try await bus.releaseName("org.example.Counter") }.value
            }
        }
    }

    actor LastingCounter {
        let loop: EventLoop
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
        var count: Int32 = 0
        init(on loop: EventLoop) { self.loop = loop }

        static let interface = Interface<LastingCounter>("org.example.Counter") {
            Property("Count") { (counter: isolated LastingCounter) in counter.count }
        }
    }

    func runLastingCounter() async throws {
        let loop = EventLoop()
        let counter = LastingCounter(on: loop)
        try await Connection.maintain(.session, on: loop) { bus in
            try await bus.export(LastingCounter.interface, of: counter, at: "/counter")
            try await bus.requestName("org.example.Counter", .doNotQueue)
        }
    }

    func batteries(on system: Connection) async throws -> AsyncStream<Set<ObjectPath>> {
        let power = Proxy(
            system, "org.freedesktop.UPower", "/org/freedesktop/UPower", "org.freedesktop.UPower")
        return try await power.objects(
            listedBy: "EnumerateDevices", added: "DeviceAdded", removed: "DeviceRemoved")
    }

    // MARK: Reconnecting

    /// A server ends each connection, and later it isn't running for a while.
    @Test func anEndedConnectionIsReplaced() async throws {
        let bus = try await PrivateBus.start()  // for its folder
        let address = "unix:path=\(bus.folder)/peer"
        let arrivals = WatchedValue(0)
        let server = try await PeerServer.listen(at: address)
        let running = Task {
            try await Connection.maintain(.peer(address)) { _ in arrivals.change { $0 += 1 } }
        }
        var accepted = await server.incoming.makeAsyncIterator()
        for number in 1...3 {
            try await arrivals.wait { $0 == number }
            await accepted.next()?.close()
        }
        try await arrivals.wait { $0 == 4 }
        await server.close()
        await accepted.next()?.close()
        let other = try await PeerServer.listen(at: address)
        try await arrivals.wait { $0 == 5 }
        running.cancel()
        try await running.value
        await eventually("the connection is open") { await other.connections.isEmpty }
    }

    /// An error of the closure reaches the program, even if it is about another connection.
    @Test func anotherConnectionThatFailsIsAnError() async throws {
        let bus = try await PrivateBus.start()
        let address = bus.address
        let error = await #expect(throws: ConnectionError.self) {
            try await withDeadline {
                try await Connection.maintain(.bus(address)) { _ in
                    _ = try await Connection.open(.peer("unix:path=/nowhere/at/all"))
                }
            }
        }
        #expect(error?.code == .cannotConnect)
    }

    /// The closure of a canceled task finishes its work over the bus, and the connection is closed after that.
    @Test func aCanceledClosureFinishesItsWork() async throws {
        let setup = try await EchoBus.start()
        let last = try await SignalRecorder(setup.client, MatchRule(interface: "org.example.Last"))
        let isReady = WatchedValue(false)
        let opened = WatchedValue<Connection?>(nil)
        let address = setup.bus.address
        let running = Task {
            try await Connection.maintain(.bus(address)) { bus in
                opened.change { $0 = bus }
                isReady.change { $0 = true }
                guard await bus.closed == nil else { return }
                await #expect(throws: CancellationError.self) { try await bus.call(.bus, "GetId") }
                let id: String = try await Task { try await bus.call(.bus, "GetId") }.value
                #expect(!id.isEmpty)
                try await bus.emit("/last", "org.example.Last", "Ended", id)
            }
        }
        try await isReady.wait { $0 }
        running.cancel()
        try await running.value
        try await last.wait(for: 1)
        #expect(await opened.value?.isClosed == true)
    }

    /// The reason is reported each time. An environment without an address is an error at once.
    @Test func whatPreventsAConnectionIsReported() async throws {
        let reasons = WatchedValue<[String]>([])
        let running = Task {
            try await Connection.maintain(
                .peer("unix:path=/nowhere/at/all"), onFailure: { error in reasons.change { $0.append("\(error)") } }
            ) { _ in }
        }
        let seen = try await reasons.wait { $0.count >= 2 }
        running.cancel()
        try await running.value
        #expect(seen.allSatisfy { $0.contains("/nowhere/at/all") })
    }

    @Test func theErrorOfTheSetUpIsThrown() async throws {
        let bus = try await PrivateBus.start()
        let taken = try await bus.connect()
        try await taken.requestName("org.example.Counter")
        let opened = WatchedValue<Connection?>(nil)
        await #expect(throws: NameTakenError.self) {
            try await Connection.maintain(.bus(bus.address)) { connection in
                opened.change { $0 = connection }
                try await connection.requestName("org.example.Counter", .doNotQueue)
            }
        }
        #expect(await opened.value?.isClosed == true)
    }

    // MARK: Stopping

    private func expectToBeCanceled(by signal: CInt, _ test: String = #function) async throws {
        let end = try await inOwnProcess(test) {
            try await withCancellationOnStopSignal {
                kill(getpid(), signal)
                try? await Task.sleep(for: .seconds(3600))
                _exit(Task.isCancelled ? 7 : 8)
            }
        }
        #expect(end.exit == .status(7), "\(end)")
    }

    @Test func terminationCancels() async throws { try await expectToBeCanceled(by: SIGTERM) }

    @Test func interruptionCancels() async throws { try await expectToBeCanceled(by: SIGINT) }

    // MARK: Objects that are listed

    /// A service with a list and two signals, as UPower has them, and with structs, as logind has them.
    private actor Power {
        nonisolated let connection: Connection
        nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }
        var paths: [ObjectPath]

        init(_ connection: Connection, _ paths: [ObjectPath]) {
            self.connection = connection
            self.paths = paths
        }

        static let name: InterfaceName = "org.freedesktop.UPower"
        static let interface = Interface<Power>(name) {
            Method("EnumerateDevices") { (power: isolated Power) in power.paths }
            Method("ListSessions") { (power: isolated Power) in power.paths.map { Struct("1", UInt32(0), $0) } }
        }

        func add(_ path: ObjectPath) async throws {
            paths.append(path)
            try await connection.emit("/org/freedesktop/UPower", Self.name, "DeviceAdded", path)
        }

        func remove(_ path: ObjectPath) async throws {
            paths.removeAll { $0 == path }
            try await connection.emit("/org/freedesktop/UPower", Self.name, "DeviceRemoved", path)
        }

        static func start(_ bus: PrivateBus, _ paths: [ObjectPath]) async throws -> Power {
            let power = Power(try await bus.connect(), paths)
            try await power.connection.export(interface, of: power, at: "/org/freedesktop/UPower")
            try await power.connection.requestName("org.freedesktop.UPower")
            return power
        }
    }

    @Test func listedObjectsAreFollowed() async throws {
        let bus = try await PrivateBus.start()
        let client = try await bus.connect()
        let sets = Collector(try await batteries(on: client))
        var seen: [Set<ObjectPath>] = [[]]
        try await sets.wait(for: seen)
        let power = try await Power.start(bus, ["/a"])
        seen.append(["/a"])
        try await sets.wait(for: seen)
        try await power.add("/b")
        seen.append(["/a", "/b"])
        try await sets.wait(for: seen)
        try await power.remove("/a")
        seen.append(["/b"])
        try await sets.wait(for: seen)
        await power.connection.close()
        seen.append([])
        try await sets.wait(for: seen)
        // This one owns the name before it exports its object.
        let connection = try await bus.connect()
        let other = Power(connection, ["/c"])
        let log = WatchedValue<[String]>([])
        client.setLog { event in log.change { $0.append("\(event)") } }
        try await connection.requestName("org.freedesktop.UPower")
        let events = try await log.wait { !$0.isEmpty }
        #expect(
            events.first == "the objects of /org/freedesktop/UPower at org.freedesktop.UPower cannot be listed: "
                + "org.freedesktop.DBus.Error.UnknownObject: the object /org/freedesktop/UPower doesn't exist; "
                + "retrying in 0.1 seconds")
        try await connection.export(Power.interface, of: other, at: "/org/freedesktop/UPower")
        seen.append(["/c"])
        try await sets.wait(for: seen)
        let sessions = try await Proxy(
            client, "org.freedesktop.UPower", "/org/freedesktop/UPower", "org.freedesktop.UPower"
        ).objects(listedBy: "ListSessions", added: "DeviceAdded", removed: "DeviceRemoved")
        #expect(await sessions.first { _ in true } == ["/c"])
        await other.connection.close()
    }

    // MARK: Slow readers

    /// Nothing of a burst is lost to a reader that waits for each signal's reply from the same service.
    @Test func aStreamThatWaitsLosesNothing() async throws {
        let setup = try await EchoBus.start()
        let signals = try await setup.client.signals(
            matching: MatchRule(sender: Echo.busName, member: "Tick"), bufferingPolicy: .waiting(16))
        let echo = Proxy(setup.client, Echo.busName, Echo.path, Echo.name)
        for number in UInt32(0)..<5000 { try await setup.service.emit("/", "org.example.Clock", "Tick", number) }
        var expected: UInt32 = 0
        for await signal in signals {
            #expect(try signal.arguments(as: UInt32.self) == expected)
            if expected.isMultiple(of: 100) { #expect(try await echo.call("Text", "x") as String == "x") }
            expected += 1
            if expected == 5000 { break }
        }
        #expect(expected == 5000 && signals.dropped == 0)
    }

    /// A full stream without a reader stops delaying other messages when it is released.
    @Test func aFullStreamThatIsReleasedHoldsNothingUp() async throws {
        let setup = try await EchoBus.start()
        let rule = MatchRule(sender: Echo.busName, member: "Tick")
        let all = try await SignalRecorder(setup.client, rule)
        do {
            let signals = try await setup.client.signals(matching: rule, bufferingPolicy: .waiting(4))
            for number in UInt32(0)..<50 { try await setup.service.emit("/", "org.example.Clock", "Tick", number) }
            try await all.wait(for: 4)
            #expect(await setup.client.perform { $0.isReceivingPaused })
            #expect(all.signals.count == 4 && signals.dropped == 0)
        }
        try await all.wait(for: 50)
    }

    /// Everything that arrived before the end is read, however slowly.
    @Test func theEndOfTheSenderLosesNothing() async throws {
        let setup = try await EchoBus.start()
        let signals = try await setup.client.signals(
            matching: MatchRule(sender: Echo.busName, member: "Tick"), bufferingPolicy: .waiting(2))
        for number in UInt32(0)..<500 { try await setup.service.emit("/", "org.example.Clock", "Tick", number) }
        await setup.service.close()
        var expected: UInt32 = 0
        for await signal in signals {
            #expect(try signal.arguments(as: UInt32.self) == expected)
            expected += 1
            if expected == 500 { break }
        }
        #expect(expected == 500)
    }

    @Test func aMonitorMayWaitToo() async throws {
        let setup = try await EchoBus.start()
        let monitor = try await Connection.monitor(
            .bus(setup.bus.address), [MonitorRule(member: "Tick")], bufferingPolicy: .waiting(2))
        for number in UInt32(0)..<500 { try await setup.service.emit("/", "org.example.Clock", "Tick", number) }
        var count = 0
        for await _ in monitor {
            count += 1
            if count == 500 { break }
        }
        #expect(count == 500 && monitor.dropped == 0)
    }

    @Test func aCanceledReaderEndsThoughMoreArrives() async throws {
        let buffer = StreamBuffer<Int>(.unbounded, on: EventLoop())
        for number in 0..<100 { _ = buffer.add(number) }
        let ended = Count()
        let reader = StreamReader(buffer) { ended.add() }
        let reading = Task {
            var count = 0
            while !Task.isCancelled { await Task.yield() }
            while await reader.next(isolation: nil) != nil {
                count += 1
                _ = buffer.add(count)
            }
            return count
        }
        reading.cancel()
        #expect(await reading.value == 100)
        #expect(ended.value > 0)
    }

    /// A reader that waits gets the first element, and the others count for the limit.
    @Test(arguments: [SignalStream.BufferingPolicy.bufferingNewest(1), .bufferingOldest(1), .waiting(1)])
    func aWaitingReaderDoesNotFillTheBuffer(_ policy: SignalStream.BufferingPolicy) async throws {
        let buffer = StreamBuffer<Int>(policy, on: EventLoop())
        let reader = StreamReader(buffer) {}
        let first = Task { await reader.next(isolation: nil) }
        await eventually("the reader does not wait") { buffer.readerCount == 1 }
        #expect(buffer.add(1) == .awaited && !buffer.isFull())
        #expect(buffer.add(2) == .kept && buffer.dropped == 0)
        buffer.resumeReaders()
        #expect(await first.value == 1)
        #expect(await reader.next(isolation: nil) == 2)
    }
}
