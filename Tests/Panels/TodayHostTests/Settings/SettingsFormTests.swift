import DBus
import Testing
import TodayModel

@testable import TodayHost

@Suite struct SettingsFormTests {
    private func weather(_ settings: [String: DBusValue] = [:]) throws -> WidgetProperties {
        var widget = WidgetProperties(identifier: "org.example.Weather")
        widget.name = "Weather"
        widget.settingsSchema = try SettingsSchema([
            SettingDeclaration("City", .string, name: "\u{202E}City ", description: "Where you are.", isRequired: true),
            SettingDeclaration("Hours", .integer, default: .integer(12), minimum: .integer(1), maximum: .integer(24)),
            SettingDeclaration("Offset", .number, minimum: .number(-1)),
            SettingDeclaration("Wind", .boolean),
            SettingDeclaration("Units", .choice, choices: ["celsius", "\u{200B}"]),
            SettingDeclaration("Tint", .colorRole, default: .text("accent")),
            SettingDeclaration("Picture", .file),
        ])
        widget.settings = widget.settingsSchema.values([:]).dictionary.merging(["City": "Athens"]) { $1 }
            .merging(settings) { $1 }
        return widget
    }

    private func form(_ settings: [String: DBusValue] = [:]) throws -> SettingsForm {
        try #require(SettingsForm(weather(settings)))
    }

    private func field(_ form: SettingsForm, _ key: String) throws -> SettingsField {
        try #require(form.fields.first { $0.key == key })
    }

    private func submit(
        _ form: inout SettingsForm, _ wish: SettingsForm.Outcome, _ location: SourceLocation = #_sourceLocation
    ) {
        let outcome = form.submit()
        #expect(outcome == wish, sourceLocation: location)
    }

    @Test func itShowsWhatIsInForce() throws {
        let form = try form(["Hours": .int64(6), "Wind": true, "Offset": 1.5])
        #expect(form.name == "Weather")
        #expect(form.fields.map(\.text) == ["Athens", "6", "1.5", "true", "celsius", "accent", ""])
        #expect(form.fields[0].name == "City")
        #expect(form.fields.map(\.details) == ["Where you are.", "From 1 to 24.", "At least −1.", "", "", "", ""])
        #expect(form.fields[4].choices.map(\.name) == ["celsius", "\"\\u{200B}\""])
        #expect(form.fields[5].choices.first?.name == "Primary")
        #expect(form.fields[5].choices.map(\.color) == ContentColor.allCases)
        #expect(!form.hasChanges && form.isReady && form.message == nil)
        #expect(SettingsForm(widget(list, "List")) == nil)
    }

    @Test func aChoiceHasItsName() throws {
        var widget = WidgetProperties(identifier: "org.example.Weather")
        widget.settingsSchema = try SettingsSchema([
            SettingDeclaration(
                "Units", .choice, choices: ["c", "f", "k"], choiceNames: ["Celsius", "\u{202E}Fahrenheit", " "])
        ])
        widget.settings = ["Units": "f"]
        let form = try #require(SettingsForm(widget))
        #expect(form.fields[0].text == "f")
        #expect(form.fields[0].choices.map(\.value) == ["c", "f", "k"])
        #expect(form.fields[0].choices.map(\.name) == ["Celsius", "Fahrenheit", "k"])
    }

    @Test func onlyWhatHasChangedIsSent() throws {
        var form = try form()
        form.set("Volos", for: "City")
        form.set(" 6 ", for: "Hours")
        form.set("1,5", for: "Offset")
        form.set("true", for: "Wind")
        form.set("/tmp/a b", for: "Picture")
        submit(
            &form,
            .send(
                SettingsChange(
                    values: [
                        "City": "Volos", "Hours": .int64(6), "Offset": 1.5, "Wind": true, "Picture": "/tmp/a b",
                    ], resets: [])))
        #expect(form.isSending && !form.isReady)
    }

    @Test func whatIsTypedBackIsNoChange() throws {
        var form = try form()
        form.set("Volos", for: "City")
        #expect(form.hasChanges)
        form.set("Athens", for: "City")
        form.set("12 ", for: "Hours")
        #expect(!form.hasChanges)
        submit(&form, .close)
    }

    /// An incomplete number is a fault only when the user leaves the field.
    @Test func aFaultIsToldWhenTheFieldIsLeft() throws {
        var form = try form()
        form.set("", for: "Hours")
        form.set("3x", for: "Hours")
        #expect(try field(form, "Hours").fault == nil)
        form.leave("Hours")
        #expect(try field(form, "Hours").fault == "\"3x\" is not a whole number")
        form.set("30", for: "Hours")
        #expect(try field(form, "Hours").fault == "30 is above 24")
        form.set("3", for: "Hours")
        #expect(try field(form, "Hours").fault == nil)
    }

    @Test func nothingIsSentWhileSomethingIsWrong() throws {
        var form = try form()
        form.set("", for: "City")
        form.set("tmp", for: "Picture")
        submit(&form, .keepOpen(key: "City"))
        #expect(
            form.fields.compactMap(\.fault) == [
                "Required", "\"tmp\" is not an absolute path",
            ])
        form.set("Volos", for: "City")
        submit(&form, .keepOpen(key: "Picture"))
        form.set("/tmp", for: "Picture")
        submit(&form, .send(SettingsChange(values: ["City": "Volos", "Picture": "/tmp"], resets: [])))
    }

    @Test func numbersAreSteppedWithinTheirRange() throws {
        var form = try form()
        form.step("Hours", by: 1)
        #expect(try field(form, "Hours").text == "13")
        form.set("24", for: "Hours")
        form.step("Hours", by: 1)
        #expect(try field(form, "Hours").text == "24")
        form.set("99", for: "Hours")
        form.step("Hours", by: -1)
        #expect(try field(form, "Hours").text == "24")
        form.set("x", for: "Hours")
        form.step("Hours", by: 1)
        #expect(try field(form, "Hours").text == "x")
        form.set("0,5", for: "Offset")
        form.step("Offset", by: -1)
        form.step("Offset", by: -1)
        #expect(try field(form, "Offset").text == "-1")
        var narrow = WidgetProperties(identifier: "org.example.Narrow")
        narrow.settingsSchema = try SettingsSchema([
            SettingDeclaration("Share", .number, minimum: .number(0), maximum: .number(1)),
            SettingDeclaration("Any", .integer, default: .integer(.max)),
        ])
        var other = try #require(SettingsForm(narrow))
        for _ in 0..<3 { other.step("Share", by: 1) }
        other.step("Any", by: 1)
        #expect(other.fields.map(\.text) == ["0.3", "9223372036854775807"])
    }

    /// A number may have a comma, other digits and a typographic minus. Two separators are ambiguous.
    @Test func numbersAreTypedInManyWays() throws {
        let numbers: [(String, Double?)] = [
            ("2.5", 2.5), ("2,5", 2.5), (" 2 ", 2), ("−1", -1), ("٣", 3), ("1,234.5", nil), ("1.2.3", nil),
        ]
        for (text, number) in numbers {
            var form = try form(["Offset": 7.0])
            form.set(text, for: "Offset")
            form.leave("Offset")
            #expect(try field(form, "Offset").fault == (number == nil ? "\"\(text)\" is not a number" : nil))
            guard let number else { continue }
            submit(&form, .send(SettingsChange(values: ["Offset": .double(number)], resets: [])))
        }
        var form = try form()
        form.set("-2", for: "Offset")
        form.leave("Offset")
        #expect(try field(form, "Offset").fault == "-2 is below -1")
        form.set("1,5", for: "Hours")
        form.leave("Hours")
        #expect(try field(form, "Hours").fault == "\"1,5\" is not a whole number")
    }

    @Test func textsHaveFaultsToo() throws {
        var form = try form()
        form.set(String(repeating: "x", count: Limits.settingBytes + 1), for: "City")
        form.leave("City")
        #expect(try field(form, "City").fault == "The text is too long")
        form.set("a\u{0}", for: "City")
        #expect(try field(form, "City").fault?.hasSuffix(" can’t be used") == true)
    }

    @Test func newsFromElsewhere() throws {
        let news: [(String, String, DBusValue, String)] = [
            ("City", "Volos", "", "Where you are.\nChanged elsewhere to nothing."),
            ("Wind", "true", true, ""), ("Hours", "3", .int64(4), "From 1 to 24.\nChanged elsewhere to 4."),
            ("Offset", "3", 1.5, "At least −1.\nChanged elsewhere to 1.5."),
        ]
        for (key, text, value, details) in news {
            var form = try form()
            form.set(text, for: key)
            form.apply(try weather([key: value]), isCenterUnavailable: false)
            #expect(try field(form, key).details == details, "\(key)")
        }
    }

    @Test func defaultsAreNotSetButBroughtBack() throws {
        var form = try form(["Hours": .int64(6), "Wind": true])
        form.set("3x", for: "Hours")
        form.leave("Hours")
        form.reset()
        #expect(form.fields.map(\.text) == ["", "12", "0", "false", "celsius", "accent", ""])
        #expect(form.fields.compactMap(\.fault) == [])
        // A required setting has no default.
        submit(&form, .keepOpen(key: "City"))
        form.set("Volos", for: "City")
        submit(
            &form,
            .send(
                SettingsChange(
                    values: ["City": "Volos"], resets: ["Hours", "Offset", "Wind", "Units", "Tint", "Picture"])))
    }

    @Test func whatIsNotTouchedFollowsOthers() throws {
        var form = try form()
        form.set("Volos", for: "City")
        form.apply(try weather(["City": "Patras", "Hours": .int64(3)]), isCenterUnavailable: false)
        #expect(form.fields.map(\.text).prefix(2) == ["Volos", "3"])
        #expect(try field(form, "City").details == "Where you are.\nChanged elsewhere to “Patras”.")
        // The value that another client has set isn't a change.
        form.set("Patras", for: "City")
        #expect(!form.hasChanges)
        #expect(try field(form, "City").details == "Where you are.")
    }

    @Test func theCenterRefusesAtTheField() throws {
        var form = try form()
        form.set("Volos", for: "City")
        _ = form.submit()
        let named = form.fail(CenterError(.invalidSetting, "City: \"Volos\" is on no map"))
        #expect(named == "City")
        #expect(try field(form, "City").fault == "\"Volos\" is on no map")
        #expect(form.isReady && form.message == nil)
        // Until something else is typed, it is not asked again.
        submit(&form, .keepOpen(key: "City"))
        form.set("Patras", for: "City")
        #expect(try field(form, "City").fault == nil)
        submit(&form, .send(SettingsChange(values: ["City": "Patras"], resets: [])))
        let other = form.fail(CenterError(.invalidSetting, "unknown setting \"City\""))
        #expect(other == nil)
        #expect(form.message == "Can’t save: unknown setting \"City\"")
        #expect(form.hasChanges)
    }

    @Test func theWidgetGoesAndComesBack() throws {
        var form = try form()
        form.set("Volos", for: "City")
        form.apply(nil, isCenterUnavailable: false)
        #expect(form.message == "This widget was removed.")
        #expect(!form.isReady)
        submit(&form, .keepOpen(key: "City"))
        form.apply(try weather(), isCenterUnavailable: false)
        #expect(form.isReady && form.message == nil)
        // While no center runs, the settings are unknown.
        form.apply(nil, isCenterUnavailable: true)
        #expect(!form.isReady && form.message != nil)
        form.apply(try weather(), isCenterUnavailable: false)
        submit(&form, .send(SettingsChange(values: ["City": "Volos"], resets: [])))
    }

    @Test func whatWasTypedSurvivesANewDeclaration() throws {
        var form = try form()
        form.set("Volos", for: "City")
        form.set("6", for: "Hours")
        var other = try weather()
        other.settingsSchema = try SettingsSchema([
            SettingDeclaration("Hours", .string), SettingDeclaration("City", .string, name: "Town"),
        ])
        form.apply(other, isCenterUnavailable: false)
        #expect(form.fields.map(\.name) == ["Hours", "Town"])
        #expect(form.fields.map(\.text) == ["", "Volos"])
    }

    @Test func menusOfferWhatThereIs() throws {
        var plain = widget(list, "List")
        // A widget without a program has nothing to refresh.
        #expect(WidgetMenuItem.items(of: plain, at: .card) == [.copy, .why, .moveUp, .moveDown, .remove])
        #expect(WidgetMenuItem.items(of: plain, at: .row(isArranged: true)) == [.moveUp, .moveDown])
        #expect(WidgetMenuItem.items(of: plain, at: .row(isArranged: false)) == [])
        plain.instances = true
        #expect(WidgetMenuItem.items(of: plain, at: .row(isArranged: true)) == [.addAnother, .moveUp, .moveDown])
        var second = try weather()
        second.identifier = second.identifier.instance(2)
        second.instances = true
        second.lastResult = .newData
        second.containingApp = "org.example.App"
        second.sizes = [.small, .regular]
        let items = WidgetMenuItem.items(of: second, at: .card)
        #expect(
            items.prefix(8) == [
                .openApp, .refresh, .copy, .why, .settings, .addAnother, .size(.small), .size(.regular),
            ])
        #expect(items.suffix(4) == [.pause(true), .moveUp, .moveDown, .remove])
        #expect(items.map(\.section) == items.map(\.section).sorted())
        #expect(
            items.filter { $0.submenu == "Update Every" }.map(\.label)
                == ["5 Minutes", "15 Minutes", "1 Hour", "App’s Default"])
        second.options.isPaused = true
        (second.options.size, second.options.updateInterval) = (.small, 3600)
        #expect(WidgetMenuItem.items(of: second, at: .card).contains(.pause(false)))
        #expect(items.filter { $0.isChosen(in: second.options) == true } == [.size(.small), .updateEvery(3600)])
        #expect(WidgetMenuItem.items(of: second, at: .row(isArranged: false)) == [.settings, .remove])
    }
}
