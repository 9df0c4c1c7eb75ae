import DBus
import Testing
import TodayModel

@testable import TodayScripts

/// The header of a script.
@Suite struct HeaderTests {
    /// For each key a line, and what it does.
    static let fixtures: [(key: String, line: String, isRead: @Sendable (ScriptHeader) -> Bool)] = [
        ("today.format", "# today.format: text", { $0.format == .text }),
        ("today.timeout", "// today.timeout: 90s", { $0.timeout == .seconds(90) }),
        ("today.always", "-- today.always: true", { $0.runsAlways }),
        ("today.stream", "; today.stream: yes", { $0.isStream }),
        ("today.restart", "/* today.restart: 10s", { $0.restart == .seconds(10) }),
        ("today.signal", "   #   today.signal :  8  ", { $0.signal == 8 }),
        (
            "today.waybar", #"# today.waybar: {"format":"{}"}"#,
            { $0.waybar?.text("format") == "{}" && $0.format == .waybar }
        ),
        ("<xbar.title>", "# <xbar.title> Used space </xbar.title>", { $0.title == "Used space" && $0.hasMenuTags }),
        ("<xbar.desc>", "# <bitbar.desc>a</bitbar.desc>", { $0.description == "a" }),
        ("<xbar.author>", "// <swiftbar.author>b</swiftbar.author>", { $0.description == "by b" }),
        (
            "<xbar.version>", "\"\"\" <xbar.version>v1</xbar.version> <xbar.desc>a</xbar.desc>",
            { $0.description == "a – v1" }
        ),
        ("<xbar.var>", "# <xbar.var>string(VAR_A=\"b\"): c</xbar.var>", { $0.variables.map(\.name) == ["VAR_A"] }),
        (
            "<xbar.schedule>", "# <swiftbar.schedule>1 * * * *|2 * * * *</swiftbar.schedule>",
            { $0.schedules.map(\.text) == ["1 * * * *", "2 * * * *"] }
        ),
        ("<xbar.type>", "# <swiftbar.type>streamable</swiftbar.type>", { $0.isStream }),
        ("<xbar.refreshOnOpen>", "# <swiftbar.refreshonopen>true</swiftbar.refreshonopen>", { $0.refreshesOnOpening }),
        (
            "<xbar.environment>", "# <swiftbar.environment>[A=b c, D:e=f]</swiftbar.environment>",
            { $0.environment == ["A": "b c", "D": "e=f"] }
        ),
    ]

    @Test(arguments: [
        ("${PATH}:/opt/bin", "/bin:/opt/bin"), ("a${NONE}b", "ab"), ("${PATH", "${PATH"), ("$PATH}", "$PATH}"),
        ("", ""),
    ]) func variablesOfEnvAreExpanded(_ value: String, _ expanded: String) {
        #expect(Shebang.expanded(value, by: ["PATH": "/bin"]) == expanded)
    }

    @Test(arguments: fixtures.indices) func aKey(_ index: Int) {
        let (key, line, isRead) = Self.fixtures[index]
        let header = script("#!/bin/sh\n\(line)\necho a\n")
        #expect(isRead(header) && header.notes.isEmpty, "\(key)")
    }

    @Test func eachKeyHasAFixture() {
        #expect(Set(Self.fixtures.map(\.key)) == Set(HeaderKey.all.filter(\.isUsed).map(\.title)))
    }

    /// Tags that only other programs need aren't a fault.
    @Test func othersAreTakenQuietly() {
        for key in HeaderKey.all where !key.isUsed {
            #expect(script("# <xbar.\(key.name)>x</xbar.\(key.name)>").notes.isEmpty)
        }
    }

    @Test(arguments: [
        ("# today.format: argos", "today.format: \"argos\" isn't one of xbar, waybar, i3blocks, text, today"),
        ("# today.timeout: 2h", "today.timeout: \"2h\" is not a time such as 90s or 2m, up to 1h"),
        ("# today.timeout: soon", "today.timeout: \"soon\" is not a time such as 90s or 2m, up to 1h"),
        ("# today.always: perhaps", "today.always: \"perhaps\" isn't true or false"),
        ("# today.restart: 0s", "today.restart: \"0s\" is not a time such as 10s or 2m"),
        ("# today.signal: 31", "today.signal: \"31\" is outside 1…30"),
        ("# today.waybar: [1]", "today.waybar: \"[1]\" is not a Waybar module (not an object)"),
        (
            "<xbar.schedule>1 * *</xbar.schedule>",
            "<xbar.schedule>: \"1 * *\" is not five fields of cron, such as 0,30 9-17 * * mon-fri"
        ),
        ("<swiftbar.type>x</swiftbar.type>", "<xbar.type>: \"x\" is not streamable"),
        ("<swiftbar.environment>A</swiftbar.environment>", "<xbar.environment>: \"A\" is not [NAME=value, NAME=value]"),
        (
            "<xbar.var>list(A): b</xbar.var>",
            "<xbar.var>: \"list(A): b\" is not a variable (\"list(A): b\" has none of the types string, number, boolean, select)"
        ),
    ])
    func aBadValueIsTold(_ line: String, _ note: String) {
        #expect(script("\n\(line)").notes.map(\.description) == ["script, line 2: \(note), so it is ignored"])
    }

    @Test func whatIsUnknownIsTold() {
        #expect(
            script("# today.formats: text\n# <xbar.colour>a</xbar.colour>\n# <xbar.title>a").notes.map(\.description)
                == [
                    "script, line 1: \"today.formats\" is an unknown key, so it is ignored",
                    "script, line 2: \"colour\" is an unknown key, so it is ignored",
                    "script, line 3: <xbar.title> has no </xbar.title> on its line, so it is ignored",
                ])
    }

    @Test(arguments: ["today.format: text", "x = 'today.format: text'", "# not today.format: text", "# today.: x y z"])
    func noHeader(_ line: String) { #expect(script(line).format == nil) }

    @Test func aProgram() {
        let header = ScriptHeader(reading: [0x7F, 0x45, 0x4C, 0x46, 2, 0, 0xFF])
        #expect(header.isProgram && header.start(ending: "", lookup: { _ in nil }) == .itself)
    }
}

/// How a script is started, whatever its first line says.
@Suite struct ShebangTests {
    private static let installed = [
        "/bin/sh", "/bin/bash", "/usr/bin/env", "/usr/bin/python3", "/usr/bin/node", "/usr/bin/perl",
    ]

    private func lookup(_ program: String) -> String? {
        Self.installed.first { $0 == program || $0.split(separator: "/").last ?? "" == program }
    }

    @Test(arguments: [
        ("#!/bin/sh", "sh", ["/bin/sh"]), ("#! /bin/sh -e", "", ["/bin/sh", "-e"]),
        ("#!/bin/bash\r", "", ["/bin/bash"]),
        ("#!/usr/local/bin/node", "js", ["/usr/bin/node"]), ("#!/usr/bin/env node", "", ["/usr/bin/node"]),
        ("#!/usr/bin/env -S node --a 'b c'", "", ["/usr/bin/node", "--a", "b c"]),
        ("#!/usr/bin/env -Snode --a", "", ["/usr/bin/node", "--a"]),
        ("#!/usr/bin/env -i -u X node", "", ["/usr/bin/node"]),
        ("#!/usr/bin/env PYTHONIOENCODING=UTF-8 python3", "", ["PYTHONIOENCODING=UTF-8", "/usr/bin/python3"]),
        ("#!/usr/bin/python", "", ["/usr/bin/python3"]), ("#!/usr/bin/env python", "", ["/usr/bin/python3"]),
        ("#!/opt/python3.9", "", ["/usr/bin/python3"]), ("#!/opt/homebrew/bin/bash", "", ["/bin/bash"]),
        ("", "py", ["/usr/bin/python3"]), ("echo a", "sh", ["/bin/bash"]), ("echo a", "", ["/bin/bash"]),
        ("#!", "pl", ["/usr/bin/perl"]), ("#!/usr/bin/env", "JS", ["/usr/bin/node"]),
        ("# no", "unknown", ["/bin/bash"]),
    ])
    func anInterpreter(_ line: String, _ ending: String, _ words: [String]) {
        guard
            case .interpreter(let path, let arguments, let environment) = Shebang(firstLine: line).start(
                ending: ending, lookup: lookup)
        else {
            Issue.record("\(line) is not started")
            return
        }
        #expect(environment.map { "\($0)=\($1)" } + [path] + arguments == words)
    }

    @Test(arguments: [
        ("#!/usr/bin/env ruby", "", "needs ruby, which is not installed"),
        ("#!/usr/bin/osascript", "", "needs osascript, which is not installed"),
        ("#!/usr/bin/python2", "", "needs python2, which is not installed"),
        ("", "rb", "needs ruby, which is not installed"),
        ("#!/", "", "needs an interpreter, which is not installed"),
    ])
    func whatIsNotInstalled(_ line: String, _ ending: String, _ failure: String) {
        #expect(Shebang(firstLine: line).start(ending: ending, lookup: lookup).failure == failure)
    }

    @Test func withoutBash() {
        #expect(
            Shebang(firstLine: "").start(ending: "", lookup: { $0 == "sh" ? "/bin/sh" : nil })
                == .interpreter(path: "/bin/sh", arguments: [], environment: [:]))
    }
}

/// Variables that a script declares.
@Suite struct VariableTests {
    @Test(arguments: [
        (
            "string(VAR_A=\"b (c): d\"): Your name.", ScriptVariable.Kind.string, "VAR_A", DBusValue.string("b (c): d"),
            "Your name."
        ),
        ("string(A=''): b", .string, "A", .string(""), "b"), ("number(A=5): b", .number, "A", .int64(5), "b"),
        ("number(A=0.5): b", .number, "A", .double(0.5), "b"),
        ("boolean(A=true): b", .boolean, "A", .boolean(true), "b"),
        (" select( A = \"x\" ):b [w, x,]", .select, "A", .string("x"), "b"),
        ("string(A=b): c", .string, "A", .string("b"), "c"),
    ])
    func aVariable(
        _ text: String, _ kind: ScriptVariable.Kind, _ name: String, _ standard: DBusValue, _ summary: String
    ) throws {
        let variable = try ScriptVariable(text)
        #expect(variable.kind == kind && variable.name == name)
        #expect(variable.standard == standard && variable.summary == summary)
        #expect(variable.choices == (kind == .select ? ["w", "x"] : []))
    }

    @Test func withoutADefault() throws {
        #expect(try ScriptVariable("number(A): b").standard == nil)
        #expect(try ScriptVariable("number(A=\"\"): b").standard == nil)
    }

    @Test(arguments: [
        "", "string", "string(A)", "string(A=b)", "list(A): b", "string(1A): b", "string(A B): c", "string(=b): c",
        "number(A=b): c", "boolean(A=b): c", "select(A=x): c", "select(A=x): c [y]",
    ])
    func noVariable(_ text: String) { #expect(throws: Fault.self) { try ScriptVariable(text) } }

    @Test func valuesOfTheFile() throws {
        let variables = try ["string(A=\"a\"): x", "number(B=2): x", "boolean(C=false): x", "select(D=p): x [p, q]"]
            .map { try ScriptVariable($0) }
        var values = try ScriptVariableValues(
            json: "{\n\t\"A\": \"z\",\n\t\"VAR_E\": 1.50,\n\t\"VAR_F\": null, \"VAR_G\": [], \"H\": \"h\"}")
        #expect(
            values.environment(of: variables) == ["A": "z", "B": "2", "C": "false", "D": "p", "VAR_E": "1.5"])
        #expect(
            values.ignored(for: variables).map { "\($0.name): \($0.reason)" } == [
                "H: the script doesn't declare it", "VAR_G: the value isn't text, a number, true, or false",
            ])
        try values.set("C", to: "yes", of: variables)
        try values.set("B", to: "3", of: variables)
        try values.set("A", to: nil, of: variables)
        #expect(try ScriptVariableValues(json: values.json) == values)
        #expect(values.environment(of: variables) == ["A": "a", "B": "3", "C": "true", "D": "p", "VAR_E": "1.5"])
        #expect(throws: Fault(path: "D", message: "\"r\" isn't one of p, q")) {
            try values.set("D", to: "r", of: variables)
        }
        #expect(throws: Fault(path: "H", message: "the script has only A, B, C, D")) {
            try values.set("H", to: "r", of: variables)
        }
        #expect(throws: Fault(path: "H", message: "the script has no variables")) {
            try values.set("H", to: "r", of: [])
        }
        #expect(try ScriptVariableValues(json: " \n").values.isEmpty)
        #expect(throws: Fault.self) { try ScriptVariableValues(json: "[1]") }
    }

    /// A file beside the script cannot have other code loaded than the script's, whatever the script declares.
    @Test(arguments: [
        "LD_PRELOAD", "LD_AUDIT", "BASH_ENV", "ENV", "PATH", "IFS", "PYTHONPATH", "PYTHONSTARTUP", "NODE_OPTIONS",
        "PERL5LIB",
        "PERL5OPT", "RUBYOPT", "GCONV_PATH",
    ])
    func aFileSteersNoInterpreter(_ name: String) throws {
        let declared = try [ScriptVariable("string(\(name)=\"author\"): x"), ScriptVariable("string(A): x")]
        let values = ScriptVariableValues([name: "other", "A": "a"])
        #expect(values.environment(of: declared) == [name: "author", "A": "a"])
        #expect(values.environment(of: [declared[1]]) == ["A": "a"])
        let reason = "only the script itself can set it, because it decides which code runs"
        #expect(values.ignored(for: declared).map(\.name) == [name])
        #expect(values.ignored(for: declared).map(\.reason) == [reason])
        // No setting of the widget either.
        #expect(values.settings(of: declared).map(\.key) == ["A"])
        var changed = values
        #expect(throws: Fault(path: name, message: reason)) { try changed.set(name, to: "b", of: declared) }
        try changed.set(name, to: nil, of: declared)
        #expect(changed.ignored(for: declared).isEmpty)
    }
}

/// Variables as settings of the widget.
@Suite struct VariableSettingTests {
    private func variables(_ texts: String...) throws -> [ScriptVariable] { try texts.map { try ScriptVariable($0) } }

    @Test func eachIsDeclaredByItsType() throws {
        let variables = try variables(
            "string(A=\"a\"): Your name.", "number(B=2): x", "boolean(C=true): x", "select(D=q): x [p, q]",
            "string(A=\"again\"): x", "string(_E): x", "number(F): x")
        let settings = ScriptVariableValues().settings(of: variables)
        #expect(
            settings == [
                try SettingDeclaration("A", .string, default: "a", description: "Your name."),
                try SettingDeclaration("B", .number, default: .number(2), description: "x"),
                try SettingDeclaration("C", .boolean, default: true, description: "x"),
                try SettingDeclaration("D", .choice, default: "q", choices: ["p", "q"], description: "x"),
                try SettingDeclaration("F", .number, description: "x"),
            ])
    }

    @Test func theFileHasTheDefaults() throws {
        let variables = try variables("string(A=\"a\"): x", "number(B=2): x", "select(D=q): x [p, q]")
        let values = try ScriptVariableValues(json: #"{"A": "z", "B": "many", "D": "r"}"#)
        #expect(values.settings(of: variables).map(\.defaultValue) == ["z", .number(2), "q"])
        // Only what is set counts, and numbers are as people write them.
        #expect(
            values.changes(by: ["A": "z", "B": .double(5), "D": "p", "X": "x"], of: variables)
                == ["B": .int64(5), "D": "p"])
        #expect(values.changes(by: ["B": .double(2.5)], of: variables) == ["B": .double(2.5)])
    }

    @Test func soManyAsAWidgetMayHave() throws {
        let variables = try (0..<100).map { try ScriptVariable("string(V\($0)): x") }
        #expect(ScriptVariableValues().settings(of: variables).count == Limits.settingsPerWidget)
    }
}

/// The environment of a script.
@Suite struct EnvironmentTests {
    private func environment(_ reason: ScriptEnvironment.Reason = .interval, isDark: Bool = true) -> ScriptEnvironment {
        ScriptEnvironment(
            path: "/s/cpu.5s.sh", folder: "/s", cacheFolder: "/c/cpu", dataFolder: "/d/cpu", widget: "org.a.b",
            reason: reason,
            isDark: isDark, isViewed: true, version: "0.2.0")
    }

    @Test func allVariables() throws {
        var action = ScriptAction()
        action.environment = ["BLOCK_BUTTON": "1", "TODAYCENTER_ACTION": "a", "TODAYCENTER_PARAMETER": "1"]
        let variables = environment().variables(header: ScriptHeader(), action: action)
        #expect(Set(variables.keys) == Set(ScriptEnvironment.variables.map(\.name)))
        #expect(
            variables["TODAYCENTER_REASON"] == "interval" && variables["SWIFTBAR_PLUGIN_REFRESH_REASON"] == "Schedule")
        #expect(
            variables["OS_APPEARANCE"] == "Dark" && variables["XBARDarkMode"] == "true"
                && variables["BitBarDarkMode"] == "1")
        #expect(variables["ARGOS_MENU_OPEN"] == "true" && variables["BLOCK_NAME"] == "cpu")
        #expect(variables["SWIFTBAR_PLUGIN_PATH"] == "/s/cpu.5s.sh" && variables["SWIFTBAR_PLUGINS_PATH"] == "/s")
        let light = environment(isDark: false).variables(header: ScriptHeader())
        #expect(light["OS_APPEARANCE"] == "Light" && light["XBARDarkMode"] == "false" && light["BitBarDarkMode"] == nil)
    }

    @Test func eachOverTheOnesBefore() throws {
        let header = script(
            "<swiftbar.environment>[A=1,B=1,C=1,D=1]</swiftbar.environment>\n<xbar.var>string(C=3): c</xbar.var>")
        var action = ScriptAction()
        action.environment = ["D": "4"]
        let variables = environment().variables(header: header, interpreter: ["B": "2"], action: action)
        #expect(["A", "B", "C", "D"].map { variables[$0] } == ["1", "2", "3", "4"])
    }

    @Test(arguments: ScriptEnvironment.Reason.allCases) func aReason(_ reason: ScriptEnvironment.Reason) {
        #expect(environment(reason).variables(header: ScriptHeader())["TODAYCENTER_REASON"] == reason.rawValue)
    }
}
