import DBus
import DBusTesting
import Glibc
import Logging
import Testing
import TodayModel
import TodayPlatform

@testable import TodayService
import TodayServiceRules

/// A folder of its own, and stores in it.
private struct Subject {
    let bus: PrivateBus
    let lines = Recorder<String>()
    var folder: String { bus.folder + "/a%20?#b/todaycenter" }
    var file: String { folder + "/state.db" }

    init() async throws { bus = try await PrivateBus.start() }

    func store() -> StateStore {
        StateStore(folder: folder, logger: .recording(lines))
    }

    /// Runs SQL on the file.
    func execute(_ sql: String) throws { try Database(file).execute(sql) }

    /// Returns the state that a new store reads.
    func load() async -> StateSnapshot {
        let store = store()
        let snapshot = await store.load()
        await store.close()
        return snapshot
    }

    static let removed: WidgetIdentifier = "org.example.C#2"

    /// Everything that a widget can have.
    static var batch: StateBatch {
        var widget = StoredWidget()
        widget.registration = WidgetDefinition {
            $0.name = "Ä"
            $0.exec = "a b"
            $0.appGroups = ["group.org.example"]
        }
        widget.endpoint = .apps
        widget.sandboxedApp = "org.example.App"
        widget.hasContent = false
        widget.displayMode = .expanded
        widget.largestDisplayMode = .expanded
        widget.preferredContentSize = Size(width: 0.1, height: 37)
        widget.marginInsets = EdgeInsets(top: 1, left: -2, bottom: 3.5, right: 0)
        widget.content = Content(kind: "column", children: [text("1"), text("日本")])
        widget.revision = 1 << 53
        widget.updatedAt = Timestamp(microseconds: 1_795_274_619_000_001)
        widget.nextUpdate = Timestamp(microseconds: .max)
        widget.error = "offline"
        widget.runs = DayCount(day: 20000, count: .max)
        widget.containingAppSeen = true
        widget.optionChoices = WidgetOptionChoices(size: .small, updateInterval: 604_800, isPaused: true)
        var gone = StoredWidget()
        gone.removedAt = Timestamp(microseconds: 5)
        gone.optionChoices.isPaused = false
        gone.removal = StoredWidget.Removal(name: "Ä", icon: "clock", index: 3)
        var batch = StateBatch()
        batch.arrangement = [.c, .a]
        batch.widgets = [.a: widget, .b: StoredWidget(), removed: gone]
        batch.contents = [.a, .b, removed]
        return batch
    }
}

/// Values that no validated widget has: a text with a NUL has no form on D-Bus.
private enum Unkept: CaseIterable {
    case registration, settings, content, removal

    func spoil(_ widget: inout StoredWidget) {
        switch self {
        case .registration: widget.registration?.name = "\0"
        case .settings: widget.settings = ["city": .text("\0")]
        case .content: widget.content = text("\0")
        case .removal: widget.removal = StoredWidget.Removal(name: "\0", icon: "", index: nil)
        }
    }
}

extension StateStore {
    /// Does what a transaction does that fails and cannot be rolled back.
    fileprivate func leaveTransactionOpen() throws { try database?.database.execute("BEGIN IMMEDIATE") }
}

@Suite struct StateStoreTests {
    @Test func everythingComesBack() async throws {
        let it = try await Subject()
        let store = it.store()
        #expect(await store.load() == StateSnapshot())
        try await store.write(Subject.batch)
        var expected = StateSnapshot()
        expected.apply(Subject.batch)
        // As a killed process leaves it.
        #expect(await it.load() == expected)
        var second = StateBatch()
        second.arrangement = [.b]
        second.widgets = [.a: nil, Subject.removed: StoredWidget()]
        try await store.write(second)
        await store.close()
        expected.apply(second)
        #expect(await it.load() == expected)
        #expect(expected.widgets.count == 2 && it.lines.elements == [])
    }

    /// The store knows the size before it reads the content.
    @Test func contentIsReadOnceWhenSomebodyAsksForIt() async throws {
        let it = try await Subject()
        let store = it.store()
        _ = await store.load()
        try await store.write(Subject.batch)
        await store.close()
        let size = try #require(Subject.batch.widgets[.a]??.content.byteCount)
        try it.execute("UPDATE snapshot SET content = X'6c00'")
        let broken = try #require(await it.load().widgets[.a]).storedContent
        #expect(!broken.isEmpty && broken.byteCount == size && it.lines.elements == [])
        await withTaskGroup { group in
            for _ in 0..<8 { group.addTask { #expect(broken.content == .empty) } }
        }
        #expect(it.lines.elements.count == 1 && it.lines.elements[0].contains("is left out: "))
    }

    /// Versions 1 and 2 of the contract took SVG.
    @Test func descriptionsReplaceStoredPicturesThatAreNotPNG() async throws {
        func picture(_ data: String) -> Content {
            Content(
                kind: "image",
                attributes: ["data": .bytes(Array(data.utf8)), "width": .double(9), "description": "Rain", "id": "now"])
        }
        let it = try await Subject()
        let store = it.store()
        _ = await store.load()
        var batch = StateBatch()
        var (widget, other) = (StoredWidget(), StoredWidget())
        widget.revision = 7
        widget.content = Content(
            kind: "column", children: [picture("<svg xmlns='http://www.w3.org/2000/svg'/>"), text("Tomorrow")])
        other.revision = 7
        other.content = Content(kind: "column", children: [text("A <svg> in words"), text("Tomorrow")])
        batch.widgets = [.a: widget, .b: other]
        batch.contents = [.a, .b]
        try await store.write(batch)
        await store.close()
        let snapshot = await it.load()
        let loaded = try #require(snapshot.widgets[.a])
        let rain = Content(kind: "text", attributes: ["text": "Rain", "id": "now"])
        #expect(loaded.content == Content(kind: "column", children: [rain, text("Tomorrow")]) && loaded.revision == 8)
        #expect(loaded.storedContent.byteCount == loaded.content.byteCount)
        #expect(snapshot.widgets[.b] == other)
        #expect(it.lines.elements.count == 1, "\(it.lines.elements)")
        #expect(
            it.lines.elements.first?.hasSuffix(
                "content takes PNG only: descriptions replace the other pictures of \(WidgetIdentifier.a)") == true)
    }

    /// Earlier versions did not note it, and what cannot be is not believed.
    @Test(arguments: ["NULL", "'x'", "0", "-5", "9223372036854775807"])
    func howMuchContentThereIsIsReadWhereItWasNotNoted(noted: String) async throws {
        let it = try await Subject()
        let store = it.store()
        _ = await store.load()
        try await store.write(Subject.batch)
        await store.close()
        try it.execute("UPDATE snapshot SET byte_count = \(noted)")
        let widget = try #require(await it.load().widgets[.a])
        #expect(widget.storedContent.byteCount == widget.content.byteCount && widget.content.byteCount > 0)
    }

    /// Earlier versions took any icon. A registration with a bad one is kept without it.
    @Test(
        arguments: [
            ("clock", "org.example.App", true), ("/a/b.png", nil, true), ("/a/b.png", "org.example.App", false),
            ("http://host/x", nil, false), ("http://host/x", "org.example.App", false), ("/a/../b.png", nil, false),
            ("/a\nb", nil, false), ("/" + String(repeating: "a", count: 5000), nil, false),
        ] as [(String, String?, Bool)])
    func aBadIconIsLeftOut(icon: String, app: String?, isKept: Bool) async throws {
        let it = try await Subject()
        let store = it.store()
        _ = await store.load()
        var widget = StoredWidget()
        widget.registration = WidgetDefinition {
            $0.name = "A"
            $0.icon = icon
        }
        widget.sandboxedApp = app
        var batch = StateBatch()
        batch.widgets = [.a: widget]
        try await store.write(batch)
        await store.close()
        if !isKept { widget.registration?.icon = nil }
        #expect(await it.load().widgets[.a] == widget)
        #expect(it.lines.elements.count == (isKept ? 0 : 1), "\(it.lines.elements)")
        #expect(it.lines.elements.allSatisfy { $0.contains("the icon of org.example.A is left out: ") })
    }

    /// Before the app was noted, a registration said only that it is one of a sandbox.
    @Test func aBadIconOfAnUnnamedAppIsLeftOut() async throws {
        let it = try await Subject()
        let store = it.store()
        _ = await store.load()
        var batch = StateBatch()
        batch.widgets = [.a: StoredWidget()]
        try await store.write(batch)
        await store.close()
        let bytes = try MarshalledValue.encode(["Sandboxed": true, "Icon": "/a/b.png"] as [String: DBusValue])
        let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        try it.execute("UPDATE widget SET registration = X'\(hex)'")
        let widget = try #require(await it.load().widgets[.a])
        #expect(widget.registration == WidgetDefinition() && widget.sandboxedApp == "org.example.A")
    }

    /// A damaged number counts as the one that a new widget has. Every number below has to be read without a trap.
    @Test(arguments: ["-1", "9007199254740993", "9223372036854775807", "-9223372036854775808", "1e300", "X'ff'"])
    func numbersThatNoCenterWritesAreNotBelieved(_ number: String) async throws {
        let it = try await Subject()
        let store = it.store()
        _ = await store.load()
        try await store.write(Subject.batch)
        await store.close()
        try it.execute(
            "UPDATE widget SET revision = \(number), last_instance = \(number), run_day = \(number), run_count = \(number)"
        )
        let widget = try #require(await it.load().widgets[.a])
        #expect(widget.revision == 0 && widget.lastInstance == 1)
    }

    @Test(arguments: [("0", 1), ("-1", 1), ("1000000", 1), ("1", 1), ("7", 7), ("999999", 999_999)])
    func aNumberOfAnInstanceIsOneThatAnInstanceCanHave(_ number: String, _ expected: Int) async throws {
        let it = try await Subject()
        let store = it.store()
        _ = await store.load()
        try await store.write(Subject.batch)
        await store.close()
        try it.execute("UPDATE widget SET last_instance = \(number)")
        #expect(await it.load().widgets[.a]?.lastInstance == expected)
    }

    @Test func theGreatestRevisionIsBelieved() async throws {
        let it = try await Subject()
        let store = it.store()
        _ = await store.load()
        try await store.write(Subject.batch)
        await store.close()
        try it.execute("UPDATE widget SET revision = 9007199254740992")
        #expect(await it.load().widgets[.a]?.revision == 1 << 53)
    }

    /// `NextUpdate` may be any time; what has happened was not before 1970.
    @Test func timesBeforeAnyAreNone() async throws {
        let it = try await Subject()
        let store = it.store()
        _ = await store.load()
        try await store.write(Subject.batch)
        await store.close()
        try it.execute("UPDATE widget SET updated_at = -1, removed_at = -1")
        let widget = try #require(await it.load().widgets[.a])
        #expect(widget.updatedAt == .never && widget.removedAt == nil)
    }

    /// As a text, each of these is the identifier of A, and the rows of A are others.
    @Test(arguments: ["CAST('org.example.A' AS BLOB)", "'org.example.A' || char(0) || 'x'"])
    func aRowOfAnotherKeyIsNotTheRowOfAWidget(_ key: String) async throws {
        let it = try await Subject()
        let store = it.store()
        _ = await store.load()
        try await store.write(Subject.batch)
        await store.close()
        try it.execute(
            """
            UPDATE widget SET identifier = \(key) WHERE identifier = 'org.example.C#2';
            INSERT INTO snapshot SELECT \(key), content, byte_count FROM snapshot;
            UPDATE snapshot SET content = X'6c00' WHERE identifier = \(key);
            INSERT INTO place VALUES (7, \(key));
            """)
        let snapshot = await it.load()
        #expect(snapshot.widgets[.a] == Subject.batch.widgets[.a] && snapshot.widgets.count == 2)
        #expect(snapshot.arrangement == [.c, .a])
    }

    /// As earlier versions left them.
    @Test func errorsAreCleanedWhenTheyAreRead() async throws {
        let it = try await Subject()
        let store = it.store()
        _ = await store.load()
        try await store.write(Subject.batch)
        await store.close()
        try it.execute("UPDATE widget SET error = char(27) || '[2J' || replace(hex(zeroblob(1000000)), '00', 'x')")
        let error = await it.load().widgets[.a]?.error
        #expect(error == "[2J" + String(repeating: "x", count: 4090) + "…")
        #expect(it.lines.elements == [])
    }

    @Test func rowsThatMakeNoSenseAreLeftOut() async throws {
        let it = try await Subject()
        let store = it.store()
        _ = await store.load()
        try await store.write(Subject.batch)
        await store.close()
        let tree = try MarshalledValue.encode(
            Content(kind: "text", attributes: ["text": .string("x"), "lines": .string("many")]).dbusValue)
        let path = try MarshalledValue.encode(
            Content(kind: "x", attributes: ["a": .objectPath(ObjectPath(unchecked: "no path"))]).dbusValue)
        let valid = try MarshalledValue.encode(text("1").dbusValue)
        for bytes in [[], [0], [UInt8](repeating: 0xFF, count: 300), tree, path, Array(valid.dropLast()), valid + [1]] {
            let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            try it.execute("UPDATE snapshot SET content = X'\(hex)'")
            let snapshot = await it.load()
            #expect(snapshot.widgets.count == 3 && snapshot.widgets[.a]?.content == .empty, "\(hex)")
            #expect(it.lines.elements.last?.contains("the snapshot of org.example.A is left out: ") == true)
        }
        try it.execute(
            """
            UPDATE widget SET registration = X'6c00', error = char(7), preferred_width = -1, margin_top = 9e999
                WHERE identifier = 'org.example.B';
            UPDATE widget SET error = char(7), preferred_width = -1, margin_top = 9e999, display_mode = 7, revision = 'x',
                run_day = 'x', run_count = -1
                WHERE identifier = 'org.example.A';
            INSERT INTO place VALUES (7, 'nonsense'), (8, 'org.example.C');
            """)
        let snapshot = await it.load()
        #expect(Set(snapshot.widgets.keys) == [.a, Subject.removed] && snapshot.arrangement == [.c, .a])
        let widget = try #require(snapshot.widgets[.a])
        #expect(widget.error == "" && widget.preferredContentSize == nil && widget.marginInsets == .asProposed)
        #expect(widget.displayMode == .compact && widget.revision == 0 && widget.runs == DayCount())
    }

    @Test(arguments: [
        "DROP TABLE snapshot", "ALTER TABLE widget DROP COLUMN error",
        "PRAGMA user_version = 0",
    ])
    func otherTablesAreSetAside(_ sql: String) async throws {
        let it = try await Subject()
        let store = it.store()
        _ = await store.load()
        try await store.write(Subject.batch)
        await store.close()
        try it.execute(sql)
        #expect(await it.load() == StateSnapshot())
        #expect(
            it.lines.elements.count == 1 && it.lines.elements[0].contains("the file is now \(it.file).damaged-"))
        #expect(await it.load() == StateSnapshot())
        #expect(it.lines.elements.count == 1)
    }

    /// Pages in the middle are overwritten: reading finds it out, not opening.
    @Test func damageInTheMiddleIsFound() async throws {
        let it = try await Subject()
        let store = it.store()
        _ = await store.load()
        try await store.write(Subject.batch)
        await store.close()
        let file = open(it.file, O_WRONLY)
        let rubbish = [UInt8](repeating: 0x5A, count: 4096)
        for page in 1..<6 { #expect(pwrite(file, rubbish, 4096, page * 4096) == 4096) }
        close(file)
        #expect(await it.load() == StateSnapshot())
        #expect(it.lines.elements.contains { $0.contains("the file is now") })
    }

    /// The index does not have a row that the table has. What is written to it would go into a second one of the same key.
    @Test func aRowThatItsIndexDoesNotHaveIsWrittenToANewFile() async throws {
        let it = try await Subject()
        let store = it.store()
        _ = await store.load()
        try await store.write(Subject.batch)
        await store.close()
        try await DamagedState.emptyIndex(of: "widget", in: it.file, on: it.bus)
        var expected = StateSnapshot()
        expected.apply(Subject.batch)
        let damaged = it.store()
        #expect(await damaged.load() == expected)
        var batch = Subject.batch
        batch.widgets[.a]??.content = text("new")
        let error = await #expect(throws: StateStore.NotWritten.self) { try await damaged.write(batch) }
        #expect(error == .newFile)
        try await damaged.write(batch)
        await damaged.close()
        expected.apply(batch)
        #expect(await it.load() == expected)
        #expect(it.lines.elements.contains { $0.contains("the file is now") })
    }

    @Test func damageWhileRunningIsOvercome() async throws {
        let it = try await Subject()
        let store = it.store()
        _ = await store.load()
        try await store.write(Subject.batch)
        // Another program breaks the tables under the store.
        try it.execute("DROP TABLE widget")
        let error = await #expect(throws: StateStore.NotWritten.self) { try await store.write(Subject.batch) }
        #expect(error == .newFile)
        try await store.write(Subject.batch)
        await store.close()
        #expect(await it.load().widgets.count == 3)
    }

    /// A transaction that was left open isn't damage: the data on disk stays, and new data is added.
    @Test func aTransactionThatWasLeftOpenIsEnded() async throws {
        let it = try await Subject()
        let store = it.store()
        _ = await store.load()
        try await store.write(Subject.batch)
        try await store.leaveTransactionOpen()
        var batch = StateBatch()
        batch.arrangement = [.b]
        try await store.write(batch)
        await store.close()
        let snapshot = await it.load()
        #expect(snapshot.arrangement == [.b] && snapshot.widgets.count == 3 && it.lines.elements == [])
    }

    /// A value that cannot be kept is refused, and what the file has stays.
    @Test(arguments: Unkept.allCases) fileprivate func whatCannotBeEncodedIsRefused(_ what: Unkept) async throws {
        let it = try await Subject()
        let store = it.store()
        _ = await store.load()
        try await store.write(Subject.batch)
        var widget = try #require(Subject.batch.widgets[.a] ?? nil)
        what.spoil(&widget)
        var batch = StateBatch()
        batch.widgets = [.a: widget]
        batch.contents = [.a]
        let error = await #expect(throws: StateStore.NotWritten.self) { try await store.write(batch) }
        guard case .refused(let trouble)? = error else {
            throw FileError(path: "\(String(describing: error))", code: 0)
        }
        #expect(trouble.reason.contains("org.example.A"), "\(trouble)")
        #expect(await store.trouble == trouble)
        await store.close()
        var expected = StateSnapshot()
        expected.apply(Subject.batch)
        #expect(await it.load() == expected)
    }

    /// Nothing can be written beside the file, as on a full or write-protected disk.
    @Test func whatCannotBeWrittenIsReadAllTheSame() async throws {
        let it = try await Subject()
        let store = it.store()
        _ = await store.load()
        try await store.write(Subject.batch)
        await store.close()
        mkdir(it.file + "-wal", 0o700)
        let blocked = it.store()
        let snapshot = await blocked.load()
        #expect(it.lines.elements.count == 1 && it.lines.elements[0].contains("state is not stored while this lasts"))
        let reason = StateTrouble("\(it.file): unable to open database file: Is a directory")
        #expect(snapshot.widgets.count == 3 && snapshot.trouble == reason)
        await #expect(throws: StateStore.NotWritten.refused(reason)) { try await blocked.write(Subject.batch) }
        #expect(it.lines.elements.count == 1)
        rmdir(it.file + "-wal")
        var batch = StateBatch()
        batch.arrangement = [.b]
        try await blocked.write(batch)
        #expect(it.lines.elements.count == 2 && it.lines.elements[1].contains("state is stored again"))
        #expect(await blocked.trouble == nil)
        await blocked.close()
        let after = await it.load()
        #expect(after.arrangement == [.b] && after.widgets.count == 3)
    }

    @Test func withoutAHomeNothingIsStored() async throws {
        let store = StateStore(folder: nil, logger: .silent)
        let reason = StateTrouble("XDG_STATE_HOME and HOME are not set")
        var expected = StateSnapshot()
        expected.trouble = reason
        #expect(await store.load() == expected)
        await #expect(throws: StateStore.NotWritten.refused(reason)) { try await store.write(Subject.batch) }
    }

    /// The file holds data that wasn't read. The user may move it elsewhere; then the store creates a new one.
    @Test(arguments: [true, false]) func whatIsNotOursIsLeftAloneUntilItIsGone(isNewer: Bool) async throws {
        let it = try await Subject()
        if isNewer {
            let store = it.store()
            _ = await store.load()
            try await store.write(Subject.batch)
            await store.close()
            try it.execute("PRAGMA user_version = 7; PRAGMA wal_checkpoint(TRUNCATE)")
        } else {
            UserFolders.make(it.file)
        }
        let store = it.store()
        let what = isNewer ? "its schema has version 7, newer than 6" : "it is not a file"
        let reason = StateTrouble("\(it.file): \(what)")
        var expected = StateSnapshot()
        expected.trouble = reason
        #expect(await store.load() == expected && it.lines.elements.count == 1)
        for _ in 0..<2 {
            await #expect(throws: StateStore.NotWritten.refused(reason)) { try await store.write(Subject.batch) }
        }
        rename(it.file, it.file + ".elsewhere")
        await #expect(throws: StateStore.NotWritten.newFile) { try await store.write(StateBatch()) }
        try await store.write(Subject.batch)
        #expect(await store.trouble == nil)
        await store.close()
        #expect(await it.load().widgets.count == 3)
    }
}
