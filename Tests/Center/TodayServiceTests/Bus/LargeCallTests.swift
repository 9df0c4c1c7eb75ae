import DBus
import DBusTesting
import TodayPlatform
import Testing
import TodayModel

@testable import TodayService

/// Calls that are larger than any that makes sense.
struct LargeCallTests {
    private func push(_ client: CenterClient, bytes: Int, as identifier: String = WidgetIdentifier.a.rawValue)
        async throws
    {
        try await client.connection.call(
            TodayBus.name, path: TodayBus.path, interface: TodayBus.center, CenterMember.updateWidget,
            identifier, ["X-Ballast": DBusValue.bytes([UInt8](repeating: 7, count: bytes))])
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

    /// A value that can't be content isn't read to its end.
    @Test func valuesWithoutEndAreNotRead() async throws {
        let test = try await TestCenter.start()
        _ = try await test.client.registerWidget(.a, WidgetDefinition())
        let many = DBusValue.array([DBusValue](repeating: .int16(1), count: Limits.contentBytes + 1), of: "n")
        for (member, code) in [
            (CenterMember.updateWidget, CenterError.Code.invalidContent),
            (CenterMember.registerWidget, .invalidDefinition),
        ] {
            let error = await #expect(throws: RemoteError.self) {
                try await test.call(member, TodayBus.center, WidgetIdentifier.a.rawValue, ["X-Many": many])
            }
            #expect(error?.name == code.errorName)
            #expect(error?.message == "more than 131072 values in total")
        }
    }

    /// On either name and from any caller, the center doesn't identify the caller and doesn't keep the body.
    @Test func hugeCallsAtOnceHarmNobody() async throws {
        let bus = try await PrivateBus.start()
        let daemon = try await RunningDaemon.start(on: bus, CenterClient(try await bus.connect()))
        _ = try await daemon.client.registerWidget(.a, WidgetDefinition())
        let clients = [CenterClient(try await bus.connect()), CenterClient(try await bus.connect())]
        try await withThrowingTaskGroup(of: RemoteError?.self) { group in
            // A bus takes 32 MiB unless its configuration says more.
            let name = String(repeating: "x", count: 14 << 20)
            for client in clients {
                group.addTask {
                    await #expect(throws: RemoteError.self) { try await self.push(client, bytes: 14 << 20, as: name) }
                }
            }
            for try await error in group { #expect(error?.name == CenterError.Code.limitExceeded.errorName) }
        }
        try await daemon.client.setHasContent(false, for: .a)
        let status = try #require(try? TextFile.read("/proc/\(daemon.process.id)/status", maximumBytes: 1 << 16))
        let peak = try #require(status.firstMatch(of: /VmHWM:\s+(\d+) kB/)).1
        #expect(try #require(Int(peak)) < 64_000, "\(peak) kB")
        try await daemon.end()
    }
}
