import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService
import TodayServiceRules

/// Damage in a value of one widget loses only that value, and the log names it.
@Suite struct DamagedValuesTests {
    private static let live: WidgetIdentifier = "org.example.A#2"
    private static let removed: WidgetIdentifier = "org.example.A#3"

    /// Damage in one column of one row.
    struct Damage: CustomTestStringConvertible, Sendable {
        var column: String
        var row: WidgetIdentifier
        /// The new dictionary; nil for bytes that aren't one.
        var values: [String: DBusValue]?
        /// The end of the line in the log.
        var line: String
        /// The loss.
        var loss: @Sendable (inout StoredWidget) -> Void = { _ in }

        var testDescription: String { "\(row) \(line)" }
        /// The bytes as SQL has them.
        fileprivate var sql: String {
            get throws {
                let bytes = try values.map { try MarshalledValue.encode($0) } ?? [0x6C, 0]
                return "X'" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
            }
        }
    }

    private static let options: [String: DBusValue] = [
        "Size": "small", "UpdateInterval": .uint32(600), "Paused": .boolean(true),
    ]
    private static let removal: [String: DBusValue] = ["Name": "Away", "Icon": "clock", "Index": .int64(3)]

    private static func with(
        _ key: String, _ value: DBusValue, in dictionary: [String: DBusValue]
    ) -> [String: DBusValue] { dictionary.merging([key: value]) { $1 } }

    private static let damages: [Damage] = [
        Damage(
            column: "options", row: .a, values: with("Size", "huge", in: options),
            line: #"an option of org.example.A is left out: Size: "huge" isn't one of small, regular"#
        ) { $0.optionChoices.size = nil },
        Damage(
            column: "options", row: .a, values: with("UpdateInterval", .uint32(5), in: options),
            line: "an option of org.example.A is left out: UpdateInterval: 5 isn't 0 or 60…604800"
        ) { $0.optionChoices.updateInterval = nil },
        Damage(
            column: "options", row: removed, values: with("Paused", "yes", in: options),
            line: #"an option of org.example.A#3 is left out: Paused: "yes" is not a boolean"#
        ) { $0.optionChoices.isPaused = nil },
        Damage(column: "options", row: removed, line: "the options of org.example.A#3 are left out: ") {
            $0.optionChoices = WidgetOptionChoices()
        },
        Damage(
            column: "settings", row: .a, values: ["City": .bytes([1]), "Days": .int64(3)],
            line: "a setting of org.example.A is left out: City: an array of 1 bytes is not the value of a setting"
        ) { $0.settings["City"] = nil },
        Damage(column: "settings", row: .a, line: "the settings of org.example.A are left out: ") {
            $0.settings = [:]
        },
        Damage(
            column: "removal", row: removed, values: with("Name", .int64(7), in: removal),
            line: "a value in the removal of org.example.A#3 is left out: Name: 7 is not a string"
        ) { $0.removal?.name = "org.example.A#3" },
        Damage(
            column: "removal", row: removed, values: with("Icon", "/a/../b.png", in: removal),
            line: #"a value in the removal of org.example.A#3 is left out: Icon: "/a/../b.png" has the path element .."#
        ) { $0.removal?.icon = "" },
        Damage(
            column: "removal", row: removed, values: with("Index", .int64(-1), in: removal),
            line: "a value in the removal of org.example.A#3 is left out: Index: -1 is outside 0…9223372036854775807"
        ) { $0.removal?.index = nil },
        // It stays a removed instance.
        Damage(column: "removal", row: removed, line: "the removal of org.example.A#3 is left out: ") {
            $0.removal = StoredWidget.Removal(name: "org.example.A#3", icon: "", index: nil)
        },
        // Neither widget changes its kind.
        Damage(column: "removal", row: live, line: "the removal of org.example.A#2 is left out: "),
        Damage(
            column: "removal", row: .a, values: removal,
            line: "the removal of org.example.A is left out: the first instance of a widget can't be removed"),
    ]

    /// A registered widget, an instance of it, and an instance that the user removed.
    private static var batch: StateBatch {
        var widget = StoredWidget()
        widget.registration = WidgetDefinition {
            $0.name = "A"
            $0.instances = true
        }
        widget.settings = ["City": .text("Rome"), "Days": .integer(3)]
        widget.optionChoices = WidgetOptionChoices(size: .small, updateInterval: 600, isPaused: true)
        widget.content = text("1")
        widget.revision = 7
        var instance = widget
        instance.registration = nil
        var gone = instance
        gone.removedAt = Timestamp(microseconds: 5)
        gone.removal = StoredWidget.Removal(name: "Away", icon: "clock", index: 3)
        var batch = StateBatch()
        batch.arrangement = [live, .a]
        batch.widgets = [.a: widget, live: instance, removed: gone]
        batch.contents = [.a, live, removed]
        return batch
    }

    @Test(arguments: damages) func aDamagedValueLosesOnlyItself(_ damage: Damage) async throws {
        let bus = try await PrivateBus.start()
        let lines = Recorder<String>()
        let store = StateStore(folder: bus.folder, logger: .recording(lines))
        _ = await store.load()
        try await store.write(Self.batch)
        await store.close()
        try Database(bus.folder + "/state.db").execute(
            "UPDATE widget SET \(damage.column) = \(try damage.sql) WHERE identifier = '\(damage.row)'")
        var expected = StateSnapshot()
        expected.apply(Self.batch)
        var widget = try #require(expected.widgets[damage.row])
        damage.loss(&widget)
        expected.widgets[damage.row] = widget
        let again = StateStore(folder: bus.folder, logger: .recording(lines))
        #expect(await again.load() == expected)
        await again.close()
        #expect(lines.elements.count == 1, "\(lines.elements)")
        #expect(lines.elements.first?.contains(damage.line) == true, "\(lines.elements)")
    }
}
