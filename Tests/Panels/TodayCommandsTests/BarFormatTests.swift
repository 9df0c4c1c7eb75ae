import DBus
import Testing
import TodayModel

@testable import TodayCommands

/// The output for bars, without a center.
@Suite struct BarFormatTests {
    private static let now = Timestamp(microseconds: 1_000_000_000_000)

    private static func item(
        _ json: String, isLocked: Bool = false, _ change: (inout WidgetProperties) -> Void = { _ in }
    )
        throws -> BarItem
    {
        var widget = WidgetProperties(identifier: "org.example.A")
        widget.name = "A"
        widget.content = try Content.validating(.string(json))
        widget.revision = 7
        widget.updatedAt = now
        change(&widget)
        return BarItem(widget, now: now, isLocked: isLocked)
    }

    @Test(
        arguments: [
            (#"{"kind":"text","text":"one\ntwo"}"#, "one", nil),
            (
                #"{"kind":"row","children":[{"kind":"text","text":"CPU"},{"kind":"progress","value":0.425}]}"#,
                "CPU 43%", 43
            ),
            (
                #"{"kind":"column","children":[{"kind":"image","icon":"x"},{"kind":"button","label":"Go","action":"go"},{"kind":"list","children":[{"kind":"text","text":"first"},{"kind":"text","text":"second"}]},{"kind":"progress","value":1}]}"#,
                "first", 100
            ),
            (
                #"{"kind":"row","children":[{"kind":"progress","value":0.425},{"kind":"text","text":"42.5%"}]}"#,
                "42.5%",
                43
            ),
            (#"{"kind":"section","label":"More","children":[{"kind":"text","text":"a"}]}"#, "More", nil),
            (#"{"kind":"chart","values":[1,2]}"#, "A", nil), (#"{"kind":"progress"}"#, "A", nil),
            (#"{"kind":"text","text":" a\u0085\u202eb "}"#, "a b", nil),
            (#"{"kind":"timer","until":1000300000000}"#, "5:00", nil),
            (#"{"kind":"text","text":"expanded","modes":["expanded"]}"#, "A", nil),
        ] as [(String, String, Int?)])
    func oneLineOfAWidget(_ json: String, _ text: String, _ percentage: Int?) throws {
        let item = try Self.item(json)
        #expect(item.text == text && item.percentage == percentage)
    }

    @Test func whatIsPrivateIsLeftOut() throws {
        let json =
            #"{"kind":"column","children":[{"kind":"text","text":"pin","private":true},{"kind":"text","text":"b"}]}"#
        #expect(try Self.item(json).text == "pin")
        let locked = try Self.item(json, isLocked: true)
        #expect(locked.text == "b" && !locked.details.contains("pin"))
    }

    @Test func theDetailsAreTheWholeWidget() throws {
        let item = try Self.item(
            #"{"kind":"column","children":[{"kind":"text","text":"a"},{"kind":"text","text":"more","modes":["expanded"]}]}"#
        ) {
            $0.largestDisplayMode = .expanded
            $0.displayMode = .expanded
            $0.error = "it is\u{202E} late"
        }
        #expect(item.details == "A\n  a\n  more\n  ! it is late\n  updated just now")
        #expect(item.state == .failed)
        // By V-34 of the specification it is no larger than the user has it.
        #expect(try Self.item(#"{"kind":"text","text":"more","modes":["expanded"]}"#).details.contains("more") == false)
    }

    @Test func whatABarMayColourBy() throws {
        let text = #"{"kind":"text","text":"a"}"#
        #expect(try Self.item(text).state == .fresh)
        #expect(try Self.item(text) { $0.isSnapshot = true }.state == .stale)
        #expect(try Self.item(text) { $0.lastResult = .failed }.state == .failed)
        #expect(try Self.item(text) { $0.state = .suspended }.state == .suspended)
        #expect(try Self.item(text) { $0.state = .unavailable }.state == .unavailable)
        #expect(try Self.item(text) { $0.content = .empty }.state == .empty)
        #expect(BarItem.State.worst(of: [.fresh, .failed, .empty]) == .failed && BarItem.State.worst(of: []) == .empty)
    }

    /// Nothing that others write is a command or markup of a bar.
    @Test func textIsTextInEachFormat() throws {
        let item = try Self.item(#"{"kind":"text","text":"<b>&\"' %{F#f00} 5% $(x)"}"#) { $0.name = "<i>" }
        let escaped = "&lt;b&gt;&amp;&quot;&#39; %{F#f00} 5% $(x)"
        let tooltip = "&lt;i&gt;\n  \(escaped)\n  updated just now"
        #expect(
            BarFormat.waybar.line([item])
                == #"{"text":"\#(escaped)","alt":"fresh","tooltip":"\#(tooltip.replacing("\n", with: "\\n"))","class":"fresh"}"#
        )
        #expect(
            BarFormat.i3bar.line([item])
                == #"[{"full_text":"<b>&\"' %{F#f00} 5% $(x)","name":"org.example.A","urgent":false}],"#)
        #expect(
            BarFormat.polybar.line([item])
                == "%{A3:todayctl tap org.example.A --button 3:}%{A2:todayctl tap org.example.A --button 2:}"
                + "%{A1:todayctl tap org.example.A:}<b>&\"' %\u{2060}{F#f00} 5% $(x)%{A}%{A}%{A}")
        #expect(BarFormat.lemonbar.line([item]).contains("<b>&\"' %%{F#f00} 5%% $(x)%{A}"))
        #expect(
            BarFormat.genmon.line([item])
                == "<txt>\(escaped)</txt><tool>\(tooltip)</tool><txtclick>todayctl tap org.example.A</txtclick>")
        #expect(BarFormat.text.line([item, item]) == "<b>&\"' %{F#f00} 5% $(x)  <b>&\"' %{F#f00} 5% $(x)")
        #expect(BarFormat.json.line([item]).contains(#""Text":"<b>&\"' %{F#f00} 5% $(x)""#))
        #expect(BarFormat.waybar.line([]) == #"{"text":"","alt":"empty","tooltip":"","class":"empty"}"#)
        #expect(BarFormat.waybar.line([], notices: ["a <b", "c"]).contains(#""tooltip":"a &lt;b\n\nc""#))
        #expect(BarFormat.genmon.line([], notices: ["a <b"]).contains("<tool>a &lt;b</tool>"))
    }

    @Test func clicksAreUnderstood() {
        let click = I3barClick(line: #",{"name":"org.example.A#2","instance":"x","button":3,"modifiers":[],"x":1}"#)
        #expect(click?.identifier == "org.example.A#2" && click?.button == .right)
        #expect(I3barClick(line: #"[{"name":"org.example.A","button":1}"#)?.button == .left)
        for line in [
            "[", "", ",", #"{"name":"x","button":1}"#, #"{"name":"a.b","button":4}"#, #"{"name":"a.b"}"#, "[1]",
        ] {
            #expect(I3barClick(line: line) == nil, "\(line)")
        }
    }
}
