import DBus
import DBusTesting
import Glibc
import TodayPlatform
import Testing
import TodayModel

@testable import TodayService

/// State that a real `todayd` keeps.
@Suite(.serialized) struct DaemonStateTests {
    private static func start() async throws -> RunningDaemon {
        let bus = try await PrivateBus.start()
        return try await RunningDaemon.start(on: bus, CenterClient(try await bus.connect()))
    }

    private static func file(_ bus: PrivateBus) -> String { bus.folder + "/state/todaycenter/state.db" }

    @Test func aPanelSeesSnapshotsBeforeAnyProviderRuns() async throws {
        let bus = try await PrivateBus.start()
        try TestCenter.install("org.example.A", "Exec=" + TestCenter.provider("good"), on: bus)
        var daemon = try await RunningDaemon.start(on: bus, CenterClient(try await bus.connect()))
        #expect(try await daemon.client.performUpdate(.a) == .newData)
        let before = try await daemon.client.properties(of: .a)
        #expect(!before.isSnapshot && !before.content.isEmpty)
        // The center may have made the first update by itself.
        let updates = try await daemon.client.explain(.a)["UpdatesToday"]
        #expect(updates == .uint32(1) || updates == .uint32(2))
        #expect(try await daemon.end().exit == .status(0))
        let log = try read(bus.folder + "/provider.log")

        daemon = try await daemon.again()
        let after = try await daemon.client.properties(of: .a)
        #expect(after.isSnapshot && after.content == before.content && after.revision == before.revision)
        #expect(after.updatedAt == before.updatedAt)
        // Midnight may have passed.
        let day = before.updatedAt.localDay
        let runs = try await daemon.client.explain(.a)["UpdatesToday"]
        #expect(runs == updates || ServiceClock.system.wall().localDay != day)
        #expect(try read(bus.folder + "/provider.log") == log)

        let signals = try await SignalRecorder(daemon.client.connection, MatchRule(sender: TodayBus.name))
        try await daemon.client.beginViewing()
        try await signals.wait { $0.changed[WidgetMember.isSnapshot.rawValue] == .boolean(false) }
        try await daemon.end()
    }

    @Test func whatWasAskedForIsThereAfterwards() async throws {
        var daemon = try await Self.start()
        let client = daemon.client
        for identifier in [WidgetIdentifier.a, .b, .c] {
            try await client.registerWidget(identifier, WidgetDefinition { $0.largestDisplayMode = .expanded })
        }
        try await client.updateWidget(.b, .content("1"))
        // This waits for the disk. What confirms the content after it is not written by itself.
        try await client.arrange([.c, .a])
        try await client.setDisplayMode(.expanded, for: .a)
        try await client.updateWidget(.b, .content("1"))
        try await client.setHasContent(false, for: .c)
        let widgets = try await client.widgets()
        try await daemon.end()
        daemon = try await daemon.again()
        #expect(try await client.properties()["Arrangement"] == .strings(["org.example.C", "org.example.A"]))
        for (path, before) in widgets {
            let after = try #require(try await client.widgets()[path])
            // Nothing confirms what was pushed, so a restart makes no snapshot of it.
            #expect(try WidgetProperties(after) == WidgetProperties(before))
        }
        try await client.unregisterWidget(.b)
        try await daemon.kill()
        daemon = try await daemon.again()
        #expect(try await client.widgets().count == 2)
        try await daemon.end()
    }

    /// No later write follows: the change itself has to reach the disk.
    @Test func aChangeReachesTheDiskByItself() async throws {
        var daemon = try await Self.start()
        try await daemon.client.registerWidget(.a, WidgetDefinition())
        let log = try #require(ReadOnlyStat(Self.file(daemon.bus) + "-wal"))
        try await daemon.client.updateWidget(.a, .content("1"))
        try await ReadOnlyStat.wait(Self.file(daemon.bus) + "-wal") { $0 != log }
        try await daemon.kill()
        daemon = try await daemon.again()
        #expect(try await daemon.client.properties(of: .a).content == text("1"))
        #expect(try await daemon.client.properties(of: .a).revision > RevisionLimit.step)
        try await daemon.end()
    }

    @Test func aRestartWritesNothing() async throws {
        var daemon = try await Self.start()
        for identifier in [WidgetIdentifier.a, .b] {
            try await daemon.client.registerWidget(identifier, WidgetDefinition { $0.changes = .content("1") })
        }
        try await daemon.end()
        let before = try #require(ReadOnlyStat(Self.file(daemon.bus)))
        daemon = try await daemon.again()
        try await daemon.end()
        #expect(ReadOnlyStat(Self.file(daemon.bus)) == before)
    }

    @Test func aDamagedFileIsSetAside() async throws {
        var daemon = try await Self.start()
        try await daemon.client.registerWidget(.a, WidgetDefinition())
        try await daemon.end()
        try write(String(repeating: "rubbish ", count: 2000), to: Self.file(daemon.bus))
        daemon = try await daemon.again()
        #expect(try await daemon.client.widgets().isEmpty)
        try await daemon.client.registerWidget(.b, WidgetDefinition())
        let error = try await daemon.kill().error
        #expect(error.split(separator: "\n").count { $0.contains("the file is now") } == 1, "\(error)")
        let aside = error.split(separator: " ").first { $0.contains("/state.db.damaged-") }
        #expect(try read(String(try #require(aside)).replacing(",", with: "")).hasPrefix("rubbish "))
        daemon = try await daemon.again()
        #expect(try await daemon.client.widgets().keys.sorted() == [TodayBus.path(of: .b)])
        try await daemon.end()
    }

    @Test func aNewerFileIsLeftAlone() async throws {
        var daemon = try await Self.start()
        try await daemon.client.registerWidget(.a, WidgetDefinition())
        try await daemon.end()
        do {
            let database = try Database(Self.file(daemon.bus))
            try database.execute("PRAGMA user_version = 7")
        }
        let before = try #require(ReadOnlyStat(Self.file(daemon.bus)))
        daemon = try await daemon.again()
        #expect(try await daemon.client.widgets().isEmpty)
        try await daemon.client.registerWidget(.b, WidgetDefinition())
        #expect(
            StateTrouble(try await daemon.client.properties())?.reason
                == "\(Self.file(daemon.bus)): its schema has version 7, newer than 6")
        let output = try await daemon.end()
        #expect(output.error.contains("the last changes are lost: "), "\(output)")
        #expect(output.error.contains("its schema has version 7, newer than 6"), "\(output)")
        #expect(ReadOnlyStat(Self.file(daemon.bus)) == before)
    }

    /// The limit stands for a full disk: no file may grow beyond it, until it is lifted.
    @Test func aFullDiskIsReportedOnceAndCaughtUpWith() async throws {
        let bus = try await PrivateBus.start()
        let client = CenterClient(try await bus.connect())
        // The shell has the signal ignored, so that the write fails in place of the process.
        let wrapper = ["/bin/sh", "-c", "trap '' XFSZ; exec prlimit --fsize=6000:unlimited \"$@\"", "sh"]
        var daemon = try await RunningDaemon.start(on: bus, client, wrapper: wrapper)
        try await client.registerWidget(.a, WidgetDefinition())
        try await client.updateWidget(.a, .content("1"))
        try await client.registerWidget(.b, WidgetDefinition())
        try await client.arrange([.b, .a])
        let lifted = try await bus.run("prlimit", "--pid", "\(daemon.process.id)", "--fsize=unlimited")
        #expect(lifted.exit == .status(0), "\(lifted)")
        // A call triggers an attempt at once, and the attempt stores all changes.
        try await client.registerWidget(.c, WidgetDefinition())
        let output = try await daemon.kill()
        let lines = output.error.split(separator: "\n")
        #expect(lines.count { $0.contains("state is not stored while this lasts") } == 1, "\(output)")
        #expect(lines.count { $0.contains("state is stored again") } == 1, "\(output)")
        daemon = try await daemon.again()
        #expect(
            try await client.properties()["Arrangement"]
                == .strings(["org.example.B", "org.example.A", "org.example.C"]))
        #expect(try await client.properties(of: .a).content == text("1"))
        try await daemon.end()
    }

    @Test func withoutAFolderItRunsAndCatchesUp() async throws {
        let bus = try await PrivateBus.start()
        let client = CenterClient(try await bus.connect())
        try write("", to: bus.folder + "/state/todaycenter")
        var daemon = try await RunningDaemon.start(on: bus, client)
        try await client.registerWidget(.a, WidgetDefinition())
        unlink(bus.folder + "/state/todaycenter")
        try await client.registerWidget(.b, WidgetDefinition())
        let output = try await daemon.kill()
        #expect(output.error.contains("state is not stored while this lasts"), "\(output)")
        daemon = try await daemon.again()
        #expect(try await client.widgets().count == 2)
        try await daemon.end()
    }
}

/// The fields that show that a file was written.
struct ReadOnlyStat: Hashable {
    let size: Int
    let seconds: Int
    let nanoseconds: Int

    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        size = Int(status.st_size)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }

    /// Waits until a file was written.
    static func wait(_ path: String, until predicate: (ReadOnlyStat) -> Bool) async throws {
        let written: ReadOnlyStat? = await poll(within: .seconds(60), every: .milliseconds(5)) {
            ReadOnlyStat(path).flatMap { predicate($0) ? $0 : nil }
        }
        try #require(written != nil, "\(path) was not written")
    }
}
