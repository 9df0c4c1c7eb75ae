import DBus
import DBusTesting
import Glibc
import TodayPlatform
import Testing
import TodayModel

@testable import TodayService

/// A second `todayd` for the same home reads what the first one keeps, and has to end without having touched it. It used
/// to begin the file of revisions anew when that was full, and to note revisions of its own.
@Suite struct SecondCenterTests {
    @Test func aSecondCenterWritesNothing() async throws {
        let bus = try await PrivateBus.start()
        let runtime = bus.folder + "/runtime/todaycenter"
        UserFolders.make(runtime)
        let daemon = try await RunningDaemon.start(on: bus, CenterClient(try await bus.connect()))
        try await daemon.client.registerWidget(.a, WidgetDefinition { $0.changes = .content("1") })
        // Of widgets that were here before, and one whose revision is above what is on disk.
        var records: [UInt8] = []
        for index in 0..<4096 {
            let name = index == 0 ? "org.example.A" : "org.example.W\(index)"
            var record = [UInt8](repeating: 0, count: 256)
            record[0] = 9
            record[8] = UInt8(name.utf8.count)
            record.replaceSubrange(9..<(9 + name.utf8.count), with: name.utf8)
            records += record
        }
        let file = try #require(fopen(runtime + "/revisions", "w"))
        #expect(fwrite(records, 1, records.count, file) == records.count)
        fclose(file)

        let files = [runtime + "/revisions"] + ["", "-wal"].map { bus.folder + "/state/todaycenter/state.db" + $0 }
        let before = try files.map(read)
        let second = try await bus.start([try Programs.path("todayd")], with: [:]).finished(within: .seconds(60))
        #expect(second.exit == .status(1) && second.error.contains("a notification center is running already"))
        #expect(try files.map(read) == before)
        try await daemon.end()
    }

    /// Whoever took the name next read the file before it held what was acknowledged last.
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
