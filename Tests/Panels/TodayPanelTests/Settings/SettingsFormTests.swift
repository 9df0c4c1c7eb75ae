#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import CenterTesting
    import PlayedCenter
    import TodayPlatform
    import Testing
    import TodayModel

    /// The form of a widget's settings, by keyboard and as a screen reader reads it.
    @Suite struct SettingsFormTests {
        @Test func everythingIsSetByKey() async throws {
            try await withDesk { desk in
                try await desk.showWeather()
                try await desk.choose("Settings…")
                try await desk.accessibility.wait(forText: "Settings for Weather")
                try await desk.accessibility.wait(forFocusOn: "Name")
                try await desk.screenshot("settings")
                try await desk.accessibility.expectNamedControls()
                // Text that looks like markup isn't markup.
                try await desk.accessibility.wait(forText: "Any <b>place</b> & its country.")
                try await desk.type("At home")
                try await desk.press("Tab")
                try await desk.accessibility.wait(forFocusOn: "City")
                try await desk.type("Volos")
                try await desk.press("Tab")
                try await desk.accessibility.wait(forFocusOn: "Hours")
                try await desk.press("Up", "Up", "Down", "Tab")
                try await desk.accessibility.wait(forFocusOn: "Show wind")
                try await desk.press("space", "Tab")
                try await desk.accessibility.wait(forFocusOn: "Units: Celsius")
                try await desk.press("space", "Down", "Return")
                try await desk.accessibility.wait(forText: "Units: Fahrenheit")
                #expect(try await desk.client.properties(of: weather).settings["City"]?.unwrapped == "Athens")
                try await desk.accessibility.press(button: "Done")
                try await desk.wait(for: "Units", "Fahrenheit")
                let widget = try await desk.client.properties(of: weather)
                #expect(widget.settings["City"]?.unwrapped == "Volos")
                #expect(widget.settings["Hours"]?.unwrapped == .int64(13))
                #expect(widget.settings["Wind"]?.unwrapped == true)
                // The card is called by its setting, and has the focus again.
                try await desk.accessibility.wait(forFocusOn: "At home")
            }
        }

        @Test func whatIsWrongIsToldAtTheField() async throws {
            try await withDesk { desk in
                try await desk.showWeather()
                try await desk.choose("Settings…")
                try await desk.accessibility.wait(forFocusOn: "Name")
                try await desk.press("Tab", "Tab")
                try await desk.accessibility.wait(forFocusOn: "Hours")
                try await desk.type("99")
                try await desk.press("Return")
                try await desk.accessibility.wait(forText: "99 is above 24")
                let field = try await desk.accessibility.wait(forFocusOn: "Hours")
                #expect(try await desk.accessibility.description(of: field) == "99 is above 24\nFrom 1 to 24.")
                try await desk.screenshot("settings-fault")
                try await desk.type("9")
                try await desk.press("Return")
                try await desk.wait(for: "Hours", .int64(9))
            }
        }

        @Test func cancelChangesNothingAndResetBringsDefaultsBack() async throws {
            try await withDesk { desk in
                try await desk.showWeather()
                try await desk.client.setSettings(["City": "Volos", "Wind": true], of: weather)
                try await desk.choose("Settings…")
                try await desk.accessibility.wait(forFocusOn: "Name")
                try await desk.type("Nobody")
                try await desk.press("Escape")
                try await desk.accessibility.wait(forFocusOn: "Weather")
                #expect(try await desk.client.properties(of: weather).name == "Weather")
                try await desk.choose("Settings…")
                try await desk.accessibility.press(button: "Reset to Defaults")
                try await desk.accessibility.press(button: "Done")
                try await desk.wait(for: "City", "Athens")
                try await desk.wait(for: "Wind", false)
            }
        }

        @Test func whatOthersSetMeanwhileIsShown() async throws {
            try await withDesk { desk in
                try await desk.showWeather()
                try await desk.choose("Settings…")
                try await desk.accessibility.wait(forFocusOn: "Name")
                try await desk.press("Tab")
                try await desk.accessibility.wait(forFocusOn: "City")
                try await desk.type("Volos")
                try await desk.client.setSettings(["City": "Patras", "Units": "Fahrenheit"], of: weather)
                try await desk.accessibility.wait(for: "what others have set") { tree in
                    tree.contains("Changed elsewhere to “Patras”.") && tree.contains("Units: Fahrenheit")
                }
                try await desk.press("Return")
                try await desk.wait(for: "City", "Volos")
                try await desk.wait(for: "Units", "Fahrenheit")
            }
        }

        /// Typed text stays while the user is in another window.
        @Test func whatWasTypedStaysWhileThePanelIsHidden() async throws {
            try await withDesk { desk in
                try await desk.showWeather()
                try await desk.choose("Settings…")
                try await desk.accessibility.wait(forFocusOn: "Name")
                try await desk.type("Kept")
                #expect(try await desk.startPanel("--hide").finished().exit == .status(0))
                try await desk.wait(isViewing: false)
                try await desk.startPanel("--show")
                try await desk.wait(isViewing: true)
                try await desk.accessibility.wait(forText: "Settings for Weather")
                try await desk.accessibility.press(button: "Done")
                try await desk.wait(for: "Title", "Kept")
                try await desk.accessibility.wait(for: "the card") { $0.card("Kept") != nil }
            }
        }

        @Test func theFormEndsWithItsWidget() async throws {
            try await withDesk { desk in
                try await desk.showWeather()
                try await desk.choose("Settings…")
                try await desk.accessibility.wait(forFocusOn: "Name")
                // Nothing was typed, so nothing is lost.
                try await desk.client.unregisterWidget(weather)
                try await desk.accessibility.wait(forText: "No widgets yet")
            }
        }

        @Test func whatWasTypedStaysWhenTheWidgetGoes() async throws {
            try await withDesk { desk in
                try await desk.showWeather()
                try await desk.choose("Settings…")
                try await desk.accessibility.wait(forFocusOn: "Name")
                try await desk.type("Kept")
                try await desk.client.unregisterWidget(weather)
                try await desk.accessibility.wait(forText: "This widget was removed.")
                try await desk.screenshot("settings-gone")
                try await desk.press("Escape")
                try await desk.accessibility.wait(forText: "No widgets yet")
            }
        }

        @Test func theCenterHasTheLastWord() async throws {
            try await withDesk { desk in
                var widget = WidgetProperties(identifier: weather)
                widget.name = "Weather"
                widget.content = Content(kind: .text, [.text: "Sunny"])
                widget.settingsSchema = try weatherSchema()
                widget.settings = widget.settingsSchema.values([:]).dictionary
                let center = try await PlayedCenter.start(on: desk.bus, [widget])
                let refusal = CenterError(.invalidSetting, "City: \"Volos\" is on no map")
                await center.refuse(CenterMember.setSettings, refusal)
                try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "Sunny")
                try await desk.focusPanel()
                try await desk.choose("Settings…")
                try await desk.accessibility.wait(forFocusOn: "Name")
                try await desk.press("Tab")
                try await desk.type("Volos")
                try await desk.accessibility.press(button: "Done")
                try await desk.accessibility.wait(forText: "\"Volos\" is on no map")
                try await desk.accessibility.wait(forFocusOn: "City")
                try await desk.type("Patras")
                try await desk.press("Return")
                try await desk.accessibility.wait(for: "the card") { $0.contains("Sunny") && !$0.contains("Done") }
                #expect(
                    await center.settingsCalls == [
                        "org.example.Weather City=\"Volos\"", "org.example.Weather City=\"Patras\"",
                    ])
            }
        }

        @Test func thePanelStaysWhileAFileIsChosen() async throws {
            try await withDesk { desk in
                try await desk.showWeather()
                try await desk.choose("Settings…")
                try await desk.accessibility.press(button: "Choose Picture")
                try await desk.accessibility.wait(forText: "GtkFileChooserWidget")
                try await desk.xdotool(
                    "search", "--sync", "--onlyvisible", "--name", "^Picture$", "windowfocus", "--sync")
                try await desk.screenshot("settings-dialog")
                try await desk.press("Escape")
                // A panel that had gone meanwhile would have taken the untouched form with it.
                try await desk.accessibility.wait(for: "the form alone") { tree in
                    tree.contains("Settings for Weather") && !tree.contains("GtkFileChooserWidget")
                }
                try await desk.focusPanel()
                try await desk.accessibility.wait(forFocusOn: "Picture")
            }
        }

        @Test func sixtyFourSettingsScrollToTheFocus() async throws {
            try await withDesk { desk in
                let schema = try SettingsSchema((1...64).map { try SettingDeclaration("S\($0)", .string) })
                try await desk.register(
                    weather, "Weather", #"{"kind":"text","text":"Sunny"}"#, ["SettingsSchema": schema.dbusValue])
                try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "Sunny")
                try await desk.focusPanel()
                try await desk.choose("Settings…")
                try await desk.accessibility.wait(forFocusOn: "S1")
                try await desk.press("shift+Tab", "shift+Tab", "shift+Tab", "shift+Tab")
                try await desk.accessibility.wait(forFocusOn: "S64")
                try await desk.type("last")
                try await desk.screenshot("settings-many")
                try await desk.press("Return")
                try await desk.wait(for: "S64", "last")
            }
        }
    }
#endif
