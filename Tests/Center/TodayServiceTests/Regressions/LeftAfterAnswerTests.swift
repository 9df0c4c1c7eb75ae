import DBus
import DBusTesting
import Glibc
import Testing
import TodayModel

@testable import TodayService

/// If a provider answered and left the bus at once, its widget stayed `idle` although no process could update it.
@Suite struct LeftAfterAnswerTests {
    @Test func aProviderMayAnswerAndLeave() async throws {
        let test = try await TestCenter.start()
        let other = try await test.anotherClient()
        let gate = Gate()
        let provider = try await test.register(
            .a, by: other,
            update: { _ in
                await gate.pass()
                return ("new-data", ["Content": text("last words").dbusValue])
            })
        let client = test.client
        async let result = client.performUpdate(.a)
        try await provider.record.wait { $0.count == 1 }

        // The center gets the answer and the news in one piece.
        var ends: [CInt] = [-1, -1]
        #expect(pipe(&ends) == 0)
        let isHeld = Recorder<Bool>()
        let end = ends[0]
        async let hold: Void = test.center.hold(until: end) { isHeld.record(true) }
        try await isHeld.wait { $0.count == 1 }
        let name = try #require(other.connection.uniqueName)
        let owners = Recorder<BusName?>()
        _ = try await test.connection.watchOwner(of: name) { owners.record($0) }
        gate.open()
        // The answer goes out on the connection's own thread, which has its turns between these calls.
        for _ in 0..<10 { _ = try await other.connection.owner(of: name) }
        await other.connection.close()
        try await owners.wait { $0.last == .some(nil) }
        close(ends[1])
        await hold
        close(end)

        #expect(try await result == .newData)
        let a = try await test.client.properties(of: .a)
        #expect(a.content == text("last words") && a.state == .unavailable)
    }
}

extension Center {
    /// Does nothing else until the other end of a pipe is closed.
    fileprivate func hold(until end: CInt, _ begun: () -> Void) {
        begun()
        var byte: UInt8 = 0
        _ = Glibc.read(end, &byte, 1)
    }
}
