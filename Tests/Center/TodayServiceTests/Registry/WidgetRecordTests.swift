import DBus
import Testing
import TodayModel

@testable import TodayService

/// A widget's record that already has some state, and the properties that a change reports.
private struct Subject {
    var record: WidgetRecord
    private(set) var time: UInt64 = 1000

    init(_ change: (inout WidgetDefinition) -> Void = { _ in }) {
        record = WidgetRecord(.a, WidgetDefinition(change), source: .registered)
    }

    /// Applies changes one second later.
    mutating func apply(
        _ origin: WidgetRecord.Origin = .push, _ change: (inout WidgetChanges) -> Void
    ) throws -> Set<WidgetMember> {
        time += 1
        return try record.apply(WidgetChanges(change), from: origin, at: Timestamp(microseconds: time))
    }
}

@Suite struct WidgetRecordTests {
    @Test func aNewRecordHasTheDefaults() {
        let record = Subject().record
        #expect(record.name == "org.example.A")
        #expect(record.icon == "")
        #expect(record.hasContent)
        #expect(record.displayMode == .compact && record.largestDisplayMode == .compact)
        #expect(record.marginInsets == .asProposed)
        #expect(record.content == .empty)
        #expect(record.revision == 0)
        #expect(record.updatedAt == .never && record.nextUpdate == .never)
        #expect(record.lastResult == nil && record.state == .idle && record.error == "" && !record.isSnapshot)
    }

    // MARK: Revisions

    @Test func newContentIsARevision() throws {
        var subject = Subject()
        let first = try subject.apply { $0.content = text("1") }
        #expect(first == [.content, .revision, .updatedAt])
        #expect(subject.record.revision == 1)
        #expect(subject.record.updatedAt.microseconds == 1001)
        _ = try subject.apply { $0.content = text("2") }
        #expect(subject.record.revision == 2)
        _ = try subject.apply { $0.content = text("1") }
        #expect(subject.record.revision == 3)
    }

    @Test func whatIsIdenticalOnlyConfirms() throws {
        var subject = Subject()
        _ = try subject.apply { $0.content = text("1") }
        let changed = try subject.apply {
            $0.content = text("1")
            $0.hasContent = true
            $0.marginInsets = .asProposed
            $0.preferredContentSize = .zero
            $0.largestDisplayMode = .compact
            $0.displayMode = .compact
            $0.nextUpdate = .never
            $0.error = ""
        }
        #expect(changed == [.updatedAt])
        #expect(subject.record.revision == 1)
        #expect(subject.record.updatedAt.microseconds == 1002)
    }

    @Test(arguments: [
        WidgetChanges { $0.content = .empty },
        WidgetChanges { $0.preferredContentSize = .zero }, WidgetChanges { $0.largestDisplayMode = .compact },
        WidgetChanges { $0.marginInsets = .asProposed },
    ])
    func whateverIsShownConfirms(_ changes: WidgetChanges) throws {
        var subject = Subject()
        #expect(try subject.apply { $0 = changes } == [.updatedAt])
        #expect(subject.record.revision == 0)
    }

    @Test func nothingAtAllIsNothing() throws {
        var subject = Subject()
        #expect(try subject.apply { _ in }.isEmpty)
    }

    @Test func whatTheProviderGivesIsARevision() throws {
        var subject = Subject()
        #expect(try subject.apply { $0.preferredContentSize = Size(width: 0, height: 9) }.contains(.revision))
        #expect(try subject.apply { $0.largestDisplayMode = .expanded }.contains(.revision))
        #expect(try subject.apply { $0.marginInsets?.top = 3 }.isEmpty)
        let insets = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        #expect(try subject.apply { $0.marginInsets = insets }.contains(.revision))
        #expect(subject.record.revision == 3)
    }

    @Test func wishesAndTroublesAreNoRevision() throws {
        var subject = Subject { $0.largestDisplayMode = .expanded }
        #expect(try subject.apply { $0.nextUpdate = Timestamp(microseconds: 5) } == [.nextUpdate])
        #expect(try subject.apply { $0.nextUpdate = .never } == [.nextUpdate])
        #expect(try subject.apply { $0.error = "offline" } == [.error, .errorKind])
        #expect(try subject.apply { $0.displayMode = .expanded } == [.displayMode])
        #expect(subject.record.revision == 0)
        #expect(subject.record.updatedAt == .never)
    }

    // MARK: HasContent

    @Test func withoutContentThereIsNothingLeft() throws {
        var subject = Subject()
        _ = try subject.apply {
            $0.content = text("1")
            $0.nextUpdate = Timestamp(microseconds: 5)
        }
        let changed = try subject.apply { $0.hasContent = false }
        #expect(changed == [.hasContent, .content, .revision, .nextUpdate, .updatedAt])
        #expect(subject.record.content == .empty && subject.record.stored.content == .empty)
        #expect(subject.record.nextUpdate == .never)
        #expect(subject.record.revision == 2)
    }

    @Test func goingWithoutContentIsARevisionEvenWhenItWasEmpty() throws {
        var subject = Subject()
        _ = try subject.apply { $0.hasContent = false }
        #expect(subject.record.revision == 1)
        #expect(try subject.apply { $0.hasContent = false } == [])
        #expect(subject.record.revision == 1)
    }

    @Test func contentThatArrivesWhileThereIsNoneIsKeptAndNotShown() throws {
        var subject = Subject()
        _ = try subject.apply { $0.hasContent = false }
        #expect(try subject.apply { $0.content = text("later") } == [.updatedAt])
        #expect(subject.record.content == .empty)
        #expect(subject.record.stored.content == text("later"))
        let changed = try subject.apply { $0.hasContent = true }
        #expect(changed.isSuperset(of: [.hasContent, .content, .revision]))
        #expect(subject.record.content == text("later"))
        #expect(subject.record.revision == 2)
    }

    @Test func havingContentAgainIsARevisionEvenWhenItIsEmpty() throws {
        var subject = Subject()
        _ = try subject.apply { $0.hasContent = false }
        let changed = try subject.apply { $0.hasContent = true }
        #expect(changed == [.hasContent, .content, .revision, .updatedAt])
        #expect(subject.record.revision == 2)
    }

    @Test func hasContentIsAppliedBeforeContent() throws {
        var subject = Subject()
        _ = try subject.apply { $0.content = text("old") }
        _ = try subject.apply {
            $0.hasContent = false
            $0.content = text("new")
            $0.nextUpdate = Timestamp(microseconds: 7)
        }
        #expect(subject.record.content == .empty)
        #expect(subject.record.stored.content == text("new"))
        #expect(subject.record.nextUpdate.microseconds == 7)
        _ = try subject.apply {
            $0.hasContent = true
            $0.content = text("newer")
        }
        #expect(subject.record.content == text("newer"))
        #expect(subject.record.revision == 3)
    }

    // MARK: Modes

    @Test func theModeIsLimitedByTheLargest() throws {
        var subject = Subject()
        #expect(throws: Fault.self) { try subject.record.setDisplayMode(.expanded) }
        #expect(throws: Fault.self) {
            try subject.apply {
                $0.displayMode = .expanded
                $0.content = text("not taken")
            }
        }
        #expect(subject.record.content == .empty && subject.record.revision == 0)
        _ = try subject.apply {
            $0.largestDisplayMode = .expanded
            $0.displayMode = .expanded
        }
        #expect(subject.record.displayMode == .expanded)
    }

    @Test func theModeShrinksWithTheLargest() throws {
        var subject = Subject { $0.largestDisplayMode = .expanded }
        #expect(try subject.record.setDisplayMode(.expanded) == [.displayMode])
        #expect(try subject.record.setDisplayMode(.expanded).isEmpty)
        let changed = try subject.apply { $0.largestDisplayMode = .compact }
        #expect(changed.isSuperset(of: [.largestDisplayMode, .displayMode, .revision]))
        #expect(subject.record.displayMode == .compact)
    }

    @Test func aSmallerLargestModeRefusesTheModeThatComesWithIt() {
        var subject = Subject { $0.largestDisplayMode = .expanded }
        let fault = #expect(throws: Fault.self) {
            try subject.apply {
                $0.largestDisplayMode = .compact
                $0.displayMode = .expanded
            }
        }
        #expect(fault?.path == "DisplayMode")
        #expect(subject.record.largestDisplayMode == .expanded)
    }

    // MARK: State

    @Test func theStateAndTheOneShotTimeAreProperties() throws {
        var subject = Subject()
        #expect(subject.record.setState(.updating) == [.state])
        #expect(subject.record.setState(.updating).isEmpty)
        _ = try subject.apply { $0.nextUpdate = Timestamp(microseconds: 5) }
        #expect(subject.record.clearNextUpdate() == [.nextUpdate])
        #expect(subject.record.clearNextUpdate().isEmpty)
    }

    // MARK: Definitions

    @Test func aNewDefinitionReplacesTheOldOneAndKeepsTheRest() throws {
        var subject = Subject {
            $0.name = "Old"
            $0.icon = "old"
            $0.containingApp = "org.example.Old"
            $0.largestDisplayMode = .expanded
            $0.preferredContentSize = Size(width: 0, height: 9)
        }
        _ = try subject.apply { $0.content = text("kept") }
        _ = try subject.record.setDisplayMode(.expanded)
        let changed = subject.record.redefine(
            WidgetDefinition {
                $0.description = "New"
                $0.exec = "new"
                $0.largestDisplayMode = .expanded
            }, source: .manifest)
        #expect(changed == [.name, .description, .icon, .containingApp, .preferredContentSize, .source])
        #expect(subject.record.content == text("kept") && subject.record.revision == 1)
        #expect(subject.record.displayMode == .expanded)
        #expect(subject.record.name == "org.example.A")
        #expect(subject.record.provider == .exec(command: "new", "org.example.A", "/org/example/A"))
    }

    @Test func anotherLanguageKeepsWhatTheProviderHasSet() throws {
        var definition = WidgetDefinition { $0.name = "Weather" }
        var record = WidgetRecord(.a, definition, source: .manifest)
        _ = try record.apply(
            WidgetChanges { $0.preferredContentSize = Size(width: 0, height: 9) }, from: .push, at: .never)
        definition.name = "Wetter"
        let translated = record.redefine(definition, source: .manifest)
        #expect(translated == [.name] && record.preferredContentSize.height == 9)
        definition.exec = "new"
        let redefined = record.redefine(definition, source: .manifest)
        #expect(redefined == [.preferredContentSize])
    }

    /// A desktop file gives no icon that a definition could not give.
    @Test func theIconOfTheAppIsCheckedAsItsOwn() {
        var subject = Subject { $0.containingApp = "org.example.App" }
        func set(_ icon: String) -> Set<WidgetMember> {
            subject.record.setApp(icon: icon, category: nil, of: "org.example.App")
        }
        #expect(set("http://host/x") == [] && subject.record.icon == "")
        #expect(set("/a/../b.png") == [] && subject.record.icon == "")
        #expect(set("/a/b.png") == [.icon] && subject.record.icon == "/a/b.png")
        subject.record.sandboxedApp = "org.example.App"
        #expect(subject.record.icon == "")
        #expect(set("org.example.App") == [.icon] && subject.record.icon == "org.example.App")
    }

    @Test func aNewDefinitionShrinksTheMode() throws {
        var subject = Subject { $0.largestDisplayMode = .expanded }
        _ = try subject.record.setDisplayMode(.expanded)
        let changed = subject.record.redefine(WidgetDefinition(), source: .registered)
        #expect(changed == [.largestDisplayMode, .displayMode])
    }

    @Test func theSameDefinitionIsNothing() {
        var subject = Subject { $0.name = "Name" }
        #expect(subject.record.redefine(subject.record.definition, source: .registered).isEmpty)
    }
}
