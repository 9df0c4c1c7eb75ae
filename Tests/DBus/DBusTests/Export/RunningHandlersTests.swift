import DBusTesting
import Testing

@testable import DBus

/// The tasks of asynchronous handlers, and the end of what they run for.
@Suite struct RunningHandlersTests {
    private actor Sleeper {
        enum Event: Equatable { case began, cancelled, finished }

        let events = WatchedValue<[Event]>([])
        private let gate = Gate()

        func open() async { await gate.open() }

        nonisolated func sleep() async throws {
            events.change { $0.append(.began) }
            // The stream never has an element; it ends when the task is canceled.
            let (nothing, end) = AsyncStream<Never>.makeStream()
            for await _ in nothing {}
            end.finish()
            events.change { $0.append(.cancelled) }
            throw CancellationError()
        }

        nonisolated func wait() async {
            events.change { $0.append(.began) }
            await gate.wait()
            events.change { $0.append(Task.isCancelled ? .cancelled : .finished) }
        }

        /// All of it runs in tasks, so that the owner need not be on the loop.
        static let interface = Interface<Sleeper>("org.example.Sleeper") {
            Method<Sleeper>.async("Sleep") { (it: isolated Sleeper, _: MethodCall) async throws -> String in
                try await it.sleep()
                return ""
            }
            Method<Sleeper>.async("Wait") { (it: isolated Sleeper, _: MethodCall) async throws -> String in
                await it.wait()
                return ""
            }
        }
    }

    @Test(arguments: [false, true])
    func theyAreCancelledWhenTheConnectionEnds(_ byTheBus: Bool) async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        let sleeper = Sleeper()
        try await service.export(Sleeper.interface, of: sleeper, at: "/sleeper")
        let call = Task {
            try await client.call(service.uniqueName, path: "/sleeper", interface: "org.example.Sleeper", "Sleep")
        }
        try await sleeper.events.wait { $0 == [.began] }
        #expect(await service.perform { $0.handlers.count } == 1)
        if byTheBus { bus.stop() } else { await service.close() }
        try await sleeper.events.wait { $0 == [.began, .cancelled] }
        await #expect(throws: (any Error).self) { try await withDeadline { try await call.value } }
        #expect(await service.perform { $0.handlers.count } == 0)
    }

    /// A handler finishes its work even if its caller no longer waits.
    @Test func theyGoOnWhenTheirCallerLeaves() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        let sleeper = Sleeper()
        try await service.export(Sleeper.interface, of: sleeper, at: "/sleeper")
        let name = try #require(client.uniqueName)
        let call = Task {
            try await client.call(service.uniqueName, path: "/sleeper", interface: "org.example.Sleeper", "Wait")
        }
        try await sleeper.events.wait { $0 == [.began] }
        await client.close()
        await #expect(throws: ConnectionError.self) { try await call.value }
        for await owner in try await service.owners(of: name) where owner == nil { break }
        await sleeper.open()
        try await sleeper.events.wait { $0 == [.began, .finished] }
        await eventually("the task is kept") { await service.perform { $0.handlers.count } == 0 }
    }
}
