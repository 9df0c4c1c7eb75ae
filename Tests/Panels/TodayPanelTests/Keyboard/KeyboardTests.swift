#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Testing
    import TodayModel

    @Suite struct KeyboardTests {
        @Test func arrowsGoFromCardToCardAndTabToControls() async throws {
            try await withDesk { desk in
                let provider = try await NotingProvider.start(desk)
                try await desk.register("org.example.Note", "Note", #"{"kind":"text","text":"Buy milk"}"#)
                try await desk.register("org.example.Third", "Third", #"{"kind":"text","text":"Third text"}"#)
                try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "Third text")
                try await desk.focusPanel()
                try await desk.press("Down", "Down")
                try await desk.accessibility.wait(forFocusOn: "Note")
                try await desk.screenshot("focus")
                try await desk.press("Down")
                try await desk.accessibility.wait(forFocusOn: "Third")
                try await desk.press("Home")
                try await desk.accessibility.wait(forFocusOn: "Taps")
                try await desk.press("Tab")
                try await desk.accessibility.wait(forFocusOn: "Less of Taps")
                // As many as it takes: the whole card is a control as well.
                var presses = 0
                while presses < 6, try await !focusIsOn(desk, "Go") {
                    try await desk.press("Tab")
                    presses += 1
                }
                try await desk.press("Return")
                try await provider.taps.wait { $0.last?.action == "go" }
                try await desk.press("space")
                try await provider.taps.wait { $0.count { $0.action == "go" } == 2 }
            }
        }

        /// Keys of pages take the focus along, and keys below the cards lead back to them.
        @Test func everyKeyLeadsToACard() async throws {
            try await withDesk { desk in
                for number in 1...30 {
                    try await desk.register(
                        WidgetIdentifier("org.example.W\(100 + number)"), "Widget \(number)",
                        #"{"kind":"text","text":"Text \#(number)"}"#)
                }
                try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "Text 30")
                try await desk.focusPanel()
                try await desk.press("Home")
                try await desk.accessibility.wait(forFocusOn: "Widget 1")
                try await desk.press("Page_Down")
                let second = try await desk.accessibility.wait(forFocusOn: "Widget ")
                #expect(second.name != "Widget 1" && second.name != "Widget 30")
                try await desk.press("Page_Up", "Page_Up")
                try await desk.accessibility.wait(forFocusOn: "Widget 1")
                try await desk.press("End")
                try await desk.accessibility.wait(forFocusOn: "Widget 30")
                // The button of a page that was closed has the focus.
                for (page, text) in [("Preferences", "Columns"), ("Edit", "Add Widgets…")] {
                    for (key, name) in [("Up", "Widget 30"), ("Home", "Widget 1")] {
                        try await desk.accessibility.press(button: page)
                        try await desk.accessibility.wait(forText: text)
                        try await desk.press("Escape")
                        // The focus is on the button that led there.
                        try await desk.accessibility.wait(forFocusOn: page)
                        try await desk.press(key)
                        try await desk.accessibility.wait(forFocusOn: name)
                    }
                }
            }
        }

        /// A compact card cuts off content that is too tall; a control that gets the focus by key is visible.
        @Test func theFocusIsNeverCutOff() async throws {
            try await withDesk { desk in
                let rows =
                    (1...9).map { #"{"kind":"text","text":"Line \#($0)"}"# } + [
                        #"{"kind":"button","label":"Below","action":"go"}"#
                    ]
                try await desk.register(
                    "org.example.Note", "Note", #"{"kind":"column","children":[\#(rows.joined(separator: ","))]}"#)
                try await desk.startPanel("--show")
                let tree = try await desk.accessibility.wait(forText: "Below")
                let card = try #require(tree.card("Note"))
                let button = try #require(tree.first("button", "Below"))
                func isCutOff() async throws -> Bool {
                    let outer = try await desk.accessibility.area(of: card)
                    let inner = try await desk.accessibility.area(of: button)
                    return inner.y + inner.height > outer.y + outer.height
                }
                #expect(try await isCutOff())
                try await desk.focusPanel()
                // By way of More and of the menu.
                try await desk.press("Down", "Tab", "Tab", "Tab")
                try await desk.accessibility.wait(forFocusOn: "Below")
                let isSeen: Bool? = try await Accessibility.poll(within: .seconds(30)) {
                    try await isCutOff() ? nil : true
                }
                #expect(isSeen == true)
            }
        }

        @Test func shiftTabGoesBackward() async throws {
            try await withDesk { desk in
                try await desk.register("org.example.Note", "Note", #"{"kind":"text","text":"Buy milk"}"#)
                try await desk.register("org.example.Third", "Third", #"{"kind":"text","text":"Third text"}"#)
                try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "Third text")
                try await desk.focusPanel()
                try await desk.press("End")
                try await desk.accessibility.wait(forFocusOn: "Third")
                try await desk.press("shift+Tab")
                try await desk.accessibility.wait(forFocusOn: "Menu for Note")
                try await desk.press("Home")
                try await desk.accessibility.wait(forFocusOn: "Note")
                try await desk.press("shift+Tab")
                try await desk.accessibility.wait(forFocusOn: "Pin")
            }
        }

        private func focusIsOn(_ desk: PanelDesk, _ name: String) async throws -> Bool {
            for node in try await desk.accessibility.read().all where node.name == name && node.role == "button" {
                if try await desk.accessibility.has(.focused, node) { return true }
            }
            return false
        }

        @Test func theEditViewIsReachedByKey() async throws {
            try await withDesk { desk in
                try await desk.register("org.example.Note", "Note", #"{"kind":"text","text":"Buy milk"}"#)
                try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "Buy milk")
                try await desk.focusPanel()
                try await desk.press("Tab")
                try await desk.accessibility.wait(forFocusOn: "Note")
                try await desk.press("Tab")
                try await desk.accessibility.wait(forFocusOn: "Menu for Note")
                try await desk.press("Tab")
                try await desk.accessibility.wait(forFocusOn: "Preferences")
                try await desk.press("Tab")
                try await desk.accessibility.wait(forFocusOn: "Edit")
                try await desk.press("Return")
                try await desk.accessibility.wait(forFocusOn: "Note, 1 of 1")
                try await desk.press("Escape")
                try await desk.accessibility.wait(forFocusOn: "Edit")
            }
        }

        /// A screen reader can name every control.
        @Test func everyControlHasAName() async throws {
            try await withDesk { desk in
                _ = try await NotingProvider.start(desk)
                try desk.installUsedSpace()
                try await desk.register(
                    "org.example.List", "List",
                    #"""
                    {"kind":"list","visible-rows":1,"children":[
                      {"kind":"text","text":"Row 1"},{"kind":"text","text":"Row 2","url":"https://example.org"},
                      {"kind":"image","icon":"weather-clear","action":"icon"},{"kind":"divider"},
                      {"kind":"progress","action":"bar"},{"kind":"chart","values":[1,2]},
                      {"kind":"toggle","value":true,"action":"t","label":""},{"kind":"row","action":"empty"},
                      {"kind":"checkbox","value":true,"action":"c","label":""},
                      {"kind":"slider","value":0.5,"action":"s","label":""},
                      {"kind":"entry","action":"e","label":""},{"kind":"clock","action":"clock"}]}
                    """#)
                try await desk.client.registerWidget("org.example.Gone", ["Name": "Gone", "Exec": "/bin/false"])
                try await desk.startPanel("--show")
                try await desk.accessibility.wait(for: "a failure, and a long list") {
                    $0.first("button", "Retry") != nil && $0.contains("Show ")
                }
                try await desk.accessibility.expectNamedControls()
                try await desk.screenshot("failed")
                let tree = try await desk.accessibility.read()
                let more = try #require(tree.all.first { $0.role == "button" && $0.name.hasPrefix("Show ") })
                try await desk.accessibility.press(more)
                try await desk.accessibility.wait(forText: "Row 2")
                try await desk.accessibility.expectNamedControls()
                try await desk.accessibility.press(button: "Edit")
                try await desk.accessibility.wait(forText: "Edit Today")
                try await desk.accessibility.expectNamedControls()
            }
        }
    }
#endif
