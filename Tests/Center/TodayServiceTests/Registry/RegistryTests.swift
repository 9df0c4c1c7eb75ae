import DBus
import Fuzzing
import Testing
import TodayModel

@testable import TodayService

@Suite struct RegistryTests {
    private static func record(
        _ identifier: WidgetIdentifier, _ change: (inout WidgetDefinition) -> Void = { _ in }
    ) -> WidgetRecord {
        WidgetRecord(identifier, WidgetDefinition(change), source: .registered)
    }

    /// A registry with some widgets, arranged in that order.
    private static func registry(_ identifiers: WidgetIdentifier...) -> Registry {
        let registry = Registry()
        for identifier in identifiers { registry.add(record(identifier)) }
        return registry
    }

    private static func hide(_ identifier: WidgetIdentifier, in registry: Registry) throws {
        _ = try registry.change(TodayBus.path(of: identifier)) { record in
            try record.apply(WidgetChanges { $0.hasContent = false }, from: .push, at: .never)
        }
    }

    // MARK: Finding

    @Test func aWidgetIsFoundByItsNameAndItsPath() throws {
        let registry = Self.registry(.a, .b)
        #expect(registry[WidgetIdentifier.a]?.identifier == .a)
        #expect(registry[TodayBus.path(of: .b)]?.identifier == .b)
        #expect(try registry.find("org.example.A").identifier == .a)
        #expect(registry[WidgetIdentifier.c] == nil)
    }

    @Test(arguments: [
        ("org.example.C", CenterError.Code.unknownWidget), ("", .invalidIdentifier), ("example", .invalidIdentifier),
        ("org.example.A#1", .invalidIdentifier), ("org.example.A ", .invalidIdentifier), ("org..A", .invalidIdentifier),
    ])
    func whatIsNotThereIsNamed(_ text: String, _ code: CenterError.Code) throws {
        let registry = Self.registry(.a)
        let error = #expect(throws: CenterError.self) { try registry.find(text) }
        #expect(error?.code == code)
        #expect(error?.message.contains(text.debugDescription) == true)
    }

    @Test func whatOnlyLooksLikeANameIsNone() {
        let registry = Self.registry("org.example.K")
        let error = #expect(throws: CenterError.self) { try registry.find("org.example.\u{212A}") }
        #expect(error?.code == .invalidIdentifier)
    }

    // MARK: Coming and going

    @Test func newWidgetsAreAppended() throws {
        let registry = Self.registry(.b, .a)
        registry.add(Self.record(.c) { $0.arranged = false })
        #expect(registry.arrangement == [.b, .a])
        #expect(registry.today == [.b, .a])
        #expect(registry.isArranged(.a) && !registry.isArranged(.c))
        try Self.hide(.b, in: registry)
        #expect(registry.arrangement == [.b, .a])
        #expect(registry.today == [.a])
    }

    @Test func aPlaceIsKeptWhileTheWidgetIsAway() throws {
        let registry = Self.registry(.a, .b, .c)
        #expect(registry.remove(TodayBus.path(of: .a))?.identifier == .a)
        #expect(registry.remove(TodayBus.path(of: .a)) == nil)
        #expect(registry.arrangement == [.b, .c])
        registry.add(Self.record(.a))
        #expect(registry.arrangement == [.a, .b, .c])
    }

    @Test func whatTheUserLeftOutStaysOut() throws {
        let registry = Self.registry(.a, .b)
        #expect(try registry.arrange(["org.example.B"], expected: nil) == [.a])
        registry.remove(TodayBus.path(of: .a))
        registry.add(Self.record(.a))
        #expect(registry.arrangement == [.b])
    }

    @Test func whatDidNotWantAPlaceGetsNoneLater() {
        let registry = Registry()
        registry.add(Self.record(.a) { $0.arranged = false })
        registry.remove(TodayBus.path(of: .a))
        registry.add(Self.record(.a))
        #expect(registry.arrangement.isEmpty)
    }

    // MARK: Arranging

    @Test func anArrangementReplacesTheOther() throws {
        let registry = Self.registry(.a, .b, .c)
        #expect(try registry.arrange(["org.example.C", "org.example.A"], expected: nil) == [.b])
        #expect(registry.arrangement == [.c, .a])
        #expect(try registry.arrange(["org.example.A", "org.example.C"], expected: nil).isEmpty)
        #expect(registry.arrangement == [.a, .c])
        #expect(try registry.arrange([], expected: ["org.example.A", "org.example.C"]) == [.a, .c])
        #expect(registry.arrangement.isEmpty)
    }

    @Test(
        arguments: [
            (["org.example.B", "org.example.X"], nil, .unknownWidget),
            (["org.example.B", "nonsense"], nil, .invalidIdentifier),
            (["org.example.B", "org.example.A", "org.example.B"], nil, .invalidArgs),
            (["org.example.B"], ["org.example.B", "org.example.A"], .conflict),
            (["org.example.B"], [], .conflict),
        ] as [([String], [String]?, ErrorName)])
    func anArrangementIsTakenWholeOrNotAtAll(_ texts: [String], _ expected: [String]?, _ name: ErrorName) throws {
        let registry = Self.registry(.a, .b)
        let error = #expect(throws: (any Error).self) { try registry.arrange(texts, expected: expected) }
        #expect((error as? any DBusErrorConvertible)?.remoteError.name == name)
        #expect(registry.arrangement == [.a, .b])
    }

    @Test func anAbsentWidgetKeepsItsPlaceBehindTheOthers() throws {
        let registry = Self.registry(.a, .b, .c)
        registry.remove(TodayBus.path(of: .a))
        _ = try registry.arrange(["org.example.C", "org.example.B"], expected: ["org.example.B", "org.example.C"])
        registry.add(Self.record(.a))
        #expect(registry.arrangement == [.c, .b, .a])
    }

    // MARK: Limits

    @Test(.longComputation) func allContentTogetherIsLimited() throws {
        let registry = Self.registry(.a, .b)
        let path = TodayBus.path(of: .a)
        // The model limits one tree; the registry counts the total.
        let overhead = text("").byteCount
        let half = text(String(repeating: "x", count: Limits.totalContentBytes / 2 - overhead))
        for path in [path, TodayBus.path(of: .b)] {
            try registry.checkTotalSize(half, for: path)
            _ = try registry.change(path) { record in
                try record.apply(WidgetChanges { $0.content = half }, from: .push, at: .never)
            }
        }
        // Replaced content doesn't count.
        try registry.checkTotalSize(text("x"), for: path)
        try registry.checkTotalSize(nil, for: "/new")
        let error = #expect(throws: CenterError.self) { try registry.checkTotalSize(text("x"), for: "/new") }
        #expect(error?.code == .limitExceeded)
        #expect(error?.message.contains("TotalContentBytes") == true)
        try Self.hide(.a, in: registry)
        try registry.checkTotalSize(half, for: path)
        registry.remove(TodayBus.path(of: .b))
        try registry.checkTotalSize(text("x"), for: "/new")
    }

    @Test(.longComputation) func whatIsReservedCountsForAllOthers() throws {
        let registry = Self.registry(.a, .b)
        let paths = [WidgetIdentifier.a, .b].map(TodayBus.path(of:))
        let whole = text(String(repeating: "x", count: Limits.totalContentBytes - text("").byteCount))
        registry.reserve(1, for: paths[0])
        #expect(throws: CenterError.self) { try registry.checkTotalSize(whole, for: paths[1]) }
        // It is the widget's own room, which other content of it may use instead.
        try registry.checkTotalSize(whole, for: paths[0])
        registry.reserve(0, for: paths[0])
        try registry.checkTotalSize(whole, for: paths[1])
    }

    @Test func aChangeThatFailsChangesNothing() throws {
        struct Trouble: Error {}
        let registry = Self.registry(.a)
        let path = TodayBus.path(of: .a)
        #expect(throws: Trouble.self) {
            try registry.change(path) { record in
                _ = try record.apply(.content("lost"), from: .push, at: .never)
                throw Trouble()
            }
        }
        #expect(registry[path]?.record.content == .empty)
        let changed = registry.change("/nowhere") { _ in [.name] }
        #expect(changed.isEmpty)
    }
}

extension Registry {
    /// Checks and applies a new arrangement.
    func arrange(_ texts: [String], expected: [String]?) throws -> Set<WidgetIdentifier> {
        arrange(try checkArrangement(texts, expected: expected))
    }
}
