#if Widgets
    import DBusTesting
    import DesktopTesting
    import Glibc
    import Testing
    import TodayPlatform

    /// Every text of the widgets is a message, in the language of the panel.
    @Suite(
        .enabled(
            if: LocaleFolder.isAvailable && Environment.locate("msgfmt") != nil, "locales or gettext is not installed"))
    struct PseudoLanguageTests {
        /// Names that aren't messages: those of cities, and those of days, which come from the system.
        private static let names: Set = [
            "New", "York", "London", "Tokyo", "MET", "Norway", "Mo", "Di", "Mi", "Do", "Fr", "Sa", "So",
        ]

        @Test func theWidgetsHaveOnlyMessages() async throws {
            let programs = try TranslatedPrograms("today-widgets")
            try await programs.setCatalog(try PseudoLanguage.catalog(), for: PseudoLanguage.code)
            let home = TemporaryFolder()
            // The texts of the user have Greek letters.
            home.append("αβγ due:2020-01-01\nx δεζ\n")
            var environment = try await LocaleFolder.environment(for: "de_DE")
            environment["LANGUAGE"] = PseudoLanguage.code
            environment["HOME"] = home.path
            for bus in ["SESSION", "SYSTEM"] { environment["DBUS_\(bus)_BUS_ADDRESS"] = "unix:path=\(home.path)/none" }
            // The disks of a machine have names of their own, so the system widget isn't expanded.
            for (widget, mode) in [
                ("calendar", "--expanded"), ("system", "--json"), ("timer", "--expanded"), ("to-do", "--expanded"),
                ("weather", "--expanded"),
            ] {
                environment["TODAYCENTER_WIDGET"] = "org.todaycenter.widgets.\(widget)"
                let run = try await ToolRun.start(
                    [programs.path("today-widgets"), "--json", mode], environment: environment
                ).finished()
                #expect(run.exit == .status(0), "\(widget): \(run)")
                let texts = run.output.matches(
                    of: /"(?:text|label|placeholder|accessible-label|finished-text|tooltip)"\s*:\s*"((?:[^"\\]|\\.)*)"/
                ).map { String($0.output.1) }
                #expect(texts.contains { $0.contains("⟦") }, "\(widget): \(run.output)")
                for text in texts {
                    #expect(
                        PseudoLanguage.untranslated(text).filter { !Self.names.contains($0) } == [],
                        "\(widget): \(text)")
                }
            }
        }
    }
#endif
