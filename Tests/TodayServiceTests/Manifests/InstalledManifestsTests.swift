import Testing
import TodayModel

@testable import TodayService

/// What becomes of widgets as their manifests come, change and go. Times are plain numbers.
@Suite struct InstalledManifestsTests {
    private static let patience: UInt64 = 20

    private static func manifest(_ identifier: WidgetIdentifier, _ name: String = "1") -> Manifest {
        Manifest(identifier: identifier, definition: WidgetDefinition { $0.name = name })
    }

    /// One in which these were installed.
    private static func installed(_ manifests: Manifest...) -> InstalledManifests {
        var state = InstalledManifests(patience: patience)
        _ = state.read(manifests, at: 0)
        for manifest in manifests { state.carriedOut(manifest) }
        return state
    }

    @Test func whatIsNewIsInstalled() {
        var state = InstalledManifests(patience: Self.patience)
        let steps = state.read([Self.manifest(.b), Self.manifest(.a)], at: 0)
        #expect(steps == [.install(Self.manifest(.a)), .install(Self.manifest(.b))])
    }

    @Test func whatIsThereAlreadyIsKept() {
        var state = Self.installed(Self.manifest(.a))
        let steps = state.read([Self.manifest(.a)], at: 1)
        #expect(steps == [.keep(.a)])
        #expect(state.nextRemoval == nil)
    }

    @Test func whatHasChangedIsRedefined() {
        var state = Self.installed(Self.manifest(.a), Self.manifest(.b))
        let steps = state.read([Self.manifest(.a, "2"), Self.manifest(.b)], at: 1)
        #expect(steps == [.redefine(Self.manifest(.a, "2")), .keep(.b)])
        state.carriedOut(Self.manifest(.a, "2"))
        let again = state.read([Self.manifest(.a, "2"), Self.manifest(.b)], at: 2)
        #expect(again == [.keep(.a), .keep(.b)])
    }

    @Test func whatIsGoneGoesLater() {
        var state = Self.installed(Self.manifest(.a), Self.manifest(.b))
        let steps = state.read([Self.manifest(.b)], at: 5)
        #expect(steps == [.removeLater(.a, at: 25), .keep(.b)])
        #expect(state.nextRemoval == 25)
        let early = state.takeRemovals(at: 24)
        let late = state.takeRemovals(at: 25)
        let never = state.takeRemovals(at: 100)
        #expect(early == [] && late == [.a] && never == [])
        #expect(state.nextRemoval == nil)
    }

    @Test func anotherReadingDoesNotPutARemovalOff() {
        var state = Self.installed(Self.manifest(.a))
        _ = state.read([], at: 5)
        let again = state.read([], at: 15)
        #expect(again == [.removeLater(.a, at: 25)])
    }

    @Test func eachGoesAtItsTime() {
        var state = Self.installed(Self.manifest(.a), Self.manifest(.b), Self.manifest(.c))
        _ = state.read([Self.manifest(.b)], at: 5)
        _ = state.read([], at: 15)
        let first = state.takeRemovals(at: 30)
        #expect(first == [.a, .c] && state.nextRemoval == 35)
        let second = state.takeRemovals(at: 35)
        #expect(second == [.b])
    }

    @Test func whatReturnsInTimeIsKept() {
        var state = Self.installed(Self.manifest(.a))
        _ = state.read([], at: 5)
        let steps = state.read([Self.manifest(.a)], at: 20)
        #expect(steps == [.keep(.a)])
        let removals = state.takeRemovals(at: 1000)
        #expect(removals == [] && state.nextRemoval == nil)
    }

    @Test func anUpgradeRedefines() {
        var state = Self.installed(Self.manifest(.a))
        _ = state.read([], at: 5)
        let steps = state.read([Self.manifest(.a, "2")], at: 20)
        #expect(steps == [.redefine(Self.manifest(.a, "2"))])
        #expect(state.nextRemoval == nil)
    }

    /// The timer and the file came at the same time.
    @Test func whatReturnsTooLateIsInstalledAnew() {
        var state = Self.installed(Self.manifest(.a))
        _ = state.read([], at: 5)
        _ = state.takeRemovals(at: 25)
        let steps = state.read([Self.manifest(.a)], at: 25)
        #expect(steps == [.install(Self.manifest(.a))])
    }

    @Test func aTimeThatIsDueIsStillNotGoneBeforeItIsTaken() {
        var state = Self.installed(Self.manifest(.a))
        _ = state.read([], at: 5)
        let steps = state.read([Self.manifest(.a)], at: 25)
        #expect(steps == [.keep(.a)])
    }

    @Test func theClockDoesNotOverflow() {
        var state = Self.installed(Self.manifest(.a))
        let steps = state.read([], at: .max - 1)
        #expect(steps == [.removeLater(.a, at: .max)])
    }

    // MARK: What cannot be carried out

    @Test func whatWasRefusedWaitsAndIsSaidOnce() {
        var state = Self.installed(Self.manifest(.a))
        _ = state.read([Self.manifest(.a), Self.manifest(.b)], at: 1)
        let first = state.refused(Self.manifest(.b), "full")
        #expect(first && state.waiting == [.install(Self.manifest(.b))])
        let again = state.read([Self.manifest(.a), Self.manifest(.b)], at: 2)
        #expect(again == [.keep(.a), .install(Self.manifest(.b))])
        let second = state.refused(Self.manifest(.b), "full")
        let other = state.refused(Self.manifest(.b), "taken")
        #expect(!second && other)
        state.carriedOut(Self.manifest(.b))
        #expect(state.waiting == [])
    }

    @Test func aChangeThatWasRefusedWaitsToo() {
        var state = Self.installed(Self.manifest(.a))
        _ = state.read([Self.manifest(.a, "2")], at: 1)
        _ = state.refused(Self.manifest(.a, "2"), "taken")
        #expect(state.waiting == [.redefine(Self.manifest(.a, "2"))])
        let back = state.read([Self.manifest(.a)], at: 2)
        #expect(back == [.keep(.a)])
        #expect(state.waiting == [])
    }

    @Test func whatWasRefusedAndWentIsForgotten() {
        var state = InstalledManifests(patience: Self.patience)
        _ = state.read([Self.manifest(.a)], at: 1)
        _ = state.refused(Self.manifest(.a), "full")
        let steps = state.read([], at: 2)
        #expect(steps == [] && state.waiting == [] && state.nextRemoval == nil)
        _ = state.read([Self.manifest(.a)], at: 3)
        let isNews = state.refused(Self.manifest(.a), "full")
        #expect(isNews)
    }

    @Test func aWidgetWhoseChangeWasRefusedGoesWithItsManifest() {
        var state = Self.installed(Self.manifest(.a))
        _ = state.read([Self.manifest(.a, "2")], at: 1)
        _ = state.refused(Self.manifest(.a, "2"), "taken")
        let steps = state.read([], at: 2)
        #expect(steps == [.removeLater(.a, at: 22)] && state.waiting == [])
    }
}
