import DBus
import Fuzzing
import Testing
import TodayManifests
import TodayModel

@testable import TodayService

/// Widgets whose manifests appear, change and disappear. Times are plain numbers.
@Suite struct InstalledManifestsTests {
    private static let patience: UInt64 = 20

    private static func manifest(_ identifier: WidgetIdentifier, _ name: String = "1") -> Manifest {
        Manifest(identifier: identifier, definition: WidgetDefinition { $0.name = name })
    }

    /// One in which these were installed.
    private static func installed(_ manifests: Manifest...) -> InstalledManifests {
        var state = InstalledManifests(patience: patience)
        _ = state.steps(about: manifests, at: 0)
        for manifest in manifests { state.applied(manifest) }
        return state
    }

    @Test func whatIsNewIsInstalled() {
        var state = InstalledManifests(patience: Self.patience)
        let steps = state.steps(about: [Self.manifest(.b), Self.manifest(.a)], at: 0)
        #expect(steps == [.install(Self.manifest(.a)), .install(Self.manifest(.b))])
    }

    @Test func whatIsThereAlreadyIsKept() {
        var state = Self.installed(Self.manifest(.a))
        let steps = state.steps(about: [Self.manifest(.a)], at: 1)
        #expect(steps == [])
        #expect(state.nextRemoval == nil)
    }

    @Test func whatHasChangedIsRedefined() {
        var state = Self.installed(Self.manifest(.a), Self.manifest(.b))
        let steps = state.steps(about: [Self.manifest(.a, "2"), Self.manifest(.b)], at: 1)
        #expect(steps == [.redefine(Self.manifest(.a, "2"))])
        state.applied(Self.manifest(.a, "2"))
        let again = state.steps(about: [Self.manifest(.a, "2"), Self.manifest(.b)], at: 2)
        #expect(again == [])
    }

    @Test func whatIsGoneGoesLater() {
        var state = Self.installed(Self.manifest(.a), Self.manifest(.b))
        let steps = state.steps(about: [Self.manifest(.b)], at: 5)
        #expect(steps == [])
        #expect(state.nextRemoval == 25)
        let early = state.popRemovals(at: 24)
        let late = state.popRemovals(at: 25)
        let never = state.popRemovals(at: 100)
        #expect(early == [] && late == [.a] && never == [])
        #expect(state.nextRemoval == nil)
    }

    @Test func anotherReadingDoesNotPutARemovalOff() {
        var state = Self.installed(Self.manifest(.a))
        _ = state.steps(about: [], at: 5)
        _ = state.steps(about: [], at: 15)
        #expect(state.nextRemoval == 25)
    }

    @Test func eachGoesAtItsTime() {
        var state = Self.installed(Self.manifest(.a), Self.manifest(.b), Self.manifest(.c))
        _ = state.steps(about: [Self.manifest(.b)], at: 5)
        _ = state.steps(about: [], at: 15)
        let first = state.popRemovals(at: 30)
        #expect(first == [.a, .c] && state.nextRemoval == 35)
        let second = state.popRemovals(at: 35)
        #expect(second == [.b])
    }

    @Test func whatReturnsInTimeIsKept() {
        var state = Self.installed(Self.manifest(.a))
        _ = state.steps(about: [], at: 5)
        let steps = state.steps(about: [Self.manifest(.a)], at: 20)
        #expect(steps == [])
        let removals = state.popRemovals(at: 1000)
        #expect(removals == [] && state.nextRemoval == nil)
    }

    @Test func anUpgradeRedefines() {
        var state = Self.installed(Self.manifest(.a))
        _ = state.steps(about: [], at: 5)
        let steps = state.steps(about: [Self.manifest(.a, "2")], at: 20)
        #expect(steps == [.redefine(Self.manifest(.a, "2"))])
        #expect(state.nextRemoval == nil)
    }

    /// The timer and the file came at the same time.
    @Test func whatReturnsTooLateIsInstalledAnew() {
        var state = Self.installed(Self.manifest(.a))
        _ = state.steps(about: [], at: 5)
        _ = state.popRemovals(at: 25)
        let steps = state.steps(about: [Self.manifest(.a)], at: 25)
        #expect(steps == [.install(Self.manifest(.a))])
    }

    @Test func aTimeThatIsDueIsStillNotGoneBeforeItIsTaken() {
        var state = Self.installed(Self.manifest(.a))
        _ = state.steps(about: [], at: 5)
        let steps = state.steps(about: [Self.manifest(.a)], at: 25)
        #expect(steps == [] && state.nextRemoval == nil)
    }

    @Test func theClockDoesNotOverflow() {
        var state = Self.installed(Self.manifest(.a))
        _ = state.steps(about: [], at: .max - 1)
        #expect(state.nextRemoval == .max)
    }

    // MARK: Manifests that cannot be applied

    private static let place = WidgetRecord.ProviderPlace(
        name: "org.example.P", path: "/org/example/P", key: "BusName")

    @Test func whatHasNoRoomIsInstalledWhenThereIsSome() {
        var state = Self.installed(Self.manifest(.a))
        _ = state.steps(about: [Self.manifest(.a), Self.manifest(.c), Self.manifest(.b)], at: 1)
        for manifest in [Self.manifest(.b), Self.manifest(.c)] { _ = state.refused(manifest, .room, "full") }
        #expect(!state.hasMore(hasRoom: false) && state.hasMore(hasRoom: true))
        #expect(state.steps(hasRoom: false) == [])
        // The first of them, as long as it is the one that was carried out.
        var slice = InstalledManifests.Slice()
        #expect(state.next(hasRoom: true, in: &slice) == .install(Self.manifest(.b)))
        state.applied(Self.manifest(.b))
        #expect(state.next(hasRoom: false, in: &slice) == nil)
        #expect(state.next(hasRoom: true, in: &slice) == .install(Self.manifest(.c)))
        state.applied(Self.manifest(.c))
        #expect(!state.hasMore(hasRoom: true))
    }

    @Test func whatHasNoProviderWaitsForThatOne() {
        var state = Self.installed(Self.manifest(.a))
        _ = state.steps(about: [Self.manifest(.a), Self.manifest(.b)], at: 1)
        _ = state.refused(Self.manifest(.b), .provider(Self.place), "taken")
        state.freed(nil)
        state.freed(WidgetRecord.ProviderPlace(name: "org.example.Q", path: "/org/example/P", key: "BusName"))
        #expect(!state.hasMore(hasRoom: true))
        state.freed(Self.place)
        state.freed(Self.place)
        #expect(state.steps(hasRoom: false) == [.install(Self.manifest(.b))])
    }

    @Test func contentWaitsForAnyWidgetToGo() {
        var state = Self.installed()
        _ = state.steps(about: [Self.manifest(.b), Self.manifest(.a)], at: 1)
        _ = state.refused(Self.manifest(.b), .content, "too large")
        _ = state.refused(Self.manifest(.a), .definition, "nonsense")
        state.freed(nil)
        #expect(state.steps(hasRoom: true) == [.install(Self.manifest(.b))])
    }

    @Test func aRefusalIsSaidOnce() {
        var state = Self.installed(Self.manifest(.a))
        _ = state.steps(about: [Self.manifest(.a), Self.manifest(.b)], at: 1)
        let first = state.refused(Self.manifest(.b), .provider(Self.place), "taken")
        let again = state.steps(about: [Self.manifest(.a), Self.manifest(.b)], at: 2)
        #expect(first && again == [.install(Self.manifest(.b))])
        let second = state.refused(Self.manifest(.b), .provider(Self.place), "taken")
        let other = state.refused(Self.manifest(.b), .room, "full")
        #expect(!second && other)
        state.applied(Self.manifest(.b))
        #expect(!state.hasMore(hasRoom: true))
    }

    @Test func aChangeThatWasRefusedWaitsToo() {
        var state = Self.installed(Self.manifest(.a))
        _ = state.steps(about: [Self.manifest(.a, "2")], at: 1)
        _ = state.refused(Self.manifest(.a, "2"), .provider(Self.place), "taken")
        state.freed(Self.place)
        #expect(state.steps(hasRoom: false) == [.redefine(Self.manifest(.a, "2"))])
        _ = state.refused(Self.manifest(.a, "2"), .provider(Self.place), "taken")
        let back = state.steps(about: [Self.manifest(.a)], at: 2)
        state.freed(Self.place)
        #expect(back == [] && !state.hasMore(hasRoom: true))
    }

    @Test func whatWasRefusedAndWentIsForgotten() {
        var state = InstalledManifests(patience: Self.patience)
        _ = state.steps(about: [Self.manifest(.a)], at: 1)
        _ = state.refused(Self.manifest(.a), .room, "full")
        let steps = state.steps(about: [], at: 2)
        #expect(steps == [] && !state.hasMore(hasRoom: true) && state.nextRemoval == nil)
        _ = state.steps(about: [Self.manifest(.a)], at: 3)
        let isNews = state.refused(Self.manifest(.a), .room, "full")
        #expect(isNews)
    }

    @Test func aWidgetWhoseChangeWasRefusedGoesWithItsManifest() {
        var state = Self.installed(Self.manifest(.a))
        _ = state.steps(about: [Self.manifest(.a, "2")], at: 1)
        _ = state.refused(Self.manifest(.a, "2"), .provider(Self.place), "taken")
        _ = state.steps(about: [], at: 2)
        state.freed(Self.place)
        #expect(state.nextRemoval == 22 && !state.hasMore(hasRoom: true))
    }

    // MARK: Many

    private static let many = (0..<10_000).map { manifest(WidgetIdentifier(rawValue: "org.example.W\($0)") ?? .a) }

    /// Carries out what there is with room for so many widgets. Returns the slices that it took.
    private static func work(_ state: inout InstalledManifests, _ count: inout Int) -> [InstalledManifests.Slice] {
        var slices: [InstalledManifests.Slice] = []
        while state.hasMore(hasRoom: count < Limits.widgets) {
            var slice = InstalledManifests.Slice()
            while let step = state.next(hasRoom: count < Limits.widgets, in: &slice) {
                guard case .install(let manifest) = step else { continue }
                if count < Limits.widgets {
                    state.applied(manifest)
                    count += 1
                } else {
                    _ = state.refused(manifest, .room, "full")
                }
            }
            slices.append(slice)
        }
        return slices
    }

    @Test(.longComputation) func noTurnDoesMoreThanItsSlice() {
        var state = InstalledManifests(patience: Self.patience)
        var count = 0
        state.read(ManifestReading(Self.many), at: 0)
        let first = Self.work(&state, &count)
        #expect(first.allSatisfy { $0.steps <= 16 && $0.examined <= 1024 })
        #expect(first.reduce(0) { $0 + $1.steps } == 10_000)

        // A hundred of the existing widgets are removed.
        let gone = Set(Self.many.map(\.identifier).sorted().prefix(100))
        state.read(ManifestReading(Self.many.filter { !gone.contains($0.identifier) }), at: 1)
        let second = Self.work(&state, &count)
        #expect(second.allSatisfy { $0.steps <= 16 && $0.examined <= 1024 })
        // Manifests that still have no room are only looked at.
        #expect(second.reduce(0) { $0 + $1.steps } == 0 && second.reduce(0) { $0 + $1.examined } == 9900)
        var removals: [Int] = []
        while state.nextRemoval != nil { removals.append(state.popRemovals(at: 21).count) }
        #expect(removals == [16, 16, 16, 16, 16, 16, 4])

        count -= 100
        let third = Self.work(&state, &count)
        #expect(third.allSatisfy { $0.steps <= 16 })
        #expect(third.reduce(0) { $0 + $1.steps } == 100 && third.reduce(0) { $0 + $1.examined } == 100)
    }

    /// Registering and unregistering a widget doesn't make the center look at manifests that wait for something else.
    @Test(.longComputation) func whatWaitsIsNotLookedAtWheneverAWidgetGoes() {
        var state = InstalledManifests(patience: Self.patience)
        _ = state.steps(about: Self.many, at: 0)
        for manifest in Self.many { _ = state.refused(manifest, .provider(Self.place), "taken") }
        state.freed(nil)
        #expect(!state.hasMore(hasRoom: true))
    }
}

extension InstalledManifests {
    /// Applies a reading, and returns all the steps that it requires.
    fileprivate mutating func steps(about manifests: [Manifest], at now: UInt64) -> [Step] {
        read(ManifestReading(manifests), at: now)
        return steps(hasRoom: true)
    }

    fileprivate mutating func steps(hasRoom: Bool) -> [Step] {
        var steps: [Step] = []
        var slice = Slice()
        while hasMore(hasRoom: hasRoom) {
            guard let step = next(hasRoom: hasRoom, in: &slice) else {
                if slice == Slice() { return steps }
                slice = Slice()
                continue
            }
            steps.append(step)
        }
        return steps
    }
}
