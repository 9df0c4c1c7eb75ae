import DBus
import Testing

@testable import TodayModel

@Suite struct WidgetOptionsTests {
    /// Every combination of choices.
    private static var choices: [WidgetOptionChoices] {
        [nil, WidgetSize.small, .regular].flatMap { size in
            [nil, 0, 60, 604_800].flatMap { (interval: UInt32?) in
                [nil, false, true].map { WidgetOptionChoices(size: size, updateInterval: interval, isPaused: $0) }
            }
        }
    }

    @Test func choicesAreReadAsTheyAreWritten() throws {
        for choices in Self.choices {
            #expect(try WidgetOptionChoices(choices.dictionary) == choices)
            #expect(choices.dictionary.isEmpty == choices.isEmpty)
            var options = WidgetOptions()
            options.apply(choices)
            #expect(options.size == choices.size ?? .regular && options.isPaused == choices.isPaused ?? false)
            #expect(options.updateInterval == choices.updateInterval ?? 900)
            #expect(options.dictionary.count == 3)
            #expect(try WidgetOptions(options.dictionary) == options)
        }
    }

    @Test func laterChoicesReplaceEarlierOnes() {
        for earlier in Self.choices {
            for later in Self.choices {
                let both = earlier.merging(later)
                #expect(both.size == later.size ?? earlier.size)
                #expect(both.updateInterval == later.updateInterval ?? earlier.updateInterval)
                #expect(both.isPaused == later.isPaused ?? earlier.isPaused)
            }
            #expect(earlier.removing([]).isEmpty)
            #expect(earlier.removing(["Later"]) == earlier)
            #expect(earlier.removing(["Size", "Later"]) == earlier.removing(["Size"]))
            #expect(earlier.removing(["Size"]).size == nil && earlier.removing(["Size"]).isPaused == earlier.isPaused)
            #expect(earlier.removing(["Size", "UpdateInterval", "Paused"]).isEmpty)
        }
    }

    @Test(
        arguments: [
            ("Size", "huge", "Size: \"huge\" isn't one of small, regular"),
            ("Size", .byte(1), "Size: 1 is not a string"),
            ("UpdateInterval", .uint32(59), "UpdateInterval: 59 isn't 0 or 60…604800"),
            ("UpdateInterval", .uint32(604_801), "UpdateInterval: 604801 isn't 0 or 60…604800"),
            ("UpdateInterval", .int32(-1), "UpdateInterval: -1 is outside 0…4294967295"),
            ("UpdateInterval", "60", "UpdateInterval: \"60\" is not an integer"),
            ("Paused", .int32(1), "Paused: 1 is not a boolean"),
        ] as [(String, DBusValue, String)])
    func othersAreRefused(_ key: String, _ value: DBusValue, _ message: String) {
        #expect(faultText { _ = try WidgetOptionChoices([key: value]) } == message)
    }

    /// Panels read what a later center may send.
    @Test func aLaterSizeIsRegular() throws {
        #expect(try WidgetOptions(["Size": "huge", "Later": "x"]) == WidgetOptions())
        #expect(WidgetSize.list(words: ["huge", "small"]) == [.small, .regular])
        #expect(WidgetSize.list(words: []) == [.regular])
        var widget = WidgetProperties(identifier: "org.example.A")
        try widget.apply(["Sizes": .strings(["small", "regular"]), "Options": .properties(["Paused": .boolean(true)])])
        #expect(widget.sizes == [.small, .regular] && widget.options.isPaused && widget.options.size == .regular)
        var context = UpdateContext(identifier: "org.example.A", reason: .context)
        context.size = .small
        #expect(try UpdateContext(context.dictionary, default: "org.example.B") == context)
        #expect(try UpdateContext(["Size": "huge"], default: "org.example.B").size == .regular)
    }

    @Test func aPanelMayHaveASizeForSmallCards() throws {
        var panel = ViewingOptions()
        #expect(panel.compactSize(of: .small) == nil)
        panel.compactSize = Size(width: 400, height: 100)
        #expect(panel.compactSize(of: .small) == Size(width: 200, height: 100))
        panel.smallSize = Size(width: 190, height: 120)
        panel.version = 3
        #expect(panel.compactSize(of: .small) == panel.smallSize)
        #expect(panel.compactSize(of: .regular) == panel.compactSize)
        #expect(try ViewingOptions(panel.dictionary) == panel)
        #expect(ViewingOptions.defaultCompactSize(of: .small) == Size(width: 160, height: 110))
    }

    @Test func aRemovedInstanceIsReadAsItIsWritten() throws {
        let removed = RemovedInstance(
            identifier: "org.example.A#2", name: "A", icon: "clock", removedAt: Timestamp(microseconds: 5),
            expiresAt: Timestamp(microseconds: 7))
        #expect(try RemovedInstance(removed.dictionary) == removed)
        #expect(faultText { _ = try RemovedInstance([:]) } == "Identifier: \"\" is not a widget identifier")
    }

    @Test(
        arguments: [
            (["small"], "Sizes: regular is missing"), ([], "Sizes: regular is missing"),
            (["regular", "huge"], "Sizes[1]: \"huge\" isn't small or regular"),
        ] as [([String], String)])
    func aDefinitionOffersRegular(_ sizes: [String], _ message: String) {
        #expect(faultText { _ = try WidgetDefinition(["Sizes": .strings(sizes)]) } == message)
    }

    @Test func aDefinitionNamesEachSizeOnce() throws {
        let definition = try WidgetDefinition(["Sizes": .strings(["small", "regular", "small"])])
        #expect(definition.sizes == [.small, .regular])
        #expect(try WidgetDefinition(definition.dictionary) == definition)
        #expect(WidgetDefinition().sizes == [.regular] && WidgetDefinition().dictionary["Sizes"] == nil)
    }
}
