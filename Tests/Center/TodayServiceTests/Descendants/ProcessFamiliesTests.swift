import DBusTesting
import Fuzzing
import TodayPlatform
import Testing

@testable import TodayService

/// Which provider a process belongs to, by the processes seen. Processes have the number 10 × start + something, and
/// start in the order of their numbers.
@Suite struct ProcessFamiliesTests {
    private static let center: Int32 = 1

    private static func process(
        _ number: Int32, of parent: Int32 = center, group: Int32? = nil, session: Int32? = nil, start: UInt64? = nil,
        mark: ProcessFamilies.Family? = nil, memory: UInt64 = 1, isOver: Bool = false
    ) -> ProcessSighting {
        var process = ProcessSighting(
            ProcessSighting.ID(number: number, start: start ?? UInt64(number)), parent: parent,
            group: group ?? number, session: session ?? 5)
        (process.mark, process.memory, process.isOver) = (mark, memory, isOver)
        return process
    }

    /// Two providers: 10 is of family 1, 20 of family 2.
    private static func families() -> ProcessFamilies {
        var families = ProcessFamilies(own: [5])
        families.begin(1, root: process(10).id)
        families.begin(2, root: process(20).id)
        return families
    }

    private static func members(_ families: ProcessFamilies, _ family: ProcessFamilies.Family) -> [Int32] {
        families.members(of: family).map(\.number).sorted()
    }

    @Test func aChildBelongsWhereItsParentDoes() {
        var families = Self.families()
        families.update([
            Self.process(10), Self.process(20), Self.process(30, of: 10), Self.process(31, of: 30, session: 31),
            Self.process(32, of: 20),
        ])
        #expect(Self.members(families, 1) == [10, 30, 31] && Self.members(families, 2) == [20, 32])
        #expect(families.memory(of: 1) == 3 && families.memory(of: 2) == 2 && families.memory(of: 3) == nil)
        #expect(families.membersOutsideGroup(of: 1).map(\.number).sorted() == [30, 31])
    }

    @Test func whatWasSeenIsKnownWithoutItsParent() {
        var families = Self.families()
        families.update([
            Self.process(10), Self.process(20), Self.process(30, of: 10), Self.process(31, of: 30, session: 31),
        ])
        families.update([Self.process(10), Self.process(20), Self.process(31, session: 31)])
        #expect(Self.members(families, 1) == [10, 31])
        // Its provider may be gone too.
        families.update([Self.process(20), Self.process(31, session: 31), Self.process(33, of: 31)])
        #expect(Self.members(families, 1) == [31, 33] && Self.members(families, 2) == [20])
    }

    @Test func aNumberThatIsUsedAgainIsAnother() {
        var families = Self.families()
        families.update([Self.process(10), Self.process(20), Self.process(30, of: 10)])
        families.update([Self.process(10), Self.process(20), Self.process(30, of: 20, start: 99)])
        #expect(Self.members(families, 1) == [10] && Self.members(families, 2) == [20, 30])
        // Nor is it the provider.
        families.update([Self.process(10, of: 20, start: 100), Self.process(20)].reversed())
        #expect(Self.members(families, 1).isEmpty && Self.members(families, 2) == [10, 20])
    }

    @Test func anOrphanIsKnownByItsMark() {
        var families = Self.families()
        families.update([
            Self.process(10), Self.process(20), Self.process(30, mark: 2), Self.process(31, of: 30),
            Self.process(32, mark: 9),
        ])
        #expect(Self.members(families, 2) == [20, 30, 31] && Self.members(families, 1) == [10])
    }

    @Test func anOrphanIsKnownByItsSessionOrGroup() {
        var families = Self.families()
        families.update([
            Self.process(10), Self.process(20), Self.process(30, group: 20),
            Self.process(31, of: 10, session: 31), Self.process(32, session: 31),
            // Its leader has left nothing but the number.
            Self.process(33, mark: 2, memory: 0, isOver: true).inSession(40), Self.process(34).inSession(40),
            // The session of the center identifies no provider.
            Self.process(35),
        ])
        #expect(Self.members(families, 1) == [10, 31, 32])
        #expect(Self.members(families, 2) == [20, 30, 34])
        // A process that was in a session counts for a while after the end of the session.
        families.update([Self.process(10), Self.process(20), Self.process(36).inSession(31)])
        #expect(Self.members(families, 1) == [10, 36])
    }

    @Test func aStrayOfOneProviderIsItsOwn() {
        var families = ProcessFamilies(own: [5])
        families.begin(1, root: Self.process(10).id)
        families.update([Self.process(10), Self.process(30, session: 30), Self.process(9)])
        #expect(Self.members(families, 1) == [10, 30])
        #expect(families.memory(of: 1) == 2)
        #expect(families.allMembers.map(\.number).sorted() == [10, 30])
    }

    @Test func aStrayEndsWithTheLastItCanBeOf() {
        var families = Self.families()
        families.update([
            Self.process(10), Self.process(20), Self.process(15, session: 15), Self.process(30, session: 30),
        ])
        // 15 is older than the second provider.
        #expect(Self.members(families, 1) == [10, 15] && Self.members(families, 2) == [20])
        #expect(families.memory(of: 1) == 2 && families.memory(of: 2) == 1)
        families.end(1)
        #expect(Self.members(families, 2) == [20, 30])
        #expect(families.memory(of: 2) == 1)
        families.end(2)
        #expect(families.allMembers.count == 4)
    }

    @Test func whatIsSeenAfterAllAreGoneIsLeftOver() {
        var families = Self.families()
        families.end(1)
        families.end(2)
        // A process that is older than all providers belongs to none of them.
        families.update([Self.process(30), Self.process(8)])
        #expect(families.allMembers.map(\.number) == [30])
    }

    /// An app that was opened may look like anything that a provider has left.
    @Test func nothingThatMayBeAnAppIsAStray() {
        var families = Self.families()
        let seen = [
            Self.process(10), Self.process(20), Self.process(24, session: 24), Self.process(30, session: 30),
            Self.process(31, of: 30), Self.process(32, session: 32, mark: 1), Self.process(33, group: 20),
        ]
        families.update(seen, othersSince: 25)
        #expect(Self.members(families, 1) == [10, 32] && Self.members(families, 2) == [20, 33])
        #expect(families.allMembers.map(\.number).sorted() == [10, 20, 24, 32, 33])
    }

    @Test func whatHasEndedIsNobodys() {
        var families = Self.families()
        families.update([Self.process(10, isOver: true), Self.process(20), Self.process(30, of: 20, isOver: true)])
        #expect(Self.members(families, 1).isEmpty && families.memory(of: 1) == nil)
        #expect(Self.members(families, 2) == [20])
        #expect(families.numbers == [10, 20])
    }

    /// In any order of starts and exits: a process that was seen below a provider belongs to it for its whole life.
    @Test(.longComputation, arguments: 0..<100)
    func nothingThatWasSeenIsLostOrChangesHands(_ seed: UInt64) {
        var numbers = SeededRandom(seed: seed)
        var families = Self.families()
        var living: [Int32: (process: ProcessSighting, family: ProcessFamilies.Family)] = [
            10: (Self.process(10), 1), 20: (Self.process(20), 2),
        ]
        for number in 100..<160 as Range<Int32> {
            guard
                let parent = living.values.sorted(by: { $0.process.id.number < $1.process.id.number })
                    .randomElement(using: &numbers)
            else { return }
            let isLeader = Bool.random(using: &numbers)
            living[number] = (
                Self.process(
                    number, of: parent.process.id.number, group: isLeader ? number : parent.process.group,
                    session: isLeader ? number : parent.process.session), parent.family
            )
            families.update(Self.sorted(living.values.map(\.process)))
            // One of them ends, and leaves its children to the center.
            if Bool.random(using: &numbers), let gone = living.keys.sorted().randomElement(using: &numbers) {
                living[gone] = nil
                for (number, entry) in living where entry.process.parent == gone {
                    living[number]?.process.parent = Self.center
                }
            }
            families.update(Self.sorted(living.values.map(\.process)))
            for family in [1, 2] as [ProcessFamilies.Family] {
                let expected = living.filter { $0.value.family == family }.keys.sorted()
                #expect(Self.members(families, family) == expected)
            }
        }
    }

    /// Parents before their children.
    private static func sorted(_ processes: [ProcessSighting]) -> [ProcessSighting] {
        processes.sorted { $0.id.number < $1.id.number }
    }
}

extension ProcessSighting {
    fileprivate func inSession(_ session: Int32) -> ProcessSighting {
        var process = self
        process.session = session
        return process
    }
}

@Suite struct ProcessSightingTests {
    @Test(arguments: [
        ("7 (a) S 1 6 5 0 -1 0 1 2 3 4 5 6 7 8 20 0 1 0 99 1 2", false),
        ("7 (a) b) ( Z) Z 1 6 5 0 -1 0 1 2 3 4 5 6 7 8 20 0 1 0 99 1 2", true),
        ("7 () Z 1 6 5 0 -1 0 1 2 3 4 5 6 7 8 20 0 2 0 99 1 2", false),
        // Marks that make one character with a parenthesis.
        ("7 (\u{301}x) S 1 6 5 0 -1 0 1 2 3 4 5 6 7 8 20 0 1 0 99 1 2", false),
        ("7 (x\u{D4E}) S 1 6 5 0 -1 0 1 2 3 4 5 6 7 8 20 0 1 0 99 1 2", false),
    ])
    func aProcessIsRead(_ text: String, _ isOver: Bool) throws {
        let process = try #require(ProcessStat(Array(text.utf8)).map(ProcessSighting.init))
        #expect(process.id == ProcessSighting.ID(number: 7, start: 99))
        #expect(process.parent == 1 && process.group == 6 && process.session == 5 && process.isOver == isOver)
    }

    @Test(arguments: ["", "7", "7 (a", ")(", "7 (a) S 1 6 5", "x (a) S 1 6 5 0 -1 0 1 2 3 4 5 6 7 8 20 0 1 0 99 1 2"])
    func anythingElseIsNone(_ text: String) { #expect(ProcessStat(Array(text.utf8)) == nil) }

    @Test(
        arguments: [
            ("A=1\0TODAYCENTER_PROVIDER=ff\0B=2\0", 255), ("XTODAYCENTER_PROVIDER=ff\0", nil), ("", nil),
            ("TODAYCENTER_PROVIDER=xyz\0", nil), ("TODAYCENTER_PROVIDER=\0", nil),
        ] as [(String, ProcessFamilies.Family?)])
    func aMarkIsFound(_ environment: String, _ family: ProcessFamilies.Family?) {
        #expect(ProcessMark.family(inEnvironment: Array(environment.utf8)) == family)
    }
}
