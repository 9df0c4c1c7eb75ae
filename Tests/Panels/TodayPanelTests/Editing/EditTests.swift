#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import TodayPlatform
    import Testing
    import TodayModel

    @Suite struct EditTests {
        private let names = ["Alpha", "Beta", "Gamma", "Delta"]
        private let all: [WidgetIdentifier] = [
            "org.example.Alpha", "org.example.Beta", "org.example.Gamma", "org.example.Delta",
        ]

        /// A desk with three arranged widgets and a fourth one, with the edit view open.
        private func withEditView(
            settings: [String] = ["gtk-enable-animations=0"], _ body: (PanelDesk) async throws -> Void
        ) async throws {
            try await withDesk(settings: settings) { desk in
                for (identifier, name) in zip(all, names) {
                    try await desk.register(
                        identifier, name, #"{"kind":"text","text":"Text of \#(name)"}"#,
                        [
                            "Arranged": .boolean(name != "Delta"), "Description": .string("All about \(name)"),
                            "Icon": "weather-clear",
                        ])
                }
                try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "Text of Gamma")
                try await desk.accessibility.press(button: "Edit")
                try await desk.accessibility.wait(forText: "Edit Today")
                try await body(desk)
            }
        }

        /// As in Today, if the widget has no icon or the theme doesn't have it.
        @Test(arguments: ["", "no-such-icon-anywhere"])
        func aLetterStandsForAMissingIcon(_ icon: String) async throws {
            try await withDesk(settings: ["gtk-enable-animations=0"]) { desk in
                try await desk.register(
                    "org.example.Plain", "Plain", #"{"kind":"text","text":"Text"}"#, ["Icon": .string(icon)])
                try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "Text")
                try await desk.wait(forColor: "#63452c", pixels: 100)
                try await desk.accessibility.press(button: "Edit")
                try await desk.accessibility.wait(forText: "Edit Today")
                // It is larger there.
                try await desk.wait(forColor: "#63452c", pixels: 200)
            }
        }

        /// A description that is longer than its lines can still be read in full.
        @Test func descriptionsTakeTwoLines() async throws {
            try await withDesk(settings: ["gtk-enable-animations=0"]) { desk in
                for (name, text) in [
                    ("Short", "Short"), ("Long", Array(repeating: "long", count: 12).joined(separator: " ")),
                ] {
                    try await desk.register(
                        WidgetIdentifier(rawValue: "org.example." + name)!, name, #"{"kind":"text","text":"Text"}"#,
                        ["Description": .string("A description, " + text)])
                }
                try await desk.startPanel("--show")
                try await desk.accessibility.press(button: "Edit")
                let tree = try await desk.accessibility.wait(forText: "A description, long")
                func height(_ start: String) async throws -> Int32 {
                    let label = try #require(tree.all.first { $0.name.hasPrefix("A description, " + start) })
                    return try await desk.accessibility.area(of: label).height
                }
                #expect(try await height("long") > height("Short"))
            }
        }

        @Test func buttonsRemoveAndUndoBringsBack() async throws {
            try await withEditView { desk in
                try await desk.screenshot("edit")
                try await desk.accessibility.press(button: "Remove Beta")
                try await desk.wait(forArrangement: [all[0], all[2]])
                try await desk.accessibility.press(button: "Remove Alpha")
                try await desk.wait(forArrangement: [all[2]])
                try await desk.accessibility.press(button: "Undo: Alpha removed")
                try await desk.wait(forArrangement: [all[0], all[2]])
                try await desk.accessibility.press(button: "Undo: Beta removed")
                try await desk.wait(forArrangement: [all[0], all[1], all[2]])
                try await desk.accessibility.wait(for: "nothing to undo") { $0.button(startingWith: "Undo") == nil }
                try await desk.accessibility.press(button: "Done")
                let tree = try await desk.accessibility.wait(for: "the cards in their former order") { tree in
                    tree.texts.filter { $0.hasPrefix("Text of ") }
                        == ["Alpha", "Beta", "Gamma"].map { "Text of \($0)" }
                }
                #expect(!tree.contains("Edit Today"))
            }
        }

        @Test func keysMoveRemoveAndUndo() async throws {
            try await withEditView { desk in
                try await desk.focusPanel()
                try await desk.accessibility.wait(forFocusOn: "Alpha, 1 of 3")
                try await desk.press("alt+Down")
                try await desk.wait(forArrangement: [all[1], all[0], all[2]])
                try await desk.accessibility.wait(forFocusOn: "Alpha, 2 of 3")
                try await desk.press("alt+Down")
                try await desk.wait(forArrangement: [all[1], all[2], all[0]])
                try await desk.press("alt+Up")
                try await desk.wait(forArrangement: [all[1], all[0], all[2]])
                try await desk.press("Delete")
                try await desk.wait(forArrangement: [all[1], all[2]])
                try await desk.accessibility.wait(forFocusOn: "Gamma, 2 of 2")
                try await desk.accessibility.wait(forText: "Alpha removed")
                try await desk.screenshot("edit-focus")
                try await desk.press("ctrl+z")
                try await desk.wait(forArrangement: [all[1], all[0], all[2]])
                try await desk.press("Escape")
                try await desk.accessibility.wait(for: "the cards") {
                    $0.contains("Text of Beta") && !$0.contains("Edit Today")
                }
            }
        }

        /// The arrow keys start from the focus, no matter how it got there.
        @Test func arrowsGoOnFromTheFocus() async throws {
            try await withEditView { desk in
                try await desk.focusPanel()
                try await desk.accessibility.wait(forFocusOn: "Alpha, 1 of 3")
                for (key, name) in [
                    ("Down", "Beta, 2 of 3"), ("Delete", "Gamma, 2 of 2"), ("Up", "Alpha, 1 of 2"),
                    ("Down", "Gamma, 2 of 2"), ("Up", "Alpha, 1 of 2"),
                ] {
                    try await desk.press(key)
                    try await desk.accessibility.wait(forFocusOn: name, within: .seconds(20))
                }
            }
        }

        @Test func aHandleIsDraggedToItsPlace() async throws {
            try await withEditView { desk in
                func place(_ name: String) async throws -> (x: Int32, y: Int32) {
                    let tree = try await desk.accessibility.wait(forText: name)
                    let row = try #require(tree.all.first { $0.name == name })
                    let area = try await desk.accessibility.area(of: row)
                    return (area.x + area.width - 24, area.y + area.height / 2)
                }
                try await desk.drag(from: try await place("Alpha, 1 of 3"), to: try await place("Gamma, 3 of 3"))
                try await desk.wait(forArrangement: [all[1], all[2], all[0]])
                try await desk.drag(from: try await place("Gamma, 2 of 3"), to: try await place("Beta, 1 of 3"))
                try await desk.wait(forArrangement: [all[2], all[1], all[0]])
            }
        }

        @Test func othersAreSeenWhileEditing() async throws {
            try await withEditView { desk in
                try await desk.client.arrange([all[3], all[0]])
                try await desk.accessibility.wait(for: "the other order") {
                    $0.contains("Delta, 1 of 2") && $0.contains("Alpha, 2 of 2")
                }
                try await desk.client.unregisterWidget(all[3])
                try await desk.accessibility.wait(forText: "Alpha, 1 of 1")
            }
        }

        @Test func theEditViewInTheDark() async throws {
            try await withEditView(settings: ["gtk-enable-animations=0", "gtk-application-prefer-dark-theme=1"]) {
                desk in
                try await desk.wait(forColor: PanelDesk.darkCard)
                try await desk.screenshot("edit-dark")
                try await desk.accessibility.press(button: "Done")
                try await desk.accessibility.wait(forText: "Text of Gamma")
                try await desk.wait(forColor: PanelDesk.darkCard)
                try await desk.screenshot("cards-dark")
            }
        }

        @Test func newWidgetsAreAnnounced() async throws {
            try await withDesk { desk in
                try await desk.register(all[0], "Alpha", #"{"kind":"text","text":"Text of Alpha"}"#)
                try await desk.startPanel("--show")
                let first = try await desk.accessibility.wait(forText: "Text of Alpha")
                #expect(!first.contains("new widget"))
                #expect(try await desk.startPanel("--hide").finished().exit == .status(0))

                try await desk.register(all[1], "Beta", #"{"kind":"text","text":"Text of Beta"}"#)
                try await desk.register(all[2], "Gamma", #"{"kind":"text","text":"Hidden"}"#, ["Arranged": false])
                try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "2 new widgets")
                try await desk.screenshot("announcement")
                try await desk.accessibility.press(button: "2 new widgets")
                let tree = try await desk.accessibility.wait(for: "the gallery") {
                    $0.button(startingWith: "Add: Gamma") != nil
                }
                // The heading and a mark at each of them.
                #expect(tree.all.count { $0.name == "New" } == 3, "\(tree.outline())")
                // One that comes meanwhile is marked as well, and has been seen when the user is done.
                try await desk.register("org.example.Delta", "Delta", "{}", ["Arranged": false])
                try await desk.accessibility.wait(for: "three that are new") { tree in
                    tree.all.count { $0.name == "New" } == 4
                }
                try await desk.accessibility.press(button: "Done")
                try await desk.accessibility.wait(for: "no announcement") {
                    $0.contains("Text of Beta") && !$0.contains("new widget")
                }
            }
        }
    }
#endif
