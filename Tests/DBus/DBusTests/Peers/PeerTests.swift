import CTodayDBus
import DBusTesting
import Glibc
import Testing

@testable import DBus

/// Two programs that talk without a bus.
struct PeerTests {
    @Test func callsAndErrorsTravelBothWays() async throws {
        let peers = try await EchoPeers.start()
        // Neither side is the client by nature.
        try await peers.client.export(Echo.interface, of: Echo(loop: peers.client.loop), at: Echo.path)
        for caller in [peers.client, peers.accepted] {
            let texts = try await withThrowingTaskGroup { group in
                for number in 0..<50 { group.addTask { try await caller.callEcho("Text", "\(number)") as String } }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(texts == Set((0..<50).map { "\($0)" }))
            let called: (String, ObjectPath, String, String) = try await caller.call(
                nil, path: Echo.path, interface: Echo.name, "Caller")
            #expect(called == ("", Echo.path, Echo.name.rawValue, "Caller"))
            await #expect(throws: RemoteError("org.example.Error.Own", "a sentence")) {
                try await caller.call(
                    nil, path: Echo.path, interface: Echo.name, "Fail", "org.example.Error.Own", "a sentence")
            }
            let error = await #expect(throws: RemoteError.self) {
                try await caller.call(nil, path: "/nowhere", interface: Echo.name, "Text", "x")
            }
            #expect(error?.name == .unknownObject)
            #expect(caller.uniqueName == nil)
        }
        await peers.stop()
    }

    @Test func aHandlerMayCallItsCaller() async throws {
        let peers = try await EchoPeers.start()
        try await peers.client.export(Echo.interface, of: Echo(loop: peers.client.loop), at: Echo.path)
        let answer: String = try await peers.client.call(nil, path: Echo.path, interface: Echo.name, "CallBack")
        #expect(answer == "from the caller")
        await peers.stop()
    }

    @Test func signalsTravelBothWays() async throws {
        let peers = try await EchoPeers.start()
        for (sender, receiver) in [(peers.client, peers.accepted), (peers.accepted, peers.client)] {
            let recorder = try await SignalRecorder(receiver, MatchRule(path: "/a", firstArgument: "yes"))
            for text in ["yes", "no", "yes"] {
                try await sender.emit("/a", "org.example.Test", "Said", text, 5 as Int32)
            }
            let signals = try await recorder.wait(for: 2)
            #expect(signals.allSatisfy { $0.sender == nil && $0.body == ["yes", .int32(5)] })
            let _: String = try await peers.client.callEcho("Text", "both sides have handled all")
            #expect(recorder.signals.count == 2)
        }
        await peers.stop()
    }

    /// A peer's messages keep their order, also while its calls wait to be served.
    @Test func aSignalComesAfterTheCallsBeforeIt() async throws {
        let peers = try await EchoPeers.start()
        let (echo, counts) = (peers.echo, Locked<[Int]>([]))
        _ = try await peers.accepted.subscribe(MatchRule(path: "/a")) { _ in
            let count = echo.assumeIsolated { $0.notes.count }
            counts.withLock { $0.append(count) }
        }
        for _ in 0..<10 {
            for number in 0..<50 {
                try await peers.client.callWithoutReply(nil, path: Echo.path, interface: Echo.name, "Note", "\(number)")
            }
            try await peers.client.emit("/a", "org.example.Test", "Said")
        }
        await eventually("the signals do not come") { counts.withLock { $0.count } == 10 }
        #expect(counts.withLock { $0 } == (1...10).map { 50 * $0 })
        await peers.stop()
    }

    @Test func propertiesAreReadSetAndObserved() async throws {
        let peers = try await EchoPeers.start()
        let lamp = Proxy(peers.client, nil, "/lamp", Lamp.name)
        let values = Collector(try await lamp.observe("Brightness", as: Int32.self, bufferingPolicy: .unbounded))
        try await values.wait(for: [1])
        try await lamp.set("Brightness", to: Int32(7))
        try await values.wait(for: [1, 7])
        #expect(try await lamp.get("Brightness", as: Int32.self) == 7)
        await #expect(throws: RemoteError("org.example.Error.Range", "11 is not 0 to 10")) {
            try await lamp.set("Brightness", to: Int32(11))
        }
        await peers.stop()
        try await values.waitForEnd()
    }

    @Test func aDescriptorIsPassed() async throws {
        let peers = try await EchoPeers.start()
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let (reader, writer) = (UnixFileDescriptor(owning: ends[0]), UnixFileDescriptor(owning: ends[1]))
        let back: UnixFileDescriptor = try await peers.client.callEcho("Handle", writer)
        #expect(back.rawValue != writer.rawValue)
        #expect(write(back.rawValue, "x", 1) == 1)
        var byte: UInt8 = 0
        #expect(read(reader.rawValue, &byte, 1) == 1 && byte == UInt8(ascii: "x"))
        await peers.stop()
    }

    /// The client's first call is on the way before the server has accepted it.
    @Test func theFirstCallFindsWhatIsExported() async throws {
        let peers = try await EchoPeers.start()
        try await withThrowingTaskGroup { group in
            for number in 0..<60 {
                group.addTask {
                    let client = try await Connection.open(.peer(peers.server.address), on: peers.client.loop)
                    let text: String = try await client.callEcho("Text", "\(number)")
                    #expect(text == "\(number)")
                    await client.close()
                }
            }
            try await group.waitForAll()
        }
        await eventually("connections are kept") { await peers.server.connections.count == 1 }
        await peers.stop()
    }

    /// A server may call as soon as it has accepted its client.
    @Test func theFirstCallOfTheServerFindsWhatIsExported() async throws {
        let server = try await PeerServer.listen(at: EchoPeers.address)
        let incoming = await server.incoming
        let calls = Task {
            var texts: [String] = []
            for await peer in incoming { texts.append(try await peer.callEcho("Text", "hello")) }
            return texts
        }
        for _ in 0..<20 {
            let loop = EventLoop()
            _ = try await Connection.open(.peer(server.address), on: loop) { connection in
                try connection.export(Echo.interface, of: Echo(loop: loop), at: Echo.path)
            }
        }
        await eventually("a client is missing") { await server.connections.count == 20 }
        let connections = await server.connections
        await server.close()
        #expect(try await withDeadline { try await calls.value } == [String](repeating: "hello", count: 20))
        for connection in connections { await connection.close() }
    }

    @Test func whatAClientSaidBeforeItLeftCounts() async throws {
        let peers = try await EchoPeers.start()
        for number in 0..<20 {
            let client = try await Connection.open(.peer(peers.server.address))
            try await client.perform { client in
                let header = MessageHeader.methodCall(
                    to: nil, path: Echo.path, interface: Echo.name, member: "Note", noReply: true)
                try client.send(Message.make(header, "\(number)"))
                client.close()
            }
        }
        await eventually("a call was lost") { await peers.echo.notes.count == 20 }
        #expect(Set(await peers.echo.notes) == Set((0..<20).map { "\($0)" }))
        await peers.stop()
    }

    @Test func manyClientsAtOnce() async throws {
        let peers = try await EchoPeers.start()
        try await withThrowingTaskGroup { group in
            for client in 0..<100 {
                group.addTask {
                    let connection = try await Connection.open(.peer(peers.server.address), on: peers.client.loop)
                    for number in 0..<5 {
                        let text: String = try await connection.callEcho("Text", "\(client) \(number)")
                        #expect(text == "\(client) \(number)")
                    }
                    await connection.close()
                }
            }
            try await group.waitForAll()
        }
        await peers.stop()
    }

    @Test func theEndOfOneSideIsToldToTheOther() async throws {
        let peers = try await EchoPeers.start()
        let calls = (0..<10).map { _ in Task { try await peers.client.callEcho("Wait", "peers") as String } }
        await eventually("the calls have not come") { await peers.echo.gate("peers").count == 10 }
        await peers.accepted.close()
        #expect(try await withDeadline { await peers.client.closed } == .disconnected)
        for call in calls {
            let error = await #expect(throws: ConnectionError.self) { try await withDeadline { try await call.value } }
            #expect(error?.code == .closed)
        }
        #expect(await peers.server.connections.isEmpty)
        await peers.echo.openAll()

        let second = try await Connection.open(.peer(peers.server.address))
        for await accepted in await peers.server.incoming {
            await second.close()
            #expect(try await withDeadline { await accepted.closed } == .disconnected)
            break
        }
        await eventually("the connection is kept") { await peers.server.connections.isEmpty }
        await peers.stop()
    }

    /// A bus vouches for a sender; a peer may write anything.
    @Test func aPeerHasNoName() async throws {
        let peers = try await EchoPeers.start()
        let name = try await withCheckedThrowingContinuation { continuation in
            Task {
                await peers.client.perform { client in
                    do {
                        let message = try Message.make(
                            .methodCall(to: nil, path: Echo.path, interface: Echo.name, member: "Caller"))
                        #expect(dbus_message_set_sender(message.raw, "org.freedesktop.DBus") != 0)
                        let waiter = ReplyWaiter(timer: nil) { outcome in
                            continuation.resume(
                                with: Result { try ReceivedBody.read(outcome.get()) { try String(from: &$0) } })
                        }
                        #expect(client.pending.add(waiter, serial: try client.send(message)))
                    } catch {
                        continuation.resume(throwing: error)
                    }
                }
            }
        }
        #expect(name == "")
        await peers.stop()
    }

    @Test func aSignalOfAPeerHasNoSender() async throws {
        let peers = try await EchoPeers.start()
        let all = try await SignalRecorder(peers.accepted, MatchRule(member: "Forged"))
        let believed = try await SignalRecorder(peers.accepted, MatchRule(sender: .bus, member: "Forged"))
        try await peers.client.perform { client in
            for sender in ["org.freedesktop.DBus", ":1.1"] {
                let message = try Message.make(
                    .signal(path: "/", interface: "org.freedesktop.DBus", member: "Forged"), sender)
                #expect(dbus_message_set_sender(message.raw, sender) != 0)
                try client.send(message)
            }
        }
        #expect(try await all.wait(for: 2).map(\.sender) == [nil, nil])
        #expect(believed.signals.isEmpty)
        await peers.stop()
    }

    /// Nothing goes out before the other side has let this one in; the end waits for that too.
    @Test func whatIsSentWhileItIsPreparedCounts() async throws {
        let peers = try await EchoPeers.start()
        for number in 0..<20 {
            let error = await #expect(throws: ConnectionError.self) {
                try await Connection.open(.peer(peers.server.address)) { client in
                    let header = MessageHeader.methodCall(
                        to: nil, path: Echo.path, interface: Echo.name, member: "Note", noReply: true)
                    try client.send(Message.make(header, "\(number)"))
                    client.close(drainingFor: .seconds(20))
                }
            }
            #expect(error?.code == .cannotConnect)
            #expect(error?.message.hasSuffix("during its setup") == true)
        }
        await eventually("a call was lost") { await peers.echo.notes.count == 20 }
        #expect(Set(await peers.echo.notes) == Set((0..<20).map { "\($0)" }))
        await peers.stop()
    }
}
