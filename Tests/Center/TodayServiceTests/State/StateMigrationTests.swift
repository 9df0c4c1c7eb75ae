import DBus
import DBusTesting
import Glibc
import Testing
import TodayModel
import TodayPlatform

@testable import TodayService
import TodayServiceRules

/// Files of earlier versions of this program are opened, and lose nothing.
@Suite struct StateMigrationTests {
    /// The statements that version 1 of the schema ran.
    private static let version1 = """
        PRAGMA journal_mode = WAL;
        CREATE TABLE place (position INTEGER PRIMARY KEY, identifier TEXT NOT NULL);
        CREATE TABLE widget (
            identifier TEXT PRIMARY KEY NOT NULL, registration BLOB, has_content INTEGER NOT NULL,
            display_mode TEXT NOT NULL, largest_display_mode TEXT, preferred_width REAL, preferred_height REAL,
            margin_top REAL NOT NULL, margin_left REAL NOT NULL, margin_bottom REAL NOT NULL,
            margin_right REAL NOT NULL, revision INTEGER NOT NULL, updated_at INTEGER NOT NULL,
            next_update INTEGER NOT NULL, error TEXT NOT NULL, containing_app_seen INTEGER NOT NULL,
            removed_at INTEGER);
        CREATE TABLE snapshot (identifier TEXT PRIMARY KEY NOT NULL, content BLOB NOT NULL);
        PRAGMA application_id = 1416586337;
        PRAGMA user_version = 1;
        INSERT INTO place VALUES (0, 'org.example.A');
        INSERT INTO widget VALUES ('org.example.A', NULL, 1, 'expanded', 'expanded', NULL, NULL, -1, -1, -1, -1, 7, 5, 0,
            'offline', 0, NULL);
        """

    /// The statements that made version 2 of that.
    private static let toVersion2 = """
        ALTER TABLE widget ADD COLUMN run_day INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE widget ADD COLUMN run_count INTEGER NOT NULL DEFAULT 0;
        PRAGMA user_version = 2; PRAGMA wal_checkpoint(TRUNCATE);
        """

    /// The statements that made version 3 of that.
    private static let toVersion3 = """
        ALTER TABLE widget ADD COLUMN settings BLOB;
        ALTER TABLE widget ADD COLUMN last_instance INTEGER NOT NULL DEFAULT 1;
        PRAGMA user_version = 3; PRAGMA wal_checkpoint(TRUNCATE);
        """

    /// The statement that made version 4 of that.
    private static let toVersion4 = """
        ALTER TABLE snapshot ADD COLUMN byte_count INTEGER;
        PRAGMA user_version = 4; PRAGMA wal_checkpoint(TRUNCATE);
        """

    /// The statements that made version 5 of that.
    private static let toVersion5 = """
        ALTER TABLE widget ADD COLUMN error_kind TEXT;
        ALTER TABLE widget ADD COLUMN attention TEXT;
        ALTER TABLE widget ADD COLUMN badge INTEGER NOT NULL DEFAULT 0;
        PRAGMA user_version = 5; PRAGMA wal_checkpoint(TRUNCATE);
        """

    private let bus: PrivateBus
    private let lines = Recorder<String>()
    private var folder: String { bus.folder + "/state/todaycenter" }
    private var file: String { folder + "/state.db" }

    init() async throws {
        bus = try await PrivateBus.start()
        UserFolders.make(folder)
        try Database(file).execute(Self.version1)
        let bytes = try MarshalledValue.encode(text("old").dbusValue)
        let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        try Database(file).execute("INSERT INTO snapshot VALUES ('org.example.A', X'\(hex)')")
    }

    private func store() -> StateStore { StateStore(folder: folder, logger: .recording(lines)) }

    private static var expected: StateSnapshot {
        var snapshot = StateSnapshot()
        snapshot.arrangement = [.a]
        var widget = StoredWidget()
        widget.displayMode = .expanded
        widget.largestDisplayMode = .expanded
        widget.content = text("old")
        widget.revision = 7
        widget.updatedAt = Timestamp(microseconds: 5)
        widget.error = "offline"
        snapshot.widgets[.a] = widget
        return snapshot
    }

    @Test func anOlderFileIsOpened() async throws {
        let store = store()
        #expect(await store.load() == Self.expected && lines.elements == [])
        var widget = try #require(Self.expected.widgets[.a])
        widget.runs = DayCount(day: 3, count: 4)
        widget.settings = ["City": .text("Rome"), "Days": .integer(3), "Ratio": .number(0.5), "Loud": .boolean(true)]
        widget.lastInstance = 7
        widget.errorKind = .unreachable
        (widget.attention, widget.badge) = (.alert, 12)
        widget.optionChoices = WidgetOptionChoices(updateInterval: 0)
        widget.removedAt = Timestamp(microseconds: 7)
        widget.content = text("new")
        var removed = StoredWidget()
        removed.removal = StoredWidget.Removal(name: "A", icon: "", index: 0)
        var batch = StateBatch()
        batch.widgets = [.a: widget, .a.instance(2): removed]
        batch.contents = [.a]
        try await store.write(batch)
        await store.close()
        #expect(try Database(file).integer("PRAGMA user_version") == 6)
        let again = self.store()
        #expect(await again.load().widgets == [.a: widget, .a.instance(2): removed] && lines.elements == [])
        await again.close()
    }

    /// Nothing can be written beside the file, so that it cannot become one of this version yet.
    @Test(arguments: 1...5)
    func anOlderFileThatCannotBeWrittenIsRead(version: Int) async throws {
        if version > 1 { try Database(file).execute(Self.toVersion2) }
        if version > 2 { try Database(file).execute(Self.toVersion3) }
        if version > 3 { try Database(file).execute(Self.toVersion4) }
        if version > 4 { try Database(file).execute(Self.toVersion5) }
        mkdir(file + "-wal", 0o700)
        let store = store()
        let snapshot = await store.load()
        #expect(snapshot.widgets == Self.expected.widgets && snapshot.arrangement == Self.expected.arrangement)
        rmdir(file + "-wal")
        var batch = StateBatch()
        batch.arrangement = []
        try await store.write(batch)
        await store.close()
        #expect(try Database(file).integer("PRAGMA user_version") == 6)
        let again = self.store()
        #expect(await again.load().widgets == Self.expected.widgets)
        await again.close()
    }
}
