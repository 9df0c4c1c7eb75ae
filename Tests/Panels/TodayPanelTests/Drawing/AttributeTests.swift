#if Panel
    import DBus
    import DesktopTesting
    import Testing
    import TodayModel

    /// The effect of single attributes of content on the layout.
    @Suite struct AttributeTests {
        private let note: WidgetIdentifier = "org.example.Note"

        /// The areas of the texts of a tree, by text; the last of its texts is `End`.
        private func areas(_ json: String, _ desk: PanelDesk) async throws -> [String: AccessibleArea] {
            try await desk.register(
                note, "Note", #"{"kind":"column","children":[\#(json),{"kind":"text","text":"End"}]}"#,
                ["LargestDisplayMode": "expanded", "DisplayMode": "expanded"])
            try await desk.startPanel("--show")
            let tree = try await desk.accessibility.wait(forText: "End")
            var areas: [String: AccessibleArea] = [:]
            for node in tree.all where !node.name.isEmpty && node.children.isEmpty {
                areas[node.name] = try await desk.accessibility.area(of: node)
            }
            return areas
        }

        @Test func childrenStandWhereTheyAreAligned() async throws {
            try await withDesk { desk in
                func column(_ alignment: String) -> String {
                    #"{"kind":"column","alignment":"\#(alignment)","children":[{"kind":"text","text":"C \#(alignment)"}]}"#
                }
                func row(_ alignment: String) -> String {
                    #"""
                    {"kind":"row","alignment":"\#(alignment)","children":[
                      {"kind":"chart","values":[1,2],"accessible-label":"Chart \#(alignment)"},
                      {"kind":"text","text":"R \#(alignment)"}]}
                    """#
                }
                let words = ["leading", "center", "trailing", "fill", "sideways"]
                let areas = try await areas(words.map { column($0) + "," + row($0) }.joined(separator: ","), desk)
                try await desk.screenshot("alignments")
                func place(_ word: String) throws -> AccessibleArea { try #require(areas["C " + word]) }
                let whole = try place("fill")
                #expect(whole.width > 300)
                // An unknown word means the default.
                #expect(try place("sideways").width == whole.width)
                #expect(try place("leading").x == whole.x)
                #expect(try place("leading").width < whole.width)
                let center = try place("center")
                #expect(abs(2 * center.x + center.width - 2 * whole.x - whole.width) <= 2)
                let trailing = try place("trailing")
                #expect(trailing.x + trailing.width == whole.x + whole.width)
                for word in words {
                    let text = try #require(areas["R " + word])
                    let chart = try #require(areas["Chart " + word])
                    switch word {
                    case "leading": #expect(text.y == chart.y && text.height < chart.height)
                    case "center": #expect(abs(2 * text.y + text.height - 2 * chart.y - chart.height) <= 2)
                    case "trailing": #expect(text.y + text.height == chart.y + chart.height)
                    default: #expect(text.y == chart.y && text.height == chart.height)
                    }
                }
            }
        }

        @Test func spacesColumnsLinesAndSizesAreAsTheySay() async throws {
            try await withDesk { desk in
                let long = String(repeating: "many words ", count: 80)
                let areas = try await areas(
                    #"""
                    {"kind":"column","spacing":40,"children":[{"kind":"text","text":"A"},{"kind":"text","text":"B"}]},
                    {"kind":"column","spacing":0,"children":[{"kind":"text","text":"C"},{"kind":"text","text":"D"}]},
                    {"kind":"row","spacing":50,"alignment":"leading","children":[{"kind":"image","icon":"a","width":40,
                      "description":"I"},{"kind":"image","icon":"b","height":20,"width":60,"description":"J"}]},
                    {"kind":"grid","columns":3,"spacing":20,"children":[{"kind":"text","text":"1"},
                      {"kind":"text","text":"2"},{"kind":"text","text":"3"},{"kind":"text","text":"4"}]},
                    {"kind":"text","text":"\#(long)","lines":3,"accessible-label":"Three"},
                    {"kind":"text","text":"\#(long)","lines":1,"accessible-label":"One"}
                    """#, desk)
                try await desk.screenshot("sizes")
                func area(_ name: String) throws -> AccessibleArea { try #require(areas[name], "\(areas)") }
                let line = try area("A").height
                #expect(try area("B").y - area("A").y == line + 40)
                #expect(try area("D").y - area("C").y == line)
                #expect(try area("I").width == 40)
                #expect(try area("J").x - area("I").x == 90)
                #expect(try area("J").width == 20 && area("J").height == 20)
                let first = try area("1")
                #expect(try area("2").y == first.y && area("3").y == first.y && area("4").x == first.x)
                #expect(try area("4").y - first.y == first.height + 20)
                #expect(try area("2").x - first.x == first.width + 20)
                #expect(try area("One").height == line)
                #expect(try area("Three").height >= 3 * line - 3 && area("Three").height <= 3 * line + 3)
            }
        }

        /// A screen reader reads the current name, not an earlier one.
        @Test func namesComeAndGoWithTheirAttribute() async throws {
            try await withDesk { desk in
                let word = String(repeating: "W", count: 60)
                for (text, label) in [
                    ("Plain", "Named"), (word, nil), ("Short", nil), ("Plain", "Again"), ("Plain", nil),
                ] {
                    let more = label.map { #","accessible-label":"\#($0)""# } ?? ""
                    let json = #"""
                        {"kind":"column","children":[{"kind":"text","id":"t","text":"\#(text)"\#(more)},
                          {"kind":"progress","id":"p","value":0.5\#(more)}]}
                        """#
                    try await desk.register(note, "Note", json)
                    if label == "Named" { try await desk.startPanel("--show") }
                    try await desk.accessibility.wait(for: "\(label ?? text) alone") { tree in
                        let names = Set(tree.card("Note")?.texts ?? [])
                        let all: Set<String> = ["Plain", "Named", word, "Short", "Again", "50%"]
                        return names.intersection(all) == (label.map { [$0] } ?? [text, "50%"])
                    }
                }
            }
        }

        /// Nodes without words are skipped; toolkits would name them on their own.
        @Test func nothingIsReadWhereThereAreNoWords() async throws {
            try await withDesk { desk in
                func content(_ text: String) -> String {
                    #"""
                    {"kind":"column","children":[{"kind":"text","text":"Note well"},{"kind":"text","id":"t","text":"\#(text)"},
                      {"kind":"text","text":"","accessible-label":"Named"},
                      {"kind":"toggle","label":"","value":true,"action":"a"},
                      {"kind":"button","label":"","icon":"list-add-symbolic","action":"b"}]}
                    """#
                }
                try await desk.register(note, "Note", content(""))
                try await desk.startPanel("--show")
                let tree = try await desk.accessibility.wait(forText: "Note well")
                #expect(!tree.contains("Gtk") && tree.contains("Named"), "\(tree.outline())")
                try await desk.register(note, "Note", content("Words"))
                try await desk.accessibility.wait(forText: "Words")
                try await desk.register(note, "Note", content(""))
                let last = try await desk.accessibility.wait(for: "no words") { !$0.contains("Words") }
                #expect(!last.contains("Gtk") && last.contains("Note well"), "\(last.outline())")
            }
        }

        @Test func hugeValuesStayWithinTheColumn() async throws {
            try await withDesk { desk in
                let values = (0..<9000).map { "\($0 % 100)" }.joined(separator: ",")
                let long = String(repeating: "long", count: 100)
                let deep =
                    String(repeating: #"{"kind":"row","children":["#, count: 13) + #"{"kind":"text","text":"Deep"}"#
                    + String(repeating: "]}", count: 13)
                for (number, json) in [
                    #"{"kind":"column","spacing":1e300,"children":[{"kind":"text","text":"S"},{"kind":"text","text":"T"}]}"#,
                    #"{"kind":"row","spacing":1e300,"children":[{"kind":"text","text":"S"},{"kind":"text","text":"T"}]}"#,
                    #"{"kind":"grid","columns":16,"spacing":1e300,"children":[{"kind":"text","text":"S"},{"kind":"text","text":"T"}]}"#,
                    #"{"kind":"image","icon":"weather-clear","width":1e300,"height":1e300}"#,
                    #"{"kind":"image","icon":"weather-clear","width":0}"#,
                    #"{"kind":"text","lines":4294967295,"text":"Many lines"}"#,
                    #"{"kind":"list","visible-rows":4294967295,"children":[{"kind":"text","text":"Row"}]}"#,
                    #"{"kind":"chart","values":[\#(values)]}"#,
                    #"{"kind":"chart","values":[1e308,-1e308],"minimum":-1e308,"maximum":1e308}"#,
                    #"{"kind":"chart","values":[],"style":"bar"}"#,
                    #"{"kind":"chart","values":[1],"series":[\#(values)],"label":"\#(long)","unit":"\#(long)","show-values":["last"]}"#,
                    #"{"kind":"slider","label":"\#(long)","value":0,"minimum":-1e308,"maximum":1e308,"action":"a"}"#,
                    #"{"kind":"entry","label":"\#(long)","placeholder":"\#(long)","value":"\#(long)","action":"a"}"#,
                    #"{"kind":"checkbox","label":"\#(long)","value":true,"action":"a"}"#,
                    #"{"kind":"progress","value":0.5,"label":"\#(long)"}"#,
                    #"{"kind":"progress","value":0.5,"style":"circle","label":"\#(long)"}"#,
                    #"{"kind":"progress","since":18446744073709551615,"until":18446744073709551615}"#,
                    #"{"kind":"timer","until":18446744073709551615}"#, deep,
                    #"{"kind":"grid","columns":16,"children":[\#((0..<200).map { #"{"kind":"text","text":"\#($0)"}"# }.joined(separator: ","))]}"#,
                ].enumerated() {
                    let content = #"{"kind":"column","children":[{"kind":"text","text":"First"},\#(json)]}"#
                    try await desk.register(
                        note, "Note", content,
                        [
                            "PreferredContentSize": .structure([.double(1e300), .double(1e300)]),
                            "MarginInsets": .structure(Array(repeating: .double(1e300), count: 4)),
                            "Name": .string("Note \(number)"),
                        ])
                    if number == 0 {
                        try await desk.register("org.example.Next", "Next", #"{"kind":"text","text":"Below"}"#)
                        try await desk.startPanel("--show")
                    }
                    let tree = try await desk.accessibility.wait(for: "number \(number)") {
                        $0.card("Note \(number)")?.contains("First") == true && $0.contains("Below")
                    }
                    try await desk.screenshot("huge-\(number)")
                    // The card is as wide as every other, and the next one stands below it on the screen.
                    let card = try await desk.accessibility.area(of: try #require(tree.card("Note \(number)")))
                    let next = try await desk.accessibility.area(of: try #require(tree.card("Next")))
                    let text = try await desk.accessibility.area(
                        of: try #require(tree.card("Note \(number)")?.first("label", "First")))
                    #expect(text.y + text.height <= card.y + card.height, "\(number): \(text) \(card)")
                    #expect(card.width == next.width && card.width <= 380, "\(number): \(card) \(next)")
                    #expect(next.y > card.y && next.y + next.height <= 800, "\(number): \(card) \(next)")
                }
            }
        }
    }
#endif
