import DBusTesting
import Testing

@testable import DBus

struct SignalStreamTests {
    @Test func itKeepsTheNewestAndCountsTheOthers() async throws {
        let bus = try await PrivateBus.start()
        let (sender, listener) = try await bus.connectPair()
        let stream = try await listener.signals(matching: MatchRule(member: "Tick"))
        let last = try await SignalRecorder(listener, MatchRule(member: "Last"))
        for number in UInt32(0)..<1500 { try await sender.emit("/", "org.example.Clock", "Tick", number) }
        try await sender.emit("/", "org.example.Clock", "Last")
        try await last.wait()
        #expect(stream.dropped == 1500 - 1024)
        await listener.close()
        var numbers: [UInt32] = []
        for await signal in stream { numbers.append(try signal.arguments(as: UInt32.self)) }
        #expect(numbers == Array(1500 - 1024..<1500))
        #expect(stream.dropped == 1500 - 1024)
    }

    @Test func anotherPolicyMayBeAskedFor() async throws {
        let bus = try await PrivateBus.start()
        let (sender, listener) = try await bus.connectPair()
        let proxy = Proxy(listener, sender.uniqueName, "/", "org.example.Clock")
        let all = try await proxy.signals("Tick", bufferingPolicy: .unbounded)
        let first = try await proxy.signals("Tick", bufferingPolicy: .bufferingOldest(2))
        let last = try await SignalRecorder(listener, MatchRule(member: "Last"))
        for number in UInt32(0)..<1500 { try await sender.emit("/", "org.example.Clock", "Tick", number) }
        try await sender.emit("/", "org.example.Clock", "Last")
        try await last.wait()
        #expect((all.dropped, first.dropped) == (0, 1498))
    }
}
