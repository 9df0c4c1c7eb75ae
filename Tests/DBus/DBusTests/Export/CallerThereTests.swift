import DBus
import DBusTesting
import Testing

/// Work that a method does for its caller alone ends when the caller leaves.
@Suite struct CallerThereTests {
    private actor Searcher {
        enum Event: Equatable { case began, cancelled, finished }

        let events = WatchedValue<[Event]>([])
        let gate = Gate()

        nonisolated func search() async throws -> String {
            events.change { $0.append(.began) }
            // The search ends when the task is canceled or the gate opens.
            let (stream, end) = AsyncStream<Void>.makeStream()
            let opening = Task {
                await gate.wait()
                end.finish()
            }
            for await _ in stream {}
            opening.cancel()
            events.change { $0.append(Task.isCancelled ? .cancelled : .finished) }
            try Task.checkCancellation()
            return "found"
        }

        static let interface = Interface<Searcher>("org.example.Searcher") {
            Method<Searcher>.async("Search") { (it: isolated Searcher, call: MethodCall) async throws -> String in
                try await call.whileCallerIsConnected { try await it.search() }
            }
        }
    }

    private func search(_ client: Connection, _ destination: BusName?) -> Task<String, any Error> {
        Task {
            try await client.call(
                destination, path: "/searcher", interface: "org.example.Searcher", "Search", timeout: .seconds(60))
        }
    }

    @Test func itEndsWhenTheCallerLeaves() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        let searcher = Searcher()
        try await service.export(Searcher.interface, of: searcher, at: "/searcher")
        let call = search(client, service.uniqueName)
        try await searcher.events.wait { $0 == [.began] }
        await client.close()
        try await searcher.events.wait { $0 == [.began, .cancelled] }
        await #expect(throws: ConnectionError.self) { try await call.value }
        await searcher.gate.open()
    }

    /// A caller that stays gets the reply, also when another connection leaves meanwhile.
    @Test func itGoesOnWhileTheCallerIsThere() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        let searcher = Searcher()
        try await service.export(Searcher.interface, of: searcher, at: "/searcher")
        let call = search(client, service.uniqueName)
        try await searcher.events.wait { $0 == [.began] }
        let other = try await bus.connect()
        let otherCall = search(other, service.uniqueName)
        try await searcher.events.wait { $0 == [.began, .began] }
        await other.close()
        try await searcher.events.wait { $0 == [.began, .began, .cancelled] }
        await searcher.gate.open()
        #expect(try await call.value == "found")
        await #expect(throws: ConnectionError.self) { try await otherCall.value }
        #expect(searcher.events.value == [.began, .began, .cancelled, .finished])
    }

    @Test func itEndsWithThePeer() async throws {
        let peers = try await EchoPeers.start()
        let searcher = Searcher()
        try await peers.accepted.export(Searcher.interface, of: searcher, at: "/searcher")
        let call = search(peers.client, nil)
        try await searcher.events.wait { $0 == [.began] }
        await peers.client.close()
        try await searcher.events.wait { $0 == [.began, .cancelled] }
        await #expect(throws: ConnectionError.self) { try await call.value }
        await searcher.gate.open()
    }
}
