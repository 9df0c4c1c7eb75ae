import DBus
import DBusTesting
import Testing
import TodayModel
import TodayProtocol

@testable import TodayService

/// Calls that are larger than any that makes sense.
struct LargeCallTests {
    private func push(_ client: CenterClient, bytes: Int) async throws {
        try await client.connection.call(
            TodayBus.name, path: TodayBus.path, interface: TodayBus.center, CenterMember.updateWidget,
            WidgetIdentifier.a.rawValue, ["X-Ballast": DBusValue.bytes([UInt8](repeating: 7, count: bytes))])
    }

    private func refusal(_ client: CenterClient, bytes: Int) async throws -> RemoteError? {
        await #expect(throws: RemoteError.self) { try await push(client, bytes: bytes) }
    }

    @Test func asMuchAsMessageBytesIsTaken() async throws {
        let test = try await TestCenter.start()
        _ = try await test.client.registerWidget(.a, WidgetDefinition())
        // Room for the header, which is not the caller's alone.
        try await push(test.client, bytes: Limits.messageBytes - 1024)
        let error = try await refusal(test.client, bytes: Limits.messageBytes)
        #expect(error?.name == CenterError.Code.limitExceeded.errorName)
        #expect(error?.message.contains("MessageBytes is 2097152") == true)
        #expect(error?.message.contains("UpdateWidget") == true)
    }

    /// On either name, from whomever: nobody is asked who calls, and the body is not kept.
    @Test func hugeCallsAtOnceHarmNobody() async throws {
        let bus = try await PrivateBus.start()
        let daemon = try await RunningDaemon.start(on: bus, CenterClient(try await bus.connect()))
        _ = try await daemon.client.registerWidget(.a, WidgetDefinition())
        let clients = [CenterClient(try await bus.connect()), CenterClient(try await bus.connect())]
        try await withThrowingTaskGroup(of: RemoteError?.self) { group in
            for client in clients { group.addTask { try await self.refusal(client, bytes: 66 << 20) } }
            for try await error in group { #expect(error?.name == CenterError.Code.limitExceeded.errorName) }
        }
        try await daemon.client.setHasContent(.a, false)
        let status = try #require(try? TextFile.read("/proc/\(daemon.process.processID)/status", maximumBytes: 1 << 16))
        let peak = try #require(status.firstMatch(of: /VmHWM:\s+(\d+) kB/)).1
        #expect(try #require(Int(peak)) < 64_000, "\(peak) kB")
        try await daemon.end()
    }
}
