import DBus
import DBusTesting
import Glibc
import Testing
import TodayModel
import TodayPlatform

@testable import TodayCommands

/// `todayctl export`, `import`, `options` and `restore` with the real `todayd`.
@Suite struct ExportTests {
    private static let weather = """
        [Widget]
        Name=Weather
        Instances=true
        LargestDisplayMode=expanded
        Sizes=small;regular;
        [Setting City]
        Default=Athens
        [Setting Days]
        Type=integer
        Default=3
        Minimum=1
        Maximum=7
        """
    private static let plain = "[Widget]\nName=Plain\n"
    private let weather = "org.example.Weather"
    private let plain = "org.example.Plain"

    /// Runs a test with a new center, which knows these manifests.
    private func withCenter(
        _ manifests: [String: String]? = nil, _ body: (PrivateBus) async throws -> Void
    ) async throws {
        try await withBus { bus in
            let program = (Installation.current.programs ?? "") + "/todayd"
            try await bus.addService(TodayBus.name, exec: program)
            try await bus.addService(TodayBus.appsName, exec: program)
            let folder = bus.folder + "/data/todaycenter/widgets"
            UserFolders.make(folder)
            for (name, text) in manifests ?? [weather: Self.weather, plain: Self.plain] {
                try write(text, to: "\(folder)/\(name).widget")
            }
            try await body(bus)
        }
    }

    private func write(_ text: String, to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(file) }
        try Output(descriptor: file).write(text)
    }

    /// Makes choices of every kind, and returns the export of them.
    private func choose(on bus: PrivateBus) async throws -> String {
        for arguments in [
            ["instance", "add", weather, "City=Oslo"], ["instance", "add", weather, "City=Rome", "Days=7"],
            ["mode", "\(weather)#2", "expanded"], ["options", "\(weather)#3", "Size=small", "Paused=true"],
            ["options", plain, "UpdateInterval=2h"], ["settings", weather, "City=Paris"],
            ["arrange", "\(weather)#3", weather],
        ] {
            let run = try await CommandRun.start(arguments, bus.environment).result()
            #expect(run.status == 0, "\(arguments): \(run)")
        }
        return try await todayctl("export", on: bus).output
    }

    @Test func anImportMakesAFreshCenterTheSame() async throws {
        var export = ""
        try await withCenter { bus in
            export = try await choose(on: bus)
            #expect(
                export == """
                    {
                      "arrangement": ["org.example.Weather#3", "org.example.Weather"],
                      "format": "org.todaycenter.export",
                      "scripts": [],
                      "version": 1,
                      "widgets": {
                        "org.example.Plain": {
                          "mode": "compact",
                          "options": {
                            "Paused": false,
                            "Size": "regular",
                            "UpdateInterval": 7200
                          },
                          "settings": {}
                        },
                        "org.example.Weather": {
                          "mode": "compact",
                          "options": {
                            "Paused": false,
                            "Size": "regular",
                            "UpdateInterval": 900
                          },
                          "settings": {
                            "City": "Paris",
                            "Days": 3
                          }
                        },
                        "org.example.Weather#2": {
                          "mode": "expanded",
                          "options": {
                            "Paused": false,
                            "Size": "regular",
                            "UpdateInterval": 900
                          },
                          "settings": {
                            "City": "Oslo",
                            "Days": 3
                          }
                        },
                        "org.example.Weather#3": {
                          "mode": "compact",
                          "options": {
                            "Paused": true,
                            "Size": "small",
                            "UpdateInterval": 900
                          },
                          "settings": {
                            "City": "Rome",
                            "Days": 7
                          }
                        }
                      }
                    }

                    """)
            #expect(try await todayctl("import", "-", on: bus, input: export).output == "nothing to change\n")
        }
        try await withCenter { bus in
            let before = try await todayctl("export", on: bus).output
            let dry = try await todayctl("import", "--dry-run", "-", on: bus, input: export)
            expect(
                dry, 0,
                """
                org.example.Plain: set the options UpdateInterval=7200
                org.example.Weather: set City=Paris
                add a copy of org.example.Weather as org.example.Weather#2: City=Oslo Days=3
                org.example.Weather#2: show it expanded
                org.example.Weather#2: set the options UpdateInterval=900
                add a copy of org.example.Weather as org.example.Weather#3: City=Rome Days=7
                org.example.Weather#3: show it compact
                org.example.Weather#3: set the options Paused=true Size=small UpdateInterval=900
                arrange org.example.Weather#3 org.example.Weather

                """, "")
            #expect(try await todayctl("export", on: bus).output == before)
            #expect(try await todayctl("import", "-", on: bus, input: export) == dry)
            #expect(try await todayctl("export", on: bus).output == export)
            // Nothing is added twice.
            expect(try await todayctl("import", "-", on: bus, input: export), 0, "nothing to change\n", "")
            // A removed copy comes back as it was.
            for copy in ["2", "3"] {
                #expect(try await todayctl("instance", "remove", "\(weather)#\(copy)", on: bus).status == 0)
            }
            #expect(try await todayctl("import", "-", on: bus, input: export).output.hasPrefix("restore \(weather)#2"))
            #expect(try await todayctl("export", on: bus).output == export)
        }
    }

    @Test func whatDoesNotFitIsListedAndTheRestIsDone() async throws {
        var original = ""
        try await withCenter { bus in original = try await choose(on: bus) }
        let hash = String(repeating: "0", count: 64)
        let export = original.replacing(
            #""scripts": []"#,
            with: #""scripts": [{"name":"gone.sh","sha256":"\#(hash)"},{"name":"other.sh","sha256":"\#(hash)"}]"#)
        let other = Self.weather.replacing("Maximum=7", with: "Maximum=5")
            .replacing("LargestDisplayMode=expanded\n", with: "").replacing("small;", with: "")
        try await withCenter([weather: other]) { bus in
            let scripts = bus.folder + "/config/todaycenter/scripts"
            UserFolders.make(scripts)
            try write("#!/bin/sh\n", to: scripts + "/other.sh")
            chmod(scripts + "/other.sh", 0o700)
            let run = try await todayctl("import", "-", on: bus, input: export)
            #expect(run.status == 1)
            #expect(
                run.errors == """
                    todayctl: org.example.Plain: not installed here
                    todayctl: org.example.Weather#2: mode: the widget has no expanded mode here
                    todayctl: org.example.Weather#3: Days: 7 is above 5
                    todayctl: org.example.Weather#3: options.Size: the widget has no size small here
                    todayctl: the script gone.sh is missing here
                    todayctl: the script other.sh differs from the one here

                    """)
            let settings = try await todayctl("settings", "--json", "\(weather)#3", on: bus).output
            #expect(settings.contains(#""City": "Rome""#) && settings.contains(#""Days": 3"#))
            #expect(try await todayctl("arrange", on: bus).output == "\(weather)#3\n\(weather)\n")
            // After the widget is installed, a second run completes it.
            let folder = bus.folder + "/data/todaycenter/widgets"
            try write(Self.plain, to: "\(folder)/\(plain).widget")
            try write(Self.weather, to: "\(folder)/\(weather).widget")
            let client = CenterClient(try await bus.connect())
            _ = try await poll(within: .seconds(60), every: .milliseconds(50)) {
                let isKnown = (try? await client.properties(of: WidgetIdentifier(plain))) != nil
                let sizes = try await client.properties(of: WidgetIdentifier(weather)).sizes
                return isKnown && sizes.count == 2 ? true : nil
            }
            #expect(unlink(scripts + "/other.sh") == 0)
            expect(
                try await todayctl("import", "-", on: bus, input: original), 0,
                """
                org.example.Plain: set the options UpdateInterval=7200
                org.example.Weather#2: show it expanded
                org.example.Weather#3: set Days=7
                org.example.Weather#3: set the options Size=small
                arrange org.example.Weather#3 org.example.Weather

                """, "")
            #expect(try await todayctl("export", on: bus).output == original)
        }
    }

    /// `--merge` keeps the arrangement of the user. Widgets that the file doesn't name stay in any case.
    @Test func theArrangementIsMerged() async throws {
        try await withCenter([weather: Self.weather, plain: Self.plain, "org.example.Other": Self.plain]) { bus in
            #expect(try await todayctl("arrange", "org.example.Other", plain, on: bus).status == 0)
            let export = #"""
                {"format": "org.todaycenter.export", "version": 1, "unknown": 1,
                 "arrangement": ["org.example.Weather", "org.example.Plain"]}
                """#
            expect(
                try await todayctl("import", "--merge", "-", on: bus, input: export), 0,
                "arrange org.example.Other org.example.Plain org.example.Weather\n", "")
            expect(
                try await todayctl("import", "-", on: bus, input: export), 0,
                "arrange org.example.Weather org.example.Plain org.example.Other\n", "")
        }
    }

    /// The hash is that of sha256sum(1), and no text of a script is in the file.
    @Test func scriptsAreThereByTheirHashes() async throws {
        try await withCenter { bus in
            let scripts = bus.folder + "/config/todaycenter/scripts"
            UserFolders.make(scripts)
            try write("#!/bin/sh\necho secret\n", to: scripts + "/a.sh")
            chmod(scripts + "/a.sh", 0o700)
            let sum = try await bus.run("sha256sum", scripts + "/a.sh").output.prefix(64)
            let export = try await todayctl("export", on: bus).output
            #expect(export.contains(#""name": "a.sh""#) && export.contains("\"sha256\": \"\(sum)\""), "\(export)")
            #expect(!export.contains("secret"))
            #expect(try await todayctl("import", "-", on: bus, input: export).status == 0)
        }
    }

    @Test(arguments: [
        ("[]", "[] is not an object"), ("{}", #"format: missing; it must be "org.todaycenter.export""#),
        (#"{"format":"x"}"#, #"format: "x" is not"#),
        (#"{"format":"org.todaycenter.export"}"#, "version: missing"),
        (#"{"format":"org.todaycenter.export","version":2}"#, "version: 2 is unknown; this todayctl reads version 1"),
        (
            #"{"format":"org.todaycenter.export","version":1,"arrangement":["a"]}"#,
            #"arrangement[0]: "a" is not a widget"#
        ),
        (
            #"{"format":"org.todaycenter.export","version":1,"arrangement":["a.b","a.b"]}"#,
            #"arrangement[1]: "a.b" appears twice"#
        ),
        (
            #"{"format":"org.todaycenter.export","version":1,"widgets":{"a.b":{"mode":"big"}}}"#,
            #"widgets.a.b.mode: "big" isn't compact or expanded"#
        ),
        (
            #"{"format":"org.todaycenter.export","version":1,"widgets":{"a.b":{"options":{"UpdateInterval":5}}}}"#,
            "widgets.a.b.options.UpdateInterval: 5 isn't 0 or 60…604800"
        ),
        (
            #"{"format":"org.todaycenter.export","version":1,"widgets":{"a.b":{"settings":1}}}"#,
            "widgets.a.b.settings: 1 is not an object"
        ),
        (
            #"{"format":"org.todaycenter.export","version":1,"scripts":[{"name":"a","sha256":"12"}]}"#,
            #"scripts[0].sha256: "12" is not a hash"#
        ),
        (#"{"format":"#, "line 1, column 11"),
    ])
    func aFaultNamesTheField(_ text: String, _ message: String) throws {
        let fault = #expect(throws: Fault.self) { try TodayExport(text) }
        #expect("\(try #require(fault))".contains(message), "\(String(describing: fault))")
    }

    /// Faults in the file end the import before it asks a center.
    @Test func aFileThatIsTooLongIsRefused() async throws {
        let file = "/tmp/today-export-\(getpid()).json"
        defer { unlink(file) }
        try write(String(repeating: " ", count: TodayExport.maximumBytes) + "{}", to: file)
        expect(
            try await CommandRun.start(["import", file], [:]).result(), 1, "",
            "todayctl: \(file) is longer than 1048576 bytes\n")
        try write(#"{"format":1}"#, to: file)
        expect(
            try await CommandRun.start(["import", file], [:]).result(), 1, "",
            "todayctl: \(file): format: 1 is not a string\n")
    }

    @Test(arguments: [
        (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (3, "cb1ad2119d8fafb69566510ee712661f9f14b83385006ef92aec47f523a38358"),
        (56, "6ea719cefa4b31862035a7fa606b7cc3602f46231117d135cc7119b3c1412314"),
    ])
    func hashesAreThoseOfTheStandard(_ count: Int, _ hash: String) {
        #expect(SHA256.hexadecimal([UInt8](repeating: UInt8(ascii: "A"), count: count)) == hash)
    }

    @Test func optionsArePrintedAndSet() async throws {
        try await withCenter { bus in
            expect(
                try await todayctl("options", weather, on: bus), 0,
                """
                OPTION          VALUE    ALLOWED         MEANING
                Size            regular  small, regular  The size of the card
                UpdateInterval  15min    0, 1min…7d      The maximum age of the content
                Paused          false    true, false     Updated only on request

                """, "")
            expect(try await todayctl("options", weather, "Size=small", "UpdateInterval=2h", on: bus), 0, "", "")
            let json = try await todayctl("options", weather, "--json", on: bus).output
            #expect(json.contains(#""Size": "small""#) && json.contains(#""UpdateInterval": 7200"#), "\(json)")
            #expect(json.contains(#""Sizes": ["small", "regular"]"#), "\(json)")
            expect(
                try await todayctl("options", weather, "--reset", "Size", "Paused=true", on: bus), 0, "", "")
            expect(
                try await todayctl("options", weather, "Size", on: bus), 0,
                "OPTION  VALUE    ALLOWED         MEANING\nSize    regular  small, regular  The size of the card\n",
                "")
            expect(try await todayctl("options", weather, "--reset-all", on: bus), 0, "", "")
            #expect(try await todayctl("options", weather, on: bus).output.contains("15min"))
            for (value, message) in [
                ("Size=small", #"Size: the widget doesn't offer "small"; it offers regular"#),
                ("Paused=maybe", #"Paused: "maybe" isn't true or false"#),
                ("UpdateInterval=5s", "UpdateInterval: 5 isn't 0 or 60…604800"),
            ] {
                expect(try await todayctl("options", plain, value, on: bus), 1, "", "todayctl: \(message)\n")
            }
            expect(
                try await todayctl("options", plain, "Color=red", on: bus), 64, "",
                "todayctl: the option \"Color\" doesn’t exist; the options are Size, UpdateInterval, Paused "
                    + "(see todayctl options --help)\n")
        }
    }

    @Test(
        arguments: [(0, "0"), (90, "90s"), (60, "1min"), (5400, "90min"), (7200, "2h"), (604_800, "7d")]
            as [(UInt32, String)])
    func intervalsAreWrittenAsTheyAreRead(_ seconds: UInt32, _ text: String) {
        #expect(Options.duration(seconds) == text)
    }

    @Test func removedCopiesAreListedRestoredAndDeleted() async throws {
        try await withCenter { bus in
            expect(try await todayctl("restore", on: bus), 0, "", "todayctl: no removed copies\n")
            for city in ["Oslo", "Rome"] {
                #expect(try await todayctl("instance", "add", weather, "City=\(city)", on: bus).status == 0)
            }
            for copy in ["2", "3"] {
                #expect(try await todayctl("instance", "remove", "\(weather)#\(copy)", on: bus).status == 0)
            }
            let table = try await todayctl("restore", "--list", on: bus).output.split(separator: "\n")
            #expect(
                table.map { $0.prefix(21) } == [
                    "IDENTIFIER           ", "org.example.Weather#3", "org.example.Weather#2",
                ])
            #expect(table.dropFirst().allSatisfy { $0.contains("29 d") }, "\(table)")
            let json = try await todayctl("restore", "--json", on: bus).output
            #expect(json.contains(#""Identifier": "org.example.Weather#2""#) && json.contains(#""ExpiresAt": "#))
            expect(try await todayctl("restore", "\(weather)#2", on: bus), 0, "", "")
            #expect(try await todayctl("settings", "\(weather)#2", on: bus).output.contains("Oslo"))
            #expect(try await todayctl("restore", "\(weather)#2", on: bus).status == 1)
            expect(try await todayctl("restore", "--delete", "\(weather)#3", on: bus), 0, "", "")
            expect(try await todayctl("restore", on: bus), 0, "", "todayctl: no removed copies\n")
            expect(
                try await todayctl("restore", "--delete", on: bus), 64, "",
                "todayctl: --delete needs identifiers or --all (see todayctl restore --help)\n")
        }
    }
}
