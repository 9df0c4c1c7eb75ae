import DBus
import Testing

@testable import TodayModel

@Suite("Settings for a widget")
struct SettingsSchemaTests {
    private static func schema() throws -> SettingsSchema {
        try SettingsSchema([
            SettingDeclaration("City", .string, default: .text("Athens"), isRequired: true),
            SettingDeclaration("Days", .integer, default: .integer(3), minimum: .integer(1), maximum: .integer(7)),
            SettingDeclaration("Title", .string),
        ])
    }

    @Test func itTravels() throws {
        let schema = try Self.schema()
        #expect(try SettingsSchema(schema.dbusValue) == schema)
        #expect(schema["Days"]?.type == .integer && schema["days"] == nil)
    }

    @Test func aKeyIsThereOnce() throws {
        let city = try SettingDeclaration("City", .string)
        #expect(faultText { _ = try SettingsSchema([city, city]) } == #"[1].Key: "City" appears twice"#)
    }

    @Test func thereAreLimits() throws {
        let many = try (0..<64).map { try SettingDeclaration("A\($0)", .boolean) }
        #expect(try SettingsSchema(many).declarations.count == 64)
        let more = try SettingDeclaration("B", .boolean)
        #expect(faultText { _ = try SettingsSchema(many + [more]) } == "65 settings, SettingsPerWidget is 64")
        let long = try (0..<17).map {
            try SettingDeclaration("A\($0)", .string, description: String(repeating: "a", count: 4096))
        }
        #expect(faultText { _ = try SettingsSchema(long) }?.contains("SettingsBytes is 65536") == true)
    }

    @Test func whatIsSetIsChecked() throws {
        let schema = try Self.schema()
        #expect(try schema.check(["Days": .byte(5)], beside: [:]) == ["Days": .integer(5)])
        #expect(faultText { _ = try schema.check(["Days": .int64(8)], beside: [:]) } == "Days: 8 is above 7")
        #expect(
            faultText { _ = try schema.check(["days": .int64(1)], beside: [:]) }
                == #"unknown setting "days"; the settings are City, Days, Title"#)
        #expect(
            faultText { _ = try SettingsSchema().check(["A": "a"], beside: [:]) }
                == #"unknown setting "A"; the widget has no settings"#)
    }

    @Test func allValuesHaveALimit() throws {
        let schema = try SettingsSchema((0..<17).map { try SettingDeclaration("A\($0)", .string) })
        let text = String(repeating: "a", count: 4096)
        let set = (0..<16).reduce(into: [:]) { $0["A\($1)"] = SettingValue.text(text) }
        #expect(try schema.check(["A0": .string(text)], beside: set).count == 1)
        #expect(
            faultText { _ = try schema.check(["A16": "a"], beside: set) }
                == "all values are 65537 bytes long, SettingsBytes is 65536")
    }

    @Test func theDefaultCountsWhereNothingFits() throws {
        let schema = try Self.schema()
        #expect(schema.values([:]) == ["City": .text("Athens"), "Days": .integer(3), "Title": .text("")])
        let set: [String: SettingValue] = ["City": .text("Rome"), "Days": .integer(9), "Gone": .boolean(true)]
        #expect(schema.values(set) == ["City": .text("Rome"), "Days": .integer(3), "Title": .text("")])
        #expect(schema.fitting(set) == ["City": .text("Rome")])
        #expect(schema.fitting(["City": .integer(1)]) == [:])
    }

    @Test func aTitleIsOneThatIsSeen() throws {
        let schema = try Self.schema()
        #expect(schema.title([:]) == nil && schema.title(["Title": .text(" ")]) == nil)
        #expect(schema.title(["Title": .text("Home")]) == "Home")
        let number = try SettingsSchema([SettingDeclaration("Title", .integer)])
        #expect(number.title(["Title": .integer(1)]) == nil)
    }

    /// A panel keeps working if a later version of the contract has more.
    @Test func whatIsNotUnderstoodIsLeftOut() throws {
        let settings: [[String: DBusValue]] = [
            ["Key": "A"], ["Key": "B", "Type": "date"], ["Key": "C", "Colour": .byte(1)],
        ]
        let value = DBusValue.array(settings.map { .properties($0) }, of: "a{sv}")
        #expect(SettingsSchema(understoodOf: value).declarations.map(\.key) == ["A", "C"])
        #expect(SettingsSchema(understoodOf: "x").isEmpty)
        let properties = try WidgetProperties(["Identifier": "org.example.A", "SettingsSchema": .variant(value)])
        #expect(properties.settingsSchema.declarations.count == 2)
    }

    @Test func whatIsNoSchemaIsRefused() {
        #expect(faultText { _ = try SettingsSchema("x") } == #""x" is not an array of dictionaries"#)
        #expect(faultText { _ = try SettingsSchema(.strings(["x"])) } == #"[0]: "x" is not a dictionary"#)
        #expect(
            faultText { _ = try WidgetDefinition(["SettingsSchema": .variants([.properties([:])])]) }
                == "SettingsSchema[0].Key: it is absent")
    }
}
