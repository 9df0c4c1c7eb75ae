import DBus
import DBusTesting
import Fuzzing
import Testing
import TodayModel

@testable import TodayService

/// The error of a disk that fails when a test asks for it.
private struct DiskError: Error {}

/// A queue, and what it asked for, a line for each action.
private struct Subject {
    var queue = GroupQueue<Int>()
    var lines: [String] = []
    /// The values on disk, and the values there after the pending commit.
    var disk = GroupStore()
    var pending: GroupStore?

    mutating func ask(_ number: Int, _ request: GroupQueue<Int>.Request) { perform(queue.ask(request, number)) }

    mutating func load() { perform(queue.loaded(.success(disk.values))) }

    mutating func commit() {
        if let pending { disk = pending }
        pending = nil
        perform(queue.written(.success(())))
    }

    mutating func fail() {
        pending = nil
        perform(queue.written(.failure(DiskError())))
    }

    private mutating func perform(_ actions: [GroupQueue<Int>.Action]) {
        for action in actions {
            switch action {
            case .load: lines.append("load")
            case .write(let change, let store, let isWhole):
                var written = isWhole ? GroupStore() : disk
                written.apply(isWhole ? GroupChange(changed: store.values) : change)
                #expect(written == store, "what is written is not what the group has then")
                pending = store
                lines.append("write \(isWhole ? "all" : Self.text(change))")
            case .emit(let change): lines.append("emit \(Self.text(change))")
            case .answer(let number, .success(.done)): lines.append("\(number) done")
            case .answer(let number, .success(.value(let value))):
                lines.append("\(number) = \((try? value.value.description) ?? "?")")
            case .answer(let number, .success(.values(let values))):
                lines.append("\(number) = \(Self.text(GroupChange(changed: values)))")
            case .answer(let number, .failure(let error)):
                lines.append("\(number) \((error as? CenterError)?.code.rawValue ?? "\(type(of: error))")")
            }
        }
    }

    private static func text(_ change: GroupChange) -> String {
        let changed = change.changed.map { "\($0.key.text)=\((try? $0.value.value.description) ?? "?")" }
        return (changed.sorted() + change.removed.map { "-\($0.text)" }.sorted()).joined(separator: " ")
    }

    mutating func take() -> [String] {
        defer { lines = [] }
        return lines
    }
}

@Suite struct GroupQueueTests {
    private static func loaded(_ values: [GroupKey: DBusValue] = [:]) throws -> Subject {
        var it = Subject()
        it.disk = try GroupStoreTests.store(values)
        it.ask(0, .getAll)
        it.load()
        _ = it.take()
        return it
    }

    @Test func theFirstRequestLoads() throws {
        var it = Subject()
        it.disk = try GroupStoreTests.store(["a": .int32(1)])
        #expect(it.queue.isIdle && !it.queue.isLoaded)
        it.ask(1, .get("a"))
        it.ask(2, .getAll)
        it.ask(3, .get("b"))
        #expect(it.take() == ["load"] && !it.queue.isIdle)
        it.load()
        #expect(it.take() == ["1 = 1", "2 = a=1", "3 UnknownKey"])
        #expect(it.queue.isIdle && it.queue.isLoaded)
        it.ask(4, .get("a"))
        #expect(it.take() == ["4 = 1"])
        it.queue.unload()
        it.ask(5, .get("a"))
        #expect(it.take() == ["load"])
    }

    @Test func whatCannotBeReadIsRefusedAndTriedAgain() {
        var it = Subject()
        it.ask(1, .getAll)
        it.ask(2, .set(["a": .int32(1)]))
        var lines = it.take()
        for action in it.queue.loaded(.failure(DiskError())) {
            if case .answer(let number, .failure) = action { lines.append("\(number) failed") }
        }
        #expect(lines == ["load", "1 failed", "2 failed"])
        it.ask(3, .getAll)
        #expect(it.take() == ["load"])
    }

    @Test func aChangeIsToldAndAnsweredAfterItsCommit() throws {
        var it = try Self.loaded()
        it.ask(1, .set(["a": .int32(1)]))
        #expect(it.take() == ["write a=1"])
        it.commit()
        #expect(it.take() == ["emit a=1", "1 done"])
        it.ask(2, .remove(["a", "b"]))
        #expect(it.take() == ["write -a"])
        it.commit()
        #expect(it.take() == ["emit -a", "2 done"])
    }

    @Test func whatChangesNothingIsAnsweredAtOnce() throws {
        var it = try Self.loaded(["a": .int32(1)])
        it.ask(1, .set(["a": .int32(1)]))
        it.ask(2, .set([:]))
        it.ask(3, .remove(["b"]))
        it.ask(4, .set(["b": .structure([.int32(1)])]))
        #expect(it.take() == ["1 done", "2 done", "3 done", "4 RemoteError"])
    }

    /// Reads don't return values whose commit may still fail, and all requests are answered in order.
    @Test func whoComesDuringACommitWaits() throws {
        var it = try Self.loaded(["a": .int32(1)])
        it.ask(1, .set(["a": .int32(2)]))
        it.ask(2, .get("a"))
        it.ask(3, .set(["a": .int32(3)]))
        it.ask(4, .set(["a": .int32(3)]))
        it.ask(5, .getAll)
        it.ask(6, .remove(["a"]))
        it.ask(7, .get("a"))
        it.ask(8, .set(["b": .int32(4), "c": .structure([])]))
        #expect(it.take() == ["write a=2"])
        it.commit()
        #expect(it.take() == ["emit a=2", "1 done", "write -a"])
        it.commit()
        #expect(
            it.take() == [
                "2 = 2", "emit a=3", "3 done", "4 done", "5 = a=3", "emit -a", "6 done", "7 UnknownKey",
                "8 RemoteError",
            ])
        #expect(it.queue.isIdle)
    }

    @Test func aFailedCommitChangesNothing() throws {
        var it = try Self.loaded(["a": .int32(1)])
        it.ask(1, .set(["a": .int32(2)]))
        it.ask(2, .get("a"))
        it.ask(3, .set(["a": .int32(1)]))
        it.ask(4, .set(["a": .int32(2)]))
        it.ask(5, .remove(["x"]))
        _ = it.take()
        it.fail()
        // The other requests see the earlier values, and try for themselves.
        #expect(it.take() == ["1 DiskError", "write a=2"])
        it.fail()
        #expect(it.take() == ["2 = 1", "3 done", "4 DiskError", "5 done"])
        it.ask(6, .set(["a": .int32(5)]))
        it.commit()
        #expect(it.take() == ["write a=5", "emit a=5", "6 done"])
    }

    @Test func aNewFileGetsAllOfIt() throws {
        var it = try Self.loaded(["a": .int32(1)])
        it.disk = GroupStore()
        for action in it.queue.ask(.rewrite, nil) {
            guard case .write(let change, let store, isWhole: true) = action else {
                Issue.record("it did something else")
                continue
            }
            #expect(change.isEmpty && store.values.count == 1)
        }
        it.ask(1, .get("a"))
        it.commit()
        #expect(it.take() == ["1 = 1"])
    }

    @Test func whatIsUnderWayIsNotUnloaded() throws {
        var it = try Self.loaded()
        it.ask(1, .set(["a": .int32(1)]))
        it.queue.unload()
        it.commit()
        #expect(it.take() == ["write a=1", "emit a=1", "1 done"])
    }

    /// With any requests and failures, listeners know the values on disk, and each request is answered once and in
    /// order.
    @Test(.longComputation, arguments: 0..<50) func anyHistoryIsConsistent(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var it = try Self.loaded()
        var listener = GroupStore()
        var answered: [Int] = []
        func run(_ actions: [GroupQueue<Int>.Action]) {
            for action in actions {
                switch action {
                case .load: Issue.record("it is loaded")
                case .write(_, let store, _): it.pending = store
                case .emit(let change):
                    #expect(!change.isEmpty)
                    listener.apply(change)
                case .answer(let number, _): answered.append(number)
                }
            }
        }
        for number in 0..<300 {
            let key = GroupKey(String(Int.random(in: 0..<3, using: &random)))
            let request: GroupQueue<Int>.Request =
                switch Int.random(in: 0..<5, using: &random) {
                case 0: .get(key)
                case 1: .remove([key])
                case 2: .set([key: .structure([.int32(1)])])
                default: .set([key: .int32(Int32.random(in: 0..<3, using: &random))])
                }
            run(it.queue.ask(request, number))
            guard it.pending != nil, Bool.random(using: &random) else { continue }
            if Int.random(in: 0..<3, using: &random) == 0 {
                it.pending = nil
                run(it.queue.written(.failure(DiskError())))
            } else {
                it.disk = it.pending.take() ?? it.disk
                run(it.queue.written(.success(())))
            }
            if it.pending == nil { #expect(listener == it.disk) }
        }
        while let pending = it.pending.take() {
            it.disk = pending
            run(it.queue.written(.success(())))
        }
        #expect(answered == Array(0..<300) && listener == it.disk && it.queue.isIdle)
    }
}
