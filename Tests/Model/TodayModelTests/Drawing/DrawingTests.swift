import DBus
import Testing

@testable import TodayModel

@Suite struct DrawingTests {
    private let second: UInt64 = 1_000_000

    private func drawing(
        _ json: String, at now: UInt64 = 100, mode: DisplayMode = .compact, isLocked: Bool = false
    ) throws -> Drawing {
        try Content.parse(json: json).drawing(
            DrawingContext(now: Timestamp(microseconds: now), displayMode: mode, isLocked: isLocked))
    }

    private func kind(_ json: String, at now: UInt64 = 100) throws -> NodeKind? {
        try drawing(json, at: now).root?.attributes.kind
    }

    @Test func defaults() throws {
        #expect(try kind(#"{"kind":"column"}"#) == .column(spacing: 6, alignment: .fill))
        #expect(try kind(#"{"kind":"row"}"#) == .row(spacing: 6, alignment: .fill))
        #expect(try kind(#"{"kind":"grid"}"#) == .grid(columns: 2, spacing: 6))
        #expect(try kind(#"{"kind":"list"}"#) == .list(visibleRows: 0))
        #expect(
            try kind(#"{"kind":"text","text":"a"}"#)
                == .text("a", style: .body, color: .primary, lines: 0, alignment: .leading))
        #expect(try kind(#"{"kind":"progress"}"#) == .progress(nil, style: .bar))
        #expect(
            try kind(#"{"kind":"image","icon":"go-up"}"#)
                == .image(.icon("go-up"), width: nil, height: nil, description: nil))
        #expect(try kind(#"{"kind":"button","label":"a"}"#) == .button(label: "a", icon: nil, style: .normal))
        #expect(try kind(#"{"kind":"toggle","label":"a","value":true}"#) == .toggle(label: "a", value: true))
        #expect(
            try kind(#"{"kind":"chart","values":[1,-2.5]}"#)
                == .chart(DrawnChart([1, -2.5])))
        #expect(try kind(#"{"kind":"section","label":"a"}"#) == .section(label: "a", isExpanded: false))
        #expect(try kind(#"{"kind":"divider"}"#) == .divider)
        #expect(try kind(#"{"kind":"spacer"}"#) == .spacer)
        #expect(try drawing("{}") == Drawing(root: nil, nextChange: nil))
    }

    @Test func unknownWordsMeanTheDefault() throws {
        #expect(
            try kind(#"{"kind":"text","text":"a","style":"huge","color":"pink","alignment":"up"}"#)
                == .text("a", style: .body, color: .primary, lines: 0, alignment: .leading))
        #expect(
            try kind(#"{"kind":"button","label":"a","style":"round"}"#)
                == .button(label: "a", icon: nil, style: .normal))
    }

    @Test func unknownKinds() throws {
        #expect(
            try kind(#"{"kind":"map","fallback":"Berlin","children":[{"kind":"divider"}]}"#)
                == .text("Berlin", style: .body, color: .primary, lines: 0, alignment: .leading))
        let column = try drawing(#"{"kind":"map","id":"m","children":[{"kind":"divider"},{"kind":"globe"}]}"#).root
        #expect(column?.attributes.kind == .column(spacing: 6, alignment: .fill) && column?.attributes.id == "m")
        #expect(column?.children == [DrawnNode(NodeAttributes(.divider))])
        #expect(try drawing(#"{"kind":"map"}"#).root == nil)
    }

    @Test func whatEveryKindMayHave() throws {
        let json = #"""
            {"kind":"text","text":"a","id":"n","action":"open","parameter":3,"enabled":false,"tooltip":"t",
             "accessible-label":"l"}
            """#
        let attributes = try #require(try drawing(json).root?.attributes)
        #expect(
            attributes.id == "n" && attributes.tooltip == "t" && attributes.accessibleLabel == "l"
                && !attributes.isEnabled)
        #expect(attributes.tap == .action("open", parameter: .int64(3)))
        for (color, seen) in [("", ContentColor.accent), (#","color":"error""#, .error)] {
            let text = try drawing(#"{"kind":"text","text":"a","url":"https://example.org"\#(color)}"#).root?.attributes
                .kind
            #expect(text == .text("a", style: .body, color: seen, lines: 0, alignment: .leading))
        }
        let link = try #require(
            try drawing(#"{"kind":"button","label":"a","url":"https://example.org"}"#).root?.attributes)
        #expect(link.tap == .url("https://example.org") && link.isEnabled)
    }

    @Test func modesAndLocks() throws {
        let json =
            #"{"kind":"column","children":[{"kind":"divider","modes":["expanded"]},{"kind":"spacer","private":true}]}"#
        func kinds(_ mode: DisplayMode, _ isLocked: Bool) throws -> [NodeKind] {
            try drawing(json, mode: mode, isLocked: isLocked).root?.children.map(\.attributes.kind) ?? []
        }
        #expect(try kinds(.compact, false) == [.spacer])
        #expect(try kinds(.expanded, false) == [.divider, .spacer])
        #expect(try kinds(.expanded, true) == [.divider])
        #expect(try drawing(#"{"kind":"text","text":"a","modes":["poster"]}"#).root == nil)
    }

    /// Folded away or not, what is in a section comes and goes as elsewhere.
    @Test func sectionsHoldWhatColumnsDo() throws {
        let json = #"""
            {"kind":"section","label":"a","enabled":false,"children":[
             {"kind":"divider","modes":["expanded"]},{"kind":"spacer","private":true},
             {"kind":"timer","since":0,"show-after":200}]}
            """#
        let now = try drawing(json)
        #expect(
            now.root?.children.map(\.attributes.kind) == [.spacer]
                && now.root?.children.first?.attributes.isEnabled == false)
        #expect(now.nextChange == Timestamp(microseconds: 200) && now.isIncomplete)
        #expect(try drawing(json, mode: .expanded, isLocked: true).root?.children.map(\.attributes.kind) == [.divider])
        #expect(try drawing(json, at: 200).root?.children.count == 2)
    }

    @Test func spans() throws {
        let json = #"{"kind":"text","text":"a","show-after":10,"show-before":20}"#
        #expect(
            try drawing(json, at: 9)
                == Drawing(root: nil, nextChange: Timestamp(microseconds: 10), isIncomplete: true))
        #expect(try drawing(json, at: 10).root != nil)
        #expect(try drawing(json, at: 10).nextChange == Timestamp(microseconds: 20))
        #expect(try drawing(json, at: 20) == Drawing(root: nil, nextChange: nil))
        // A hidden node's own times change nothing.
        let inner = #"{"kind":"column","show-before":5,"children":[{"kind":"timer","since":0}]}"#
        #expect(try drawing(inner, at: 6) == Drawing(root: nil, nextChange: nil))
    }

    @Test func textsShareTheRoomOfACard() throws {
        let long = String(repeating: "abc ", count: 1000)
        let texts = ["short", long, long, "short", long, long, "short", long].map {
            #"{"kind":"text","text":"\#($0)"}"#
        }
        let json = #"{"kind":"column","children":[\#(texts.joined(separator: ","))]}"#
        let rooms = try drawing(json).root?.children.map(\.attributes.textRoom)
        // Each long one takes 2,000 of 6,000 until a little less is left; the short ones always have room.
        #expect(rooms == [nil, nil, nil, nil, 1990, 100, nil, 100])
    }

    @Test func timersTellTheirTime() throws {
        #expect(try kind(#"{"kind":"timer","until":10000000}"#, at: second) == .timer("0:09", isClock: true))
        #expect(try kind(#"{"kind":"timer","since":0}"#, at: 75 * second) == .timer("1:15", isClock: true))
        #expect(try kind(#"{"kind":"timer","until":5,"finished-text":"Tea!"}"#) == .timer("Tea!", isClock: true))
        #expect(
            try kind(#"{"kind":"timer","since":1,"style":"relative"}"#, at: 180 * second + 1)
                == .timer("3 min ago", isClock: false))
        #expect(try drawing(#"{"kind":"timer","until":10000000}"#, at: second).nextChange?.microseconds == 2 * second)
    }

    @Test func whatTicksHasItsMoments() throws {
        func times(_ json: String, at now: UInt64 = 100) throws -> DrawnTimes? {
            try drawing(json, at: now).root?.attributes.times
        }
        let end = Timestamp(microseconds: 200)
        #expect(
            try times(#"{"kind":"timer","until":200,"finished-text":"Tea!"}"#)
                == DrawnTimes(until: end, finishedText: "Tea!"))
        #expect(try times(#"{"kind":"timer","since":200}"#) == DrawnTimes(since: end))
        #expect(
            try times(#"{"kind":"progress","since":0,"until":200}"#)
                == DrawnTimes(since: Timestamp(microseconds: 0), until: end))
        #expect(try times(#"{"kind":"timer","until":200}"#, at: 200) == nil)
        #expect(try times(#"{"kind":"timer","since":1,"style":"relative"}"#) == nil)
        #expect(try times(#"{"kind":"progress","value":1}"#) == nil)
    }

    @Test func progressAdvancesByQuartersAtMost() throws {
        let json = #"{"kind":"progress","since":1000000,"until":11000000}"#
        #expect(try kind(json, at: 0) == .progress(0, style: .bar))
        #expect(try drawing(json, at: second).nextChange?.microseconds == second + 250_000)
        #expect(try kind(json, at: second + 250_000) == .progress(0.025, style: .bar))
        #expect(try kind(json, at: second + 499_999) == .progress(0.025, style: .bar))
        #expect(
            try drawing(json, at: 11 * second) == Drawing(root: DrawnNode(NodeAttributes(.progress(1, style: .bar)))))
        // A long one moves only as often as that can be seen.
        let long = ProgressAdvance(since: 0, until: 400 * 3600 * second, now: 3600 * second - 1)
        #expect(long.fraction == 0 && long.nextChange == 3600 * second)
    }

    @Test func progressComesToItsEndWhateverItsSpan() {
        for (since, until): (UInt64, UInt64) in [(0, 1), (5, 5), (9, 3), (0, .max), (.max - 1, .max), (0, 999_983)] {
            var now = since
            var steps = 0
            while let next = ProgressAdvance(since: since, until: until, now: now).nextChange {
                #expect(next > now && next <= max(until, now + 1))
                let before = ProgressAdvance(since: since, until: until, now: next - 1).fraction
                #expect(before == ProgressAdvance(since: since, until: until, now: now).fraction)
                now = next
                steps += 1
                if steps > 500 { break }
            }
            #expect(ProgressAdvance(since: since, until: until, now: now).fraction == 1 && steps <= 401)
        }
    }

    @Test func whatIsInADisabledNodeIsDisabled() {
        let button = Content(kind: "button", attributes: ["label": "a", "action": "b"])
        let row = Content(kind: "row", children: [Content(kind: "column", children: [button])])
        for isEnabled in [true, false] {
            var row = row
            row.attributes["enabled"] = .boolean(isEnabled)
            let root = row.drawing(DrawingContext(now: .never)).root
            #expect(root?.attributes.isEnabled == isEnabled)
            #expect(root?.children.first?.attributes.isEnabled == isEnabled)
            #expect(root?.children.first?.children.first?.attributes.isEnabled == isEnabled)
        }
    }

    /// A tree that wasn't validated is read as far as possible.
    @Test func treesThatAreNotValid() {
        var deep = Content(kind: "text", attributes: ["text": "a"])
        for _ in 0..<5000 { deep = Content(kind: "column", children: [deep]) }
        #expect(deep.drawing(DrawingContext(now: .never)).root != nil)
        let odd = Content(
            kind: "grid", attributes: ["columns": .int32(-4), "spacing": .double(.nan), "modes": .strings(["compact"])])
        #expect(odd.drawing(DrawingContext(now: .never)).root?.attributes.kind == .grid(columns: 1, spacing: 6))
    }
}
