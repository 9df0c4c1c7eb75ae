import DBusTesting
import Glibc
import TodayPlatform
import Testing
import TodayModel

@testable import TodayCommands

/// Settings and instances from the command line, with the real `todayd`.
@Suite struct SettingsCommandTests {
    private static let manifest = """
        [Widget]
        Name=Weather
        Instances=true
        [Setting City]
        Default=Athens
        Description=Where the weather is
        Required=true
        [Setting Days]
        Type=integer
        Default=3
        Minimum=1
        Maximum=7
        [Setting Unit]
        Type=choice
        Choices=celsius;fahrenheit;
        [Setting Map]
        Type=folder
        [Setting Loud]
        Type=boolean
        """
    private let weather = "org.example.Weather"

    private func withWeather(_ body: (PrivateBus) async throws -> Void) async throws {
        try await withBus { bus in
            let program = (Installation.current.programs ?? "") + "/todayd"
            try await bus.addService(TodayBus.name, exec: program)
            try await bus.addService(TodayBus.appsName, exec: program)
            let folder = bus.folder + "/data/todaycenter/widgets"
            UserFolders.make(folder)
            for (name, text) in [weather: Self.manifest, "org.example.Plain": "[Widget]\nName=Plain\n"] {
                let file = open("\(folder)/\(name).widget", O_WRONLY | O_CREAT, 0o600)
                try Output(descriptor: file).write(text)
                close(file)
            }
            try await body(bus)
        }
    }

    @Test func theyArePrintedAndSet() async throws {
        try await withWeather { bus in
            expect(
                try await todayctl("settings", weather, on: bus), 0,
                """
                SETTING  VALUE    MAY BE               MEANING
                City     Athens   text, required       Where the weather is
                Days     3        1…7                  \u{20}
                Unit     celsius  celsius, fahrenheit  \u{20}
                Map               folder               \u{20}
                Loud     false    true, false          \u{20}

                """.replacing("  \u{20}\n", with: "  \n"), "")
            expect(
                try await todayctl("settings", weather, "City=Rome", "Days=5", "Loud=true", "Map=./maps", on: bus), 0,
                "", "")
            let json = try await todayctl("settings", weather, "--json", on: bus).output
            let folder = ExecText.currentFolder
            for part in [#""City": "Rome""#, #""Days": 5"#, #""Loud": true"#, "\"Map\": \"\(folder)/maps\""] {
                #expect(json.contains(part), "\(json)")
            }
            #expect(json.contains("\"SettingsSchema\": ["))
            expect(try await todayctl("settings", weather, "--reset", "City", "Days=6", on: bus), 0, "", "")
            let table = try await todayctl("settings", weather, on: bus).output
            #expect(table.contains("City     Athens") && table.contains("Days     6"))
            expect(try await todayctl("settings", weather, "--reset-all", on: bus), 0, "", "")
            #expect(try await todayctl("settings", weather, on: bus).output.contains("Days     3"))
            expect(
                try await todayctl("settings", "org.example.Plain", on: bus), 0, "",
                "todayctl: org.example.Plain has no settings\n")
        }
    }

    @Test func aNameAlonePrintsThatSetting() async throws {
        try await withWeather { bus in
            expect(
                try await todayctl("settings", weather, "Unit", "City", on: bus), 0,
                """
                SETTING  VALUE    MAY BE               MEANING
                Unit     celsius  celsius, fahrenheit  \u{20}
                City     Athens   text, required       Where the weather is

                """.replacing("  \u{20}\n", with: "  \n"),
                """
                todayctl: to set it, run 'todayctl settings \(weather) Unit=VALUE'
                todayctl: to set it, run 'todayctl settings \(weather) City=VALUE'

                """)
            expect(
                try await todayctl("settings", "org.example.Plain", "City", on: bus), 1, "",
                "todayctl: unknown setting \"City\"; the widget has no settings\n")
        }
    }

    @Test(
        arguments: [
            (["Town"], 1, "unknown setting \"Town\"; the settings are City, Days, Unit, Map, Loud"),
            (["City", "Days=5"], 64, "City: write NAME=VALUE to set it (see todayctl settings --help)"),
            (["Days=9"], 1, "Days: 9 is above 7"), (["Days=two"], 1, "Days: \"two\" is not a whole number"),
            (["City="], 1, "City: required"),
            (["Unit=kelvin"], 1, "Unit: \"kelvin\" isn't one of celsius, fahrenheit"),
            (["City=Rome", "Town=x"], 1, "unknown setting \"Town\"; the settings are City, Days, Unit, Map, Loud"),
            (["--reset", "Town"], 1, "unknown setting \"Town\"; the settings are City, Days, Unit, Map, Loud"),
            (["City=a", "City=b"], 64, "the setting City appears twice (see todayctl settings --help)"),
            (["City=a", "--reset", "City"], 64, "the setting City appears twice (see todayctl settings --help)"),
            (["City=a", "--json"], 64, "--json is for printing the settings (see todayctl settings --help)"),
        ] as [([String], Int32, String)])
    func whatIsWrongIsSaid(_ arguments: [String], _ status: Int32, _ message: String) async throws {
        try await withWeather { bus in
            let before = try await todayctl("settings", weather, "--json", on: bus)
            let result = try await CommandRun.start(["settings", weather] + arguments, bus.environment).result()
            expect(result, status, "", "todayctl: \(message)\n")
            #expect(try await todayctl("settings", weather, "--json", on: bus) == before)
        }
    }

    @Test func oneMoreIsAddedAndRemoved() async throws {
        try await withWeather { bus in
            expect(try await todayctl("instance", "add", weather, "City=Rome", on: bus), 0, "\(weather)#2\n", "")
            expect(try await todayctl("instance", "add", "\(weather)#2", on: bus), 0, "\(weather)#3\n", "")
            #expect(try await todayctl("settings", "\(weather)#2", on: bus).output.contains("City     Rome "))
            expect(
                try await todayctl("arrange", on: bus), 0,
                "org.example.Plain\n\(weather)\n\(weather)#2\n\(weather)#3\n", "")
            expect(try await todayctl("instance", "remove", "\(weather)#2", "\(weather)#3", on: bus), 0, "", "")
            #expect(try await todayctl("instance", "remove", weather, on: bus).errors.contains("is the first instance"))
            #expect(
                try await todayctl("instance", "add", "org.example.Plain", on: bus).errors.contains("has no Instances"))
            let nameless = try await todayctl("instance", "add", weather, "Days", on: bus)
            expect(nameless, 64, "", "todayctl: Days: write NAME=VALUE to set it\n")
            let refused = try await todayctl("instance", "add", weather, "Days=0", on: bus)
            expect(refused, 1, "", "todayctl: Days: 0 is below 1\n")
            #expect(try await todayctl("list", "--json", on: bus).output.contains("#") == false)
        }
    }
}
