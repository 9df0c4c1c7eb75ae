import Testing

@testable import TodayManifests
@testable import TodayModel

@Suite("Settings in a manifest")
struct SettingGroupTests {
    private func parse(_ settings: String, locale: String? = nil) throws -> SettingsSchema {
        try Manifest.parse(
            "[Widget]\nName=A\n" + settings, identifier: "org.example.A", locale: locale
        ).definition.settingsSchema
    }

    @Test func eachGroupIsASetting() throws {
        let schema = try parse(
            """
            [Setting City]
            Name=City
            Name[de]=Stadt
            Default=Athens
            Placeholder[de]=Ort
            [X-Other]
            Type=nonsense
            [Setting Days]
            Type=integer
            Default=3
            Minimum=1
            Maximum=7
            [Setting Unit]
            Type=choice
            Choices=celsius;fahrenheit;
            ChoiceNames=Celsius;Fahrenheit;
            ChoiceNames[de]=Grad Celsius;Grad Fahrenheit;
            [Setting Ratio]
            Type=number
            Default=0.5
            [Setting Loud]
            Type=boolean
            Default=true
            """, locale: "de_AT.UTF-8")
        #expect(schema.declarations.map(\.key) == ["City", "Days", "Unit", "Ratio", "Loud"])
        #expect(schema["City"]?.name == "Stadt" && schema["City"]?.placeholder == "Ort")
        #expect(schema["Days"]?.maximum == .integer(7) && schema["Days"]?.defaultValue == .integer(3))
        #expect(schema["Unit"]?.defaultValue == .text("celsius"))
        #expect(schema["Unit"]?.label(of: "fahrenheit") == "Grad Fahrenheit")
        #expect(schema["Ratio"]?.defaultValue == .number(0.5) && schema["Loud"]?.defaultValue == .boolean(true))
    }

    @Test(arguments: [
        ("[Setting City]\n[Setting City]\n", "line 4: duplicate group [Setting City]"),
        ("[Setting City]\nType=secret\n", "line 4, [Setting City] Type: \"secret\" isn't a type"),
        ("[Setting City]\n\nType=town\n", "line 5, [Setting City] Type: \"town\" isn't one of"),
        ("[Setting 1]\nType=string\n", "line 3, [Setting]: \"1\" is not a letter"),
        ("[Setting A]\nType=integer\nDefault=x\n", "line 5, [Setting A] Default: \"x\" is not a whole number"),
        ("[Setting A]\nDefault=\\q\n", "line 4, [Setting A] Default: \\q in"),
        ("[Setting A]\nRequired=1\n", "line 4, [Setting A] Required: \"1\" isn't true or false"),
        ("[Setting A]\nType=choice\nChoices=a;b;a\n", "line 5, [Setting A] Choices[2]: \"a\" appears twice"),
        (
            "[Setting A]\nType=choice\nChoices=a;b\nChoiceNames=A\n",
            "line 6, [Setting A] ChoiceNames: the number of names, 1, isn't that of Choices, 2"
        ),
        ("[Setting A]\nType=choice\n", "line 3, [Setting A] Choices: a setting of type choice needs at least one"),
    ])
    func aFaultHasItsLine(_ settings: String, _ expected: String) {
        let fault = faultText { _ = try parse(settings) }
        #expect(fault?.hasPrefix(expected) == true, "\(fault ?? "accepted")")
    }

    @Test func tooManySettingsAreRefused() {
        let settings = (0...64).map { "[Setting A\($0)]\n" }.joined()
        #expect(faultText { _ = try parse(settings) } == "line 67: 65 settings, SettingsPerWidget is 64")
    }

    @Test func allFaultsAndUnknownKeysAreTold() {
        let text =
            "[Widget]\nName=A\n[Setting A]\nType=x\nTpye=y\nX-Mine=1\n[Setting B]\nType=integer\nDefault=z\n[Other]\nC=1"
        #expect(Manifest.faults(in: text, identifier: "org.example.A").map(\.line) == [4, 9])
        #expect(Manifest.unknownKeys(in: text).map(\.key) == ["Tpye"])
    }
}
