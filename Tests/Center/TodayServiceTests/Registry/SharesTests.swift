import DBus
import Testing
import TodayModel

@testable import TodayService

/// The share of one sandboxed app, whatever it does, and the rest for the others.
@Suite struct SharesTests {
    private static let app = "org.example.App"
    private static let overhead = text("").byteCount

    private static func content(_ bytes: Int) -> Content { text(String(repeating: "x", count: bytes - overhead)) }

    private static func record(_ number: Int, of app: String? = app) -> WidgetRecord {
        let identifier = WidgetIdentifier(rawValue: "org.example.App.W\(number)") ?? .a
        var record = WidgetRecord(identifier, WidgetDefinition(), source: .registered)
        record.sandboxedApp = app
        return record
    }

    private static func path(_ number: Int) -> ObjectPath { record(number).path }

    /// A registry with so many widgets of the app, each with content.
    private static func registry(_ count: Int, _ bytes: Int = 100) throws -> Registry {
        let registry = Registry()
        for number in 0..<count {
            registry.add(record(number))
            try push(content(bytes), number, registry)
        }
        return registry
    }

    private static func push(_ content: Content, _ number: Int, _ registry: Registry) throws {
        try registry.checkTotalSize(content, for: path(number))
        _ = try registry.change(path(number)) { record in
            try record.apply(WidgetChanges { $0.content = content }, from: .push, at: .never)
        }
    }

    private static func isRefused(_ body: () throws -> Void) -> Bool {
        do { try body() } catch let error as CenterError {
            return error.code == .limitExceeded && error.message.contains("ContentBytesPerApp is 4194304")
                && error.message.contains(app)
        } catch {}
        return false
    }

    @Test func contentOfAnAppIsLimited() throws {
        let registry = try Self.registry(2, Limits.contentBytesPerApp / 2)
        #expect(Self.isRefused { try Self.push(Self.content(Limits.contentBytesPerApp / 2 + 1), 0, registry) })
        // Replaced content doesn't count, and other apps have their own share.
        try Self.push(Self.content(Limits.contentBytesPerApp / 2), 1, registry)
        try registry.checkTotalSize(Self.content(1000), of: "org.example.Other", for: Self.path(7))
        try registry.checkTotalSize(Self.content(1000), of: nil, for: Self.path(7))
        #expect(Self.isRefused { try registry.checkTotalSize(Self.content(1000), of: Self.app, for: Self.path(7)) })
        // Accepted content that isn't shown yet counts as well.
        registry.remove(Self.path(1))
        registry.reserve(Limits.contentBytesPerApp / 2, for: Self.path(0))
        #expect(Self.isRefused { try registry.checkTotalSize(Self.content(100), of: Self.app, for: Self.path(7)) })
        registry.reserve(0, for: Self.path(0))
        try registry.checkTotalSize(Self.content(100), of: Self.app, for: Self.path(7))
    }

    @Test func aWidgetThatChangesHandsCountsForItsNewOwner() throws {
        let registry = try Self.registry(1, Limits.contentBytesPerApp)
        _ = registry.change(Self.path(0)) { record in
            record.sandboxedApp = nil
            return []
        }
        #expect(registry.index.widgets(ofApp: Self.app).isEmpty)
        try registry.checkTotalSize(Self.content(100), of: Self.app, for: Self.path(7))
        _ = registry.change(Self.path(0)) { record in
            record.sandboxedApp = Self.app
            return []
        }
        #expect(registry.index.widgets(ofApp: Self.app) == [Self.path(0)])
        #expect(Self.isRefused { try registry.checkTotalSize(Self.content(100), of: Self.app, for: Self.path(7)) })
    }

    /// No app needs to be connected.
    @Test func whatComesBackFromTheDiskCounts() throws {
        let before = try Self.registry(3, Limits.contentBytesPerApp / 3)
        var disk = StateSnapshot()
        disk.apply(before.removeUnsaved())
        let registry = Registry()
        registry.restore(disk)
        for (identifier, definition) in registry.registrations {
            let recalled = registry.recall(identifier, at: .never, of: Self.app)
            let kept = try #require(recalled)
            var record = WidgetRecord(identifier, definition, source: .registered)
            record.restore(kept, isSnapshot: true)
            record.sandboxedApp = kept.sandboxedApp
            registry.add(record)
        }
        #expect(registry.index.widgets(ofApp: Self.app).count == 3)
        #expect(Self.isRefused { try registry.checkTotalSize(Self.content(100), of: Self.app, for: Self.path(7)) })
    }

    /// It would be above its share as soon as it is back.
    @Test func contentThatHasNoRoomDoesNotComeBack() throws {
        let registry = try Self.registry(1, 1000)
        registry.remove(Self.path(0))
        registry.add(Self.record(1))
        try Self.push(Self.content(Limits.contentBytesPerApp - 999), 1, registry)
        let kept = registry.recall("org.example.App.W0", at: .never, of: Self.app)
        #expect(kept?.content == .empty && kept?.revision == 2)
        #expect(registry.recall("org.example.App.W0", at: .never)?.content == Self.content(1000))
    }

    // MARK: Widgets that give way to a manifest

    @Test func theYoungestOfWhoHasMostGivesWay() {
        let registry = Registry()
        #expect(registry.evictionCandidate == nil)
        registry.add(WidgetRecord(.a, WidgetDefinition(), source: .manifest))
        #expect(registry.evictionCandidate == nil)
        for (number, app) in ["x", "y", "y", "x", "y", "z"].enumerated() { registry.add(Self.record(number, of: app)) }
        // y has three; x and y have two each, and the youngest of these is one of x.
        #expect(registry.evictionCandidate?.path == Self.path(4))
        registry.remove(Self.path(4))
        #expect(registry.evictionCandidate?.path == Self.path(3))
    }

    @Test func aConnectionIsWhoeverRegisteredOverIt() {
        let registry = Registry()
        for (number, name) in [":1.1", ":1.2", ":1.2", ":1.1", ":1.1"].enumerated() {
            var record = Self.record(number, of: nil)
            record.registrant = BusName(rawValue: name)
            registry.add(record)
        }
        registry.add(Self.record(5))
        #expect(registry.evictionCandidate?.path == Self.path(4))
    }
}
