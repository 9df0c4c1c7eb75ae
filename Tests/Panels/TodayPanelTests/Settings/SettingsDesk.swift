#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import CenterTesting
    import PlayedCenter
    import Testing
    import TodayModel

    let weather: WidgetIdentifier = "org.example.Weather"

    /// Settings of every type, as an author declares them.
    func weatherSchema() throws -> SettingsSchema {
        try SettingsSchema([
            SettingDeclaration(
                "Title", .string, name: "Name", placeholder: "Weather", description: "What the card is called."),
            SettingDeclaration(
                "City", .string, default: .text("Athens"), description: "Any <b>place</b> & its country.",
                isRequired: true),
            SettingDeclaration("Hours", .integer, default: .integer(12), minimum: .integer(1), maximum: .integer(24)),
            SettingDeclaration("Wind", .boolean, name: "Show wind"),
            SettingDeclaration("Units", .choice, choices: ["Celsius", "Fahrenheit"]),
            SettingDeclaration("Tint", .colorRole, name: "Colour", default: .text("accent")),
            SettingDeclaration("Picture", .file),
        ])
    }

    extension PanelDesk {
        /// Registers a widget that may be there several times and has settings, and shows the panel.
        func showWeather(_ arguments: String...) async throws {
            try await register(
                weather, "Weather", #"{"kind":"text","text":"Sunny"}"#,
                ["SettingsSchema": try weatherSchema().dbusValue, "Instances": true])
            try await startPanel(["--show"] + arguments)
            try await accessibility.wait(forText: "Sunny")
            try await focusPanel()
        }

        /// Opens the menu of the first card by key, and chooses in it.
        func choose(_ item: String) async throws {
            try await press("Home", "Menu")
            try await chooseOpen(item)
        }

        /// Chooses in the menu that is open.
        func chooseOpen(_ item: String) async throws {
            try await accessibility.wait(for: "the menu") { $0.first("menu item", item) != nil }
            for _ in 0..<14 {
                if try await isFocused("menu item", item) { return try await press("Return") }
                try await press("Down")
            }
            throw Accessibility.AbsentError(description: "the keys do not lead to \(item)")
        }

        func isFocused(_ role: String, _ name: String) async throws -> Bool {
            guard let node = try await accessibility.read().first(role, name) else { return false }
            return try await accessibility.has(.focused, node)
        }

        /// Waits until the center has a value of a setting.
        func wait(for key: String, _ value: DBusValue, of identifier: WidgetIdentifier = weather) async throws {
            var last: DBusValue?
            let found: Bool? = try await Accessibility.poll(within: .seconds(30)) {
                // The widget may not exist yet.
                last = try? await client.properties(of: identifier).settings[key]?.unwrapped
                return last == value ? true : nil
            }
            if found == nil {
                throw Accessibility.AbsentError(description: "\(key) is \(String(describing: last)), not \(value)")
            }
        }

        /// Types a text in the place of what is in the field that has the focus.
        func type(_ text: String) async throws {
            try await press("ctrl+a")
            try await xdotool("type", "--", text)
        }
    }
#endif
