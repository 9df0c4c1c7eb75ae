import DBusTesting
import Glibc
import Testing

@testable import DBus

/// libdbus stops to read once received messages that are still referenced come to 63 MiB, or hold 4,096 descriptors. So
/// none may be kept, however long what it said is. Without a bus, which has limits of its own.
@Suite(.serialized)
struct RetainedMessagesTests {
    private let text = String(repeating: "x", count: 4 << 20)

    @Test func signalsThatNobodyTakesDoNotStopReading() async throws {
        let peers = try await EchoPeers.start()
        let stream = try await peers.accepted.signals(matching: MatchRule(member: "Big"))
        for _ in 0..<17 { try await peers.client.emit("/", "org.example.Test", "Big", text) }
        #expect(try await withDeadline { try await peers.client.callEcho("Text", "after") as String } == "after")
        await peers.stop()
        #expect(await stream.reduce(0) { count, _ in count + 1 } == 17)
    }

    /// Answers when it is let.
    private actor Holder {
        let gate = Gate()
        private(set) var held = 0

        func hold(_ text: String) async -> UInt32 {
            held += 1
            await gate.wait()
            return UInt32(text.utf8.count)
        }

        static let interface = Interface<Holder>("org.example.Holder") {
            Method.async("Hold", in: ["text"], out: ["count"]) { (it: isolated Holder, _: MethodCall, text: String) in
                await it.hold(text)
            }
        }
    }

    @Test func callsThatWaitDoNotStopReading() async throws {
        let peers = try await EchoPeers.start()
        let holder = Holder()
        try await peers.accepted.export(Holder.interface, of: holder, at: "/holder")
        let proxy = Proxy(peers.client, nil, "/holder", "org.example.Holder")
        let calls = (0..<17).map { _ in Task { try await proxy.call("Hold", text) as UInt32 } }
        await eventually("the calls have not come") { await holder.held == 17 }
        #expect(try await withDeadline { try await peers.client.callEcho("Text", "after") as String } == "after")
        await holder.gate.open()
        for call in calls { #expect(try await call.value == UInt32(text.utf8.count)) }
        await peers.stop()
    }

    @Test func descriptorsThatNobodyTakesDoNotStopReading() async throws {
        let peers = try await EchoPeers.start()
        // The newest is kept, or this process would have no descriptors left.
        let stream = try await peers.accepted.signals(
            matching: MatchRule(member: "Handles"), bufferingPolicy: .bufferingNewest(1))
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let (reader, writer) = (UnixFileDescriptor(owning: ends[0]), UnixFileDescriptor(owning: ends[1]))
        let handles = [UnixFileDescriptor](repeating: writer, count: 16)
        for number in 1...280 {
            try await peers.client.emit("/", "org.example.Test", "Handles", handles)
            // Messages that wait to be sent have descriptors too.
            if number % 20 == 0 { let _: String = try await peers.client.callEcho("Text", "x") }
        }
        #expect(try await withDeadline { try await peers.client.callEcho("Text", "after") as String } == "after")
        #expect(fcntl(reader.rawValue, F_GETFD) >= 0)
        await peers.stop()
        for await signal in stream { #expect(try signal.arguments(as: [UnixFileDescriptor].self).count == 16) }
    }
}
