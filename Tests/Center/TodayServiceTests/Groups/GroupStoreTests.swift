import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService

@Suite struct GroupStoreTests {
    /// A group with these values.
    static func store(_ values: [GroupKey: DBusValue]) throws -> GroupStore {
        var store = GroupStore()
        store.apply(try store.setting(values))
        return store
    }

    @Test func whatIsSetIsThere() throws {
        let store = try Self.store(["title": .string("Milk"), "count": .int32(2)])
        #expect(try store.value(of: "title").value == .string("Milk"))
        #expect(store.byteCount == 5 + 4 + 1 + 5 + 4 + 1)
        #expect(GroupStore(store.values) == store)
        let error = #expect(throws: CenterError.self) { try store.value(of: "colour") }
        #expect(error?.code == .unknownKey)
        #expect(error?.message == "key: \"colour\" doesn't exist")
    }

    @Test func onlyWhatDiffersIsAChange() throws {
        let store = try Self.store(["a": .int32(1), "b": .int32(2)])
        let change = try store.setting(["a": .int32(1), "b": .uint32(2), "c": .int32(3)])
        #expect(Set(change.changed.keys) == ["b", "c"] && change.removed == [])
        #expect(try store.setting(["a": .int32(1)]).isEmpty && store.setting([:]).isEmpty)
        #expect(store.removing(["a", "x", "a"]) == GroupChange(removed: ["a"]))
        #expect(store.removing(["x"]).isEmpty && store.removing([]).isEmpty)
    }

    @Test func aRefusalNamesTheKey() throws {
        let store = try Self.store(["a": .int32(1)])
        let fault = #expect(throws: RemoteError.self) {
            try store.setting(["b": .int32(1), "c": .structure([.int32(1)]), "d": .int32(1)])
        }
        #expect(fault == RemoteError(.invalidArgs, "values: \"c\": a struct can't be stored"))
    }

    @Test func limits() throws {
        let store = GroupStore()
        func expect(_ message: String, _ values: [GroupKey: DBusValue], on store: GroupStore = GroupStore()) {
            let error = #expect(throws: CenterError.self) { try store.setting(values) }
            #expect(error?.code == .limitExceeded && error?.message == message)
        }
        let most = DBusValue.string(String(repeating: "a", count: 65536))
        #expect(try store.setting(["a": most]).changed.count == 1)
        expect(
            "values: \"a\": it has 65537 bytes, GroupValueBytes is 65536",
            ["a": .string(String(repeating: "a", count: 65537))])
        let key = GroupKey(String(repeating: "k", count: 4096))
        #expect(try store.setting([key: .int32(1)]).changed.count == 1)
        expect(
            "values: the key \"\(String(repeating: "k", count: 60))\"… has 4097 bytes, StringBytes is 4096",
            [GroupKey(key.text + "k"): .int32(1)])

        // 15 of the largest values, and one that takes what is left, with its key and the byte for the entry.
        var values: [GroupKey: DBusValue] = [:]
        for index in 0..<15 { values[GroupKey("\(UnicodeScalar(UInt8(65 + index)))")] = most }
        let room = try 1 << 20 - Self.store(values).byteCount
        values["z"] = .string(String(repeating: "a", count: room - 2))
        var full = try Self.store(values)
        #expect(full.byteCount == 1 << 20)
        expect(
            "values: with \"y\" the group would have 1048578 bytes, GroupBytes is 1048576", ["y": .string("")], on: full
        )
        // A replaced value doesn't count.
        #expect(try full.setting(["z": .int32(1), "y": .string("abc")]).changed.count == 2)
        full.apply(full.removing(["A"]))
        #expect(full.byteCount == 1 << 20 - 65538)
        #expect(try full.setting(["y": .string("")]).changed.count == 1)
    }

    @Test func changesAddUp() throws {
        let one = try GroupValue(.int32(1))
        let two = try GroupValue(.int32(2))
        var change = GroupChange(changed: ["a": one, "b": one], removed: ["c", "d"])
        change.append(GroupChange(changed: ["b": two, "c": two], removed: ["a", "e"]))
        #expect(change == GroupChange(changed: ["b": two, "c": two], removed: ["a", "d", "e"]))
    }

    /// After any changes, sizes and values are those of a group made in one go.
    @Test(arguments: 0..<20) func anyHistoryCountsRight(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var store = GroupStore()
        var model: [GroupKey: DBusValue] = [:]
        var whole = GroupChange()
        for _ in 0..<200 {
            let keys = (0..<3).map { _ in GroupKey(String(UInt8.random(in: 0..<8, using: &random))) }
            let change: GroupChange
            if Bool.random(using: &random) {
                let values = Dictionary(
                    keys.map {
                        ($0, DBusValue.string(String(repeating: "x", count: Int.random(in: 0..<4, using: &random))))
                    }
                ) { $1 }
                change = try store.setting(values)
                model.merge(values) { $1 }
            } else {
                change = store.removing(keys)
                for key in keys { model[key] = nil }
            }
            store.apply(change)
            whole.append(change)
            #expect(try store.values == model.mapValues { try GroupValue($0) })
            #expect(store.byteCount == GroupStore(store.values).byteCount)
        }
        var replayed = GroupStore()
        replayed.apply(whole)
        #expect(replayed == store)
    }
}
