import DBus
import DBusTesting
import Glibc
import TodayPlatform
import Testing
import TodayModel

@testable import TodayService

/// A second `todayd` for the same home reads the files of the first one, and ends without a change to them.
@Suite struct SecondCenterTests {
    @Test func aSecondCenterWritesNothing() async throws {
        let bus = try await PrivateBus.start()
        let runtime = bus.folder + "/runtime/todaycenter"
        UserFolders.make(runtime)
        let daemon = try await RunningDaemon.start(on: bus, CenterClient(try await bus.connect()))
        try await daemon.client.registerWidget(.a, WidgetDefinition { $0.changes = .content("1") })
        // Below what the second one would write.
        try write("12345678", to: runtime + "/revision-limit")
        let files =
            [runtime + "/revision-limit"] + ["", "-wal"].map { bus.folder + "/state/todaycenter/state.db" + $0 }
        let before = try files.map(read)
        let second = try await bus.start([try Programs.path("todayd")], with: [:]).finished(within: .seconds(60))
        #expect(second.exit == .status(1) && second.error.contains("a notification center is running already"))
        #expect(try files.map(read) == before)
        try await daemon.end()
    }

    /// The next owner of the name read the file before it contained the last acknowledged change.
    @Test func whatWasAcknowledgedIsOnDiskBeforeTheNameIsFree() async throws {
        let bus = try await PrivateBus.start()
        let daemon = try await RunningDaemon.start(on: bus, CenterClient(try await bus.connect()))
        try await daemon.client.registerWidget(.a, WidgetDefinition())
        let owners = Recorder<Bool>()
        _ = try await daemon.client.connection.watchOwner(of: TodayBus.appsName) { owners.record($0 != nil) }
        _ = try await daemon.client.connection.watchOwner(of: TodayBus.name) { owners.record($0 != nil) }
        try await owners.wait { $0.count == 2 }
        try await daemon.client.updateWidget(.a, .content("last"))
        daemon.process.signal(SIGTERM)
        try await owners.wait { $0.contains(false) }
        let snapshot = await StateStore(folder: bus.folder + "/state/todaycenter", logger: .silent).load()
        #expect(snapshot.widgets[.a]?.content == text("last"))
        _ = try await daemon.process.finished(within: .seconds(60))
    }
}
