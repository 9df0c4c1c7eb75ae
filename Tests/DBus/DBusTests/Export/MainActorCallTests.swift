import DBusTesting
import Glibc
import Testing

@testable import DBus

/// Calls of owners on the main actor under unusual conditions.
@Suite struct MainActorCallTests {
    private static func serve(
        _ connections: (service: Connection, client: Connection)
    ) async throws -> (radio: Radio, proxy: Proxy) {
        let radio = await Radio(connections.service)
        try await connections.service.export(Radio.interface, of: radio, at: "/radio")
        return (radio, Proxy(connections.client, connections.service.uniqueName, "/radio", Radio.name))
    }

    /// Other objects are still served, and a caller that has waited too long gives up.
    @Test func theMainActorMayBeBusy() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        let (radio, proxy) = try await Self.serve((service, client))
        try await service.export(Echo.interface, of: Echo(loop: service.loop), at: Echo.path)
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let (reader, writer) = (UnixFileDescriptor(owning: ends[0]), UnixFileDescriptor(owning: ends[1]))
        let isBusy = WatchedValue(false)
        let work = Task { @MainActor in
            isBusy.change { $0 = true }
            var byte: UInt8 = 0
            return read(reader.rawValue, &byte, 1)
        }
        try await isBusy.wait { $0 }
        let late = await #expect(throws: ConnectionError.self) {
            try await proxy.call("Tune", timeout: .milliseconds(20), "two") as String
        }
        #expect(late?.code == .timedOut)
        let answer = Task { try await proxy.call("Tune", "three") as String }
        let all = Task { try await proxy.getAll() }
        let echo: String = try await client.call(
            service.uniqueName, path: Echo.path, interface: Echo.name, "Text", "meanwhile")
        #expect(echo == "meanwhile")
        #expect(write(writer.rawValue, "x", 1) == 1)
        #expect(await work.value == 1)
        // The work is done, also for the caller that didn't wait.
        #expect(try await answer.value == "two")
        #expect(try await all.value.count == 5)
        #expect(await radio.station == "three")
    }

    @Test func itMayCallItsCaller() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        let (_, proxy) = try await Self.serve((service, client))
        try await client.export(Echo.interface, of: Echo(loop: client.loop), at: Echo.path)
        #expect(try await proxy.call("AskBack") as String == "from the radio")
        // Caller and called on one connection, and on one actor.
        let own = Proxy(service, service.uniqueName, "/radio", Radio.name)
        try await service.export(Echo.interface, of: Echo(loop: service.loop), at: Echo.path)
        let answer = try await Task { @MainActor in try await own.call("AskBack") as String }.value
        #expect(answer == "from the radio")
    }

    @Test func handlersAreCancelledAtTheEnd() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        let (radio, proxy) = try await Self.serve((service, client))
        let call = Task { try await proxy.call("Wait") as String }
        try await radio.events.wait { $0 == ["waits"] }
        await service.close()
        await radio.gate.open()
        try await radio.events.wait { $0 == ["waits", "cancelled"] }
        await #expect(throws: (any Error).self) { try await call.value }
    }

    /// The object goes when the last call of it is over.
    @Test func theOwnerGoesWithItsObject() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        let (gate, events, owner, proxy) = try await {
            let (radio, proxy) = try await Self.serve((service, client))
            return (radio.gate, radio.events, Weak(radio), proxy)
        }()
        let call = Task { try await proxy.call("Wait") as String }
        try await events.wait { $0 == ["waits"] }
        await service.unexport("/radio")
        let gone = await #expect(throws: RemoteError.self) { try await proxy.call("Tune", "two") }
        #expect(gone?.name == .unknownObject)
        #expect(owner.object != nil)
        await gate.open()
        #expect(try await call.value == "one")
        await eventually("the owner is kept") { owner.object == nil }
        service.propertiesDidChange("/radio", Radio.name, ["Station"])
        try await client.call(service.uniqueName, path: "/", interface: .peer, "Ping")
    }

    /// The last signals of a service arrive.
    @Test func signalsAreSentBeforeTheEnd() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        let (radio, _) = try await Self.serve((service, client))
        let recorder = try await SignalRecorder(client, MatchRule(path: "/radio", member: "Heard"))
        try await MainActor.run {
            radio.changed("Station")
            try radio.say("good night")
        }
        await service.close()
        #expect(try await recorder.wait().first?.body == ["good night"])
    }

    /// Also when values are just being read that come before it.
    @Test func signalsAreSentWhileValuesAreRead() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        let (radio, _) = try await Self.serve((service, client))
        let recorder = try await SignalRecorder(client, MatchRule(path: "/radio", member: "Heard"))
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let (reader, writer) = (UnixFileDescriptor(owning: ends[0]), UnixFileDescriptor(owning: ends[1]))
        try await MainActor.run {
            radio.whenRead = { [events = radio.events] in
                events.change { $0.append("reads") }
                var byte: UInt8 = 0
                _ = read(reader.rawValue, &byte, 1)
            }
            radio.changed("Station")
            try radio.say("good night")
        }
        try await radio.events.wait { $0 == ["reads"] }
        await service.close()
        #expect(write(writer.rawValue, "x", 1) == 1)
        #expect(try await recorder.wait().map(\.body) == [["good night"]])
    }

    @Test func aSignalThatCannotBeSentIsAnError() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        let (radio, _) = try await Self.serve((service, client))
        await #expect(throws: MarshallingError.self) { try await radio.say("a\0b") }
        await service.close()
        await #expect(throws: ConnectionError.self) { try await service.emit(Radio.heard, at: "/radio", "x") }
        // It goes nowhere.
        try await radio.say("x")
    }
}
