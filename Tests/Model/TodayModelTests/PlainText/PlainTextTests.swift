import DBus
import Testing
import TodayModel

@Suite("Plain text")
struct PlainTextTests {
    private static let now: UInt64 = 1_000_000_000_000_000

    private func draw(
        _ json: String, mode: DisplayMode = .compact, width: Int = 60, locked: Bool = false
    ) throws -> String {
        let now = Timestamp(microseconds: Self.now)
        return try Content.parse(json: json)
            .plainText(PlainText.Context(now: now, displayMode: mode, width: width, locked: locked))
    }

    @Test(arguments: [
        ("{}", ""),
        (#"{"kind":"text","text":"Hello"}"#, "Hello"),
        (#"{"kind":"text","text":""}"#, ""),
        (#"{"kind":"text","text":"a\n\nb"}"#, "a\n\nb"),
        (#"{"kind":"text","text":"a\nb\nc","lines":2}"#, "a\nb…"),
        (#"{"kind":"text","text":"\u009b31m\u007f"}"#, "\u{FFFD}31m\u{FFFD}"),
        (#"{"kind":"image","icon":"a"}"#, ""),
        (#"{"kind":"image","icon":"a","accessible-label":"Disk"}"#, "Disk"),
        (#"{"kind":"image","icon":"a","accessible-label":"Disk","description":"A disk"}"#, "A disk"),
        (#"{"kind":"button","label":"Open"}"#, "[Open]"),
        (#"{"kind":"toggle","label":"Wi-Fi","value":true}"#, "[x] Wi-Fi"),
        (#"{"kind":"toggle","label":"Wi-Fi","value":false}"#, "[ ] Wi-Fi"),
        (#"{"kind":"progress"}"#, "░░░░░░░░░░░░░░░░░░░░ …"),
        (#"{"kind":"progress","value":0}"#, "░░░░░░░░░░░░░░░░░░░░ 0%"),
        (#"{"kind":"progress","value":0.29}"#, "█████░░░░░░░░░░░░░░░ 29%"),
        (#"{"kind":"progress","value":0.999}"#, "███████████████████░ 99%"),
        (#"{"kind":"progress","value":1,"style":"circle"}"#, "████████████████████ 100%"),
        (#"{"kind":"chart","values":[1,2,3,4,5,6,7,8]}"#, "▁▂▃▄▅▆▇█"),
        (#"{"kind":"chart","values":[0,5,10],"minimum":0,"maximum":20}"#, "▁▃▅"),
        (#"{"kind":"chart","values":[-5,30],"minimum":0,"maximum":20}"#, "▁█"),
        (#"{"kind":"chart","values":[7,7]}"#, "▄▄"),
        (#"{"kind":"chart","values":[-1.7e308,1.7e308]}"#, "▁█"),
        // Bars and areas stand on zero.
        (#"{"kind":"chart","values":[5,10],"style":"bar"}"#, "▅█"),
        (#"{"kind":"chart","values":[-10,-5],"style":"area"}"#, "▁▅"),
        (#"{"kind":"chart","values":[5,10],"style":"bar","minimum":5}"#, "▁█"),
        (#"{"kind":"chart","values":[]}"#, ""),
        (#"{"kind":"divider"}"#, String(repeating: "─", count: 60)),
        (#"{"kind":"spacer"}"#, ""),
        (#"{"kind":"gauge","fallback":"50%","children":[{"kind":"text","text":"a"}]}"#, "50%"),
        (#"{"kind":"gauge","children":[{"kind":"text","text":"a"},{"kind":"text","text":"b"}]}"#, "a\nb"),
        (#"{"kind":"gauge"}"#, ""),
        (#"{"kind":"text","text":"a","fallback":"b"}"#, "a"),
    ])
    func kinds(_ json: String, _ expected: String) throws {
        #expect(try draw(json) == expected)
    }

    /// A text beside the bar that shows the percentage replaces the bar's label.
    @Test func usedSpace() throws {
        let json = #"""
            {"kind":"column","children":[
             {"kind":"row","children":[{"kind":"progress","value":0.5},{"kind":"spacer"},
              {"kind":"text","text":"50.0%","action":"today.toggle-display-mode"}]},
             {"kind":"column","modes":["expanded"],"children":[
              {"kind":"text","text":"Used: 10 GB"},{"kind":"divider"},{"kind":"text","text":"Free: 10 GB"}]}]}
            """#
        #expect(try draw(json) == "██████████░░░░░░░░░░  50.0%")
        #expect(
            try draw(json, mode: .expanded, width: 40) == """
                ██████████░░░░░░░░░░  50.0%
                Used: 10 GB
                ────────────────────────────────────────
                Free: 10 GB
                """)
        #expect(try draw(json, width: 12) == "███░░░░\n50.0%")
        #expect(try draw(json, width: 4) == "50%\n50.0\n%")
    }

    @Test func rows() throws {
        let json = #"""
            {"kind":"row","children":[
             {"kind":"column","children":[{"kind":"text","text":"日本"},{"kind":"divider"},{"kind":"text","text":"b"}]},
             {"kind":"divider"},
             {"kind":"column","children":[{"kind":"text","text":"one"},{"kind":"text","text":"two"}]},
             {"kind":"text","text":"end"}]}
            """#
        #expect(
            try draw(json) == """
                日本  │  one  end
                ────     two
                b
                """)
    }

    @Test func grid() throws {
        let cells = ["a", "bbbb", "cc", "d", "e"].map { #"{"kind":"text","text":"\#($0)"}"# }.joined(separator: ",")
        #expect(try draw(#"{"kind":"grid","children":[\#(cells)]}"#) == "a   bbbb\ncc  d\ne")
        #expect(try draw(#"{"kind":"grid","columns":16,"children":[\#(cells)]}"#) == "a  bbbb  cc  d  e")
        #expect(try draw(#"{"kind":"grid","columns":3,"children":[\#(cells)]}"#) == "a  bbbb  cc\nd  e")
        #expect(try draw(#"{"kind":"grid","columns":3,"children":[\#(cells)]}"#, width: 9) == "a   bbbb\ncc  d\ne")
        #expect(try draw(#"{"kind":"grid","columns":3,"children":[\#(cells)]}"#, width: 3) == "a\nbbb\nb\ncc\nd\ne")
        #expect(try draw(#"{"kind":"grid","columns":3}"#) == "")
    }

    @Test func list() throws {
        let rows = (1...5).map { #"{"kind":"text","text":"row \#($0)"}"# }.joined(separator: ",")
        let hidden = #"{"kind":"text","text":"no","modes":[]}"#
        #expect(
            try draw(#"{"kind":"list","visible-rows":2,"children":[\#(hidden),\#(rows)]}"#) == "row 1\nrow 2\n… 3 more")
        #expect(
            try draw(#"{"kind":"list","visible-rows":5,"children":[\#(rows),\#(hidden)]}"#)
                == "row 1\nrow 2\nrow 3\nrow 4\nrow 5")
        #expect(try draw(#"{"kind":"list","children":[\#(rows)]}"#).hasSuffix("row 5"))
    }

    /// Rows are counted as a panel counts them: a row without text counts too.
    @Test func rowsWithoutTextCount() throws {
        let rows = [#"{"kind":"image","icon":"a"}"#] + ["b", "c"].map { #"{"kind":"text","text":"\#($0)"}"# }
        #expect(
            try draw(#"{"kind":"list","visible-rows":2,"children":[\#(rows.joined(separator: ","))]}"#)
                == "b\n… 1 more")
    }

    /// A cell stands where it stands in a panel, and what is before it takes its place.
    @Test func emptyCells() throws {
        let cells = ["a", "b", "", "", "c", "d"].map { #"{"kind":"text","text":"\#($0)"}"# }.joined(separator: ",")
        #expect(try draw(#"{"kind":"grid","columns":4,"children":[\#(cells)]}"#) == "a  b\nc  d")
        let days = [#"{"kind":"spacer"}"#] + (1...3).map { #"{"kind":"text","text":"\#($0)"}"# }
        #expect(try draw(#"{"kind":"grid","children":[\#(days.joined(separator: ","))]}"#) == "   1\n2  3")
    }

    /// A hidden text doesn't replace a visible label.
    @Test func aHiddenPercentageLabelsNothing() throws {
        let percent = #"{"kind":"text","text":"50%","modes":["expanded"]}"#
        let json = #"{"kind":"row","children":[{"kind":"progress","value":0.5},\#(percent)]}"#
        #expect(try draw(json) == "██████████░░░░░░░░░░ 50%")
        #expect(try draw(json, mode: .expanded) == "██████████░░░░░░░░░░  50%")
    }

    @Test func finishedTextOverridesNoDirection() throws {
        #expect(try draw(#"{"kind":"timer","until":1,"finished-text":"a\u202Eb"}"#) == "ab")
    }

    @Test func sections() throws {
        let json = #"""
            {"kind":"column","children":[
             {"kind":"section","label":"Today","children":[{"kind":"text","text":"the quick brown"},
              {"kind":"section","label":"Deep","expanded":true,"children":[{"kind":"divider"},
               {"kind":"text","text":"a\n\nb"}]}]},
             {"kind":"section","label":"","children":[{"kind":"text","text":"c"}]},
             {"kind":"section","label":"Empty","children":[{"kind":"text","text":"d","modes":["expanded"]}]}]}
            """#
        #expect(
            try draw(json, width: 12) == """
                Today
                  the quick
                  brown
                  Deep
                    ────────
                    a

                    b
                  c
                Empty
                """)
        #expect(try draw(json, mode: .expanded, width: 12).hasSuffix("Empty\n  d"))
    }

    @Test func wrapping() throws {
        #expect(
            try draw(#"{"kind":"text","text":"the quick brown fox"}"#, width: 10) == "the quick\nbrown fox")
        #expect(
            try draw(#"{"kind":"text","text":"the quick brown fox jumps","lines":2}"#, width: 10)
                == "the quick\nbrown fox…")
        #expect(try draw(#"{"kind":"text","text":"abcdefgh ij"}"#, width: 3) == "abc\ndef\ngh\nij")
        #expect(try draw(#"{"kind":"text","text":"日本語"}"#, width: 5) == "日本\n語")
        #expect(try draw(#"{"kind":"text","text":"ab"}"#, width: -5) == "a\nb")
        #expect(try draw(#"{"kind":"divider"}"#, width: 1000).count == 1000)
        // Without a limit, text isn't wrapped; drawn lines still have a limit.
        #expect(try draw(#"{"kind":"divider"}"#, width: .max).count == 80)
        let long = String(repeating: "word ", count: 700) + "end"
        #expect(try draw(#"{"kind":"text","text":"\#(long)"}"#, width: .max) == long)
    }

    @Test func manyValues() throws {
        let values = (0..<200).map { "\($0)" }.joined(separator: ",")
        #expect(try draw(#"{"kind":"chart","values":[\#(values)]}"#, width: 8) == "▁▂▃▄▅▆▇█")
    }

    @Test func locked() throws {
        let json = #"""
            {"kind":"column","children":[{"kind":"text","text":"open"},
             {"kind":"column","private":true,"children":[{"kind":"text","text":"secret"}]},
             {"kind":"text","text":"also open","private":false}]}
            """#
        #expect(try draw(json) == "open\nsecret\nalso open")
        #expect(try draw(json, locked: true) == "open\nalso open")
    }

    @Test func modes() throws {
        let json = #"{"kind":"text","text":"a","modes":["expanded","huge"]}"#
        #expect(try draw(json) == "")
        #expect(try draw(json, mode: .expanded) == "a")
    }

    /// Offsets from now in seconds.
    @Test(arguments: [
        ("until", 1, "", "0:01"), ("until", 59.000001, "", "1:00"), ("until", 60, "", "1:00"),
        ("until", 61.5, "", "1:02"), ("until", 3599, "", "59:59"), ("until", 3599.5, "", "1:00:00"),
        ("until", 36_000, "", "10:00:00"), ("until", 0, "", "0:00"), ("until", -5, "", "0:00"),
        ("until", 0, #","finished-text":"Finished""#, "Finished"),
        ("until", 0.5, #","finished-text":"Finished""#, "0:01"),
        ("until", 61, #","style":"elapsed""#, "1:01"), ("until", 61, #","style":"strange""#, "1:01"),
        ("since", 0, "", "0:00"), ("since", -0.999999, "", "0:00"), ("since", -1, "", "0:01"),
        ("since", -3661.2, "", "1:01:01"), ("since", 10, "", "0:00"),
        ("until", 300, #","style":"relative""#, "in 5 min"), ("until", 241, #","style":"relative""#, "in 5 min"),
        ("until", 1, #","style":"relative""#, "in 1 min"), ("until", 0, #","style":"relative""#, "0:00"),
        ("until", 3599, #","style":"relative""#, "in 1 h"), ("until", 7199, #","style":"relative""#, "in 2 h"),
        ("until", 86_400, #","style":"relative""#, "in 1 d"), ("since", -59, #","style":"relative""#, "now"),
        ("since", -60, #","style":"relative""#, "1 min ago"), ("since", -11_000, #","style":"relative""#, "3 h ago"),
        ("since", -200_000, #","style":"relative""#, "2 d ago"), ("since", 90, #","style":"relative""#, "in 2 min"),
    ])
    func timers(_ key: String, _ offset: Double, _ more: String, _ expected: String) throws {
        let moment = Int64(Self.now) + Int64((offset * 1_000_000).rounded())
        #expect(try draw(#"{"kind":"timer","\#(key)":\#(moment)\#(more)}"#) == expected)
    }

    @Test func advancingProgress() throws {
        func draw(since: Int64, until: Int64) throws -> String {
            let now = Int64(Self.now)
            return try self.draw(#"{"kind":"progress","since":\#(now + since),"until":\#(now + until)}"#, width: 15)
        }
        #expect(try draw(since: -1, until: 1) == "█████░░░░░ 50%")
        #expect(try draw(since: 5, until: 10) == "░░░░░░░░░░ 0%")
        #expect(try draw(since: -10, until: 0) == "██████████ 100%")
        #expect(try draw(since: -999, until: 1) == "█████████░ 99%")
        #expect(try draw(since: 0, until: 0) == "██████████ 100%")
    }

    @Test func spans() throws {
        let now = Self.now
        #expect(try draw(#"{"kind":"text","text":"a","show-after":\#(now)}"#) == "a")
        #expect(try draw(#"{"kind":"text","text":"a","show-after":\#(now + 1)}"#) == "")
        #expect(try draw(#"{"kind":"text","text":"a","show-before":\#(now + 1)}"#) == "a")
        #expect(try draw(#"{"kind":"text","text":"a","show-before":\#(now)}"#) == "")
    }

    @Test func treesThatWereNotValidated() {
        let odd = Content(
            kind: "column", attributes: ["modes": "compact"],
            children: [
                Content(kind: "progress", attributes: ["value": .double(.nan)]),
                Content(
                    kind: "chart",
                    attributes: ["values": .array([.double(.nan)], of: "d"), "minimum": .double(.nan)]),
                Content(kind: "text", attributes: ["text": "\u{1B}[31mred\r\u{9B}"]),
                Content(kind: "grid", attributes: ["columns": .int64(.min)], children: [Content(kind: "text")]),
                Content(kind: "timer"), Content(kind: "button"), .empty,
                Content(kind: "timer", attributes: ["since": .uint64(0), "style": "relative"]),
                Content(kind: "timer", attributes: ["since": .uint64(0)]),
                Content(kind: "progress", attributes: ["since": .uint64(9), "until": .uint64(1)]),
            ])
        let context = PlainText.Context(now: Timestamp(microseconds: .max), width: .min)
        #expect(!odd.plainText(context).unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        #expect(odd.nextChange(after: Timestamp(microseconds: .max)) == nil)
        let deep = (0..<1000).reduce(Content(kind: "spacer")) { inner, _ in Content(kind: "row", children: [inner]) }
        #expect(deep.plainText(context) == "")
    }
}
