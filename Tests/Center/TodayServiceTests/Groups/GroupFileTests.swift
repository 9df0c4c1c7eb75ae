import DBus
import DBusTesting
import Glibc
import Logging
import Testing

@testable import TodayService

/// A folder of its own, and files in it.
private struct Subject {
    let bus: PrivateBus
    let lines = Recorder<String>()
    var folder: String { bus.folder + "/a%20?#b/todaycenter" }
    var path: String { folder + "/groups.db" }

    init() async throws { bus = try await PrivateBus.start() }

    func file() -> GroupFile {
        GroupFile(
            folder: folder, loop: EventLoop(name: "groups"),
            logger: .recording(lines))
    }

    func execute(_ sql: String) throws { try Database(path).execute(sql) }

    /// Returns the values that a new program reads.
    func load(_ group: String = "g") async throws -> [GroupKey: DBusValue] {
        let file = file()
        let values = try await file.load(group).values.mapValues { try $0.value }
        await file.close()
        return values
    }
}

extension GroupFile {
    /// Sets values of a group that has none of them.
    @discardableResult
    fileprivate func set(_ values: [GroupKey: DBusValue], in group: String = "g") throws -> Bool {
        let change = GroupChange(changed: try values.mapValues { try GroupValue($0) })
        return try write(group, change, GroupStore(change.changed), isWhole: false)
    }
}

extension GroupFile {
    /// Does what a transaction does that fails and cannot be rolled back.
    fileprivate func leaveTransactionOpen() throws { try database?.database.execute("BEGIN IMMEDIATE") }
}

@Suite struct GroupFileTests {
    @Test func everythingComesBack() async throws {
        let it = try await Subject()
        let file = it.file()
        #expect(try await file.load("g").values.isEmpty)
        var values: [GroupKey: DBusValue] = ["\u{E9}": .int32(1), "e\u{301}": .int32(2), "": .string("")]
        for (index, value) in GroupValueTests.good.enumerated() { values[GroupKey("\(index)")] = value.0 }
        #expect(try await file.set(values) == false)
        try await file.set(["a": .int32(1), "b": .int32(2)], in: "h")
        _ = try await file.write("h", GroupChange(removed: ["a"]), GroupStore(), isWhole: false)
        await file.close()
        let expected = try values.mapValues { try GroupValue($0) }
        #expect(try await it.load().mapValues { try GroupValue($0) } == expected)
        #expect(try await it.load("h") == ["b": .int32(2)])
        #expect(try await it.load("i") == [:])
        #expect(it.lines.elements == [])
    }

    @Test func aWholeGroupTakesThePlaceOfWhatIsThere() async throws {
        let it = try await Subject()
        let file = it.file()
        try await file.set(["a": .int32(1), "b": .int32(2)])
        try await file.set(["a": .int32(3)], in: "h")
        let store = GroupStore(["c": try GroupValue(.int32(4))])
        #expect(try await file.write("g", GroupChange(), store, isWhole: true) == false)
        await file.close()
        #expect(try await it.load() == ["c": .int32(4)])
        #expect(try await it.load("h") == ["a": .int32(3)])
    }

    @Test func afterItsEndNothingIsTaken() async throws {
        let it = try await Subject()
        let file = it.file()
        await file.close()
        await #expect(throws: GroupFile.Trouble(description: "the center is stopping")) { try await file.load("g") }
        await #expect(throws: GroupFile.Trouble.self) { try await file.set(["a": .int32(1)]) }
    }

    @Test func withoutAHomeNothingIsKept() async throws {
        let file = GroupFile(folder: nil, loop: EventLoop(name: "groups"), logger: .silent)
        await #expect(throws: GroupFile.Trouble(description: "XDG_DATA_HOME and HOME are not set")) {
            try await file.load("g")
        }
    }

    /// As a text, each of these is the key of another row.
    @Test(arguments: ["CAST('a' AS BLOB)", "'a' || char(0) || 'x'"])
    func aRowOfAnotherKeyIsNotTheRowOfAKey(_ key: String) async throws {
        let it = try await Subject()
        let file = it.file()
        try await file.set(["b": .int32(2), "a": .int32(1)])
        await file.close()
        try it.execute("INSERT INTO entry SELECT app_group, \(key), value FROM entry WHERE key = 'b'")
        #expect(try await it.load() == ["a": .int32(1), "b": .int32(2)])
        #expect(it.lines.elements.count == 1 && it.lines.elements[0].contains("is left out"))
    }

    /// A transaction that was left open isn't damage: groups that no app uses now still exist.
    @Test func aTransactionThatWasLeftOpenIsEnded() async throws {
        let it = try await Subject()
        let file = it.file()
        try await file.set(["a": .int32(1)])
        try await file.set(["a": .int32(1)], in: "h")
        try await file.leaveTransactionOpen()
        #expect(try await file.set(["b": .int32(2)]) == false)
        await file.close()
        #expect(try await it.load() == ["a": .int32(1), "b": .int32(2)])
        #expect(try await it.load("h") == ["a": .int32(1)])
        #expect(it.lines.elements == [])
    }

    /// A damaged index hides rows, and what is written comes beside them.
    @Test func rowsThatTheirIndexDoesNotHaveAreThere() async throws {
        let it = try await Subject()
        let file = it.file()
        try await file.set(["a": .int32(1), "b": .int32(2)])
        await file.close()
        try await DamagedState.emptyIndex(of: "entry", in: it.path, on: it.bus)
        let damaged = it.file()
        #expect(try await damaged.load("g").values.count == 2)
        #expect(try await damaged.set(["a": .int32(3)]) == false)
        await damaged.close()
        #expect(try await it.load() == ["a": .int32(3), "b": .int32(2)])
        #expect(it.lines.elements == [])
    }

    /// Two rows have the same key, so an index can't be built again.
    @Test func whatCannotBeRepairedIsSetAside() async throws {
        let it = try await Subject()
        let file = it.file()
        try await file.set(["a": .int32(1), "b": .int32(2)])
        await file.close()
        try await DamagedState.emptyIndex(of: "entry", in: it.path, on: it.bus)
        try it.execute("INSERT INTO entry SELECT * FROM entry NOT INDEXED WHERE key = 'a'")
        #expect(try await it.load() == [:])
        #expect(it.lines.elements.count == 1 && it.lines.elements[0].contains("the file is now"))
    }

    @Test func rowsThatMakeNoSenseAreLeftOut() async throws {
        let it = try await Subject()
        let file = it.file()
        try await file.set(["a": .int32(1), "b": .int32(2), "c": .int32(3)])
        await file.close()
        try it.execute("UPDATE entry SET value = X'6c00' WHERE key = 'a'; UPDATE entry SET value = 7 WHERE key = 'b'")
        #expect(try await it.load() == ["c": .int32(3)])
        #expect(it.lines.elements.count == 2 && it.lines.elements.contains { $0.hasPrefix("g: \"a\" is left out: ") })
    }

    @Test(arguments: ["DROP TABLE entry", "PRAGMA user_version = 0"])
    func otherTablesAreSetAside(_ sql: String) async throws {
        let it = try await Subject()
        let file = it.file()
        try await file.set(["a": .int32(1)])
        await file.close()
        try it.execute(sql)
        #expect(try await it.load() == [:])
        #expect(
            it.lines.elements.count == 1
                && it.lines.elements[0].contains("the file is now \(it.path).damaged-"), "\(it.lines.elements)")
    }

    /// The first write learns that all groups have to be written.
    @Test func damageWhileRunningIsOvercome() async throws {
        let it = try await Subject()
        let file = it.file()
        try await file.set(["a": .int32(1)])
        try await file.set(["a": .int32(1)], in: "h")
        try it.execute("DROP TABLE entry")
        let change = GroupChange(changed: ["b": try GroupValue(.int32(2))])
        var store = try GroupStoreTests.store(["a": .int32(1)])
        store.apply(change)
        #expect(try await file.write("g", change, store, isWhole: false))
        let other = try GroupStoreTests.store(["a": .int32(1)])
        #expect(try await file.write("h", GroupChange(), other, isWhole: true) == false)
        await file.close()
        #expect(try await it.load() == ["a": .int32(1), "b": .int32(2)])
        #expect(try await it.load("h") == ["a": .int32(1)])
    }

    @Test func damageThatIsFoundByReadingIsToldToo() async throws {
        let it = try await Subject()
        let file = it.file()
        try await file.set(["a": .int32(1)])
        try it.execute("DROP TABLE entry")
        #expect(try await file.load("h") == GroupFile.Loaded(values: [:], isNewFile: true))
        #expect(try await file.load("h") == GroupFile.Loaded(values: [:]))
        #expect(try await file.set(["b": .int32(1)], in: "h") == false)
        await file.close()
    }

    @Test func aNewerFileIsLeftAlone() async throws {
        let it = try await Subject()
        let file = it.file()
        try await file.set(["a": .int32(1)])
        await file.close()
        try it.execute("PRAGMA user_version = 2; PRAGMA wal_checkpoint(TRUNCATE)")
        let before = try #require(ReadOnlyStat(it.path))
        let newer = it.file()
        let reason = "\(it.path): its schema has version 2, newer than 1"
        await #expect(throws: GroupFile.Trouble(description: reason)) { try await newer.load("g") }
        await #expect(throws: GroupFile.Trouble(description: reason)) { try await newer.set(["a": .int32(2)]) }
        #expect(ReadOnlyStat(it.path) == before && it.lines.elements.count == 1)
    }

    /// Nothing can be written beside the file, as on a full or write-protected disk.
    @Test func whatCannotBeWrittenIsReadAllTheSame() async throws {
        let it = try await Subject()
        let file = it.file()
        try await file.set(["a": .int32(1)])
        await file.close()
        mkdir(it.path + "-wal", 0o700)
        let blocked = it.file()
        #expect(try await blocked.load("g").values.count == 1)
        await #expect(throws: GroupFile.Trouble.self) { try await blocked.set(["b": .int32(2)]) }
        #expect(it.lines.elements.count == 1 && it.lines.elements[0].contains("are not stored while this lasts"))
        rmdir(it.path + "-wal")
        try await blocked.set(["b": .int32(2)])
        #expect(it.lines.elements.count == 2 && it.lines.elements[1].contains("App Groups are stored again"))
        await blocked.close()
        #expect(try await it.load() == ["a": .int32(1), "b": .int32(2)])
    }

    @Test func withoutAFolderNothingIsThere() async throws {
        let it = try await Subject()
        mkdir(it.bus.folder + "/a%20?#b", 0o700)
        try write("", to: it.folder)
        let file = it.file()
        #expect(try await file.load("g").values.isEmpty)
        await #expect(throws: GroupFile.Trouble.self) { try await file.set(["a": .int32(1)]) }
        unlink(it.folder)
        try await file.set(["a": .int32(1)])
        await file.close()
        #expect(try await it.load() == ["a": .int32(1)])
    }
}
