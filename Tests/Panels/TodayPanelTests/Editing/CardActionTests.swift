#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Glibc
    import Testing
    import TodayModel
    import TodayPlatform

    /// A card is moved, removed, copied and explained where it is.
    @Suite struct CardActionTests {
        private let names = ["Alpha", "Beta", "Gamma"]
        private let all: [WidgetIdentifier] = ["org.example.Alpha", "org.example.Beta", "org.example.Gamma"]

        private func withCards(_ body: (PanelDesk) async throws -> Void) async throws {
            try await withDesk { desk in
                for (identifier, name) in zip(all, names) {
                    try await desk.register(identifier, name, #"{"kind":"text","text":"Text of \#(name)"}"#)
                }
                try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "Text of Gamma")
                try await desk.focusPanel()
                try await body(desk)
            }
        }

        private func area(of name: String, _ desk: PanelDesk) async throws -> AccessibleArea {
            let tree = try await desk.accessibility.read()
            return try await desk.accessibility.area(of: try #require(tree.card(name)))
        }

        @Test func aCardIsDraggedByItsHeader() async throws {
            try await withCards { desk in
                let (alpha, gamma) = (try await area(of: "Alpha", desk), try await area(of: "Gamma", desk))
                try await desk.drag(
                    from: (alpha.x + 120, alpha.y + 20), to: (gamma.x + 120, gamma.y + gamma.height - 6))
                try await desk.wait(forArrangement: [all[1], all[2], all[0]])
                // A click on the header moves nothing.
                try await desk.click(x: alpha.x + 120, y: alpha.y + 20)
                try await desk.accessibility.wait(for: "the new order") { tree in
                    tree.texts.filter { $0.hasPrefix("Text of ") }
                        == ["Beta", "Gamma", "Alpha"].map { "Text of \($0)" }
                }
            }
        }

        @Test func keysMoveRemoveAndUndo() async throws {
            try await withCards { desk in
                try await desk.press("Home", "alt+Down")
                try await desk.wait(forArrangement: [all[1], all[0], all[2]])
                try await desk.accessibility.wait(forFocusOn: "Alpha")
                try await desk.press("Delete")
                try await desk.wait(forArrangement: [all[1], all[2]])
                try await desk.accessibility.wait(forText: "Alpha removed")
                try await desk.screenshot("undo")
                try await desk.press("ctrl+z")
                try await desk.wait(forArrangement: [all[1], all[0], all[2]])
                try await desk.accessibility.wait(forFocusOn: "Alpha")
                try await desk.choose("Move Down")
                try await desk.wait(forArrangement: [all[0], all[1], all[2]])
            }
        }

        /// The text is pasted into the search of the gallery.
        @Test func theTextIsCopied() async throws {
            try await withCards { desk in
                try await desk.press("Home", "ctrl+c")
                try await desk.accessibility.press(button: "Add Widgets")
                try await desk.accessibility.wait(for: "the gallery") { $0.button(startingWith: "Added: Beta") != nil }
                try await desk.press("ctrl+v")
                // The search finds only what has all words of the card.
                try await desk.accessibility.wait(forText: "No widgets match your search.")
            }
        }

        @Test func whyExplains() async throws {
            try await withCards { desk in
                try await desk.choose("Why?")
                let tree = try await desk.accessibility.wait(for: "the reason") {
                    $0.button(startingWith: "Copy the explanation of Alpha") != nil
                }
                #expect(tree.contains("Alpha") && !tree.contains("org.example.Alpha"), "\(tree.outline())")
                try await desk.screenshot("why")
                try await desk.press("Escape")
                try await desk.accessibility.wait(forFocusOn: "Alpha")
            }
        }

        @Test func whyExplainsAFailure() async throws {
            try await withCards { desk in
                try await desk.fail(all[0], "Can't reach build.example.org: connection refused by the gateway")
                try await desk.accessibility.wait(for: "the failure") { $0.contains("Can't reach") }
                try await desk.choose("Why?")
                let tree = try await desk.accessibility.wait(for: "the reason") {
                    $0.button(startingWith: "Copy the explanation of Alpha") != nil
                }
                try await desk.screenshot("why-failed")
                #expect(tree.first("label", "Error") != nil, "\(tree.outline())")
                // The text can be pasted. The panel confirms the copy only for a moment, too short for a busy machine.
                try await desk.accessibility.press(button: "Copy the explanation of Alpha")
                try await desk.accessibility.press(button: "Add Widgets")
                try await desk.accessibility.wait(for: "the gallery") { $0.button(startingWith: "Added: Beta") != nil }
                try await desk.press("ctrl+v")
                try await desk.accessibility.wait(forText: "No widgets match your search.")
            }
        }

        @Test func preferencesApplyAtOnceAndStay() async throws {
            try await withCards { desk in
                let right = try await desk.windowArea()
                #expect(right.width == 380)
                #expect(try await desk.startPanel("--side", "left", "--width", "460").finished().exit == .status(0))
                try await desk.wait(forWindowAt: AccessibleArea(x: 0, y: 0, width: 460, height: right.height))
                let path = desk.bus.folder + "/config/todaycenter/panel.conf"
                #expect(ProcessFile.read(path) == "[Panel]\nSide=Left\nWidth=460\n")
                // A comment and an unknown key stay, and the page shows what the file says.
                try writeFile("# mine\n[Panel]\nSide=Right\nFuture=1\n", to: path)
                try await desk.wait(forWindowAt: right)
                try await desk.accessibility.press(button: "Preferences")
                let tree = try await desk.accessibility.wait(for: "the preferences") { $0.contains("Side: Right") }
                #expect(tree.contains("Width: Automatic"), "\(tree.outline())")
                try await desk.screenshot("preferences")
                try await desk.accessibility.expectNamedControls()
                try await desk.press("Escape")
                #expect(try await desk.startPanel("--columns", "2").finished().exit == .status(0))
                try await desk.wait(forWindowAt: AccessibleArea(x: 140, y: 0, width: 760, height: right.height))
                #expect(ProcessFile.read(path) == "# mine\n\n[Panel]\nSide=Right\nFuture=1\nColumns=2\n")
                let (alpha, beta) = (try await area(of: "Alpha", desk), try await area(of: "Beta", desk))
                #expect(alpha.y == beta.y && beta.x > alpha.x + alpha.width)
                let bad = try await desk.startPanel("--columns", "9").finished()
                #expect(bad.exit == .status(64))
                #expect(bad.error.contains(#"--columns: "9" is not a whole number from 1 to 4, or automatic"#))
            }
        }

        @Test func smallCardsShareARow() async throws {
            try await withDesk { desk in
                for (identifier, name) in zip(all, names) {
                    try await desk.register(
                        identifier, name, #"{"kind":"text","text":"Text of \#(name)"}"#,
                        ["Sizes": .strings(["small", "regular"])])
                }
                try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "Text of Gamma")
                try await desk.focusPanel()
                for identifier in all.prefix(2) {
                    try await desk.client.setOptions(WidgetOptionChoices(size: .small), of: identifier)
                }
                let found: Bool? = try await Accessibility.poll(within: .seconds(30)) {
                    let (alpha, beta) = (try await area(of: "Alpha", desk), try await area(of: "Beta", desk))
                    return alpha.y == beta.y && alpha.width == 172 ? true : nil
                }
                #expect(found == true)
                try await desk.screenshot("small")
                #expect(try await area(of: "Gamma", desk).width == 356)
            }
        }
    }
#endif
