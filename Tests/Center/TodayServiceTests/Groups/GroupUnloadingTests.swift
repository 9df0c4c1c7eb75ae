import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService

/// Values of App Groups are in memory while a client uses them, and always on disk.
@Suite(.serialized) struct GroupUnloadingTests {
    @Test func whatNobodyUsesLeavesMemory() async throws {
        let test = try await TestCenter.start { $0.groupMemory = .milliseconds(20) }
        try await test.client.registerWidget(.a, .sharing(GroupUser.name, "group.b"))
        let (user, other) = (GroupUser(test.connection), GroupUser(test.connection, "group.b"))
        // Listeners stay subscribed when the values are unloaded, and hear of the next ones.
        let heard = try await SignalRecorder(user.connection, MatchRule(sender: TodayBus.appsName))
        _ = try await other.getAll()
        for round in 1...2 {
            try await user.set(["a": .int32(Int32(round))])
            try await other.set(["b": .int32(Int32(round))])
            let idle = await poll(within: .seconds(60), every: .milliseconds(5)) {
                await test.center.groups.memoryState.isIdle ? true : nil
            }
            #expect(idle == true)
            #expect(try await user.getAll() == ["a": .int32(Int32(round))])
            #expect(try await other.get("b") == .int32(Int32(round)))
        }
        #expect(heard.signals.filter { $0.path == other.path }.map(\.groupChange) == ["b=1", "b=2"])
    }

    @Test func nothingIsWaitedForWithoutValuesInMemory() async throws {
        let test = try await TestCenter.start { $0.groupMemory = .seconds(600) }
        try await test.client.registerWidget(.a, .sharing(GroupUser.name))
        #expect(await test.center.groups.memoryState.isIdle)
        try await GroupUser(test.connection).set(["a": .int32(1)])
        let state = await test.center.groups.memoryState
        #expect(state.loaded == 1 && state.isArmed && state.bytes > 0)
    }

    /// However many groups are used in turn.
    @Test func whatIsInMemoryIsBounded() async throws {
        let test = try await TestCenter.start { $0.groupMemory = .seconds(600) }
        let names = (0..<12).map { "group.b\($0)" }
        try await test.client.registerWidget(.a, WidgetDefinition { $0.appGroups = names })
        let value = DBusValue.bytes(Array(repeating: 7, count: 60_000))
        let values = Dictionary(uniqueKeysWithValues: (0..<17).map { ("k\($0)", value) })
        for name in names {
            try await GroupUser(test.connection, name).set(values)
            #expect(await test.center.groups.memoryState.bytes <= GroupMemory.maximumBytes)
        }
        #expect(await test.center.groups.memoryState.loaded == 8)
        #expect(try await GroupUser(test.connection, names[0]).getAll() == values)
    }
}

extension AppGroups {
    /// The group values in memory, and whether a timer is pending.
    fileprivate var memoryState: (loaded: Int, bytes: Int, isArmed: Bool, isIdle: Bool) {
        let loaded = sessions.values.count { $0.queue.isLoaded }
        let isArmed = timer != nil
        return (loaded, memory.byteCount, isArmed, loaded == 0 && memory.byteCount == 0 && !isArmed)
    }
}
