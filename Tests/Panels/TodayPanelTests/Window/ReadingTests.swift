#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Testing
    import TodayModel

    /// A screen reader reads the content of a card.
    @Suite struct ReadingTests {
        private static let content = #"""
            {"kind":"column","children":[{"kind":"text","text":"Rain at noon"},
              {"kind":"image","icon":"weather-clear-symbolic","description":"Sunny"},
              {"kind":"progress","value":0.4},
              {"kind":"chart","values":[2,9,4],"unit":" °C"},
              {"kind":"list","visible-rows":2,"children":[{"kind":"text","text":"One"},{"kind":"text","text":"Two"},
                {"kind":"text","text":"Three"}]},
              {"kind":"grid","columns":2,"children":[{"kind":"text","text":"A"},{"kind":"text","text":"B"}]},
              {"kind":"section","label":"Closed","children":[{"kind":"text","text":"Inside"}]}]}
            """#

        @Test func theFocusOnACardReadsItsContent() async throws {
            try await withDesk { desk in
                try await desk.register(
                    "org.example.Weather", "Weather", Self.content,
                    ["LargestDisplayMode": "expanded", "DisplayMode": "expanded"])
                try await desk.startPanel("--show")
                let tree = try await desk.accessibility.wait(forText: "Rain at noon")
                let card = try #require(tree.card("Weather"))
                let text =
                    "Rain at noon, Sunny, 40%, Chart of 3 values, lowest 2 °C, highest 9 °C, latest 4 °C, One, Two, A, B, "
                    + "Closed"
                #expect(try await desk.accessibility.description(of: card) == text)
                try await desk.focusPanel()
                try await desk.press("Down")
                let focused = try await desk.accessibility.wait(forFocusOn: "Weather")
                #expect(focused.reference == card.reference)
                // Content that the user opens is read too.
                try await desk.accessibility.press(button: "Show 1 More")
                let isRead: Bool? = try await Accessibility.poll(within: .seconds(60)) {
                    try await desk.accessibility.description(of: card).contains("Two, Three, A") ? true : nil
                }
                #expect(isRead == true)
            }
        }

        @Test func headingsListsAndGridsHaveTheirRoles() async throws {
            try await withDesk { desk in
                try await desk.register("org.example.Weather", "Weather", Self.content)
                try await desk.startPanel("--show")
                let tree = try await desk.accessibility.wait(forText: "Rain at noon")
                let card = try #require(tree.card("Weather"))
                #expect(card.first("heading", "Weather") != nil, "\(card.outline())")
                let list = try #require(card.all.first { $0.role == "list" }, "\(card.outline())")
                #expect(list.children.map(\.role) == ["list item", "list item"])
                #expect(list.children.map { $0.texts.first } == ["One", "Two"])
                let grid = try #require(card.all.first { $0.role == "grid" }, "\(card.outline())")
                #expect(grid.children.map(\.role) == ["grid cell", "grid cell"])
                #expect(grid.children.map(\.name) == ["A", "B"] && !tree.contains("Gtk"), "\(tree.outline())")
                let age = try #require(card.all.first { $0.name.hasPrefix("Updated ") }, "\(card.outline())")
                #expect(age.role == "label" && !card.contains("ago ago"))
            }
        }
    }
#endif
