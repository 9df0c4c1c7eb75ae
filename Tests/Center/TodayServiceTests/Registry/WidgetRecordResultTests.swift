import DBus
import Testing
import TodayModel

@testable import TodayService

/// How updates and other sources of changes affect a record.
@Suite struct WidgetRecordResultTests {
    private static let then = Timestamp(microseconds: 1000)
    private static let now = Timestamp(microseconds: 2000)

    /// A record that shows "1", and has failed since.
    private static func failed() throws -> WidgetRecord {
        var record = WidgetRecord(.a, WidgetDefinition { $0.largestDisplayMode = .expanded }, source: .registered)
        _ = try record.apply(.content("1"), from: .push, at: then)
        _ = record.fail("offline", nextUpdate: nil)
        return record
    }

    @Test func aFailureKeepsTheContent() throws {
        var record = try Self.failed()
        #expect(record.content == text("1") && record.revision == 1 && record.updatedAt == Self.then)
        #expect(record.lastResult == .failed && record.error == "offline" && record.failures == 1)
        let changed = record.fail("still offline", nextUpdate: Timestamp(microseconds: 9000))
        #expect(changed == [.error, .nextUpdate])
        #expect(record.failures == 2)
        #expect(record.fail("still offline", nextUpdate: nil).isEmpty)
        #expect(record.nextUpdate.microseconds == 9000)
        #expect(record.failures == 3)
    }

    @Test func newDataIsTakenOver() throws {
        var record = try Self.failed()
        let changed = try record.apply(.content("2"), from: .result(.newData), at: Self.now)
        #expect(changed == [.content, .revision, .updatedAt, .lastResult, .error, .errorKind])
        #expect(record.lastResult == .newData && record.error == "" && record.failures == 0)
        #expect(record.updatedAt == Self.now)
    }

    @Test(arguments: [WidgetChanges(), .content("1")])
    func newDataThatChangesNothingIsNoData(_ changes: WidgetChanges) throws {
        var record = try Self.failed()
        let changed = try record.apply(changes, from: .result(.newData), at: Self.now)
        #expect(changed == [.updatedAt, .lastResult, .error, .errorKind])
        #expect(record.lastResult == .noData && record.revision == 1)
    }

    @Test(arguments: [
        WidgetChanges { $0.displayMode = .expanded },
        WidgetChanges { $0.preferredContentSize = Size(width: 0, height: 1) },
        WidgetChanges { $0.marginInsets = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0) },
        WidgetChanges { $0.hasContent = false },
    ])
    func newDataMayBeMoreThanContent(_ changes: WidgetChanges) throws {
        var record = try Self.failed()
        _ = try record.apply(changes, from: .result(.newData), at: Self.now)
        #expect(record.lastResult == .newData)
    }

    @Test func newDataMayBeThatThereIsSomethingAtAll() throws {
        var record = WidgetRecord(.a, WidgetDefinition(), source: .registered)
        _ = try record.apply(WidgetChanges { $0.hasContent = false }, from: .push, at: Self.then)
        _ = try record.apply(WidgetChanges { $0.hasContent = true }, from: .result(.newData), at: Self.now)
        #expect(record.lastResult == .newData)
    }

    @Test func noDataConfirmsTheContent() throws {
        var record = try Self.failed()
        let changed = try record.apply(
            WidgetChanges { $0.nextUpdate = Timestamp(microseconds: 9000) }, from: .result(.noData), at: Self.now)
        #expect(changed == [.updatedAt, .lastResult, .error, .errorKind, .nextUpdate])
        #expect(record.lastResult == .noData && record.failures == 0)
    }

    @Test func anErrorThatComesWithNewDataStays() throws {
        var record = try Self.failed()
        let changes = WidgetChanges {
            $0.content = text("2")
            $0.error = "half of it"
        }
        _ = try record.apply(changes, from: .result(.newData), at: Self.now)
        #expect(record.error == "half of it" && record.lastResult == .newData)
    }

    @Test func aPushOfNewContentClearsTheError() throws {
        var record = try Self.failed()
        let changed = try record.apply(.content("2"), from: .push, at: Self.now)
        #expect(changed == [.content, .revision, .updatedAt, .error, .errorKind])
        // The push wasn't an update.
        #expect(record.lastResult == .failed && record.failures == 1)
    }

    /// The error stayed, as if the content had not arrived.
    @Test func aPushOfTheSameContentClearsTheErrorToo() throws {
        var record = try Self.failed()
        #expect(try record.apply(.content("1"), from: .push, at: Self.now) == [.updatedAt, .error, .errorKind])
        #expect(record.error == "" && record.revision == 1)
    }

    @Test(arguments: [
        WidgetChanges { $0.hasContent = true }, WidgetChanges { $0.preferredContentSize = Size(width: 0, height: 1) },
        WidgetChanges { $0.displayMode = .expanded }, WidgetChanges { $0.nextUpdate = Self.now }, WidgetChanges(),
    ])
    func withoutContentTheErrorStays(_ changes: WidgetChanges) throws {
        var record = try Self.failed()
        _ = try record.apply(changes, from: .push, at: Self.now)
        #expect(record.error == "offline")
    }

    @Test func anErrorThatComesWithContentStays() throws {
        for content in ["1", "2"] {
            var record = try Self.failed()
            let changes = WidgetChanges {
                $0.content = text(content)
                $0.error = "half of it"
            }
            _ = try record.apply(changes, from: .push, at: Self.now)
            #expect(record.error == "half of it" && record.updatedAt == Self.now)
        }
    }

    @Test func whatAProviderRemembersConfirmsNothing() throws {
        var record = try Self.failed()
        let changed = try record.apply(.content("2"), from: .cached, at: Self.now)
        // The content was still accepted.
        #expect(changed == [.content, .revision, .error, .errorKind])
        #expect(record.error == "" && record.updatedAt == Self.then && record.lastResult == .failed)
    }

    @Test func aSnapshotIsConfirmedByWhatConfirms() throws {
        func snapshot() throws -> WidgetRecord {
            let kept = try Self.failed().kept
            var record = WidgetRecord(.a, WidgetDefinition { $0.busName = "org.example.A" }, source: .registered)
            record.restore(kept, isSnapshot: true)
            return record
        }
        for changes in [WidgetChanges.content("1"), WidgetChanges { $0.hasContent = false }] {
            var record = try snapshot()
            #expect(try record.apply(changes, from: .push, at: Self.now).isSuperset(of: [.isSnapshot, .updatedAt]))
        }
        let others = [
            WidgetChanges { $0.error = "worse" }, WidgetChanges { $0.nextUpdate = Self.now },
            WidgetChanges { $0.hasContent = true },
        ]
        for changes in others {
            var record = try snapshot()
            _ = try record.apply(changes, from: .push, at: Self.now)
            #expect(record.isSnapshot && record.updatedAt == Self.then)
        }
    }

    /// It would be out of date forever.
    @Test func contentThatNothingConfirmsIsNoSnapshot() throws {
        let kept = try Self.failed().kept
        var record = WidgetRecord(.a, WidgetDefinition(), source: .registered)
        record.restore(kept, isSnapshot: true)
        #expect(!record.isSnapshot && record.content == text("1"))
        record = WidgetRecord(.a, WidgetDefinition { $0.busName = "org.example.A" }, source: .registered)
        record.restore(kept, isSnapshot: true)
        #expect(record.isSnapshot)
        #expect(record.redefine(WidgetDefinition(), source: .registered).contains(.isSnapshot) && !record.isSnapshot)
    }

    @Test func aDefinitionConfirmsTheContentItBrings() throws {
        var record = try Self.failed()
        #expect(try record.apply(WidgetChanges(), from: .definition, at: Self.now).isEmpty)
        #expect(try record.apply(.content("1"), from: .definition, at: Self.now) == [.updatedAt, .error, .errorKind])
    }
}
