#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Testing
    import TodayModel

    /// The same widget several times.
    @Suite struct InstanceTests {
        private var second: WidgetIdentifier { weather.instance(2) }

        @Test func anotherOneIsAddedNamedAndRemoved() async throws {
            try await withDesk { desk in
                try await desk.showWeather()
                try await desk.choose("Add Another")
                // The instance doesn't exist before the user has filled in its settings.
                try await desk.accessibility.wait(forText: "Add Weather")
                try await desk.accessibility.wait(forFocusOn: "Name")
                try await desk.type("Volos")
                try await desk.press("Return")
                try await desk.wait(for: "Title", "Volos", of: second)
                try await desk.wait(forArrangement: [weather, second])
                let tree = try await desk.accessibility.wait(for: "both cards") {
                    $0.card("Weather") != nil && $0.card("Volos") != nil
                }
                try await desk.accessibility.wait(forFocusOn: "Volos")
                try await desk.screenshot("instances")
                // The button on the card.
                let button = try #require(tree.button(startingWith: "Menu for Volos"))
                try await desk.accessibility.press(button)
                try await desk.screenshot("menu")
                try await desk.chooseOpen("Remove")
                try await desk.wait(forArrangement: [weather])
                await #expect(throws: CenterError.self) { _ = try await desk.client.properties(of: second) }
                try await desk.accessibility.press(button: "Undo: Volos removed")
                try await desk.wait(for: "Title", "Volos", of: second)
                try await desk.wait(forArrangement: [weather, second])
                try await desk.accessibility.wait(for: "the card") { $0.card("Volos") != nil }
                try await desk.accessibility.wait(forFocusOn: "Volos")
                try await desk.press("Delete")
                try await desk.wait(forArrangement: [weather])
                try await desk.accessibility.wait(for: "one card") {
                    $0.card("Weather") != nil && $0.card("Volos") == nil
                }
                // The first one is taken out of sight.
                try await desk.choose("Remove")
                try await desk.wait(forArrangement: [])
                #expect(try await desk.client.properties(of: weather).name == "Weather")
            }
        }

        @Test func theEditViewHasTheSame() async throws {
            try await withDesk { desk in
                try await desk.showWeather()
                try await desk.accessibility.press(button: "Edit")
                try await desk.accessibility.wait(forFocusOn: "Weather, 1 of 1")
                try await desk.press("shift+F10")
                try await desk.chooseOpen("Add Another")
                try await desk.accessibility.wait(forText: "Add Weather")
                try await desk.accessibility.wait(forFocusOn: "Name")
                // Cancel adds nothing.
                try await desk.press("Escape")
                try await desk.accessibility.wait(forFocusOn: "Weather, 1 of 1")
                #expect(try await desk.client.arrangement() == [weather])
                try await desk.press("shift+F10")
                try await desk.chooseOpen("Add Another")
                try await desk.accessibility.wait(forFocusOn: "Name")
                try await desk.press("Return")
                try await desk.accessibility.wait(forFocusOn: "Weather (2), 2 of 2")
                #expect(try await !desk.accessibility.read().contains("new widget"))
                try await desk.screenshot("edit-instances")
                try await desk.accessibility.expectNamedControls()
                try await desk.press("Delete")
                try await desk.wait(forArrangement: [weather])
                try await desk.accessibility.wait(for: "one row") {
                    $0.contains("Weather, 1 of 1")
                }
            }
        }

        @Test func theMenuComesWhereThePointerIs() async throws {
            try await withDesk { desk in
                try await desk.showWeather()
                let tree = try await desk.accessibility.read()
                let area = try await desk.accessibility.area(of: try #require(tree.card("Weather")))
                try await desk.movePointer(x: area.x + 40, y: area.y + 20)
                try await desk.xdotool("click", "3")
                try await desk.accessibility.wait(for: "the menu") { $0.first("menu item", "Remove") != nil }
                try await desk.press("Escape")
                try await desk.accessibility.wait(for: "no menu") { $0.first("menu item", "Remove") == nil }
                try await desk.accessibility.wait(forFocusOn: "Weather")
            }
        }

        @Test func aRefusalIsToldOnTheCard() async throws {
            try await withDesk { desk in
                try await desk.showWeather()
                for _ in 1..<Limits.instancesPerWidget { _ = try await desk.client.addInstance(of: weather) }
                try await desk.choose("Add Another")
                try await desk.accessibility.wait(forFocusOn: "Name")
                try await desk.press("Return")
                try await desk.accessibility.wait(forText: "InstancesPerWidget is 16")
            }
        }
    }
#endif
