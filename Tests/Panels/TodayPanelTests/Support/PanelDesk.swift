#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Glibc
    import TodayPlatform
    import TodayModel

    /// A desktop of one test's own: bus, screen, accessibility, a real center and a real panel.
    struct PanelDesk: Sendable {
        let bus: PrivateBus
        let screen: Screen
        let client: CenterClient
        let accessibility: Accessibility

        /// The environment of the panel's programs. A critical message of GTK ends them. The style is GTK's own, unless
        /// a test asks for that of libadwaita.
        var environment: [String: String] {
            [
                "DISPLAY": screen.display, "GSK_RENDERER": "cairo", "LIBGL_ALWAYS_SOFTWARE": "1",
                "GTK_A11Y": "atspi", "GDK_BACKEND": "x11", "XDG_DATA_DIRS": "/usr/share", "NO_AT_BRIDGE": "0",
                "G_DEBUG": "fatal-criticals", "TODAY_PANEL_ADWAITA": "0",
            ]
        }

        /// Starts the panel, which lives as long as the test.
        @discardableResult
        func startPanel(_ arguments: String...) async throws -> ToolRun { try await startPanel(arguments) }

        @discardableResult
        func startPanel(_ arguments: [String]) async throws -> ToolRun {
            try await bus.start([try Programs.path("today-panel")] + arguments, with: environment)
        }

        /// Has the example widget shown.
        func installUsedSpace() throws {
            let folder = bus.folder + "/data/todaycenter/widgets"
            mkdir(bus.folder + "/data/todaycenter", 0o700)
            mkdir(folder, 0o700)
            try writeFile(
                "[Widget]\nName=Used Space\nExec=\(try Programs.path("used-space-widget"))\n"
                    + "LargestDisplayMode=expanded\n", to: folder + "/org.example.UsedSpace.widget")
        }

        /// Registers a widget without a provider, with content in its JSON form.
        func register(
            _ identifier: WidgetIdentifier, _ name: String, _ json: String, _ more: [String: DBusValue] = [:]
        ) async throws {
            var definition: [String: DBusValue] = ["Name": .string(name), "Content": .string(json)]
            definition.merge(more) { $1 }
            try await client.registerWidget(identifier, definition)
        }

        /// Runs a tool on the screen.
        @discardableResult
        func xdotool(_ arguments: String...) async throws -> String {
            let run = try await bus.run(["xdotool"] + arguments, with: ["DISPLAY": screen.display])
            if run.exit != .status(0) { throw Accessibility.AbsentError(description: "xdotool: \(run)") }
            return run.output
        }

        /// Clicks at a place in the panel's window.
        func click(x: Int32, y: Int32) async throws {
            let window = try await xdotool("search", "--sync", "--onlyvisible", "--name", "^Today$")
                .filter { $0.isNumber }
            try await xdotool("mousemove", "--sync", "--window", window, "\(x)", "\(y)")
            try await xdotool("click", "1")
        }

        /// Keeps a picture of the screen for people to look at, if the variable `TODAY_SCREENSHOTS` names a folder.
        func screenshot(_ name: String) async throws { try await screen.keepPicture(name, bus) }
    }

    /// Runs a test at a desk of its own.
    ///
    /// - Parameter settings: lines of GTK's `settings.ini`; animations are off unless they say otherwise.
    func withDesk(
        settings: [String] = ["gtk-enable-animations=0"], _ body: (PanelDesk) async throws -> Void
    ) async throws {
        // The bus is first, as buses take turns.
        let bus = try await PrivateBus.start()
        let screen = try await Screen.start()
        let settingsFolder = bus.folder + "/config/gtk-4.0"
        mkdir(settingsFolder, 0o700)
        try writeFile(
            "[Settings]\n" + settings.joined(separator: "\n") + "\n", to: settingsFolder + "/settings.ini")
        try await Accessibility.provide(on: bus)
        let daemon = try Programs.path("todayd")
        try await bus.addService(TodayBus.name, exec: daemon)
        try await bus.addService(TodayBus.appsName, exec: daemon)
        let desk = PanelDesk(
            bus: bus, screen: screen, client: CenterClient(try await bus.connect()),
            accessibility: try await Accessibility(on: bus))
        do { try await body(desk) } catch {
            try? await desk.screenshot("failed")
            await desk.accessibility.close()
            bus.stop()
            try? await screen.stop()
            throw error
        }
        await desk.accessibility.close()
        bus.stop()
        try await screen.stop()
    }
#endif
