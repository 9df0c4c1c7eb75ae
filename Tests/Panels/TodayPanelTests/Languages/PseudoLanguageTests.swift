#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Testing
    import TodayModel

    /// Every text of the panel is a message, and has room for longer words.
    @Suite struct PseudoLanguageTests {
        private let first: WidgetIdentifier = "org.example.First"
        private let second: WidgetIdentifier = "org.example.Second"

        /// The texts of apps have Greek letters, so that the panel's own are left.
        private static let content = #"""
            {"kind":"column","children":[{"kind":"text","text":"αβγ"},
              {"kind":"progress","value":0.5},{"kind":"progress"},{"kind":"chart","values":[1,2,3]},
              {"kind":"slider","label":"δ","value":0.4,"action":"α"},{"kind":"timer","style":"relative","since":1000},
              {"kind":"list","visible-rows":1,"children":[{"kind":"text","text":"α"},{"kind":"text","text":"β"},
                {"kind":"text","text":"γ"}]}]}
            """#
        /// Names that aren't messages: those of programs, a line of a configuration, and GTK's own for an empty choice.
        private static let names: Set = [
            "Today", "today", "panel", "todayd", "systemctl", "user", "status", "sway", "bindsym", "mod", "exec",
            "None",
        ]

        /// Expects that a screen reader says only messages, all within the window.
        private func expectMessages(_ scene: String, _ desk: PanelDesk) async throws {
            let tree = try await desk.accessibility.read()
            try await desk.screenshot("language-\(scene)")
            let window = try #require(
                tree.all.first { $0.role == "frame" || $0.role == "window" || $0.role == "filler" })
            let width = try await desk.accessibility.area(of: window).width
            var count = 0
            for node in tree.all where !node.name.isEmpty {
                let words = PseudoLanguage.untranslated(node.name).filter {
                    !$0.hasPrefix("Gtk") && !Self.names.contains($0)
                }
                #expect(words == [], "\(scene): \(node.role) \(node.name.debugDescription)")
                guard node.name.hasPrefix("⟦") else { continue }
                count += 1
                guard let area = try? await desk.accessibility.area(of: node), area.width > 0 else { continue }
                #expect(area.x >= 0 && area.x + area.width <= width, "\(scene): \(node.name) \(area), \(width)")
            }
            #expect(count > 0, "\(scene): \(tree.outline())")
        }

        private func wait(_ message: String, _ desk: PanelDesk) async throws {
            try await desk.accessibility.wait(forText: PseudoLanguage.text(message))
        }

        private func press(_ message: String, _ desk: PanelDesk) async throws {
            try await desk.accessibility.press(button: PseudoLanguage.text(message))
        }

        private func withPseudoPanel(
            _ body: (PanelDesk, _ start: () async throws -> Void) async throws -> Void
        ) async throws {
            let programs = try TranslatedPrograms("today-panel")
            try await programs.setCatalog(try PseudoLanguage.catalog(), for: PseudoLanguage.code)
            var locale = try await LocaleFolder.environment(for: "de_DE")
            locale["LANGUAGE"] = PseudoLanguage.code
            try await withDesk { desk in
                let environment = desk.environment.merging(locale) { $1 }
                try await body(desk) {
                    _ = try await desk.bus.start([programs.path("today-panel"), "--show"], with: environment)
                }
            }
        }

        @Test func pagesWithoutWidgets() async throws {
            try await withPseudoPanel { desk, start in
                try await desk.bus.addService(TodayBus.name, exec: "/bin/false")
                try await start()
                try await wait("Can’t reach Today", desk)
                try await expectMessages("no-center", desk)
                try await desk.bus.addService(TodayBus.name, exec: try Programs.path("todayd"))
                try await press("Try Again", desk)
                try await wait("No widgets yet", desk)
                try await expectMessages("no-widgets", desk)
                try await desk.register(first, "ΑΒΓ", Self.content, ["Arranged": false])
                try await wait("No widgets added", desk)
                try await expectMessages("nothing-added", desk)
            }
        }

        @Test func cardsAndTheirPages() async throws {
            try await withPseudoPanel { desk, start in
                let schema = try SettingsSchema([
                    SettingDeclaration(
                        "A", .string, name: "Α", default: .text("α"), description: "δ", isRequired: true),
                    SettingDeclaration(
                        "B", .integer, name: "Β", default: .integer(12), minimum: .integer(1), maximum: .integer(24)),
                    SettingDeclaration("C", .boolean, name: "Γ"),
                    SettingDeclaration("D", .choice, name: "Δ", choices: ["ε", "ζ"]),
                    SettingDeclaration("E", .colorRole, name: "Ε", default: .text("accent")),
                    SettingDeclaration("F", .file, name: "Ζ"),
                ])
                try await desk.register(
                    first, "ΑΒΓ", Self.content,
                    [
                        "SettingsSchema": schema.dbusValue, "Instances": true, "LargestDisplayMode": "expanded",
                        "DisplayMode": "expanded", "Sizes": .strings(["regular", "small"]),
                    ])
                try await desk.register(
                    second, "ΔΕΖ", #"{"kind":"text","text":"ζ"}"#, ["LargestDisplayMode": "expanded"])
                try await start()
                try await desk.accessibility.wait(forText: "αβγ")
                try await expectMessages("cards", desk)
                try await desk.fail(second, "σφάλμα")
                try await desk.accessibility.wait(forText: "σφάλμα")
                try await expectMessages("failed", desk)
                try await desk.focusPanel()
                try await desk.press("Home", "Menu")
                try await desk.accessibility.wait(for: "the menu") {
                    $0.first("menu item", PseudoLanguage.text("Settings…")) != nil
                }
                try await expectMessages("menu", desk)
                try await desk.chooseOpen(PseudoLanguage.text("Settings…"))
                try await wait("Done", desk)
                try await expectMessages("settings", desk)
                try await desk.press("Escape")
                try await desk.accessibility.wait(forText: "αβγ")
                try await desk.choose(PseudoLanguage.text("Why?"))
                try await desk.accessibility.wait(for: "the reason") { $0.contains("⟦Copy the explanation of ΑΒΓ") }
                try await expectMessages("why", desk)
                try await desk.press("Escape")
                try await desk.accessibility.wait(forText: "αβγ")
                for (button, text) in [("Edit", "Done"), ("Add Widgets", "Add Script…"), ("Preferences", "Columns")] {
                    try await press(button, desk)
                    try await desk.accessibility.wait(for: text) { $0.contains("⟦\(text)") }
                    try await expectMessages(button, desk)
                    try await desk.press("Escape")
                    try await desk.accessibility.wait(forText: "αβγ")
                }
                try await press("Add Widgets", desk)
                try await wait("Add from Network…", desk)
                try await press("Add from Network…", desk)
                try await desk.accessibility.wait(forFocusOn: PseudoLanguage.text("Name"))
                try await desk.press("Tab")
                try await desk.xdotool("type", "mqtts://b")
                try await wait("Show devices of Home Assistant", desk)
                try await expectMessages("remote", desk)
                for _ in 0..<2 { try await desk.press("Escape") }
                try await desk.accessibility.wait(forText: "αβγ")
                try await desk.client.arrange([second])
                try await desk.accessibility.wait(for: "one card") { !$0.contains("αβγ") }
                try await expectMessages("removed", desk)
            }
        }
    }
#endif
