import DBus
import Testing
import TodayModel

@testable import TodayScripts

/// Which format it is, by its look and by the header.
@Suite struct FormatTests {
    @Test(arguments: [
        ("a\n---\nb", ScriptFormat.xbar), ("a | color=red", .xbar), ("a | href='x", .xbar), ("a | b", .text),
        ("a | colour=red", .text), ("a", .text), ("a\nb\nc", .text), ("", .text), ("  ", .text),
        (#"{"text":"a"}"#, .waybar), (#"{"tooltip":"a","class":"b"}"#, .waybar), ("{}", .waybar),
        ("\n {\"percentage\": 3,}\n", .waybar), ("{\n\"text\": \"a\"\n}", .waybar),
        ("{\"text\":\"a\"}\n{\"text\":\"b\"}", .waybar), (#"{"full_text":"a","text":"b"}"#, .i3blocks),
        (#"{"kind":"text","text":"a"}"#, .today), (#"{"name":"a"}"#, .text), ("{a", .text), ("[1]", .text),
        ("a\nb\n#FF0000", .i3blocks), ("a\nb\n#FF0000\n#00FF00", .i3blocks), ("a\n\n\n#00FF00FF", .i3blocks),
        ("a\nb\nc\n#00FF00", .text), ("a\nb\n#1", .text), ("a\nb\n#FF0000\n\nc", .text), ("a\n#FF0000", .text),
    ])
    func byItsLook(_ printed: String, _ format: ScriptFormat) {
        #expect(output(printed).format == format)
    }

    @Test(arguments: ScriptFormat.allCases) func byTheHeader(_ format: ScriptFormat) {
        #expect(output("a | color=red\n---\nb", header: "# today.format: \(format.rawValue)").format == format)
    }

    @Test func byTags() { #expect(output("a\nb", header: "# <xbar.title>A</xbar.title>").format == .xbar) }
}

/// Plain text: the first line is the headline, the rest the body.
@Suite struct PlainTextTests {
    @Test func linesBelowAHeadline() throws {
        let view = try view("\n Disk \n\n/home  7 %\n\t/ \u{1B}[31m93 %\u{1B}[0m | <b> :beer: \\n\n")
        #expect(view.content.children.map { $0.string(.text) ?? $0.kind } == ["Disk", "divider", "/home  7 %", "row"])
        let last = view.content.children.last
        #expect(last?.children.map { $0.string(.text) } == ["    / ", "93 %", " | <b> :beer: \\n"])
        #expect(last?.children.map { $0.string(.color) } == ["primary", "error", "primary"])
    }

    @Test func urgent() throws { #expect(try view("a", exitCode: 33).content.string(.color) == "error") }

    @Test func manyLinesAreCounted() throws {
        let lines = try shown((0..<2000).map { "line \($0)" }.joined(separator: "\n"))
        #expect(lines.count == 255 && lines.last == "… 1747 more")
    }
}

/// The output of `custom` modules of Waybar.
@Suite struct WaybarTests {
    private static let module = "# today.waybar: "

    @Test func allMembers() throws {
        let view = try view(
            #"{"text": "<b>7</b> %", "alt": "low", "tooltip": "Cell 1\rCell <i>2</i>", "class": ["x", "critical"], "percentage": 7}"#
        )
        let header = try #require(view.content.children.first)
        #expect(header.children.map { $0.string(.text) ?? $0.kind } == ["7 %", "progress"])
        #expect(header.children[0].string(.color) == "error" && header.children[1].number(.value) == 0.07)
        #expect(view.content.children.dropFirst(2).map { $0.string(.text) } == ["Cell 1", "Cell 2"])
    }

    @Test(arguments: [
        (#"{"text":"a"}"#, ["a"]), (#"{"text":"a","tooltip":"a"}"#, ["a"]), (#"{"text":"","alt":"b"}"#, ["b"]),
        (#"{"text":null,"alt":"b","class":null}"#, ["b"]), (#"{"text":5}"#, ["5"]),
        ("{\"text\":\"a\"}\n{\"text\":\"b\"}", ["a"]),
        ("{\n  \"text\": \"a\", // first\n}", ["a"]),
    ])
    func theText(_ printed: String, _ lines: [String]) throws { #expect(try shown(printed) == lines) }

    @Test(arguments: ["{}", #"{"text":""}"#, #"{"text":"","percentage":5}"#, #"{"text":" "}"#])
    func nothingToShow(_ printed: String) { #expect(output(printed).isEmpty) }

    @Test(arguments: [
        ("critical", ContentColor.error), ("urgent high", .error), ("warning", .warning), ("good", .success),
        ("charging", .success), ("activated", .accent), ("muted", .secondary), ("Disconnected", .secondary),
    ])
    func aClassIsARole(_ name: String, _ role: ContentColor) {
        #expect(output(#"{"text":"a","class":"\#(name)"}"#).headline[0].color == role)
    }

    @Test func linesOfText() throws {
        let output = output("12 %\nbattery\nwarning\n", header: "# today.format: waybar")
        #expect(output.headline.map(\.text) == ["12 %"] && output.headline[0].color == .warning)
        #expect(output.body.map(\.text) == ["battery"])
    }

    @Test func whatIsNoJSON() {
        let broken = output("{\"text\": }", header: "# today.format: waybar")
        #expect(broken.failure?.hasPrefix("JSON, line 1, column 10: ") == true && !broken.isEmpty)
        #expect(output("{\"text\": }").format == .text)
    }

    @Test func whatBeginsLikeJSONAndIsNoneIsNotShown() {
        let broken = output("{\"text\": \"a\", \"class\": }")
        let reason = "the output begins like JSON but isn't JSON: JSON, line 1, column 24: "
        #expect(broken.failure?.hasPrefix(reason) == true, "\(broken.failure ?? "")")
        #expect(output("{\n  \"text\" \"a\"\n}").failure?.contains("line 2, column") == true)
        for text in ["{a", "{}", "{ \"name\": 1 }", "[1", "a {\"text\": }"] {
            #expect(output(text).failure == nil, "\(text)")
        }
        // As its author says.
        #expect(output("{\"text\": }", header: "# today.format: text").failure == nil)
    }

    @Test func anUnknownMemberIsTold() {
        #expect(
            output(#"{"text":"a","colour":"red"}"#).notes.map(\.description)
                == ["\"colour\" is an unknown member, so it is ignored"])
    }

    /// The members of the module in the configuration.
    @Test(arguments: [
        (#"{"format":"{icon} {}","format-icons":["a","b","c"]}"#, #"{"text":"x","percentage":99}"#, ["c x"]),
        (#"{"format":"{icon}","format-icons":{"on":"1","default":"0"}}"#, #"{"text":"x","alt":"on"}"#, ["1"]),
        (#"{"format":"{icon}","format-icons":{"on":"1","default":["0"]}}"#, #"{"text":"x","alt":"of"}"#, ["0"]),
        (#"{"format":"{icon}","format-icons":"i"}"#, #"{"text":"x"}"#, ["i"]),
        (#"{"format":"{text:>3}|{alt}|{percentage}%|{{}}|{no}"}"#, #"{"text":"x","alt":"y"}"#, ["x|y|0%|{}|{no}"]),
        (#"{"format":"<b>{}</b>"}"#, #"{"text":"x"}"#, ["x"]), (#"{"format":"{"}"#, #"{"text":"x"}"#, ["{"]),
        (#"{"escape":true}"#, #"{"text":"<b>x"}"#, ["x"]),
        (#"{"tooltip":false}"#, #"{"text":"x","tooltip":"y"}"#, ["x"]),
        (#"{"tooltip-format":"{tooltip}: {alt}"}"#, #"{"text":"x","tooltip":"y","alt":"z"}"#, ["x", "y: z"]),
        (#"{"max-length":3}"#, #"{"text":"abcdef"}"#, ["ab…"]),
        (#"{"format":"i {}","hide-empty-text":true}"#, #"{"text":""}"#, []),
        (#"{"format":"i {}"}"#, #"{"text":""}"#, ["i"]),
        (#"{"format":"static"}"#, "{}", ["static"]),
    ])
    func theModule(_ module: String, _ printed: String, _ lines: [String]) throws {
        let output = output(printed, header: Self.module + module)
        #expect((output.headline + output.body).map(\.text) == lines)
    }

    @Test func iconAndClicks() throws {
        let view = try view(
            #"{"text":"a"}"#,
            header: Self.module
                + #"{"image-name":"go-home","on-click":"b 1","on-click-right":"c","on-click-middle":"d","on-scroll-up":"e","on-scroll-down":"f"}"#
        )
        #expect(view.content.children.first?.children.first?.string(.icon) == "go-home")
        #expect(view.actions["header/a"]?.command == ["sh", "-c", "b 1"])
        #expect(
            view.actions["row/Right click"]?.command.last == "c"
                && view.actions["row/Middle click"]?.command.last == "d")
        #expect(
            view.actions["row/Scroll up"]?.command.last == "e" && view.actions["row/Scroll down"]?.command.last == "f")
        #expect(!view.actions.values.contains { !$0.refreshes })
        let quiet = output("{\"text\":\"a\"}", header: Self.module + #"{"on-click":"b","exec-on-event":false}"#)
        #expect(quiet.headline[0].action?.refreshes == false)
        // Content with such a name would be refused as a whole.
        for name in ["\u{2060}", "/a", "/\u{301}a"] {
            let output = output("{\"text\":\"a\"}", header: Self.module + #"{"image-name":"\#(name)"}"#)
            #expect(output.headline[0].picture == nil)
        }
    }

    /// Each member that goes into the header is in a fixture above.
    @Test func eachMemberHasAFixture() throws {
        let tested: Set = [
            "format", "format-icons", "tooltip", "tooltip-format", "max-length", "hide-empty-text", "escape",
            "exec-on-event", "image-name", "on-click", "on-click-middle", "on-click-right", "on-scroll-up",
            "on-scroll-down",
        ]
        #expect(Set(WaybarModule.keys.filter { $0.use == .header }.map(\.name)) == tested)
    }
}

/// The output of blocks of i3blocks.
@Suite struct I3BlocksTests {
    @Test(arguments: [
        ("CPU 3%\nC3\n#FF0000", "CPU 3%", ContentColor.error), ("CPU 3%\nC3\n#FF0000\n#00FF00", "CPU 3%", .error),
        ("a\nb\n\n#FFFF00", "a", .warning), ("a\nb\n#FFFFFF\n#FF0000", "a", .error), ("\nb\n#00FF00", "b", .success),
        (##"{"full_text":"a","color":"#00FF00"}"##, "a", .success),
        (#"{"full_text":"a","short_text":"b","urgent":true}"#, "a", .error),
        (##"{"full_text":"a","background":"#FF0000","color":"#000000"}"##, "a", .error),
        (##"{"label":"L ","full_text":"a","color":"#888888"}"##, "L a", .secondary),
        (#"{"full_text":"<b>a</b>","markup":"pango","color":"blue"}"#, "a", .accent),
        (#"{"full_text":"<b>a</b>","markup":"none","color":"blue"}"#, "<b>a</b>", .accent),
        (#"{"short_text":"b","urgent":"true"}"#, "b", .error),
    ])
    func aBlock(_ printed: String, _ text: String, _ role: ContentColor) {
        let output = output(printed, header: "# today.format: i3blocks")
        #expect(output.headline.map(\.text) == [text] && output.headline.first?.color == role && output.body.isEmpty)
    }

    @Test func eachMemberHasAFixture() {
        #expect(I3BlocksReader.keys == ["full_text", "short_text", "label", "color", "background", "urgent", "markup"])
    }

    @Test func urgentByItsExitCode() {
        let output = output("a\nb\n#00FF00", exitCode: 33)
        #expect(output.headline[0].color == .error && output.failure(exitCode: 33, standardError: []) == nil)
        #expect(output.failure(exitCode: 1, standardError: []) == "failed with status 1")
    }

    /// A tap runs the block again with the button; one that persists reads it.
    @Test func aClick() throws {
        let view = try view(#"{"full_text":"a"}"#)
        let action = try #require(view.action(view.content.string(.action) ?? "", parameter: nil))
        #expect(action.refreshes && action.input == "1" && action.environment["BLOCK_BUTTON"] == "1")
        #expect(action.command.isEmpty)
    }

    @Test func whatIsNone() {
        let header = "# today.format: i3blocks"
        #expect(output("{\"full_text\"", header: header).failure?.hasPrefix("JSON") == true)
        #expect(
            output("a\nb\nnocolour", header: header).notes.map(\.text) == [
                "color: \"nocolour\" is not a color, so it is ignored"
            ])
        #expect(output("\n\n#FF0000", header: header).isEmpty)
    }
}

/// Our own tree.
@Suite struct TreeTests {
    @Test func aTreeIsShownAsItIs() throws {
        let json =
            #"{"kind":"column","children":[{"kind":"text","text":"a"},{"kind":"toggle","action":"lamp","label":"b","value":true}]}"#
        let tree = try view(json)
        #expect(try tree.content == Content.parse(json: json))
        #expect(tree.largestDisplayMode == .compact)
        #expect(try view("{}", header: "# today.format: today").hasContent == false)
        #expect(output("", header: "# today.format: today").isEmpty)
    }

    @Test func aTap() throws {
        let view = try view(#"{"kind":"button","label":"b","action":"go"}"#)
        let action = try #require(view.action("go", parameter: .boolean(true)))
        #expect(action.refreshes && action.input == #"{"action":"go","parameter":true}"#)
        #expect(action.environment == ["TODAYCENTER_ACTION": "go", "TODAYCENTER_PARAMETER": "true"])
        #expect(view.action("go", parameter: nil)?.environment["TODAYCENTER_PARAMETER"] == nil)
    }

    /// The values that the user sets. Panels of version 2 report taps without them.
    @Test func aValue() throws {
        let view = try view(
            #"""
            {"kind":"column","children":[
              {"kind":"checkbox","label":"Milk","value":true,"action":"milk"},
              {"kind":"slider","label":"Volume","value":40,"maximum":100,"action":"volume"},
              {"kind":"entry","label":"Add","action":"add"}]}
            """#, header: "# today.format: today")
        func parameter(_ action: String, _ value: DBusValue?) -> String? {
            view.action(action, parameter: value)?.environment["TODAYCENTER_PARAMETER"]
        }
        #expect(parameter("milk", .boolean(true)) == "true" && parameter("milk", nil) == "false")
        #expect(parameter("volume", .double(55)) == "55" && parameter("volume", .double(0.5)) == "0.5")
        #expect(parameter("add", .string("a \"b\"")) == #""a \"b\"""#)
        let volume = try #require(view.action("volume", parameter: .double(55)))
        #expect(volume.slider == "volume" && volume.input == #"{"action":"volume","parameter":55.0}"#)
        #expect(view.action("milk", parameter: nil)?.slider == nil)
        for action in ["volume", "add"] { #expect(view.action(action, parameter: nil)?.isEmpty == true) }
    }

    @Test func aBadTreeFails() {
        #expect(
            output(#"{"kind":"progress","value":2}"#).failure == "value: 2 is outside 0…1")
        #expect(
            output("{\"kind\":\"text\",\n}", header: "# today.format: today").failure?.hasPrefix("JSON, line 2") == true
        )
    }

    @Test func theLargestMode() throws {
        let texts = (0..<8).map { #"{"kind":"text","text":"\#($0)"}"# }.joined(separator: ",")
        #expect(try view(#"{"kind":"column","children":[\#(texts)]}"#).largestDisplayMode == .expanded)
        let hidden =
            #"{"kind":"column","children":[{"kind":"text","text":"a"},{"kind":"text","text":"b","modes":["expanded"]}]}"#
        #expect(try view(hidden).largestDisplayMode == .expanded)
    }
}
