import Testing
import TodayModel

@testable import TodayScripts

/// The menus of BitBar, xbar, Argos and SwiftBar, where these differ: one test for each line of the table in
/// todaycenter-scripts(5).
@Suite struct MenuTests {
    @Test func anUnknownKeyIsIgnoredAndTold() throws {
        #expect(try row("a | colour=red href=https://a.org").action?.href == "https://a.org")
        #expect(notes("a\nb | colour=red") == ["output, line 4: \"colour\" is an unknown key, so it is ignored"])
    }

    @Test(arguments: [
        ("color=nocolour", "color: \"nocolour\" isn't a color"),
        ("length=many", "length: \"many\" isn't a number above 0"),
        ("length=0", "length: \"0\" isn't a number above 0"),
        ("trim=perhaps", "trim: \"perhaps\" isn't true or false"),
        ("iconName=/a/b", "iconName: \"/a/b\" isn't the name of an icon"),
        ("iconName=\u{2060}", #"iconName: "\u{2060}" isn't the name of an icon"#),
    ])
    func aBadValueIsIgnoredAndTold(_ key: String, _ note: String) throws {
        #expect(try row("a | \(key) badge=1").badge == "1")
        #expect(notes("a | \(key)") == ["output, line 3: \(note), so it is ignored"])
    }

    @Test(arguments: [
        ("%%%", "\"%%%\" is not base64"),
        ("PHN2Zy8+", "this is SVG; content takes PNG up to 512 × 512: use icon, or convert it"),
    ])
    func aRowKeepsItsTextWithoutAPictureThatIsRefused(_ value: String, _ reason: String) throws {
        let row = try row("a | image=\(value) badge=1")
        #expect(row.text == "a" && row.badge == "1" && row.picture == nil)
        #expect(notes("a | image=\(value)") == ["output, line 3: image is ignored: \(reason)"])
    }

    @Test(arguments: [
        "a|href=x:y refresh=true", "a | href=x:y | refresh=true", "a | href=x:y|refresh=true",
        "a |href='x:y' refresh=true",
        "a | | href=\"x:y\" refresh=true |", "a|\thref=x:y\trefresh=true", "a | href=x:y refresh='true'",
        "a | h'ref'=1 href=x:y refresh=tr\"ue\"",
    ])
    func severalParametersAreSeparatedByBlanksOrBars(_ line: String) throws {
        let row = try row(line)
        #expect(row.text == "a" && row.action?.href == "x:y" && row.action?.refreshes == true)
    }

    @Test(arguments: [
        (
            #"a | bash='b c' param1="d 'e'" param2=f\ g param3="h \"i\"""#,
            ["b c \"$@\"", "bash", "d 'e'", "f g", "h \"i\""]
        ),
        (#"a | bash=b|c"#, ["b|c"]), (#"a | bash="b | c""#, ["b | c"]), (#"a | bash='no end"#, ["no end"]),
        (#"a | bash=it's"#, ["it's"]), (#"a | bash=C:\b"#, [#"C:\b"#]), ("a | bash=é=ü", ["é=ü"]),
    ])
    func quotesAreThoseOfAShell(_ line: String, _ words: [String]) throws {
        #expect(try row(line).action?.command == ["bash", "-c"] + words)
    }

    @Test(arguments: [
        ("it's | badge=1", "it's"), ("\"a | b\" | badge=1", "\"a | b\""), ("5\" | badge=1", "5\""),
        ("'a' 'b' | badge=1", "'a' 'b'"), ("rock 'n' roll | badge=1", "rock 'n' roll"), ("'tis | badge=1", "'tis"),
        ("a | badge=1 tooltip='b c'", "a"),
    ])
    func theFirstBarOutsideQuotesEndsTheText(_ line: String, _ text: String) throws {
        let row = try row(line)
        #expect(row.text == text && row.badge == "1")
    }

    @Test func theCaseOfKeysDoesNotMatter() throws {
        let row = try row("a | HREF=x:y Iconname=go-home")
        #expect(row.action?.href == "x:y" && row.picture == .icon("go-home"))
    }

    @Test func coloursOfTheTerminalAreOn() throws {
        #expect(try row("\u{1B}[31mred\u{1B}[0m rest").spans == [.init("red", color: .error), .init(" rest")])
    }

    @Test(arguments: [("", true), ("terminal=true", true), ("terminal=false", false), ("terminal=x", true)])
    func aCommandRunsInATerminalUnlessNot(_ key: String, _ isIn: Bool) throws {
        #expect(try row("a | bash=/b \(key)").action?.runsInTerminal == isIn)
    }

    @Test(arguments: [("length=4", "abc…", "abcdef"), ("length=1", "…", "abcdef"), ("length=6", "abcdef", nil)])
    func aLongTextIsCutAndItsTooltipIsWhole(_ key: String, _ text: String, _ tooltip: String?) throws {
        let row = try row("abcdef | \(key)")
        #expect(row.text == text && row.tooltip == tooltip)
    }

    @Test func escapesOfLinesAndTabs() throws {
        #expect(try row(#"a\nb\tc\d"#).text == "a\nb    c\\d")
        #expect(try row(#"\e[31ma"#).spans == [.init("a", color: .error)])
    }

    @Test func knownTagsAreLeftOut() throws {
        #expect(
            try row("<span color='#9BF' a=\">\"><b>a</b></span> <c> 1 < 2 &lt; &amp;&#x41; &no; | badge=1").text
                == "a <c> 1 < 2 < &A &no;")
    }

    @Test func allLinesOfTheHeaderAreShown() throws {
        let view = try view("One | color=green\nTwo\n---\nbody")
        let header = view.content.children.prefix(2)
        #expect(header.map { $0.string(.text) } == ["One", "Two"])
        #expect(header.allSatisfy { $0.string(.style) == "headline" } && header.first?.string(.color) == "success")
        // Also without a body.
        #expect(try shown("One\nTwo|color=red") == ["One", "Two"])
    }

    @Test(arguments: [
        ("a.sh", "# <xbar.title>A</xbar.title>", "every 1m"), ("a.sh", "", "once, and on request"),
        ("a.5m.sh", "# <bitbar.title>A</bitbar.title>", "every 5m"),
    ])
    func withoutAnInterval(_ file: String, _ header: String, _ schedule: String) throws {
        let name = try #require(ScriptFileName(file))
        #expect(ScriptSchedule(name: name, header: script(header)).description == schedule)
    }

    @Test(arguments: [
        (0, "", nil), (1, "", "failed with status 1"), (137, "", "stopped by signal 9"),
        (2, "Traceback\n  File x\n\u{1B}[31mValueError: b\u{1B}[0m\n\n", "ValueError: b"), (33, "x", "x"),
    ])
    func aRunThatFails(_ exitCode: Int32, _ error: String, _ failure: String?) {
        let output = output("a\n---\nb", exitCode: exitCode)
        #expect(output.failure(exitCode: exitCode, standardError: Array(error.utf8)) == failure)
    }

    @Test(arguments: ["", "\n", "  \n\n", "---\n", "| color=red", "\u{200B}"])
    func nothingPrinted(_ printed: String) throws {
        #expect(output(printed).isEmpty)
        #expect(try !view(printed).hasContent)
    }

    @Test func aTapDoesAll() throws {
        let view = try view("a\n---\nb | href=https://a.org bash=/bin/c param1=d terminal=false refresh=true")
        var action = ScriptAction()
        action.href = "https://a.org"
        action.command = ["/bin/c", "d"]
        action.refreshes = true
        #expect(view.action("row/b", parameter: nil) == action)
        #expect(view.content.children.last?.string(.action) == "row/b")
        #expect(!view.content.json().contains("/bin/c"))
    }

    @Test func submenus() throws {
        let body = output("H\n---\na\n--b\n----c\n-----\n--d\ne\n---\n----f").body
        #expect(body.map(\.text) == ["a", "e", "", "f"])
        #expect(body[0].children.map(\.text) == ["b", "", "d"] && body[0].children[0].children.map(\.text) == ["c"])
        #expect(body[2].isDivider)
    }

    /// Decoration isn't a submenu.
    @Test(arguments: ["---", "----", "-----", "----------", "-----------", "--- | color=red"])
    func linesOfDashes(_ line: String) throws {
        let body = output("H\n---\na\n\(line)\nb").body
        #expect(body.map(\.isDivider) == [false, true, false] && body.allSatisfy(\.children.isEmpty))
    }

    @Test(arguments: [("-5 °C", "-5 °C", 0), ("---5 °C", "-5 °C", 1), ("- a", "- a", 0)])
    func dashesOfTheText(_ line: String, _ text: String, _ level: Int) throws {
        let body = output("H\n---\na\n\(line)").body
        #expect(level == 0 ? body.last?.text == text : body.first?.children.first?.text == text)
    }

    @Test func aRowWithASubmenuDoesNothingItself() {
        #expect(
            notes("a\nb | href=x:y\n--c") == ["output, line 4: the action is ignored because it has a submenu"])
    }

    @Test(arguments: ["a\r\n---\r\nb | badge=1\r\n", "a\n---\nb | badge=1"])
    func endsOfLineOfAnySystem(_ printed: String) {
        let output = output(printed)
        #expect(output.headline.map(\.text) == ["a"] && output.body.map(\.text) == ["b"] && output.body[0].badge == "1")
    }
}
