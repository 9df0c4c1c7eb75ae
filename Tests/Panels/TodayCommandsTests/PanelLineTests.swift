import DBus
import DBusTesting
import Foundation
import Testing
import TodayHost
import TodayModel

@testable import TodayCommands

/// The lines for a panel that a program feeds, without a center.
@Suite struct PanelLineTests {
    private static let now = Timestamp(microseconds: 1_000_000_000_000)

    private static func widget(_ json: String, _ change: (inout WidgetProperties) -> Void = { _ in }) throws
        -> WidgetProperties
    {
        var widget = WidgetProperties(identifier: "org.example.A")
        widget.name = "A"
        widget.content = try Content.validating(.string(json))
        widget.hasContent = true
        widget.revision = 7
        widget.updatedAt = now
        change(&widget)
        return widget
    }

    private static func view(_ widgets: [WidgetProperties]) -> TodayView {
        var view = TodayView(center: .available)
        for widget in widgets { view.known[widget.identifier] = widget }
        view.today = widgets.map(\.identifier)
        view.arrangement = view.today
        return view
    }

    private static func line(
        _ view: TodayView, absence: CenterAbsence? = nil, after seconds: UInt64 = 0, isLocked: Bool = false
    ) throws -> (values: [String: DBusValue], text: String, revision: UInt64) {
        let line = PanelLine(
            view: view, absence: absence, widgets: view.widgets,
            now: Timestamp(microseconds: now.microseconds + seconds * 1_000_000), isLocked: isLocked)
        let (text, revision) = line.textAndRevision
        return (try VardictReader(["line": DBusValue(json: text)]).vardict("line") ?? [:], text, try #require(revision))
    }

    /// The drawn content of a widget, in JSON.
    private static func content(_ json: String, isLocked: Bool = false) throws -> String {
        let text = try line(view([try widget(json)]), isLocked: isLocked).text
        let start = try #require(text.firstRange(of: #""Content":"#)?.upperBound)
        let end = try #require(text.firstRange(of: #","Lines":"#)?.lowerBound)
        return String(text[start..<end])
    }

    /// Contents, and the JSON of each that a panel draws.
    private static let contents = [
        (
            #"{"kind":"text","text":"<b>&\" \u202e$(x)"}"#,
            #"{"kind":"text","text":"<b>&\" $(x)","style":"body","color":"primary","lines":0,"alignment":"leading"}"#
        ),
        (
            #"{"kind":"button","label":"Go","action":"go","parameter":7,"id":"b","style":"prominent","tooltip":"t"}"#,
            #"{"kind":"button","label":"Go","icon":"","style":"prominent","id":"b","tooltip":"t","name":"Go","#
                + #""tap":["action","--revision=7","--node=b","--type=x","--","org.example.A","go","7"]}"#
        ),
        // Text that looks like an option isn't an option.
        (
            #"{"kind":"button","label":"","action":"--help","parameter":"-x"}"#,
            #"{"kind":"button","label":"","icon":"","style":"normal","name":"--help","#
                + #""tap":["action","--revision=7","--type=s","--","org.example.A","--help","-x"]}"#
        ),
        // A disabled node has no tap.
        (
            #"{"kind":"button","label":"Off","action":"off","enabled":false}"#,
            #"{"kind":"button","label":"Off","icon":"","style":"normal","enabled":false,"name":"Off"}"#
        ),
        (
            #"{"kind":"divider","url":"https://example.org/"}"#,
            #"{"kind":"divider","tap":["open","--","org.example.A","https://example.org/"]}"#
        ),
        (
            #"{"kind":"toggle","label":"Lamp","value":true,"action":"lamp"}"#,
            #"{"kind":"toggle","label":"Lamp","value":true,"name":"Lamp","#
                + #""tap":["action","--revision=7","--type=b","--","org.example.A","lamp","false"]}"#
        ),
        // The line of a timer holds its times, so the line stays the same.
        (
            #"{"kind":"timer","until":1000300000000,"finished-text":"Tea"}"#,
            #"{"kind":"timer","clock":true,"until":1000300000000,"finished-text":"Tea"}"#
        ),
        (
            #"{"kind":"timer","until":999000000000,"finished-text":"Tea"}"#,
            #"{"kind":"timer","clock":true,"text":"Tea"}"#
        ),
        (
            #"{"kind":"timer","since":999880000000,"style":"relative"}"#,
            #"{"kind":"timer","clock":false,"text":"2 min ago"}"#
        ),
        (
            #"{"kind":"progress","since":999000000000,"until":1001000000000}"#,
            #"{"kind":"progress","since":999000000000,"until":1001000000000,"style":"bar","color":"accent","label":""}"#
        ),
        (
            #"{"kind":"progress","value":0.5,"style":"circle","color":"error","label":"42 °"}"#,
            #"{"kind":"progress","value":0.5,"style":"circle","color":"error","label":"42 °"}"#
        ),
        (#"{"kind":"progress"}"#, #"{"kind":"progress","style":"bar","color":"accent","label":""}"#),
        (
            #"{"kind":"chart","values":[1,3],"style":"bar"}"#,
            #"{"kind":"chart","style":"bar","shares":[0.3333333333333333,1],"series-shares":[],"ground":0,"#
                + #""legend":[],"values":[1,3],"series":[],"label":"","series-label":"","unit":"","#
                + #""name":"Chart of 2 values, lowest 1, highest 3, latest 3"}"#
        ),
        (
            #"{"kind":"chart","values":[0,4],"label":"In","series":[1],"series-label":"Out","unit":" W","show-values":["last"]}"#,
            #"{"kind":"chart","style":"line","shares":[0,1],"series-shares":[0.25],"ground":0,"#
                + #""legend":["In  4 W","Out  1 W"],"values":[0,4],"series":[1],"label":"In","series-label":"Out","#
                + #""unit":" W","name":"Chart of In: latest 4 W; Out: latest 1 W"}"#
        ),
        (
            #"{"kind":"checkbox","label":"Milk","value":false,"action":"done"}"#,
            #"{"kind":"checkbox","label":"Milk","value":false,"name":"Milk","#
                + #""tap":["action","--revision=7","--type=b","--","org.example.A","done","true"]}"#
        ),
        // The panel adds the value of the user.
        (
            #"{"kind":"slider","label":"Volume","value":40,"maximum":100,"step":5,"action":"set","id":"v"}"#,
            #"{"kind":"slider","label":"Volume","value":40,"minimum":0,"maximum":100,"step":5,"id":"v","name":"Volume","#
                + #""tap":["action","--revision=7","--node=v","--type=d","--","org.example.A","set"]}"#
        ),
        (
            #"{"kind":"entry","label":"Add","placeholder":"Milk","action":"add"}"#,
            #"{"kind":"entry","label":"Add","placeholder":"Milk","value":"","name":"Add","#
                + #""tap":["action","--revision=7","--type=s","--","org.example.A","add"]}"#
        ),
        (
            #"{"kind":"entry","label":"Add","value":"x"}"#,
            #"{"kind":"entry","label":"Add","placeholder":"","value":"x","enabled":false,"name":"Add"}"#
        ),
        // The line of a clock has the offset of its zone, so the line stays the same.
        (
            #"{"kind":"clock","zone":"Asia/Kathmandu","style":"seconds"}"#,
            #"{"kind":"clock","style":"seconds","offset":19800}"#
        ),
        (
            #"{"kind":"image","icon":"go-up","width":9}"#, #"{"kind":"image","icon":"go-up","width":9}"#
        ),
        (
            #"{"kind":"section","label":"S","expanded":true,"children":[{"kind":"spacer"}]}"#,
            #"{"kind":"section","label":"S","expanded":true,"name":"S","children":[{"kind":"spacer"}]}"#
        ),
        (
            #"{"kind":"list","visible-rows":1,"children":[{"kind":"grid","columns":3,"spacing":1}]}"#,
            #"{"kind":"list","visible-rows":1,"children":[{"kind":"grid","columns":3,"spacing":1}]}"#
        ),
        (
            #"{"kind":"list","visible-rows":1,"children":[{"kind":"divider"},{"kind":"divider"}]}"#,
            #"{"kind":"list","visible-rows":1,"show-more":"Show 1 More","#
                + #""children":[{"kind":"divider"},{"kind":"divider"}]}"#
        ),
        (
            #"{"kind":"hologram","fallback":"flat"}"#,
            #"{"kind":"text","text":"flat","style":"body","color":"primary","lines":0,"alignment":"leading"}"#
        ),
        (
            #"{"kind":"row","children":[{"kind":"spacer","modes":["expanded"]}]}"#,
            #"{"kind":"row","spacing":6,"alignment":"fill"}"#
        ),
    ]

    @Test(arguments: contents)
    func contentIsReadForThePanel(_ json: String, _ drawn: String) throws {
        #expect(try Self.content(json) == drawn)
    }

    @Test func aPictureSaysWhatItIs() throws {
        let png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
        #expect(
            try Self.content(#"{"kind":"image","data":"\#(png)","description":"Dot"}"#)
                == #"{"kind":"image","type":"image/png","data":"\#(png)","description":"Dot","name":"Dot"}"#)
    }

    /// A line for each content and state, whose members are those of the JSON Schema.
    @Test func linesAreValidByTheSchema() async throws {
        let schema = try SettingsSchema([
            SettingDeclaration("Unit", .choice, choices: ["celsius"])
        ])
        let picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
        let image = #"{"kind":"image","data":"\#(picture)","description":"Dot","height":8}"#
        var lines = try (Self.contents.map(\.0) + [image]).map { try Self.line(Self.view([Self.widget($0)])).text }
        let full = try Self.widget(#"{"kind":"divider"}"#) {
            $0.containingApp = "org.example.App"
            $0.sizes = [.small, .regular]
            $0.options.size = .small
            $0.lastResult = .failed
            $0.error = "late"
            $0.settingsSchema = schema
            $0.attention = .badge
            $0.badge = 3
        }
        let expandable = try Self.widget(#"{"kind":"divider"}"#) { $0.largestDisplayMode = .expanded }
        for widget in [full, expandable] {
            var view = Self.view([widget])
            view.hasOptions = true
            lines.append(try Self.line(view).text)
        }
        lines.append(try Self.line(Self.view([])).text)
        lines.append(try Self.line(TodayView(center: .unavailable(.notRunning))).text)
        var translated = PanelLine(view: Self.view([]), absence: nil, widgets: [], now: Self.now, isLocked: false)
        translated.words = [PanelWord(english: "Close", translation: "Schließen")]
        lines.append(translated.textAndRevision.0)
        #expect(lines.last?.contains(#","Words":{"Close":"Schließen"},"Available""#) == true)
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let files = ["panel-schema.py", "../../../data/schema/todaycenter-panel.schema.json"].map {
            folder.appending(path: $0).path
        }
        let run = try await ToolRun.start(["/usr/bin/python3"] + files + lines, environment: [:]).finished()
        #expect(run.output + run.error == "")
    }

    @Test func whatIsPrivateIsNotThereWhileLocked() throws {
        let json = #"{"kind":"column","children":[{"kind":"divider","private":true}]}"#
        #expect(try Self.content(json).contains("divider"))
        #expect(try !Self.content(json, isLocked: true).contains("divider"))
    }

    @Test func aCardHasItsWordsAndCommands() throws {
        let schema = try SettingsSchema([
            SettingDeclaration("Folder", .folder, name: "Where")
        ])
        let widget = try Self.widget(#"{"kind":"text","text":"a"}"#) {
            $0.icon = "go-up"
            $0.largestDisplayMode = .expanded
            $0.lastResult = .failed
            $0.error = "it is <b>late</b>"
            $0.instances = true
            $0.settingsSchema = schema
        }
        let text = try Self.line(Self.view([widget])).text
        for part in [
            #""Identifier":"org.example.A","Name":"A","Icon":"go-up","Age":"just now","State":"failed","#,
            #""DisplayMode":"compact","Revision":7,"Placeholder":"","#,
            #"{"Kind":"failed","Text":"Update failed: it is <b>late</b>","Details":"","#,
            #""Retry":{"Label":"Retry","Command":["update","--","org.example.A"]}}"#,
            #"{"Label":"Add Another","Command":["instance","add","--","org.example.A"]}"#,
            #"{"Label":"Copy","Command":["show","--","org.example.A"],"Output":"copy"}"#,
            #"{"Label":"Why?","Command":["explain","--json","--","org.example.A"],"Output":"explain"}"#,
            #"{"Label":"Remove","Command":["remove","--","org.example.A"],"Undo":{"Text":"A removed","Label":"Undo","#,
            #""Command":["add","--to=1","--","org.example.A"]}}"#, #""UpdatedAt":1000000000000,"#,
            #"{"Key":"Folder","Name":"Where","Type":"folder","Value":"","#,
            #""Size":{"Label":"More","Command":["mode","--","org.example.A","expanded"]}"#,
        ] { #expect(text.contains(part), "\(part) in \(text)") }
    }

    @Test func aWidgetHasTheMenuThatItsCenterOffers() throws {
        func labels(_ json: String) -> [String] { json.matches(of: /"Label":"([^"]*)"/).map { String($0.1) } }
        let widget = try Self.widget(#"{"kind":"divider"}"#) {
            $0.containingApp = "org.example.App"
            $0.sizes = [.small, .regular]
            $0.options.size = .small
            $0.lastResult = .newData
        }
        let others = try ["org.example.B", "org.example.B#2"].map { text in
            var other = try Self.widget(#"{"kind":"divider"}"#)
            other.identifier = try WidgetIdentifier(text)
            return other
        }
        var view = Self.view([others[0], widget, others[1]])
        let old = try Self.line(view).text
        #expect(!old.contains("options") && !old.contains("restore") && !old.contains("Choices"))
        view.hasOptions = true
        let text = try Self.line(view).text
        for part in [
            #""Open":{"Label":"Open App","Command":["open","--","org.example.A"]}"#, #""Small":true"#,
            #"{"Label":"Pause","Command":["options","--","org.example.A","Paused=true"]}"#,
            #"{"Label":"Small","Command":["options","--","org.example.A","Size=small"],"Chosen":true}"#,
            #"{"Label":"Regular","Command":["options","--","org.example.A","Size=regular"],"Chosen":false}"#,
            #"{"Label":"15 Minutes","Command":["options","--","org.example.A","UpdateInterval=15min"],"Chosen":true}"#,
            #"{"Label":"App’s Default","Command":["options","--reset=UpdateInterval","--","org.example.A"]}"#,
            #"{"Label":"Move Up","Command":["move","--before=org.example.B","--","org.example.A"]}"#,
            #"{"Label":"Move Down","Command":["move","--after=org.example.B#2","--","org.example.A"]}"#,
            #""Command":["add","--after=org.example.B","--","org.example.A"]"#,
            #"["instance","remove","--","org.example.B#2"],"Undo":{"Text":"A removed","Label":"Undo","#
                + #""Command":["restore","--","org.example.B#2"]}"#,
        ] { #expect(text.contains(part), "\(part) in \(text)") }
        #expect(labels(text).filter { $0 == "Move Up" || $0 == "Move Down" }.count == 4)

        // One that nothing can update, and one that is paused.
        view.known[widget.identifier]?.state = .unavailable
        let unavailable = try Self.line(view).text
        #expect(labels(unavailable).filter { $0 == "Refresh" || $0 == "Pause" } == [])
        view.known[widget.identifier]?.options.isPaused = true
        let paused = try Self.line(view).text
        #expect(paused.contains(#"{"Label":"Resume","Command":["options","--","org.example.A","Paused=false"]}"#))

        // Without those that the user hasn't chosen, the order isn't that of Today.
        let chosen = PanelLine(
            view: view, absence: nil, widgets: [widget], now: Self.now, isLocked: false
        ).textAndRevision.0
        #expect(!labels(chosen).contains { $0.hasPrefix("Move") })
    }

    @Test func theRevisionIsAnotherWithEachChange() throws {
        let tea = try Self.widget(#"{"kind":"timer","until":1000300000000}"#)
        let first = try Self.line(Self.view([tea]))
        #expect(first.values["Revision"]?.unwrapped == .int64(Int64(first.revision)) && first.revision < 1 << 53)
        // A ticking timer or clock isn't a change; an age is.
        #expect(try Self.line(Self.view([tea]), after: 30).revision == first.revision)
        #expect(try Self.line(Self.view([tea]), after: 70).revision != first.revision)
        let clock = Self.view([try Self.widget(#"{"kind":"clock","style":"seconds"}"#)])
        #expect(try Self.line(clock, after: 30).text == (try Self.line(clock).text))
        // Summer time began between both.
        let clockInNewYork = #"{"kind":"clock","zone":"America/New_York"}"#
        let newYork = Self.view([try Self.widget(clockInNewYork) { $0.updatedAt = .never }])
        #expect(try Self.line(newYork, after: 200 * 86_400).revision != (try Self.line(newYork)).revision)
        #expect(try Self.line(Self.view([])).revision != first.revision)
    }

    @Test func whereThereIsNothingWordsSaySo() throws {
        let empty = try Self.line(Self.view([])).values
        #expect(empty["Title"]?.unwrapped == "No widgets yet" && empty["Available"]?.unwrapped == true)
        let gone = try Self.line(TodayView(center: .unavailable(.notRunning))).values
        #expect(gone["Available"]?.unwrapped == false && gone["Title"]?.unwrapped == "Can’t reach Today")
        let widget = try Self.widget(#"{"kind":"text","text":"a"}"#)
        let kept = try Self.line(Self.view([widget]), absence: .notRunning)
        #expect(kept.values["Available"]?.unwrapped == false)
        #expect(kept.text.contains("Not updating: Today isn’t running") && kept.text.contains(#""text":"a""#))
    }
}
