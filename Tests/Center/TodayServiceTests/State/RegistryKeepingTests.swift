import DBus
import Testing
import TodayModel

@testable import TodayService
import TodayServiceRules

private let day: UInt64 = 24 * 3600 * 1_000_000

/// A registry and the disk that its batches are applied to, without files.
private struct Subject {
    var registry = Registry()
    var disk = StateSnapshot()
    var now = Timestamp(microseconds: 1000 * day)

    /// Writes what has changed, and returns that.
    @discardableResult
    mutating func save() -> StateBatch {
        let batch = registry.removeUnsaved()
        disk.apply(batch)
        return batch
    }

    /// Adds a widget as the center does.
    mutating func add(
        _ identifier: WidgetIdentifier, source: WidgetSource = .registered, isSnapshot: Bool = false,
        _ change: (inout WidgetDefinition) -> Void = { _ in }
    ) {
        var record = WidgetRecord(identifier, WidgetDefinition(change), source: source)
        if let kept = registry.recall(identifier, at: now) { record.restore(kept, isSnapshot: isSnapshot) }
        registry.add(record)
    }

    mutating func push(_ identifier: WidgetIdentifier, _ change: (inout WidgetChanges) -> Void) throws {
        _ = try registry.change(TodayBus.path(of: identifier)) { record in
            try record.apply(WidgetChanges(change), from: .push, at: now)
        }
    }

    mutating func remove(_ identifier: WidgetIdentifier) { registry.remove(TodayBus.path(of: identifier), at: now) }

    /// A new process that reads the disk.
    mutating func restart() {
        registry = Registry()
        registry.restore(disk)
    }

    subscript(identifier: WidgetIdentifier) -> WidgetRecord? { registry[identifier]?.record }
}

@Suite struct RegistryKeepingTests {
    // MARK: Writes of a change

    @Test func whatDoesNotChangeIsNotWritten() throws {
        var it = Subject()
        it.add(.a)
        try it.push(.a) { $0.content = text("1") }
        it.save()
        try it.push(.a) { $0.content = text("1") }
        #expect(it.save().isEmpty)
        #expect(it.registry.journal.isEmpty)
    }

    /// An age alone is written only now and then. A provider that confirms all the time doesn't keep the disk awake,
    /// and after a crash no content looks much older than it was.
    @Test func whatIsOnlyConfirmedIsWrittenRarely() throws {
        var it = Subject()
        it.add(.a)
        it.add(.b) { $0.transient = true }
        try it.push(.a) { $0.content = text("1") }
        it.save()
        let start = it.now
        var writes: [StateBatch] = []
        // Every minute for an hour.
        for _ in 0..<60 {
            it.now.microseconds += 60_000_000
            for identifier in [WidgetIdentifier.a, .b] { try it.push(identifier) { $0.content = text("1") } }
            let batch = it.save()
            if !batch.isEmpty { writes.append(batch) }
        }
        #expect(writes.count == 6)
        #expect(writes.allSatisfy { Array($0.widgets.keys) == [.a] && $0.contents.isEmpty && $0.arrangement == nil })
        #expect(it.disk.widgets[.a]?.updatedAt.microseconds == start.microseconds + 3_600_000_000)
        // An hourly script: at once.
        it.now.microseconds += 3_600_000_000
        try it.push(.a) { $0.content = text("1") }
        #expect(it.save().widgets[.a]??.updatedAt == it.now)
        // A later age is written at the end, once.
        it.now.microseconds += 1
        try it.push(.a) { $0.content = text("1") }
        #expect(it.save().isEmpty)
        it.registry.recordAges()
        #expect(it.save().widgets[.a]??.updatedAt == it.now)
        it.registry.recordAges()
        #expect(it.save().isEmpty)
        it.restart()
        it.add(.a, isSnapshot: true)
        it.registry.recordAges()
        #expect(it[.a]?.updatedAt == it.now && it.save().isEmpty)
    }

    @Test func onlyNewContentIsWrittenAsContent() throws {
        var it = Subject()
        it.add(.a)
        it.add(.b)
        let first = it.save()
        #expect(first.arrangement == [.a, .b] && Set(first.widgets.keys) == [.a, .b])
        try it.push(.a) { $0.content = text("1") }
        #expect(it.save().contents == [.a])
        try it.push(.a) { $0.error = "offline" }
        let second = it.save()
        #expect(Array(second.widgets.keys) == [.a] && second.contents == [] && second.arrangement == nil)
        #expect(it.disk.widgets[.a]?.error == "offline" && it.disk.widgets[.a]?.content == text("1"))
    }

    @Test(arguments: [
        WidgetChanges { $0.hasContent = false }, WidgetChanges { $0.displayMode = .expanded },
        WidgetChanges { $0.largestDisplayMode = .compact },
        WidgetChanges { $0.nextUpdate = Timestamp(microseconds: 7) },
        WidgetChanges { $0.preferredContentSize = Size(width: 0, height: 9) }, WidgetChanges { $0.error = "offline" },
        WidgetChanges { $0.marginInsets = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4) },
        WidgetChanges { $0.content = text("2") },
    ])
    func everyKeyOfAPushComesBack(_ changes: WidgetChanges) throws {
        var it = Subject()
        it.add(.a) { $0.largestDisplayMode = .expanded }
        try it.push(.a) { $0.content = text("1") }
        it.save()
        try it.push(.a) { $0 = changes }
        let before = try #require(it[.a])
        it.save()
        it.restart()
        it.add(.a) { $0.largestDisplayMode = .expanded }
        let after = try #require(it[.a])
        #expect(after.kept == before.kept)
        #expect(it.save().isEmpty)
    }

    /// The runs aren't visible, and a restart forgot them.
    @Test func theRunsOfADayComeBack() throws {
        var it = Subject()
        it.add(.a)
        it.save()
        for _ in 0..<2 {
            _ = it.registry.change(TodayBus.path(of: .a)) { record in
                record.countRun(on: 3)
                return []
            }
        }
        let batch = it.save()
        #expect(Array(batch.widgets.keys) == [.a] && batch.contents == [])
        it.restart()
        it.add(.a)
        #expect(it[.a]?.runs.count(on: 3) == 2 && it[.a]?.runs.count(on: 4) == 0)
    }

    /// Hidden content makes no new revision and isn't visible, but it is acknowledged.
    @Test func contentThatIsNotShownIsWrittenToo() throws {
        var it = Subject()
        it.add(.a)
        try it.push(.a) { $0.hasContent = false }
        it.save()
        try it.push(.a) { $0.content = text("later") }
        #expect(it.save().contents == [.a])
        it.restart()
        it.add(.a, isSnapshot: true)
        try it.push(.a) { $0.hasContent = true }
        #expect(it[.a]?.content == text("later"))
    }

    @Test func withoutContentThereIsNoSnapshot() throws {
        var it = Subject()
        it.add(.a)
        try it.push(.a) { $0.content = text("1") }
        it.save()
        try it.push(.a) { $0.hasContent = false }
        it.save()
        #expect(it.disk.widgets[.a]?.content == .empty)
        it.restart()
        it.add(.a, isSnapshot: true)
        #expect(it[.a]?.isSnapshot == false && it[.a]?.hasContent == false && it[.a]?.revision == 2)
    }

    @Test func ofATransientWidgetNothingIsWritten() throws {
        var it = Subject()
        it.add(.a)
        it.save()
        it.add(.b) { $0.transient = true }
        try it.push(.b) { $0.content = text("1") }
        _ = try it.registry.arrange(["org.example.B", "org.example.A"], expected: nil)
        it.remove(.b)
        it.save()
        #expect(Array(it.disk.widgets.keys) == [.a] && it.disk.arrangement == [.a])
    }

    @Test func whatBecomesTransientIsTakenBack() throws {
        var it = Subject()
        it.add(.a)
        try it.push(.a) { $0.content = text("1") }
        it.save()
        _ = it.registry.change(TodayBus.path(of: .a)) { record in
            record.redefine(WidgetDefinition { $0.transient = true }, source: .registered)
        }
        it.save()
        #expect(it.disk.widgets.isEmpty)
        _ = it.registry.change(TodayBus.path(of: .a)) { record in
            record.redefine(WidgetDefinition(), source: .registered)
        }
        it.save()
        #expect(it.disk.widgets[.a]?.content == text("1"))
    }

    @Test func whatCouldNotBeWrittenIsNotedAgain() throws {
        var it = Subject()
        it.add(.a)
        try it.push(.a) { $0.content = text("1") }
        let lost = it.registry.removeUnsaved()
        #expect(it.registry.journal.isEmpty)
        try it.push(.a) { $0.error = "offline" }
        it.registry.journal.record(lost)
        it.save()
        #expect(it.disk.widgets[.a]?.content == text("1") && it.disk.widgets[.a]?.error == "offline")
        #expect(it.disk.arrangement == [.a])
    }

    @Test func everythingCanBeWrittenAnew() throws {
        var it = Subject()
        it.add(.a)
        it.add(.b)
        it.add(.c) { $0.transient = true }
        try it.push(.a) { $0.content = text("1") }
        it.remove(.b)
        it.save()
        let before = it.disk
        it.disk = StateSnapshot()
        it.registry.recordEverything()
        it.save()
        #expect(it.disk == before)
    }

    // MARK: At the start

    @Test func registrationsComeBackWithoutFirstValues() throws {
        var it = Subject()
        let definition = WidgetDefinition {
            $0.name = "A"
            $0.updateInterval = 5
            $0.changes.content = text("first")
        }
        it.add(.b, source: .manifest)
        it.add(.a) { $0 = definition }
        it.save()
        it.restart()
        let registrations = it.registry.registrations
        #expect(registrations.map(\.identifier) == [.a])
        #expect(registrations.first?.definition.updateInterval == 5)
        #expect(registrations.first?.definition.changes == WidgetChanges())
    }

    @Test func aSnapshotIsOneOnlyAtTheStart() throws {
        var it = Subject()
        it.add(.a)
        it.add(.b)
        try it.push(.a) { $0.content = text("1") }
        it.save()
        it.restart()
        it.add(.a, isSnapshot: true) { $0.busName = "org.example.A" }
        it.add(.b, isSnapshot: true) { $0.busName = "org.example.B" }
        #expect(it[.a]?.isSnapshot == true && it[.b]?.isSnapshot == false)
        try it.push(.a) { $0.content = text("1") }
        #expect(it[.a]?.isSnapshot == false && it[.a]?.revision == 1)
    }

    @Test func aProvidersChoicesOutliveANewManifestAndItsOwnDoNot() throws {
        var it = Subject()
        it.add(.a, source: .manifest)
        it.add(.b, source: .manifest)
        try it.push(.b) { $0.preferredContentSize = Size(width: 0, height: 9) }
        it.save()
        it.restart()
        let newer: (inout WidgetDefinition) -> Void = {
            $0.largestDisplayMode = .expanded
            $0.preferredContentSize = Size(width: 0, height: 5)
        }
        it.add(.a, source: .manifest, newer)
        it.add(.b, source: .manifest, newer)
        #expect(it[.a]?.largestDisplayMode == .expanded && it[.a]?.preferredContentSize.height == 5)
        #expect(it[.b]?.preferredContentSize.height == 9)
    }

    @Test func aRevisionThatWasSeenIsNotSeenAgain() throws {
        var it = Subject()
        it.add(.a)
        it.add(.b)
        try it.push(.a) { $0.content = text("1") }
        it.save()
        it.restart()
        it.registry.raiseRevisions(above: 5)
        it.add(.a, isSnapshot: true)
        it.add(.b)
        it.add(.c)
        #expect(it[.a]?.revision == 6 && it[.b]?.revision == 6 && it[.c]?.revision == 6)
        #expect(it.registry.arrangement == [.a, .b, .c])
        it.save()
        #expect(it.disk.widgets[.a]?.revision == 6 && it.disk.widgets[.a]?.content == text("1"))
        it.restart()
        // A clean end.
        it.registry.raiseRevisions(above: 0)
        it.add(.a, isSnapshot: true)
        #expect(it[.a]?.revision == 6)
    }

    // MARK: Widgets that went

    @Test func whatWentIsRememberedFor30Days() throws {
        for (days, isKept) in [(0, true), (30, true), (31, false)] as [(UInt64, Bool)] {
            for restarts in [false, true] {
                var it = Subject()
                it.add(.a)
                it.add(.b)
                try it.push(.a) { $0.content = text("1") }
                it.save()
                it.remove(.a)
                it.save()
                it.now.microseconds += days * day
                if restarts {
                    it.restart()
                    it.add(.b)
                    it.registry.settle(at: it.now)
                    it.save()
                    #expect((it.disk.widgets[.a] != nil) == isKept)
                }
                #expect(it[.a] == nil && it.registry.registrations.allSatisfy { $0.identifier != .a })
                it.add(.a)
                #expect(it[.a]?.content == (isKept ? text("1") : .empty), "\(days) \(restarts)")
                #expect(it.registry.arrangement == (isKept ? [.a, .b] : [.b, .a]))
                #expect(it[.a]?.isSnapshot == false)
                it.save()
                #expect(it.disk.widgets[.a]?.removedAt == nil)
            }
        }
    }

    /// Its manifest was deleted while the service did not run.
    @Test func whoDoesNotComeBackWent() throws {
        var it = Subject()
        it.add(.a, source: .manifest)
        it.save()
        it.restart()
        it.registry.settle(at: it.now)
        it.save()
        #expect(it.disk.widgets[.a]?.removedAt == it.now)
    }

    @Test func whatWasLeftOutStaysOutAfterARestart() throws {
        var it = Subject()
        it.add(.a)
        it.add(.b)
        _ = try it.registry.arrange(["org.example.B"], expected: nil)
        it.save()
        it.restart()
        it.add(.a)
        it.add(.b)
        #expect(it.registry.arrangement == [.b])
    }

    @Test func memoryOfWhatWentIsBounded() throws {
        var it = Subject()
        for index in 0..<(Limits.widgets + 40) {
            let identifier = try #require(WidgetIdentifier(rawValue: "org.example.W\(index)"))
            it.add(identifier)
            it.now.microseconds += 1
            it.remove(identifier)
        }
        it.save()
        #expect(it.disk.widgets.count == Limits.widgets && it.disk.arrangement.count == Limits.widgets)
        #expect(it.disk.widgets["org.example.W39"] == nil && it.disk.widgets["org.example.W40"] != nil)
    }

    @Test func theContainingAppIsRemembered() throws {
        var it = Subject()
        it.add(.a)
        it.save()
        _ = it.registry.change(TodayBus.path(of: .a)) { record in
            record.containingAppSeen = true
            return []
        }
        it.save()
        it.restart()
        it.add(.a)
        #expect(it[.a]?.containingAppSeen == true)
    }
}
