#if Panel
    import DBus
    import DesktopTesting
    import Testing
    import TodayModel

    @Suite struct DrawingTests {
        /// Every kind of node, an unknown one, and a picture that isn't valid.
        private static let everything = #"""
            {"kind":"column","spacing":8,"children":[
              {"kind":"text","style":"title","text":"Title <b>&amp;"},
              {"kind":"text","style":"headline","text":"Headline"},
              {"kind":"text","style":"caption","color":"secondary","text":"Caption"},
              {"kind":"text","style":"monospaced","color":"error","text":"Monospaced"},
              {"kind":"row","children":[{"kind":"image","icon":"weather-clear","width":32,"description":"Sunny"},
                {"kind":"text","text":"Left"},{"kind":"spacer"},{"kind":"text","text":"Right","color":"accent"}]},
              {"kind":"row","children":[{"kind":"progress","value":0.3},{"kind":"text","text":"30%"}]},
              {"kind":"row","children":[{"kind":"progress","value":0.7,"style":"circle"},
                {"kind":"progress","value":1,"style":"circle"},{"kind":"timer","since":0,"style":"relative"}]},
              {"kind":"divider"},
              {"kind":"grid","columns":3,"children":[{"kind":"text","text":"One"},{"kind":"text","text":"Two"},
                {"kind":"text","text":"Three"},{"kind":"text","text":"Four"}]},
              {"kind":"row","children":[{"kind":"button","label":"Normal","action":"a"},
                {"kind":"button","label":"Prominent","style":"prominent","action":"a"},
                {"kind":"button","label":"Destructive","style":"destructive","action":"a"},
                {"kind":"button","label":"Link","style":"link","url":"https://example.org"}]},
              {"kind":"toggle","label":"Toggle","value":true,"action":"t"},
              {"kind":"chart","values":[1,4,2,8,5,7,3],"accessible-label":"Line chart"},
              {"kind":"chart","style":"bar","values":[1,4,2,8,5,7,3]},
              {"kind":"chart","style":"area","values":[1,4,2,8,5,7,3]},
              {"kind":"list","visible-rows":2,"children":[{"kind":"text","text":"Row 1"},{"kind":"text","text":"Row 2"},
                {"kind":"text","text":"Row 3"},{"kind":"text","text":"Row 4"}]},
              {"kind":"globe","fallback":"A globe"},
              {"kind":"globe","children":[{"kind":"text","text":"Within"}]},
              {"kind":"globe"},
              {"kind":"image","data":"iVBORw0KGgoAAAANSUhEUgAAAEAAAAAYCAIAAADF1mwTAAAAMUlEQVR42u3PQQkAAAgEsCtlQ6MaxA7+hMEKLNXzWgQEBAQEBAQEBAQEBAQEBAQELhZBta6IYJlwcgAAAABJRU5ErkJggg==","description":"A blue field"},
              {"kind":"text","text":"Only expanded","modes":["expanded"]},
              {"kind":"text","text":"Not yet","show-after":9000000000000000}
            ]}
            """#

        private func withEverything(
            settings: [String] = ["gtk-enable-animations=0"], _ body: (PanelDesk) async throws -> Void
        ) async throws {
            try await withDesk(settings: settings) { desk in
                try await desk.register(
                    "org.example.All", "Everything", Self.everything,
                    ["LargestDisplayMode": "expanded", "DisplayMode": "expanded"])
                try await desk.startPanel("--show")
                try await body(desk)
            }
        }

        @Test func everyKindIsThere() async throws {
            try await withEverything { desk in
                let tree = try await desk.accessibility.wait(forText: "A globe")
                let card = try #require(tree.card("Everything"))
                for text in [
                    "Title <b>&amp;", "Headline", "Caption", "Monospaced", "Left", "Right", "30%", "One", "Two",
                    "Three",
                    "Four", "Row 1", "Row 2", "Within", "Only expanded",
                ] {
                    #expect(card.first("label", text) != nil, "\(text)\n\(card.outline())")
                }
                for label in ["Normal", "Prominent", "Destructive", "Link", "Show 2 More", "Less of Everything"] {
                    #expect(card.first("button", label) != nil, "\(label)")
                }
                for text in ["Sunny", "70%", "Line chart", "Chart of 7 values", "A blue field", "Toggle"] {
                    #expect(card.contains(text), "\(text)\n\(card.outline())")
                }
                #expect(!card.contains("Not yet") && !card.contains("Row 3"), "\(card.outline())")
                try await desk.screenshot("everything")

                try await desk.accessibility.press(try #require(card.first("button", "Show 2 More")))
                try await desk.accessibility.wait(forText: "Row 4")
                let less = try #require(try await desk.accessibility.read().first("button", "Less of Everything"))
                try await desk.accessibility.press(less)
                let compact = try await desk.accessibility.wait(for: "the compact card") {
                    $0.first("button", "More of Everything") != nil
                }
                #expect(!compact.contains("Only expanded"))
                #expect(try await desk.client.properties(of: "org.example.All").displayMode == .compact)
                try await desk.screenshot("everything-compact")
            }
        }

        @Test func darkDesktopsGetADarkPanel() async throws {
            try await withEverything(settings: [
                "gtk-enable-animations=0", "gtk-application-prefer-dark-theme=1",
            ]) { desk in
                try await desk.accessibility.wait(forText: "A globe")
                try await desk.wait(forColor: PanelDesk.darkCard)
                try await desk.screenshot("everything-dark")
            }
        }

        /// A list that was opened and closed again leaves its card as it was.
        @Test func showLessGivesTheRoomBack() async throws {
            try await withDesk { desk in
                let rows = (0..<30).map { #"{"kind":"text","text":"Row \#($0)"}"# }.joined(separator: ",")
                // The content below the list is more than a compact card has room for.
                try await desk.register(
                    "org.example.Long", "Long",
                    #"""
                    {"kind":"column","children":[{"kind":"list","visible-rows":1,"children":[\#(rows)]},
                      \#(rows)]}
                    """#)
                try await desk.startPanel("--show")
                let tree = try await desk.accessibility.wait(for: "the card") {
                    $0.card("Long")?.first("button", "Show 29 More") != nil
                }
                let card = try #require(tree.card("Long"))
                /// Waits for a height: a change is laid out with the next frame.
                func wait(forHeight isRight: @Sendable (Int32) -> Bool) async throws -> Int32? {
                    try await Accessibility.poll(within: .seconds(60)) {
                        let height = try await desk.accessibility.area(of: card).height
                        return isRight(height) ? height : nil
                    }
                }
                let closed = try #require(try await wait { $0 > 0 })
                try await desk.accessibility.press(button: "Show 29 More")
                #expect(try await wait { $0 > closed * 4 } != nil)
                try await desk.accessibility.press(button: "Show Less")
                #expect(try await wait { $0 == closed } != nil)
            }
        }

        /// A widget that has no larger size gets More where it is cut off, and no widget that is not.
        @Test func whatIsCutOffCanBeReached() async throws {
            try await withDesk { desk in
                func rows(_ count: Int) -> String {
                    let rows = (1...count).map { #"{"kind":"text","text":"Row \#($0)"}"# }.joined(separator: ",")
                    return #"{"kind":"column","children":[\#(rows)]}"#
                }
                try await desk.register("org.example.Long", "Long", rows(12))
                try await desk.register("org.example.Short", "Short", rows(3))
                try await desk.startPanel("--show")
                let tree = try await desk.accessibility.wait(for: "More") {
                    $0.card("Long")?.button(startingWith: "More") != nil
                }
                #expect(tree.card("Short")?.button(startingWith: "More") == nil)
                let card = try #require(tree.card("Long"))
                let last = try #require(card.first("label", "Row 12"))
                func wait(untilLastIsSeen isSeen: Bool) async throws -> Bool? {
                    try await Accessibility.poll(within: .seconds(60)) {
                        let (outer, inner) = (
                            try await desk.accessibility.area(of: card), try await desk.accessibility.area(of: last)
                        )
                        return (inner.y + inner.height <= outer.y + outer.height) == isSeen ? true : nil
                    }
                }
                #expect(try await wait(untilLastIsSeen: false) != nil)
                try await desk.accessibility.press(try #require(card.button(startingWith: "More")))
                #expect(try await wait(untilLastIsSeen: true) != nil)
                let opened = try await desk.accessibility.wait(for: "Less") {
                    $0.card("Long")?.button(startingWith: "Less") != nil
                }
                try await desk.accessibility.press(try #require(opened.card("Long")?.button(startingWith: "Less")))
                #expect(try await wait(untilLastIsSeen: false) != nil)
                // Content that fits now needs no button, whether the card was opened or not.
                for isOpened in [false, true] {
                    try await desk.client.updateWidget("org.example.Long", ["Content": .string(rows(12))])
                    if isOpened {
                        try await desk.accessibility.press(button: "More of Long")
                        try await desk.accessibility.wait(for: "Less") {
                            $0.card("Long")?.button(startingWith: "Less") != nil
                        }
                    }
                    try await desk.client.updateWidget("org.example.Long", ["Content": .string(rows(2))])
                    try await desk.accessibility.wait(for: "neither More nor Less") {
                        $0.card("Long")?.button(startingWith: "More") == nil
                            && $0.card("Long")?.button(startingWith: "Less") == nil && !$0.contains("Row 12")
                    }
                }
            }
        }

        @Test func contentChangesInPlace() async throws {
            try await withDesk(settings: []) { desk in
                let list: WidgetIdentifier = "org.example.List"
                func content(_ items: [String]) -> String {
                    let rows = items.map { #"{"kind":"text","id":"\#($0)","text":"Item \#($0)"}"# }
                    return #"{"kind":"column","children":[\#(rows.joined(separator: ","))]}"#
                }
                try await desk.register(list, "List", content(["a", "b", "c"]))
                try await desk.startPanel()
                let before = try await desk.accessibility.wait(forText: "Item c")
                try await desk.client.updateWidget(list, ["Content": .string(content(["c", "a", "d"]))])
                let after = try await desk.accessibility.wait(for: "c, a, d and no b") {
                    $0.all.filter { $0.name.hasPrefix("Item ") }.map(\.name) == ["Item c", "Item a", "Item d"]
                }
                // They are the same objects.
                for text in ["Item a", "Item c"] {
                    #expect(after.first("label", text)?.reference == before.first("label", text)?.reference)
                }
            }
        }

        @Test func timeGoesOnWithoutTheWidget() async throws {
            try await withDesk { desk in
                let now = WallTime.microseconds
                try await desk.register(
                    "org.example.Tea", "Tea",
                    #"""
                    {"kind":"column","children":[
                      {"kind":"timer","until":\#(now + 4_000_000),"finished-text":"Tea is ready"},
                      {"kind":"text","text":"Gone soon","show-before":\#(now + 4_000_000)},
                      {"kind":"progress","since":\#(now),"until":\#(now + 4_000_000)},
                      {"kind":"text","text":"Here at last","show-after":\#(now + 4_000_000)}]}
                    """#)
                try await desk.startPanel()
                try await desk.accessibility.wait(forText: "Tea is ready")
                let end = try await desk.accessibility.wait(forText: "Here at last")
                #expect(!end.contains("Gone soon") && end.first("progress bar", "100%") != nil, "\(end.outline())")
            }
        }
    }
#endif
