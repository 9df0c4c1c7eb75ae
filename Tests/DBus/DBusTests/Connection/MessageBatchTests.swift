import DBusTesting
import Glibc
import Testing

@testable import DBus

/// Short messages are written together, long ones and those with file descriptors by libdbus.
@Suite struct MessageBatchTests {
    /// While the bus stands still, the socket is full, and what is sent waits in this process.
    @Test(arguments: [false, true]) func whateverIsSentKeepsItsOrder(_ stands: Bool) async throws {
        let bus = try await PrivateBus.start()
        let (sender, receiver) = try await bus.connectPair()
        let daemon: UInt32 = try await sender.call(
            .bus, path: .bus, interface: .bus, "GetConnectionUnixProcessID", "org.freedesktop.DBus")
        let arrived = WatchedValue<[UInt32]>([])
        _ = try await receiver.subscribe(MatchRule(interface: "org.example.Test")) { signal in
            guard let number = try? signal.arguments(as: UInt32.self) else { return }
            arrived.change { $0.append(number) }
        }
        let count: UInt32 = 12_000
        if stands {
            #expect(kill(pid_t(daemon), SIGSTOP) == 0)
            await eventually("the bus goes on") { hasStopped(daemon) }
        }
        let long = String(repeating: "x", count: 10_000)
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let (reader, writer) = (UnixFileDescriptor(owning: ends[0]), UnixFileDescriptor(owning: ends[1]))
        try await sender.perform { sender in
            for number in 0..<count {
                // Short ones fill the socket.
                switch number < 6000 ? 0 : number % 500 {
                case 100: try sender.emit("/", "org.example.Test", "Long", number, long)
                case 200: try sender.emit("/", "org.example.Test", "Descriptor", number, reader)
                default: try sender.emit("/", "org.example.Test", "Short", number)
                }
            }
        }
        if stands { kill(pid_t(daemon), SIGCONT) }
        try await arrived.wait { $0.count == count }
        #expect(arrived.value == Array(0..<count))
        // A reply is matched by the serial of its call, whichever side wrote the call.
        let id: String = try await sender.call(.bus, "GetId")
        #expect(!id.isEmpty)
        withExtendedLifetime(writer) {}
    }

    /// The last messages of a connection arrive.
    @Test func closingWritesWhatWasSent() async throws {
        let bus = try await PrivateBus.start()
        let (sender, receiver) = try await bus.connectPair()
        let arrived = WatchedValue(0)
        _ = try await receiver.subscribe(MatchRule(interface: "org.example.Test")) { _ in arrived.change { $0 += 1 } }
        try await sender.perform { sender in
            for _ in 0..<10 { try sender.emit("/", "org.example.Test", "Short") }
            sender.close(drainingFor: .zero)
        }
        try await arrived.wait { $0 == 10 }
    }

    private func hasStopped(_ process: UInt32) -> Bool {
        guard let file = fopen("/proc/\(process)/stat", "r") else { return false }
        defer { fclose(file) }
        var text = [CChar](repeating: 0, count: 128)
        guard fgets(&text, 128, file) != nil else { return false }
        return String(decoding: text.map { UInt8(bitPattern: $0) }, as: UTF8.self).contains(") T ")
    }
}
