import DBus
import NotificationCenter
import Testing
import TodayModel

private func node(_ json: String) throws -> Content { try Content.parse(json: json) }

private func tree(@ContentBuilder _ content: () -> WidgetContent) throws -> Content { try content().tree.validated() }

@Suite struct ContentBuilderTests {
    @Test func containersHoldTheirChildren() throws {
        let built = try tree {
            Column(spacing: 4, alignment: .leading) {
                Row { Text("a") }
                Grid(columns: 3) { Spacer() }
                List(visibleRows: 2) {
                    Row { Text("b") }
                    Divider()
                }
                Section("c", expanded: true) { Section("d") {} }
            }
        }
        #expect(
            try built
                == node(
                    #"""
                    {"kind":"column","spacing":4,"alignment":"leading","children":[
                     {"kind":"row","children":[{"kind":"text","text":"a"}]},
                     {"kind":"grid","columns":3,"children":[{"kind":"spacer"}]},
                     {"kind":"list","visible-rows":2,"children":[
                      {"kind":"row","children":[{"kind":"text","text":"b"}]},{"kind":"divider"}]},
                     {"kind":"section","label":"c","expanded":true,"children":[{"kind":"section","label":"d"}]}]}
                    """#))
    }

    @Test func leavesHaveTheirAttributes() throws {
        let built = try tree {
            Text("a", style: .title, color: .warning, lines: 2, alignment: .trailing)
            Timer(until: Timestamp(microseconds: 7), finishedText: "Finished")
            Timer(since: Timestamp(microseconds: 8), style: .relative)
            Progress(value: 0.5, style: .circle)
            Progress(value: nil)
            Progress(since: Timestamp(microseconds: 1), until: Timestamp(microseconds: 2))
            Image(icon: "drive-harddisk", width: 16, height: 17)
            Chart([1, -2.5], style: .bar, minimum: -3, maximum: 4)
            Button("Open", icon: "document-open", style: .prominent)
            Toggle("On", isOn: true)
        }
        #expect(
            try built
                == node(
                    #"""
                    {"kind":"column","children":[
                     {"kind":"text","text":"a","style":"title","color":"warning","lines":2,"alignment":"trailing"},
                     {"kind":"timer","until":7,"finished-text":"Finished"},
                     {"kind":"timer","since":8,"style":"relative"},
                     {"kind":"progress","value":0.5,"style":"circle"},
                     {"kind":"progress"},
                     {"kind":"progress","since":1,"until":2},
                     {"kind":"image","icon":"drive-harddisk","width":16,"height":17},
                     {"kind":"chart","values":[1,-2.5],"style":"bar","minimum":-3,"maximum":4},
                     {"kind":"button","label":"Open","icon":"document-open","style":"prominent"},
                     {"kind":"toggle","label":"On","value":true}]}
                    """#))
    }

    /// Each of these has its plain text for older panels, unless the author sets another.
    @Test func leavesOfVersion3() throws {
        let built = try tree {
            Checkbox("Milk", isChecked: true).action("done")
            Slider("Volume", value: 140, in: 0...100, step: 5).action("volume")
            Slider("Share", value: 0.5)
            Entry("Add a task", placeholder: "Call Ann", value: "a").action("add").fallback("See Tasks")
            Clock(zone: "Asia/Tokyo", style: .dateTime).fallback("Tokyo")
            Progress(value: 0.5, color: .warning, label: "4 of 8 GB")
            Progress(
                since: Timestamp(microseconds: 1), until: Timestamp(microseconds: 2), style: .circle, color: .error)
            Chart(
                [1], style: .area, label: "In", series: [2, 3], seriesLabel: "Out", unit: " kB/s",
                showsValues: [.least, .last])
        }
        #expect(
            try built
                == node(
                    #"""
                    {"kind":"column","children":[
                     {"kind":"checkbox","label":"Milk","value":true,"action":"done","fallback":"[x] Milk"},
                     {"kind":"slider","label":"Volume","value":100,"minimum":0,"maximum":100,"step":5,"action":"volume",
                      "fallback":"Volume ████████████████████"},
                     {"kind":"slider","label":"Share","value":0.5,"minimum":0,"maximum":1,
                      "fallback":"Share ██████████░░░░░░░░░░"},
                     {"kind":"entry","label":"Add a task","placeholder":"Call Ann","value":"a","action":"add",
                      "fallback":"See Tasks"},
                     {"kind":"clock","zone":"Asia/Tokyo","style":"date-time","fallback":"Tokyo"},
                     {"kind":"progress","value":0.5,"color":"warning","label":"4 of 8 GB"},
                     {"kind":"progress","since":1,"until":2,"style":"circle","color":"error"},
                     {"kind":"chart","values":[1],"style":"area","label":"In","series":[2,3],"series-label":"Out",
                      "unit":" kB/s","show-values":["least","last"]}]}
                    """#))
        #expect(try tree { Clock(style: .date) }.attributes["fallback"] != nil)
    }

    @Test func anImageCarriesItsBytes() {
        let image = Image(data: [1, 2], description: "A dot").widgetContent.tree
        #expect(image.attributes == ["data": .bytes([1, 2]), "description": "A dot"])
    }

    @Test func modifiersSetTheAttributesOfEveryKind() throws {
        let built = try tree {
            Text("a").id("x").action("go", parameter: 3).enabled(false).modes(.compact, .expanded)
                .showAfter(Timestamp(microseconds: 1)).showBefore(Timestamp(microseconds: 2)).tooltip("t")
                .accessibilityLabel("l").fallback("f").privacySensitive().attribute("x-later", ["k": true])
        }
        #expect(
            try built
                == node(
                    #"""
                    {"kind":"text","text":"a","id":"x","action":"go","parameter":3,"enabled":false,
                     "modes":["compact","expanded"],"show-after":1,"show-before":2,"tooltip":"t",
                     "accessible-label":"l","fallback":"f","private":true,"x-later":{"k":true}}
                    """#))
    }

    @Test func theLastAnswerToATapCounts() throws {
        let opens = try tree { Text("a").action("go", parameter: 1).url("https://example.org/") }
        #expect(opens.attributes == ["text": "a", "url": "https://example.org/"])
        let acts = try tree { Text("a").url("https://example.org/").onTap {}.action(.refresh) }
        #expect(acts.attributes == ["text": "a", "action": "today.refresh"])
    }

    @Test(arguments: [true, false]) func conditionsAndLoopsChoose(_ flag: Bool) throws {
        let built = try tree {
            Column {
                if flag { Text("yes") } else { Spacer() }
                if flag { Divider() }
                for number in 1...2 { Text("\(number)") }
            }
        }
        let kinds = built.children.map(\.kind)
        #expect(kinds == (flag ? ["text", "divider", "text", "text"] : ["spacer", "text", "text"]))
    }

    @Test func nothingIsEmptyContent() throws {
        let hidden = true
        #expect(try tree { if !hidden { Text("a") } }.isEmpty)
        #expect(try tree {}.isEmpty)
        #expect(try tree { WidgetContent.empty } == .empty)
    }

    @Test func aTreeFromElsewhereStaysAsItIs() throws {
        let source = try node(#"{"kind":"column","spacing":3,"children":[{"kind":"text","text":"a"}]}"#)
        #expect(WidgetContent(source).tree == source)
        #expect(
            WidgetContent(kind: "gauge", attributes: ["max": 3]) { Text("a") }.tree.attributes == ["max": .int64(3)])
    }

    @Test func closuresAreNamedByIdOrPlace() throws {
        let built = try tree {
            Column {
                Button("a") {}
                Row { Text("b").onTap {} }
                Button("c") {}.id("third")
                Toggle("d", isOn: false) { _ in }
            }
        }
        #expect(built.children[0].attributes["action"] == "tap:/0")
        #expect(built.children[1].children[0].attributes["action"] == "tap:/1/0")
        #expect(built.children[2].attributes["action"] == "tap:#third")
        #expect(built.children[3].attributes["action"] == "tap:/3")
    }
}
