import DBus
import Testing
import TodayHost
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
    }

    /// Nothing that others write is a command or markup of a bar.
    @Test func textIsTextInEachFormat() throws {
        let item = try Self.item(#"{"kind":"text","text":"<b>&\"' %{F#f00} 5% $(x)"}"#) { $0.name = "<i>" }
        let escaped = "&lt;b&gt;&amp;&quot;&#39; %{F#f00} 5% $(x)"
        let tooltip = "<b>&lt;i&gt;</b>\n  \(escaped)\n  updated just now"
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

    private static func named(
        _ name: String, _ text: String, _ look: BarLook = BarLook(), icon: String = "", category: String = "",
        _ change: (inout WidgetProperties) -> Void = { _ in }
    ) throws -> BarItem {
        var widget = WidgetProperties(identifier: "org.example.A")
        widget.name = name
        widget.icon = icon
        widget.category = category
        widget.content = try Content.validating(.string(#"{"kind":"text","text":"\#(text)"}"#))
        widget.updatedAt = now
        change(&widget)
        return BarItem(widget, now: now, isLocked: false, look: look)
    }

    /// The class is of the whole module: it is that which all share, and a widget that differs marks itself.
    @Test func aFailedWidgetColorsOnlyItself() throws {
        let fresh = try Self.named("Song", "la")
        let failed = try Self.named("Load", "4 <") { $0.error = "broke" }
        let stale = try Self.named("Disk", "71%") { $0.isSnapshot = true }
        let badge = try Self.named("Mail", "new") { $0.attention = .badge }
        let red = "background=\\\"#c01c28\\\" color=\\\"#ffffff\\\""
        let line = BarFormat.waybar.line([fresh, failed, stale, badge])
        #expect(
            line.hasPrefix(
                #"{"text":"la  <span \#(red)> 4 &lt; </span>  <span alpha=\"70%\">71%</span>  <b>new •</b>","alt":"fresh""#
            ),
            "\(line)")
        #expect(line.contains(#""class":["fresh","badge"]"#) && !line.contains("percentage"))
        #expect(BarFormat.waybar.line([failed]).contains(#""text":"4 &lt;","alt":"failed""#))
        #expect(BarFormat.waybar.line([failed, failed]).contains(#""text":"4 &lt;  4 &lt;","alt":"failed""#))
        #expect(BarFormat.text.line([fresh, failed]) == "la  ! 4 <")
        #expect(BarFormat.polybar.line([fresh, failed]).contains(":}%{B#c01c28}%{F#ffffff} 4 < %{F-}%{B-}%{A}"))
        #expect(BarFormat.lemonbar.line([failed]).contains(":}%{B#c01c28}%{F#ffffff} 4 < %{F-}%{B-}%{A}"))
        let urgent = BarFormat.i3bar.line([fresh, failed]).split(separator: "urgent").map { $0.hasPrefix("\":true") }
        #expect(urgent == [false, false, true])
        #expect(BarFormat.genmon.line([fresh, failed]).hasPrefix("<txt>la  <span background="))
    }

    /// WCAG 2.1, 1.4.3. The bar's own colors don't matter, because the emphasis brings its background.
    @Test(arguments: [BarItem.Emphasis.fault, .alert])
    func emphasisIsReadable(_ emphasis: BarItem.Emphasis) throws {
        func color(_ hexadecimal: String) throws -> RGBColor {
            let number = try #require(Int(hexadecimal.dropFirst(), radix: 16))
            let parts = [16, 8, 0].map { Double(number >> $0 & 0xFF) / 255 }
            return try #require(RGBColor(red: parts[0], green: parts[1], blue: parts[2]))
        }
        let colors = try #require(emphasis.colors)
        #expect(try color(colors.text).contrast(to: color(colors.background)) >= 4.5)
        // On the usual bars, the mark itself can be seen too.
        for bar in ["#000000", "#222222", "#ffffff"] where emphasis == .fault {
            #expect(try color(colors.background).contrast(to: color(bar)) >= 2.5, "\(bar)")
        }
    }

    @Test func aLookSaysWhatABarShows() throws {
        func text(
            _ look: BarLook, icon: String = "", category: String = "", _ line: String = "The quick fox"
        ) throws -> String {
            try Self.named("Song", line, look, icon: icon, category: category) {
                $0.badge = 3; $0.attention = .badge
            }
            .text
        }
        #expect(try text(BarLook()) == "The quick fox (3)")
        #expect(try text(BarLook(showsNames: true)) == "Song: The quick fox (3)")
        #expect(try text(BarLook(showsNames: true), "") == "Song (3)")
        #expect(try text(BarLook(maxLength: 5)) == "The… (3)")
        #expect(try text(BarLook(maxLength: 1)) == "… (3)")
        #expect(try text(BarLook(maxLength: 2), "🇩🇪👩‍👩‍👧e\u{301}") == "🇩🇪… (3)")
        #expect(try text(BarLook(maxLength: 3), "🇩🇪👩‍👩‍👧e\u{301}") == "🇩🇪👩‍👩‍👧e\u{301} (3)")
        let icons = BarLook(showsIcons: true)
        #expect(try text(icons, icon: "weather-few-clouds-symbolic", "14°") == "☁ 14° (3)")
        #expect(try text(icons, icon: "weather-clear-night", "14°") == "☾ 14° (3)")
        #expect(try text(icons, icon: "weather-snow-scattered-symbolic", "14°") == "❄ 14° (3)")
        #expect(try text(icons, icon: "org.example.App", category: "System", "1") == "▣ 1 (3)")
        #expect(try text(icons, icon: "/usr/share/a.png", "1") == "S 1 (3)")
        #expect(try text(BarLook(showsIcons: true, showsNames: true), "1") == "Song: 1 (3)")
    }

    @Test func widgetsAreSeparatedAndSelected() throws {
        let fresh = try Self.named("Song", "la")
        let failed = try Self.named("Load", "4") { $0.error = "broke" }
        let alert = try Self.named("Mail", "new") { $0.attention = .alert }
        let items = [fresh, failed, alert]
        var look = BarLook(separator: " <%{ ")
        #expect(BarFormat.waybar.line([fresh, fresh], look: look).contains(#""text":"la &lt;%{ la""#))
        #expect(BarFormat.polybar.line([fresh, fresh], look: look).contains("%{A} <%\u{2060}{ %{A3"))
        #expect(BarFormat.lemonbar.line([fresh, fresh], look: look).contains("%{A} <%%{ %{A3"))
        look = BarLook(selection: BarSelection(argument: "failed"))
        #expect(BarFormat.text.line(items, look: look) == "! 4")
        look.selection = BarSelection(argument: "failed,attention")
        #expect(BarFormat.text.line(items, look: look) == "! 4  new •")
        look.selection = .attention
        #expect(BarFormat.text.line([fresh], look: look) == "")
        for word in ["", "failed,", "stale"] { #expect(BarSelection(argument: word) == nil) }
    }

    @Test func oneSymbolStandsForAll() throws {
        let fresh = try Self.named("Song", "la")
        let failed = try Self.named("Load", "4") { $0.error = "broke" }
        let alert = try Self.named("Mail", "new") { $0.attention = .alert }
        var look = BarLook(isSummary: true)
        #expect(
            BarFormat.waybar.line([fresh, alert], look: look)
                == #"{"text":"▤ 1","alt":"alert","tooltip":"<b>Song</b>\n  la\n\n<b>Mail •</b>\n  new","class":["fresh","alert"]}"#
        )
        #expect(BarFormat.waybar.line([fresh, failed], look: look).contains(#""text":"▤","alt":"none""#))
        #expect(BarFormat.polybar.line([fresh], look: look).contains("%{A1:today-panel:}▤%{A}"))
        #expect(BarFormat.genmon.line([fresh], look: look).hasSuffix("<txtclick>today-panel</txtclick>"))
        #expect(BarFormat.i3bar.line([fresh], look: look) == #"[{"full_text":"▤","name":"today","urgent":false}],"#)
        look.selection = .failed
        #expect(BarFormat.text.line([fresh, failed, failed], look: look) == "▤ 2")
        #expect(I3barClick(line: #"{"name":"today","button":1}"#) != nil)
    }

    /// Names are bold, drawings keep their shape, and what is true of all is said for none.
    @Test func theTooltipIsReadAtAGlance() throws {
        let chart = try Self.item(#"{"kind":"chart","values":[1,8]}"#) { $0.name = "CPU" }
        let old = try Self.named("Old", "<") {
            $0.updatedAt = Timestamp(microseconds: Self.now.microseconds - 180_000_000)
        }
        #expect(
            BarTooltip([chart, old], notices: ["a <b"]).pango
                == "<b>CPU</b>\n<tt>  ▁█</tt>\n\n<b>Old</b>\n  &lt;\n  updated 3 min ago\n\na &lt;b")
        #expect(BarTooltip([chart]).pango.hasSuffix("\n  updated just now"))
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
