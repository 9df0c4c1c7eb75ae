import DBus
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
        _ view: TodayView, absence: String? = nil, after seconds: UInt64 = 0, isLocked: Bool = false
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

    @Test(arguments: [
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
            #"{"kind":"button","label":"","action":"--help","parameter":"-x","enabled":false}"#,
            #"{"kind":"button","label":"","icon":"","style":"normal","enabled":false,"name":"--help","#
                + #""tap":["action","--revision=7","--type=s","--","org.example.A","--help","-x"]}"#
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
                + #""legend":[],"name":"Chart of 2 values, lowest 1, highest 3, latest 3"}"#
        ),
        (
            #"{"kind":"chart","values":[0,4],"label":"In","series":[1],"series-label":"Out","unit":" W","show-values":["last"]}"#,
            #"{"kind":"chart","style":"line","shares":[0,1],"series-shares":[0.25],"ground":0,"#
                + #""legend":["In  4 W","Out  1 W"],"name":"Chart of In: latest 4 W; Out: latest 1 W"}"#
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
            #"{"kind":"hologram","fallback":"flat"}"#,
            #"{"kind":"text","text":"flat","style":"body","color":"primary","lines":0,"alignment":"leading"}"#
        ),
        (
            #"{"kind":"row","children":[{"kind":"spacer","modes":["expanded"]}]}"#,
            #"{"kind":"row","spacing":6,"alignment":"fill"}"#
        ),
    ])
    func contentIsReadForThePanel(_ json: String, _ drawn: String) throws {
        #expect(try Self.content(json) == drawn)
    }

    @Test func aPictureSaysWhatItIs() throws {
        let png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
        #expect(
            try Self.content(#"{"kind":"image","data":"\#(png)","description":"Dot"}"#)
                == #"{"kind":"image","type":"image/png","data":"\#(png)","description":"Dot","name":"Dot"}"#)
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
            #"{"Label":"Remove","Command":["remove","--","org.example.A"]}"#,
            #"{"Key":"Folder","Name":"Where","Type":"folder","Value":"","#,
            #""Size":{"Label":"More","Command":["mode","--","org.example.A","expanded"]}"#,
        ] { #expect(text.contains(part), "\(part) in \(text)") }
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
        let gone = try Self.line(TodayView(center: .unavailable("it rains"))).values
        #expect(gone["Available"]?.unwrapped == false && gone["Title"]?.unwrapped == "Today is not available")
        let widget = try Self.widget(#"{"kind":"text","text":"a"}"#)
        let kept = try Self.line(Self.view([widget]), absence: "it rains")
        #expect(kept.values["Available"]?.unwrapped == false)
        #expect(kept.text.contains("The service behind it is gone: it rains") && kept.text.contains(#""text":"a""#))
    }
}
