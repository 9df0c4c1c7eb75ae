import DBus
import DBusTesting
import TodayPlatform
import Testing
import TodayModel

@testable import TodayService

/// Calls that a real `todayd` refuses leave nothing behind in it.
@Suite(.serialized) struct RefusedCallsTests {
    /// 24,000 refused calls ended the service: its log wrapped its handler once more for each.
    @Test func refusedCallsAddNothingUp() async throws {
        let bus = try await PrivateBus.start()
        let daemon = try await RunningDaemon.start(on: bus, CenterClient(try await bus.connect()))
        let connection = daemon.client.connection
        func refuse(
            _ count: Int, at path: ObjectPath = TodayBus.path, _ member: MemberName = "Nothing",
            _ interface: InterfaceName? = TodayBus.center
        ) async throws {
            for _ in 0..<count / 1000 {
                for _ in 0..<1000 {
                    try await connection.callWithoutReply(TodayBus.name, path: path, interface: interface, member)
                }
                // The calls of one sender are served in order.
                try await connection.call(TodayBus.name, path: TodayBus.path, interface: .peer, "Ping")
            }
        }
        func refuseAll(_ count: Int) async throws {
            try await refuse(count)
            try await refuse(count, at: "/nothing")
            // Without its arguments.
            try await refuse(count, CenterMember.performUpdate)
            try await refuse(count, "Nothing", "org.example.Nothing")
        }
        try await refuseAll(2_000)
        let before = try Self.memory(of: daemon)
        // 80,000 calls that each leave 10 bytes would take 800 kB.
        try await refuseAll(20_000)
        let after = try Self.memory(of: daemon)
        #expect(after < before + 800, "from \(before) kB to \(after) kB")
        try await daemon.end()
    }

    /// If a call is skipped because of the length of its header, its descriptors are closed.
    @Test func descriptorsOfSkippedCallsAreClosed() async throws {
        let bus = try await PrivateBus.start()
        let daemon = try await RunningDaemon.start(on: bus, CenterClient(try await bus.connect()))
        let connection = daemon.client.connection
        _ = try await daemon.client.properties()
        let folder = "/proc/\(daemon.process.id)/fd"
        let before = FolderContents.names(in: folder)?.count ?? 0
        let path = try ObjectPath("/" + String(repeating: "a", count: 2_200_000))
        let file = try #require(UnixFileDescriptor(duplicating: 0))
        for _ in 0..<20 {
            try await connection.callWithoutReply(
                TodayBus.name, path: path, interface: nil, "M", file, file, file, file, file, file, file, file)
        }
        _ = try await daemon.client.properties()
        #expect(FolderContents.names(in: folder)?.count == before)
        try await daemon.end()
    }

    private static func memory(of daemon: RunningDaemon) throws -> Int {
        let status = try #require(try? TextFile.read("/proc/\(daemon.process.id)/status", maximumBytes: 1 << 16))
        let resident = try #require(status.firstMatch(of: /VmRSS:\s+(\d+) kB/)).1
        return try #require(Int(resident))
    }
}
