import Testing
import TodayModel

@testable import TodayScripts

/// Each key of a menu's line does what the table says.
@Suite struct MenuKeyTests {
    /// For each key a line of a menu, and the row that it gives.
    static let fixtures: [(key: String, line: String, json: String)] = [
        ("href", "a | href=https://a.org/b", #"{"kind":"text","id":"row/a","text":"a","url":"https://a.org/b"}"#),
        (
            "href", "a | href='https://a.org/b c?é'",
            #"{"kind":"text","id":"row/a","text":"a","url":"https://a.org/b%20c?%C3%A9"}"#
        ),
        ("href", "a | href=/tmp/b", #"{"kind":"text","id":"row/a","text":"a","url":"file:///tmp/b"}"#),
        ("href", "a | href=javascript:b", #"{"kind":"text","id":"row/a","text":"a"}"#),
        ("bash", "a | bash=b", #"{"kind":"text","action":"row/a","id":"row/a","text":"a"}"#),
        ("shell", "a | shell=b", #"{"kind":"text","action":"row/a","id":"row/a","text":"a"}"#),
        ("paramN", "a | bash=b param12=c", #"{"kind":"text","action":"row/a","id":"row/a","text":"a"}"#),
        ("terminal", "a | terminal=false", #"{"kind":"text","id":"row/a","text":"a"}"#),
        ("refresh", "a | refresh=True", #"{"kind":"text","action":"row/a","id":"row/a","text":"a"}"#),
        ("stdin", "a | stdin=b", #"{"kind":"text","action":"row/a","id":"row/a","text":"a"}"#),
        ("color", "a | color=#c00", #"{"kind":"text","color":"error","id":"row/a","text":"a"}"#),
        ("font", "a | font='Fira Code'", #"{"kind":"text","id":"row/a","style":"monospaced","text":"a"}"#),
        ("font", "a | font=Helvetica", #"{"kind":"text","id":"row/a","text":"a"}"#),
        ("size", "a | size=30", #"{"kind":"text","id":"row/a","text":"a"}"#),
        ("length", "abc | length=2", #"{"kind":"text","id":"row/a…","text":"a…","tooltip":"abc"}"#),
        ("trim", "  a  | trim=false", #"{"kind":"text","id":"row/a","style":"monospaced","text":"  a  "}"#),
        ("alternate", "a | alternate=true", #"{"kind":"text","color":"secondary","id":"row/a","text":"a"}"#),
        ("dropdown", "a | dropdown=false", ""),
        (
            "disabled", "a | disabled=true href=https://a.org",
            #"{"kind":"text","color":"secondary","enabled":false,"id":"row/a","text":"a"}"#
        ),
        (
            "image", "a | image=\(pixel)",
            #"{"kind":"row","alignment":"center","id":"row/a","children":[{"kind":"image","data":"\#(pixel)","description":"a"},{"kind":"text","text":"a"}]}"#
        ),
        (
            "image", "| image=\(pixel),\(pixel)",
            #"{"kind":"image","data":"\#(pixel)","description":"Test","id":"row/"}"#
        ),
        (
            "templateImage", "| templateImage=\(pixel)",
            #"{"kind":"image","data":"\#(pixel)","description":"Test","id":"row/"}"#
        ),
        (
            "imageWidth", "| image=\(pixel) imageWidth=20",
            #"{"kind":"image","data":"\#(pixel)","description":"Test","id":"row/","width":20}"#
        ),
        (
            "imageHeight", "| image=\(pixel) imageHeight=16",
            #"{"kind":"image","data":"\#(pixel)","description":"Test","height":16,"id":"row/"}"#
        ),
        ("iconName", "| iconName=go-home", #"{"kind":"image","icon":"go-home","id":"row/go-home"}"#),
        ("tooltip", "a | tooltip='b c'", #"{"kind":"text","id":"row/a","text":"a","tooltip":"b c"}"#),
        (
            "checked", "a | checked=true",
            #"{"kind":"row","alignment":"center","id":"row/a","children":[{"kind":"image","description":"✓","icon":"object-select-symbolic","width":16},{"kind":"text","text":"a"}]}"#
        ),
        (
            "badge", "a | badge=3",
            #"{"kind":"row","alignment":"center","id":"row/a","children":[{"kind":"text","text":"a"},{"kind":"spacer"},{"kind":"text","color":"secondary","style":"caption","text":"3"}]}"#
        ),
        (
            "ansi", "\u{1B}[32ma\u{1B}[m b",
            #"{"kind":"row","alignment":"center","id":"row/a b","spacing":0,"children":[{"kind":"text","color":"success","text":"a"},{"kind":"text","text":" b"}]}"#
        ),
        ("ansi", "\u{1B}[32ma\u{1B}[m b | ansi=false", #"{"kind":"text","id":"row/a b","text":"a b"}"#),
        ("emojize", "a :beer:", #"{"kind":"text","id":"row/a 🍺","text":"a 🍺"}"#),
        ("emojize", "a :beer: | emojize=false", #"{"kind":"text","id":"row/a","text":"a :beer:"}"#),
        ("useMarkup", "<b>a</b>", #"{"kind":"text","id":"row/a","text":"a"}"#),
        ("useMarkup", "<b>a</b> | useMarkup=false", #"{"kind":"text","id":"row/<b>a</b>","text":"<b>a</b>"}"#),
        ("unescape", #"a\nb"#, #"{"kind":"text","id":"row/a b","text":"a\nb"}"#),
        ("unescape", #"a\nb | unescape=false"#, #"{"kind":"text","id":"row/a\\nb","text":"a\\nb"}"#),
        ("md", "**a** _b_ `c` | md=true", #"{"kind":"text","id":"row/a _b_ c","text":"a _b_ c"}"#),
        ("symbolize", "a | symbolize=false", #"{"kind":"text","id":"row/a","text":"a"}"#),
        ("sfimage", "a | sfimage=sun.max", #"{"kind":"text","id":"row/a","text":"a"}"#),
        ("sfcolor", "a | sfcolor=red", #"{"kind":"text","id":"row/a","text":"a"}"#),
        ("sfsize", "a | sfsize=12", #"{"kind":"text","id":"row/a","text":"a"}"#),
        ("sfconfig", "a | sfconfig=e30=", #"{"kind":"text","id":"row/a","text":"a"}"#),
        ("webview", "a | webview=true", #"{"kind":"text","id":"row/a","text":"a"}"#),
        ("webvieww", "a | webvieww=1", #"{"kind":"text","id":"row/a","text":"a"}"#),
        ("webviewh", "a | webviewh=1", #"{"kind":"text","id":"row/a","text":"a"}"#),
        ("key", "a | key=CmdOrCtrl+a", #"{"kind":"text","id":"row/a","text":"a"}"#),
        ("shortcut", "a | shortcut=CMD+A", #"{"kind":"text","id":"row/a","text":"a"}"#),
        ("eval", "a | eval='imports.b()'", #"{"kind":"text","id":"row/a","text":"a"}"#),
    ]

    @Test(arguments: fixtures) func aKey(_ key: String, _ line: String, _ json: String) throws {
        #expect(try rows(line) == (json.isEmpty ? [] : [json]))
    }

    @Test func eachKeyHasAFixture() {
        #expect(Set(Self.fixtures.map(\.key)) == Set(MenuKey.all.map(\.name)))
    }

    @Test func aKeyWithoutEffectIsTold() {
        for key in MenuKey.all where !key.isUsed {
            let told = notes("a | \(key.name)=1")
            #expect(
                told.count == 1 && told[0].hasPrefix("output, line 3: \(key.name) has no effect here"), "\(key.name)")
        }
    }

    /// The difference between a program and a line for a shell.
    @Test(arguments: [
        ("bash=/a", ["/a"]), ("bash=/a param2=c param1=b", ["/a", "b", "c"]), ("bash='/a b'", ["bash", "-c", "/a b"]),
        ("bash='/a b' param1=c", ["/a b", "c"]), ("bash='a b'", ["bash", "-c", "a b"]),
        ("bash='a b' param1='c d'", ["bash", "-c", "a b \"$@\"", "bash", "c d"]),
        ("shell=~/a param1=b", ["bash", "-c", "~/a \"$@\"", "bash", "b"]),
        ("bash=/a param0=x param1=b", ["/a", "x", "b"]),
    ])
    func aCommand(_ keys: String, _ command: [String]) throws {
        #expect(try row("a | \(keys)").action?.command == command)
    }

    @Test(arguments: [
        ("red", ContentColor.error), ("#f00", .error), ("#FF0000", .error), ("#ff0000cc", .error), ("#f00f", .error),
        ("crimson", .error), ("rgb(255, 0, 0)", .error), ("rgba(100%,0%,0%,0.5)", .error), ("orange", .warning),
        ("yellow", .warning), ("gold", .warning), ("green", .success), ("lime", .success), ("#50fa7b", .success),
        ("gray", .secondary), ("Light Grey", .secondary), ("#888888", .secondary), ("slategray", .accent),
        ("black", .primary), ("white", .primary), ("#111", .primary), ("whitesmoke", .primary), ("blue", .accent),
        ("cyan", .accent), ("purple", .accent), ("hotpink", .accent), ("red,cyan", .error), ("#00f, #f00", .accent),
        ("secondary", .secondary),
    ])
    func aColourIsARole(_ color: String, _ role: ContentColor) {
        #expect(ColorRole.role(of: color) == role)
    }

    @Test(arguments: ["", "#", "#12", "#12345", "#ggg", "reddish", "rgb(1,2)", "rgb(a,b,c)", "rgb(", "#１２３４"])
    func noColour(_ text: String) { #expect(ColorRole.role(of: text) == nil) }
}
