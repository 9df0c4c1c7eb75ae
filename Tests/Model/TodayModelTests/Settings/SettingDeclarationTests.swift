import DBus
import Testing

@testable import TodayModel

@Suite("Settings as they are declared")
struct SettingDeclarationTests {
    private func declare(_ values: [String: DBusValue]) throws -> SettingDeclaration {
        try SettingDeclaration(["Key": "A"].merging(values) { $1 })
    }

    @Test func aKeyAloneIsAText() throws {
        let setting = try declare([:])
        #expect(
            setting.name == "A" && setting.type == .string && setting.defaultValue == .text("") && !setting.isRequired)
        #expect(setting.dictionary == ["Key": "A", "Name": "A", "Type": "string", "Default": ""])
    }

    @Test(
        arguments: [
            (["Type": "choice", "Choices": .strings(["x", "y"])], SettingValue.text("x")),
            (["Type": "color-role"], .text("primary")), (["Type": "file"], .text("")), (["Type": "folder"], .text("")),
            (["Type": "boolean"], .boolean(false)), (["Type": "integer"], .integer(0)),
            (["Type": "number"], .number(0)),
            (["Type": "integer", "Minimum": .int32(3)], .integer(3)),
            (["Type": "number", "Maximum": .double(-2)], .number(-2)),
            (["Type": "integer", "Default": .byte(4)], .integer(4)),
            (["Type": "number", "Default": .int32(4)], .number(4)),
        ] as [([String: DBusValue], SettingValue)])
    func eachTypeHasADefault(_ values: [String: DBusValue], _ expected: SettingValue) throws {
        let setting = try declare(values)
        #expect(setting.defaultValue == expected)
        #expect(try SettingDeclaration(setting.dictionary) == setting)
    }

    @Test(
        arguments: [
            (["Key": ""], #"Key: "" is not a letter with letters, digits, _ and - behind it"#),
            (["Key": "1a"], #"Key: "1a" is not a letter with letters, digits, _ and - behind it"#),
            (["Key": "a b"], #"Key: "a b" is not a letter with letters, digits, _ and - behind it"#),
            (["Key": .string(String(repeating: "a", count: 65))], "longer than 64 bytes"),
            (
                ["Type": "secret"],
                #"Type: "secret" isn't a type: every program on the bus can read settings; keep secrets in the keyring"#
            ),
            (
                ["Type": "colour"],
                #"Type: "colour" isn't one of string, integer, number, boolean, choice, color-role, file, folder"#
            ),
            (["Type": "choice"], "Choices: a setting of type choice needs at least one"),
            (["Choices": .strings(["a"])], "Choices: only a setting of type choice has some, and this is string"),
            (["Type": "choice", "Choices": .strings(["a", "a"])], #"Choices[1]: "a" appears twice"#),
            (["Type": "choice", "Choices": .strings([""])], "Choices[0]: it is empty"),
            (["Type": "choice", "Choices": .strings((0...64).map { "\($0)" })], "Choices: 65 are more than 64"),
            (
                ["Type": "choice", "Choices": .strings(["a", "b"]), "ChoiceNames": .strings(["A"])],
                "ChoiceNames: the number of names, 1, isn't that of Choices, 2"
            ),
            (
                ["ChoiceNames": .strings(["A"])],
                "ChoiceNames: only a setting of type choice has some, and this is string"
            ),
            (["Type": "choice", "Choices": .strings(["a"]), "Default": "b"], #"Default: "b" isn't one of a"#),
            (["Minimum": .int64(1)], "Minimum: only numbers have one, and this is string"),
            (["Type": "integer", "Minimum": .int64(2), "Maximum": .int64(1)], "Maximum: 1 is below the minimum 2"),
            (["Type": "integer", "Maximum": .int64(1), "Default": .int64(2)], "Default: 2 is above 1"),
            (["Type": "integer", "Default": "two"], #"Default: "two" is not an integer"#),
            (["Type": "integer", "Default": .uint64(.max)], "Default: 18446744073709551615 is outside"),
            (["Type": "number", "Default": .double(.nan)], "Default: nan is not finite"),
            (
                ["Type": "boolean", "Required": .boolean(true)],
                "Required: only a text can be required, and this is boolean"
            ),
            (["Type": "file", "Default": "a/b"], #"Default: "a/b" is not an absolute path"#),
            (["Type": "color-role", "Default": "red"], #"Default: "red" isn't one of primary, secondary"#),
            (["Default": "a\u{7}"], "has the control character U+0007"),
        ] as [([String: DBusValue], String)])
    func whatMakesNoSenseIsRefused(_ values: [String: DBusValue], _ expected: String) {
        let fault = faultText { _ = try declare(values) }
        #expect(fault?.contains(expected) == true, "\(fault ?? "accepted")")
    }

    @Test func aChoiceHasAName() throws {
        let setting = try declare([
            "Type": "choice", "Choices": .strings(["c", "f", "k"]),
            "ChoiceNames": .strings(["Celsius", "Fahrenheit", ""]),
        ])
        #expect(["c", "f", "k", "x"].map { setting.label(of: $0) } == ["Celsius", "Fahrenheit", "k", "x"])
        #expect(try SettingDeclaration(setting.dictionary) == setting)
        #expect(setting.defaultValue == .text("c"))
        #expect(faultText { _ = try setting.value(written: "Celsius") } == #""Celsius" isn't one of c, f, k"#)
        let plain = try declare(["Type": "choice", "Choices": .strings(["c"])])
        #expect(plain.label(of: "c") == "c" && plain.dictionary["ChoiceNames"] == nil)
    }

    @Test func valuesAreReadAsPeopleWriteThem() throws {
        let number = try declare(["Type": "integer", "Minimum": .int64(1), "Maximum": .int64(7)])
        #expect(try number.value(written: "7") == .integer(7))
        #expect(faultText { _ = try number.value(written: "8") } == "8 is above 7")
        #expect(faultText { _ = try number.value(written: "0") } == "0 is below 1")
        #expect(faultText { _ = try number.value(written: "1.5") } == #""1.5" is not a whole number"#)
        #expect(try declare(["Type": "number"]).value(written: "1.5") == .number(1.5))
        #expect(faultText { _ = try declare(["Type": "number"]).value(written: "inf") } == #""inf" is not a number"#)
        #expect(try declare(["Type": "boolean"]).value(written: "true") == .boolean(true))
        #expect(
            faultText { _ = try declare(["Type": "boolean"]).value(written: "yes") }
                == #""yes" isn't true or false"#)
        let required = try declare(["Required": .boolean(true)])
        #expect(faultText { _ = try required.value(written: "") } == "required")
    }

    @Test func aTextHasALimit() throws {
        let setting = try declare([:])
        #expect(try setting.value(.string(String(repeating: "a", count: 4096))).written.count == 4096)
        #expect(throws: Fault.self) { try setting.value(.string(String(repeating: "a", count: 4097))) }
    }
}
