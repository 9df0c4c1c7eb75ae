import DBus
import DBusTesting
import DesktopTesting
import Glibc
import TodayPlatform
import Testing
import TodayModel

/// A program that runs QML, by its path.
enum QmlProgram: String, CaseIterable {
    case qt5 = "/usr/lib/qt5/bin/qml"
    case qt6 = "/usr/lib/qt6/bin/qml"

    /// Those that this machine has.
    static let installed = allCases.filter { access($0.rawValue, X_OK) == 0 }

    /// Runs one of the files in `Qml` to its end, without a screen, and returns its log.
    func run(_ file: String, _ arguments: [String], on bus: PrivateBus) async throws -> [String] {
        let folder = #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        let run = try await bus.run(
            [rawValue, "-I", "\(folder)/Stubs", "\(folder)/Qml/\(file)", "--"] + arguments,
            with: [
                "QT_QPA_PLATFORM": "offscreen", "QT_QUICK_BACKEND": "software", "QML_XHR_ALLOW_FILE_READ": "1",
                "LC_ALL": "C.UTF-8", "XDG_RUNTIME_DIR": bus.folder,
            ])
        #expect(run.exit == .status(0), "\(run)")
        let lines = run.error.split(separator: "\n").map(String.init)
        for line in lines { #expect(line.hasPrefix("qml: "), "\(line)") }
        return lines.map { String($0.dropFirst(5)) }
    }
}

/// The renderer of `data/panels/qml`, with lines that the real `todayctl` prints.
@Suite(.enabled(if: !QmlProgram.installed.isEmpty, "the packages qml and qml-qt6 are not installed"))
struct QmlTests {
    static let widget: WidgetIdentifier = "org.example.All"

    /// All kinds of content, with texts that are not what they look like.
    private static let content = #"""
        {"kind":"column","children":[
          {"kind":"text","text":"<b>bold</b> &amp; $(x)\nsecond","style":"headline","tooltip":"<i>tip</i>"},
          {"kind":"row","action":"row; touch x","parameter":"it's \"$(x)\" `y`","children":[
            {"kind":"image","icon":"go-up"},{"kind":"text","text":"A row"},{"kind":"spacer"},
            {"kind":"button","label":"Inner","action":"--help","id":"-n '","parameter":9007199254740993}]},
          {"kind":"grid","columns":3,"children":[{"kind":"text","text":"cell"},{"kind":"timer","since":1}]},
          {"kind":"list","visible-rows":1,"children":[{"kind":"text","text":"first"},{"kind":"text","text":"later"}]},
          {"kind":"timer","until":1,"finished-text":"It is over"},
          {"kind":"progress","value":0.5},{"kind":"progress","style":"circle"},
          {"kind":"chart","values":[1,-2,3],"style":"bar"},{"kind":"chart","values":[1],"style":"area"},
          {"kind":"image","data":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
            "description":"A dot"},
          {"kind":"toggle","label":"Lamp","value":true,"action":"lamp"},
          {"kind":"button","label":"Off","action":"off","enabled":false},
          {"kind":"button","label":"Site","style":"link","url":"https://example.org/?a='b'"},
          {"kind":"section","label":"Folded","children":[{"kind":"text","text":"within"}]},
          {"kind":"checkbox","label":"Milk","value":false,"action":"milk"},
          {"kind":"slider","label":"Volume","value":40,"maximum":100,"step":5,"action":"volume","id":"v"},
          {"kind":"slider","label":"Fixed","value":1},
          {"kind":"entry","label":"Add","placeholder":"<i>hint</i>","action":"add"},
          {"kind":"entry","label":"Closed","value":"as it is"},
          {"kind":"clock","zone":"UTC","style":"date"},{"kind":"clock","zone":"Nowhere/Land","fallback":"nowhere"},
          {"kind":"progress","value":0.5,"label":"half","color":"warning"},
          {"kind":"progress","value":0.5,"label":"circle","style":"circle"},
          {"kind":"chart","values":[1,2],"label":"In","series":[3],"series-label":"Out","show-values":["last"],"unit":" W"},
          {"kind":"divider"},{"kind":"hologram","fallback":"flat"},
          {"kind":"text","text":"\u202Eoverride"}]}
        """#

    /// Returns the lines for the panel, one of them after a change.
    private func lines(on desk: BarDesk) async throws -> String {
        func line() async throws -> String {
            let run = try await desk.start("todayctl", "bar", "--format", "panel", "--once", Self.widget.rawValue)
            return try await run.finished().output
        }
        try await desk.register(Self.widget, "All <i>kinds</i>", Self.content)
        let first = try await line()
        try await desk.client.updateWidget(
            Self.widget,
            ["Content": .string(#"{"kind":"text","text":"Another"}"#), "Error": .string("it is <b>late</b>")])
        return first + (try await line())
    }

    @Test(arguments: QmlProgram.installed)
    func drawsAllKindsAndTellsOfTaps(_ program: QmlProgram) async throws {
        try await withBars { desk in
            let file = desk.bus.folder + "/lines"
            try writeFile(try await lines(on: desk), to: file)
            for direction in ["plain", "mirrored"] {
                let log = try await program.run("renderer.qml", [direction, file], on: desk.bus)
                let shown = log.filter { $0.hasPrefix("SHOWN ") }
                try #require(shown.count == 2)
                #expect(!log.contains { $0.contains(" AS MARKUP") })
                for text in [
                    #""All <i>kinds</i>""#, #""<b>bold</b> &amp; $(x)\nsecond""#, #""A row""#, #""Inner""#, #""cell""#,
                    #""first""#, #""Show 1 More""#, #""It is over""#, #""Lamp""#, #""Off""#, #""Site""#, #""Folded""#,
                    #""flat""#, #""override""#, #""Milk""#, #""Volume""#, #""<i>hint</i>""#, #""nowhere""#, #""half""#,
                    #""circle""#, #""In  2 W""#, #""Out  3 W""#,
                ] { #expect(shown[0].contains(text), "\(text)") }
                #expect(!shown[0].contains("later") && !shown[0].contains("within"))
                #expect(shown[1].contains(#""Another""#) && shown[1].contains(#""it is <b>late</b>""#))
                #expect(!shown[1].contains("Inner"))
                let runs = log.filter { $0.hasPrefix("RUN ") }.map { String($0.dropFirst(4)) }
                let named = #""--","org.example.All""#
                #expect(
                    runs == [
                        #"["action","--revision=1","--type=s",\#(named),"row; touch x","it's \"$(x)\" `y`"]"#,
                        #"["action","--revision=1","--node=-n '","--type=x",\#(named),"--help","9007199254740993"]"#,
                        #"["action","--revision=1","--type=b",\#(named),"lamp","false"]"#,
                        #"["open",\#(named),"https://example.org/?a='b'"]"#,
                        #"["action","--revision=1","--type=b",\#(named),"milk","true"]"#,
                        #"["action","--revision=1","--node=v","--type=d",\#(named),"volume","35"]"#,
                        #"["action","--revision=1","--type=s",\#(named),"add","-x $(y)"]"#,
                    ], "\(log)")
                let pressed = try #require(log.first { $0.hasPrefix("PRESSED ") })
                // The panel shows folded parts, the menu, and why the taps failed.
                for text in ["later", "within", "Show Less", "Remove", "It is <b>late</b>"] {
                    #expect(pressed.contains("\"\(text)\""), "\(text) in \(pressed)")
                }
                #expect(log.suffix(2) == [#"GONE ["Not available","It is gone"] SEEN true"#, "SEEN false"])
            }
        }
    }

    /// The slider sends its last number, and the entry keeps its text. The clock ticks while it is visible.
    @Test(arguments: QmlProgram.installed)
    func sendsWhatTheUserEnters(_ program: QmlProgram) async throws {
        try await withBars { desk in
            func line(_ volume: Int, _ children: String, _ text: String) async throws -> String {
                let content = #"""
                    {"kind":"column","children":[\#(children){"kind":"clock","style":"seconds"},
                      {"kind":"slider","label":"Volume","value":\#(volume),"maximum":100,"step":10,"action":"volume","id":"v"},
                      {"kind":"entry","label":"Add","value":"\#(text)","action":"add","id":"a"}]}
                    """#
                try await desk.register(Self.widget, "All", content)
                try await desk.client.updateWidget(Self.widget, ["Content": .string(content)])
                let run = try await desk.start("todayctl", "bar", "--format", "panel", "--once", Self.widget.rawValue)
                return try await run.finished().output
            }
            let lines = [
                try await line(40, "", "first"), try await line(20, "", "second"),
                try await line(20, #"{"kind":"entry","label":"Other","action":"other"},{"kind":"divider"},"#, "third"),
            ]
            let file = desk.bus.folder + "/lines"
            try writeFile(lines.joined(), to: file)
            let log = try await program.run("inputs.qml", [file], on: desk.bus)
            let volume = #"RUN ["--","org.example.All","volume","#
            let add = #"RUN ["--","org.example.All","add","ha lf"]"#
            #expect(
                log == [
                    volume + #""40"]"#, "SLIDER 70", volume + #""70"]"#, "SLIDER 70", "SLIDER 20", volume + #""100"]"#,
                    #"SLIDER 20 ["It is late"]"#, #"ENTRY true true "ha lf""#, add, "READ ONLY true",
                    #"READ ONLY false "ha lf""#, add, #"ENTRY "third""#, "ENTRY 2048", "TIMERS 2", "TIMERS 1",
                ], "\(log)")
        }
    }

    /// The menu of a card, what it does, and what can be undone; and small cards beside each other.
    @Test(arguments: QmlProgram.installed)
    func offersTheMenuOfACard(_ program: QmlProgram) async throws {
        try await withBars { desk in
            let chart = #"{"kind":"chart","values":[1,2],"series":[3],"series-label":"Out","unit":" W"}"#
            for (identifier, name, content): (WidgetIdentifier, String, String) in [
                ("org.example.A", "A", chart), ("org.example.B", "B", #"{"kind":"text","text":"one"}"#),
                (
                    "org.example.C", "C",
                    #"{"kind":"column","children":[{"kind":"entry","label":"x"},{"kind":"divider"}]}"#
                ),
            ] {
                try await desk.client.registerWidget(
                    identifier,
                    [
                        "Name": .string(name), "Content": .string(content), "ContainingApp": "org.example.App",
                        "Sizes": .strings(["small", "regular"]),
                    ])
            }
            try await desk.client.arrange(["org.example.A", "org.example.B", "org.example.C"])
            for identifier: WidgetIdentifier in ["org.example.B", "org.example.C"] {
                try await desk.client.setOptions(WidgetOptionChoices(size: .small), of: identifier)
            }
            let run = try await desk.start("todayctl", "bar", "--format", "panel", "--once")
            let line = try await run.finished().output
            let file = desk.bus.folder + "/lines"
            try writeFile(line, to: file)
            let log = try await program.run("menus.qml", [file], on: desk.bus)
            let a = #""--","org.example.A""#
            #expect(
                log == [
                    "PLACES A B C true", "NARROW 0",
                    #"MENU ["Open App","Copy","Why?","Move Down","Size","Remove"]"#,
                    #"RUN ["options",\#(a),"Size=small"]"#, #"RUN ["open",\#(a)]"#,
                    #"RUN ["move","--after=org.example.B",\#(a)]"#, #"RUN ["explain","--json",\#(a)]"#,
                    "SHOWS true A is <b>fresh</b>.", "SHOWS false A is <b>fresh</b>.", #"RUN ["show",\#(a)]"#,
                    #"PASTED "The first line\nand <b>more</b>""#, #"RUN ["remove",\#(a)]"#, "SHOWS false A removed",
                    "SHOWS true It is late", #"RUN ["remove",\#(a)]"#, "SHOWS true A removed",
                    #"RUN ["add","--to=1",\#(a)]"#, "SHOWS true It has no room",
                    #"CHART ["1 W","2 W\nOut  3 W"]"#,
                ], "\(log)")
        }
    }

    /// The lines are as an older center would have them: `todayctl` passes on what that says.
    @Test(arguments: QmlProgram.installed)
    func loadsNoIconByAPathOrURL(_ program: QmlProgram) async throws {
        try await withBars { desk in
            let button = #"{"kind":"button","label":"Go","icon":"go-up","action":"go"}"#
            try await desk.register(Self.widget, "«été»", button)
            let run = try await desk.start("todayctl", "bar", "--format", "panel", "--once", Self.widget.rawValue)
            let line = try await run.finished().output
            func with(_ icon: String, _ other: String = "go-up") -> String {
                line.replacing(#""Icon":"""#, with: #""Icon":"\#(icon)""#)
                    .replacing(#""icon":"go-up""#, with: #""icon":"\#(other)""#)
            }
            let bad = [
                "/etc/x.svg", "file:///etc/x.svg", "http://127.0.0.1/x", "image://x", "data:,x", "../x", "a\\nb", ":x",
                "é", "a b", String(repeating: "a", count: 256),
            ]
            let file = desk.bus.folder + "/lines"
            try writeFile(with("clock") + bad.map { with($0, $0) }.joined(), to: file)
            let log = try await program.run("renderer.qml", [file], on: desk.bus)
            let icons = log.filter { $0.hasPrefix("ICONS ") }
            #expect(icons.first == #"ICONS ["clock","go-up"]"#)
            // The first line's button was pressed in vain.
            let warning = #"ICONS ["dialog-warning"]"#
            #expect(icons.dropFirst() == Array(repeating: warning, count: bad.count)[...], "\(icons)")
            // A letter stands for the icon of the widget.
            let shown = log.filter { $0.hasPrefix("SHOWN ") }
            #expect(shown.map { $0.contains(#""É""#) } == [false] + bad.map { _ in true }, "\(shown)")
        }
    }

    /// The texts of the view itself have the translations of the line.
    @Test(arguments: QmlProgram.installed)
    func usesTheWordsOfTheLine(_ program: QmlProgram) async throws {
        try await withBars { desk in
            let file = desk.bus.folder + "/lines"
            let words = #""Words":{"Show Less":"Weniger zeigen"},"Available":true,"#
            let lines = try await lines(on: desk).replacing(#""Available":true,"#, with: words)
            try writeFile(lines, to: file)
            let log = try await program.run("renderer.qml", ["plain", file], on: desk.bus)
            let pressed = try #require(log.first { $0.hasPrefix("PRESSED ") })
            #expect(pressed.contains(#""Weniger zeigen""#) && !pressed.contains("Show Less"))
        }
    }

    /// One word of `sh`, whatever is in it.
    @Test(arguments: QmlProgram.installed)
    func quotesForTheShell(_ program: QmlProgram) async throws {
        try await withBars { desk in
            let file = desk.bus.folder + "/lines"
            try writeFile("\n", to: file)
            let log = try await program.run("renderer.qml", [file], on: desk.bus)
            let quoted = try #require(log.first { $0.hasPrefix("QUOTED ") })
            let run = try await desk.bus.run("sh", "-c", "printf %s \(quoted.dropFirst(7))")
            #expect(run.output == "it's \"$(x)\" `y` \\ !-" && run.error == "")
        }
    }

    /// The plasmoid for Plasma 6, in modules that stand in for those of Plasma.
    @Test(
        .enabled(
            if: QmlProgram.installed.contains(.qt6) && access("/usr/bin/zip", X_OK) == 0,
            "qml-qt6 or zip is not installed"))
    func thePlasmoidOfPlasma6IsWhole() async throws {
        try await withBars { desk in
            try await desk.register(Self.widget, "All", #"{"kind":"text","text":"<b>in Plasma 6</b>"}"#)
            let run = try await desk.start("todayctl", "bar", "--format", "panel", "--once")
            try writeFile(try await run.finished().output, to: desk.bus.folder + "/line")
            let package = try await Plasmoid.unpacked("plasma-6", on: desk)
            let log = try await QmlProgram.qt6.run(
                "plasmoid.qml", ["\(package)/contents/ui", desk.bus.folder + "/line"], on: desk.bus)
            for part in [
                " 1; exec 'todayctl' 'bar' '--format' 'panel' '--wait' '0' '--'", #""<b>in Plasma 6</b>""#,
                " 1; exec 'todayctl' 'list' '--json'",
            ] { #expect(log.contains { $0.contains(part) }, "\(log)") }
        }
    }
}

/// The plasmoids of `data/panels`, packed as their pages say.
enum Plasmoid {
    /// Whether there is a program that shows a plasmoid in a window.
    static let isInWindows = ["plasmawindowed", "kpackagetool5", "zip"].allSatisfy { Environment.locate($0) != nil }

    /// Shows the plasmoid for Plasma 5 in a window.
    static func start(on desk: BarDesk) async throws -> ToolRun {
        let variables = [
            "HOME": desk.bus.folder, "XDG_CURRENT_DESKTOP": "KDE", "QT_QUICK_BACKEND": "software", "NO_AT_BRIDGE": "0",
            "QT_ACCESSIBILITY": "1", "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "QT_QPA_PLATFORM": "xcb",
        ]
        let file = try await packed("plasma-5", on: desk)
        _ = try await desk.start("kpackagetool5", "-t", "Plasma/Applet", "-i", file, with: variables).finished()
        return try await desk.start("plasmawindowed", "org.todaycenter.plasmoid", with: variables)
    }

    /// Packs a plasmoid, and returns the file.
    static func packed(_ name: String, on desk: BarDesk) async throws -> String {
        let file = desk.bus.folder + "/\(name).plasmoid"
        let run = try await desk.start("\(BarDesk.panels)/\(name)/pack", file).finished()
        #expect(run.exit == .status(0), "\(run)")
        return file
    }

    /// Packs a plasmoid, and returns a folder with what is in it.
    static func unpacked(_ name: String, on desk: BarDesk) async throws -> String {
        let folder = desk.bus.folder + "/\(name)"
        let file = try await packed(name, on: desk)
        let run = try await desk.start("/usr/bin/python3", "-m", "zipfile", "-e", file, folder).finished()
        #expect(run.exit == .status(0), "\(run)")
        return folder
    }
}
