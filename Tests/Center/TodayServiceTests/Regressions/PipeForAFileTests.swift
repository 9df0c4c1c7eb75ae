import DBus
import DBusTesting
import Glibc
import TodayPlatform
import Testing
import TodayModel

@testable import TodayService

/// A pipe in the place of a file of the service: opening it for reading waits for a writer forever.
@Suite struct PipeForAFileTests {
    @Test func aCenterStartsWithoutItsState() async throws {
        let bus = try await PrivateBus.start()
        for folder in ["state", "data"] { UserFolders.make(bus.folder + "/\(folder)/todaycenter") }
        #expect(mkfifo(bus.folder + "/state/todaycenter/state.db", 0o600) == 0)
        #expect(mkfifo(bus.folder + "/data/todaycenter/groups.db", 0o600) == 0)
        let daemon = try await RunningDaemon.start(on: bus, CenterClient(try await bus.connect()))
        try await daemon.client.registerWidget(.a, WidgetDefinition { $0.appGroups = ["group.org.example.a"] })
        let group = GroupUser(daemon.client.connection, "group.org.example.a")
        await #expect(throws: RemoteError.self) { try await group.set(["key": .boolean(true)]) }
        let end = try await daemon.end()
        #expect(end.exit == .status(0))
        #expect(end.error.contains("state.db: it is not a file; it is not changed, and nothing is stored"))
    }
}
