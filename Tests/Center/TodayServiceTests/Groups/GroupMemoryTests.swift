import DBus
import Testing

@testable import TodayService

@Suite struct GroupMemoryTests {
    private static func path(_ number: Int) -> ObjectPath { (try? ObjectPath("/group\(number)")) ?? .root }

    @Test func aGroupLetsGoWhenItIsNotUsed() {
        var memory = GroupMemory(patience: 10)
        #expect(memory.nextEnd == nil && memory.popUnused(at: .max) == nil)
        memory.use(Self.path(1), 100, at: 0)
        memory.use(Self.path(2), 200, at: 4)
        memory.use(Self.path(1), 150, at: 5)
        #expect(memory.nextEnd == 14 && memory.byteCount == 350)
        #expect(memory.popUnused(at: 13) == nil)
        #expect(memory.popUnused(at: 15) == Self.path(2))
        #expect(memory.popUnused(at: 15) == Self.path(1))
        #expect(memory.nextEnd == nil && memory.byteCount == 0)
    }

    @Test func whatIsForgottenIsNotWaitedFor() {
        var memory = GroupMemory(patience: 10)
        memory.use(Self.path(1), 100, at: 0)
        memory.forget(Self.path(1))
        memory.forget(Self.path(2))
        #expect(memory.nextEnd == nil && memory.byteCount == 0)
    }

    @Test func aboveTheBoundTheOneUsedLongestAgoLetsGo() {
        var memory = GroupMemory(patience: 10)
        let size = GroupMemory.maximumBytes / 4
        for number in 0..<5 { memory.use(Self.path(number), size, at: 1) }
        #expect(memory.popUnused(at: 1) == Self.path(0))
        #expect(memory.popUnused(at: 1) == nil)
        // However large, the one that is used has what it uses.
        var large = GroupMemory(patience: 10)
        large.use(Self.path(1), size, at: 1)
        large.use(Self.path(2), 5 * size, at: 2)
        #expect(large.popUnused(at: 2) == Self.path(1))
        #expect(large.popUnused(at: 2) == nil)
    }

    @Test func timesDoNotOverflow() {
        var memory = GroupMemory(patience: 10)
        memory.use(Self.path(1), 1, at: .max - 1)
        #expect(memory.nextEnd == .max)
    }
}
