import DBus
import DBusTesting
import Glibc
import Testing
import TodayModel

@testable import TodayService

/// App Groups as apps and widgets use them.
@Suite(.serialized) struct GroupBusTests {
    private static func center() async throws -> (TestCenter, GroupUser) {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.a, .sharing(GroupUser.name))
        return (test, GroupUser(test.connection))
    }

    /// Expects a refusal, and that nothing has changed.
    private static func expect(
        _ name: ErrorName, _ message: String, _ user: GroupUser, sourceLocation: SourceLocation = #_sourceLocation,
        from body: () async throws -> Void
    ) async throws {
        let before = try await user.getAll()
        let error = await #expect(throws: RemoteError.self, sourceLocation: sourceLocation) { try await body() }
        #expect(error?.name == name, sourceLocation: sourceLocation)
        #expect(error?.message == message, sourceLocation: sourceLocation)
        #expect(try await user.getAll() == before, sourceLocation: sourceLocation)
    }

    @Test func valuesAreShared() async throws {
        let (test, user) = try await Self.center()
        let other = GroupUser(try await test.bus.connect())
        #expect(try await user.getAll() == [:])
        let values: [String: DBusValue] = [
            "title": .string("Milk"), "count": .int32(2), "list": .strings(["a", "b"]),
            "nested": .properties(["x": .double(1.5)]),
        ]
        try await user.set(values)
        #expect(try await other.get("title") == .string("Milk"))
        #expect(try await other.getAll() == values)
        try await other.remove(["title", "nothing"])
        try await Self.expect(CenterError.Code.unknownKey.errorName, "key: \"title\" doesn't exist", user) {
            _ = try await user.get("title")
        }
    }

    /// The reply of each call comes after the signals that it caused: what arrived is all there is.
    @Test func whoReadAllHearsOfChangesAndNobodyElse() async throws {
        let (test, user) = try await Self.center()
        let listener = GroupUser(try await test.bus.connect())
        let deaf = GroupUser(try await test.bus.connect())
        let own = try await SignalRecorder(user.connection, MatchRule(sender: TodayBus.appsName))
        let heard = try await SignalRecorder(listener.connection, MatchRule(sender: TodayBus.appsName))
        let unheard = try await SignalRecorder(deaf.connection, MatchRule(sender: TodayBus.appsName))
        _ = try await listener.getAll()
        try await deaf.set(["a": .int32(1)])
        #expect(try await deaf.get("a") == .int32(1))
        try await user.set(["a": .int32(1), "b": .string("x")])
        #expect(own.signals.isEmpty)
        _ = try await user.getAll()
        try await user.set(["a": .int32(2), "b": .string("x")])
        #expect(own.signals.map(\.groupChange) == ["a=2"])
        try await user.set(["a": .int32(2)])
        try await user.remove(["c"])
        try await user.remove(["a", "b", "c"])
        #expect(own.signals.map(\.groupChange) == ["a=2", "-a -b"])
        #expect(own.signals.allSatisfy { $0.path == user.path && $0.member == GroupMember.changed })
        _ = try await listener.getAll()
        #expect(heard.signals.map(\.groupChange) == ["a=1", "b=\"x\"", "a=2", "-a -b"])
        #expect(unheard.signals.isEmpty)
    }

    @Test func whoLeavesIsForgotten() async throws {
        let (test, user) = try await Self.center()
        let leaving = GroupUser(try await test.bus.connect())
        _ = try await leaving.getAll()
        let name = try #require(leaving.connection.uniqueName)
        #expect(await test.center.groups.listeners(of: GroupUser.name) == [name])
        await leaving.connection.close()
        try await withDeadline(.seconds(60)) {
            while await test.center.groups.listeners(of: GroupUser.name) != [] { try await user.connection.ping() }
        }
    }

    @Test func refusals() async throws {
        let (test, user) = try await Self.center()
        defer { test.bus.stop() }
        try await user.set(["a": .int32(1)])
        try await Self.expect(.invalidArgs, "values: \"b\": a struct can't be stored", user) {
            try await user.set(["a": .int32(2), "b": .structure([.int32(1)])])
        }
        try await Self.expect(.invalidArgs, "values: \"b\": a file descriptor can't be stored", user) {
            try await user.set(["b": .fileDescriptor(try #require(UnixFileDescriptor(duplicating: STDIN_FILENO)))])
        }
        try await Self.expect(
            .limitExceeded, "values: \"b\": it has 65537 bytes, GroupValueBytes is 65536", user
        ) {
            try await user.set(["a": .int32(2), "b": .bytes([UInt8](repeating: 1, count: 65537))])
        }
        try await Self.expect(
            .limitExceeded,
            "values: with \"b\" and 16 more the group would have 1114152 bytes, GroupBytes is 1048576", user
        ) {
            var values: [String: DBusValue] = [:]
            for index in 0..<17 {
                values["\(UnicodeScalar(UInt8(98 + index)))"] = .bytes([UInt8](repeating: 1, count: 65536))
            }
            try await user.set(values)
        }
    }

    @Test func aGroupThatNobodyNamesIsNotThere() async throws {
        let (test, user) = try await Self.center()
        try await user.set(["a": .int32(1)])
        try await test.client.registerWidget(.b, .sharing(GroupUser.name, "group.org.other"))
        try await test.client.registerWidget(.a, WidgetDefinition())
        #expect(try await user.getAll() == ["a": .int32(1)])
        try await test.client.unregisterWidget(.b)
        for user in [user, GroupUser(test.connection, "group.org.other"), GroupUser(test.connection, "group.x")] {
            let error = await #expect(throws: RemoteError.self) { try await user.getAll() }
            #expect(error?.name == .unknownObject)
        }
        // The first widget that names the group again brings its values back.
        try await test.client.registerWidget(.a, .sharing(GroupUser.name))
        #expect(try await user.getAll() == ["a": .int32(1)])
    }

    @Test func whoListensHearsOfAGroupThatCameBack() async throws {
        let (test, user) = try await Self.center()
        let heard = try await SignalRecorder(user.connection, MatchRule(sender: TodayBus.appsName))
        _ = try await user.getAll()
        try await test.client.registerWidget(.a, WidgetDefinition())
        try await test.client.registerWidget(.a, .sharing(GroupUser.name))
        try await user.set(["a": .int32(1)])
        #expect(heard.signals.map(\.groupChange) == ["a=1"])
    }

    @Test func aManifestNamesGroups() async throws {
        let test = try await TestCenter.start(manifests: ["org.example.A": "AppGroups=group.org.example;group.b;"])
        for name in [GroupUser.name, "group.b"] {
            #expect(try await GroupUser(test.connection, name).getAll() == [:])
            let folder = test.bus.folder + "/data/todaycenter/groups/" + name
            var status = stat()
            #expect(stat(folder, &status) == 0 && status.st_mode == S_IFDIR | 0o700, "\(folder)")
        }
        await test.center.follow(ManifestReading())
        #expect(try await GroupUser(test.connection, "group.b").getAll() == [:])
    }

    @Test func theSharedFolderIsThereWithTheReply() async throws {
        let (test, _) = try await Self.center()
        var status = stat()
        let folder = test.bus.folder + "/data/todaycenter/groups/group.org.example"
        #expect(stat(folder, &status) == 0 && status.st_mode == S_IFDIR | 0o700)
        try await test.client.unregisterWidget(.a)
        #expect(access(folder, F_OK) == 0)
    }

    @Test func calledWithoutWaitingTheyAreAnsweredInOrder() async throws {
        let (test, user) = try await Self.center()
        defer { test.bus.stop() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<200 {
                group.addTask {
                    try await user.set(["n": .int32(Int32(index)), "\(index)": .boolean(true)])
                    guard case .int32 = try await user.get("n") else { throw RemoteError(.failed, "n is gone") }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await user.getAll().count == 201)
    }

    @Test func theTreeListsThem() async throws {
        let (test, user) = try await Self.center()
        func children(_ path: ObjectPath) async throws -> [Substring] {
            let xml: String = try await test.connection.call(
                TodayBus.appsName, path: path, interface: .introspectable, "Introspect")
            return xml.split(separator: "\n").filter { $0.hasPrefix("  <node") }
        }
        #expect(try await children("/org/todaycenter") == ["  <node name=\"Apps1\"/>"])
        #expect(try await children(TodayBus.appsPath) == ["  <node name=\"group\"/>"])
        #expect(
            try await children("/org/todaycenter/Apps1/group") == ["  <node name=\"group_2eorg_2eexample\"/>"])
        #expect(user.path == "/org/todaycenter/Apps1/group/group_2eorg_2eexample")
        // It is on the name for apps alone.
        let error = await #expect(throws: RemoteError.self) {
            try await test.connection.call(TodayBus.name, path: user.path, interface: .introspectable, "Introspect")
        }
        #expect(error?.name == .unknownObject)
    }

    /// If the disk fails, the center refuses the change with an error and keeps running.
    @Test func whatCannotBeWrittenIsRefused() async throws {
        let (test, user) = try await Self.center()
        let heard = try await SignalRecorder(user.connection, MatchRule(sender: TodayBus.appsName))
        _ = try await user.getAll()
        let path = test.bus.folder + "/data/todaycenter/groups.db"
        #expect(access(path, F_OK) == 0)
        try Database(path).execute("CREATE TRIGGER full BEFORE INSERT ON entry BEGIN SELECT RAISE(ABORT, 'full'); END")
        try await Self.expect(.notStored, "group.org.example: not stored: \(path): full", user) {
            try await user.set(["a": .int32(1)])
        }
        try Database(path).execute("DROP TRIGGER full")
        #expect(heard.signals.isEmpty)
        try await user.set(["a": .int32(1)])
        #expect(heard.signals.map(\.groupChange) == ["a=1"])
    }

    /// Whether a write or a read finds that the file is broken, the known values aren't lost.
    @Test(arguments: [true, false]) func allGroupsGoIntoANewFile(byWriting: Bool) async throws {
        let (test, user) = try await Self.center()
        try await test.client.registerWidget(.b, .sharing("group.b", "group.c"))
        let other = GroupUser(test.connection, "group.b")
        try await user.set(["a": .int32(1)])
        try await other.set(["b": .int32(2)])
        let path = test.bus.folder + "/data/todaycenter/groups.db"
        try Database(path).execute("DROP TABLE entry")
        if !byWriting { #expect(try await GroupUser(test.connection, "group.c").getAll() == [:]) }
        try await user.set(["c": .int32(3)])
        #expect(try await other.get("b") == .int32(2))
        await test.center.stop()
        let database = try GroupDatabase(path)
        #expect(try database.load(GroupUser.name).count == 2)
        #expect(try database.load("group.b").count == 1)
    }
}

extension AppGroups {
    /// Returns the connections that listen to a group.
    fileprivate func listeners(of group: String) -> Set<BusName>? { sessions[TodayBus.path(ofGroup: group)]?.listeners }
}
