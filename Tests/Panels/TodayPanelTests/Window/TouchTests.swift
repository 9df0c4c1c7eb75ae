#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Testing
    import TodayModel

    /// The size and the distance of what can be touched.
    @Suite struct TouchTests {
        private static let content = #"""
            {"kind":"column","children":[
              {"kind":"toggle","label":"Switch","value":true,"action":"a"},
              {"kind":"checkbox","label":"Box","value":false,"action":"a"},
              {"kind":"slider","label":"Volume","value":0.4,"action":"a"},
              {"kind":"entry","label":"Task","action":"a"},
              {"kind":"row","children":[{"kind":"button","label":"A","action":"a"},{"kind":"button","label":"B","action":"a"},
                {"kind":"button","label":"C","style":"link","action":"a"}]},
              {"kind":"list","visible-rows":2,"children":[{"kind":"text","text":"One","url":"https://example.org/1"},
                {"kind":"text","text":"Two","url":"https://example.org/2"},{"kind":"text","text":"Three"}]},
              {"kind":"section","label":"Section","children":[{"kind":"text","text":"Inside"}]}]}
            """#
        private static let roles: Set = [
            "button", "switch", "checkbox", "slider", "text box", "toggle button", "combo box", "spin button", "link",
            "search box",
        ]

        private typealias Control = (node: AccessibleNode, area: AccessibleArea)

        private func expectApart(_ controls: [Control], _ page: String) {
            for (index, one) in controls.enumerated() {
                for other in controls.dropFirst(index + 1)
                where !one.node.all.contains(where: { $0.reference == other.node.reference }) {
                    let (a, b) = (one.area, other.area)
                    let isApart =
                        a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
                    #expect(isApart, "\(page): \(one.node.name) \(a), \(other.node.name) \(b)")
                }
            }
        }

        private func expectLarge(_ controls: [Control], _ page: String) {
            for (node, area) in controls {
                // GTK reports the area of a switch without its padding of 10 pixels.
                let padding: Int32 = node.role == "switch" ? 20 : 0
                #expect(
                    area.width + padding >= 44 && area.height + padding >= 44,
                    "\(page): \(node.role) \(node.name): \(area)")
            }
        }

        private func controls(_ desk: PanelDesk, _ arguments: [String]) async throws -> [Control] {
            for (name, mode) in [("Large", "expanded"), ("Small", "compact")] {
                try await desk.register(
                    WidgetIdentifier("org.example.\(name)"), name, Self.content,
                    ["LargestDisplayMode": "expanded", "DisplayMode": .string(mode)])
            }
            try await desk.startPanel(["--show"] + arguments)
            let tree = try await desk.accessibility.wait(for: "both cards") {
                $0.contains("More of Small") && $0.contains("Less of Large")
            }
            try await desk.screenshot("targets\(arguments.joined())")
            var found: [Control] = []
            for name in ["Large", "Small"] {
                let card = try #require(tree.card(name))
                let bottom = try await desk.accessibility.area(of: card)
                for node in card.all where Self.roles.contains(node.role) && !node.name.isEmpty {
                    let area = try await desk.accessibility.area(of: node)
                    // Controls that are cut off can't be touched.
                    if area.width > 0, area.y < bottom.y + bottom.height { found.append((node, area)) }
                }
            }
            return found
        }

        /// The pages besides the cards, by the button that leads to each and a text on it.
        private static let pages: [(name: String, button: String, text: String)] = [
            ("edit", "Edit", "Done"), ("gallery", "Add Widgets", "Add Script…"),
            ("preferences", "Preferences", "Columns"),
        ]

        /// Returns what can be touched on a page that the window shows without scrolling.
        private func controls(on page: String, _ desk: PanelDesk) async throws -> [Control] {
            let tree = try await desk.accessibility.read()
            try await desk.screenshot("targets-\(page)")
            var found: [Control] = []
            for node in tree.all where Self.roles.contains(node.role) && !node.name.isEmpty {
                let area = try await desk.accessibility.area(of: node)
                if area.width > 0, area.y >= 0, area.y + area.height <= 900 { found.append((node, area)) }
            }
            return found
        }

        private func expectTargets(on page: String, _ desk: PanelDesk) async throws {
            let controls = try await controls(on: page, desk)
            #expect(controls.count > 2, "\(page): \(controls.map(\.node.name))")
            expectApart(controls, page)
            expectLarge(controls, page)
        }

        @Test func pagesHaveLargeTargetsThatDoNotOverlap() async throws {
            try await withDesk { desk in
                try await desk.showWeather("--touch")
                for (page, button, text) in Self.pages {
                    try await desk.accessibility.press(button: button)
                    try await desk.accessibility.wait(forText: text)
                    try await expectTargets(on: page, desk)
                    try await desk.press("Escape")
                    try await desk.accessibility.wait(for: "the cards") { $0.card("Weather") != nil }
                }
                try await desk.choose("Settings…")
                try await desk.accessibility.wait(forText: "Settings for Weather")
                try await expectTargets(on: "settings", desk)
                try await desk.press("Escape")
                try await desk.accessibility.wait(for: "the cards") { $0.card("Weather") != nil }
                try await desk.openRemotePage()
                try await desk.press("Tab")
                try await desk.xdotool("type", "mqtts://broker")
                try await desk.accessibility.wait(forText: "Show devices of Home Assistant")
                try await expectTargets(on: "remote", desk)
            }
        }

        /// No control is where another one is, with a pointer or by touch.
        @Test(arguments: [[], ["--touch"]]) func controlsDoNotOverlap(_ arguments: [String]) async throws {
            try await withDesk { desk in
                let controls = try await controls(desk, arguments)
                #expect(controls.count > 15, "\(controls.map(\.node.name))")
                expectApart(controls, "cards")
                // More, the age and the menu are beside one another, and the menu ends where the content does.
                let tree = try await desk.accessibility.read()
                let card = try #require(tree.card("Small"))
                let age = try #require(card.all.first { $0.name.hasPrefix("Updated ") })
                let ageArea = try await desk.accessibility.area(of: age)
                let more = try #require(controls.first { $0.node.name == "More of Small" }).area
                let menu = try #require(controls.first { $0.node.name == "Menu for Small" }).area
                #expect(more.x + more.width <= ageArea.x && ageArea.x + ageArea.width <= menu.x)
            }
        }

        @Test func targetsAreLargeForFingers() async throws {
            try await withDesk { desk in
                expectLarge(try await controls(desk, ["--touch"]), "cards")
            }
        }
    }
#endif
