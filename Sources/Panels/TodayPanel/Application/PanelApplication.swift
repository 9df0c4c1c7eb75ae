#if Panel
    internal import CTodayGtk
    internal import Glibc
    internal import TodayModel
    internal import TodayPlatform

    /// The single panel of a session. A second process hands its request to the first.
    @MainActor final class PanelApplication {
        /// The application's name on the bus, and the class of its window for window managers.
        nonisolated static let identifier = "org.todaycenter.Panel"

        private let application: UnsafeMutablePointer<GtkApplication>
        private var panel: Panel?
        /// GLib's connection, which the application also uses.
        private var bus: OpaquePointer?
        private var center: CenterSession?
        /// The machine of the center; nil for this one.
        private let machine: CenterMachine?
        private let ending = PanelEnding()

        /// - Parameter machine: the machine of the center; nil for this one.
        init(_ machine: CenterMachine?) {
            self.machine = machine
            application = gtk_application_new(
                Self.identifier + (machine?.suffix ?? ""), G_APPLICATION_HANDLES_COMMAND_LINE)
            // The panel has no resources of its own, for which GTK would read the theme of icons too early.
            gApplication { g_application_set_resource_base_path($0, nil) }
            Callback.connect(application, "command-line") { [weak self] arguments in
                guard let self, let line = arguments.object(1) else { return 1 }
                return self.handle(OpaquePointer(line))
            }
        }

        isolated deinit {
            g_object_unref(application)
            if let bus { g_object_unref(UnsafeMutableRawPointer(bus)) }
        }

        /// Runs until the panel ends, or until another process with the panel has handled the request. Returns the exit
        /// status, one of sysexits.h.
        func run(_ arguments: [String]) -> Int32 {
            let request = PanelRequest(Array(arguments.dropFirst()))
            if let status = answer(request) { return status }
            if case .preview(let preview) = request { return PreviewWindow.run(preview) }
            // A running panel gets the request first. That needs no display and no time to find one.
            if isRunningElsewhere() { return runApplication(arguments) }
            if request == .hide { return EX_OK }
            LayerShellPreload.restartIfNeeded(arguments)
            // Finding the display takes longer than finding the center, so both run concurrently.
            center = CenterSession(CenterSession.open(machine), on: machine)
            guard Renderer.startGTK() else { return Self.reportMissingDisplay() }
            // GTK derives the direction from LC_CTYPE, which can name another language than LC_MESSAGES.
            if Language.isRightToLeft { gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL) }
            DisplayEnd.watch()
            acquireName()
            return runApplication(arguments)
        }

        /// Reports that the environment leads to no display. Returns the exit status for that.
        static func reportMissingDisplay() -> Int32 {
            _ = writeAll(
                "today-panel: cannot connect to a display (WAYLAND_DISPLAY, DISPLAY). "
                    + "Run it in a desktop session; 'todayctl today' prints Today in a terminal.\n",
                to: STDERR_FILENO)
            return EX_UNAVAILABLE
        }

        /// Becomes the panel of the session. GTK then reads the theme, and this answers requests that have come in.
        /// Creating the window takes about as long again.
        private func acquireName() {
            // If this fails, running the application reports why.
            if gApplication({ g_application_register($0, nil, nil) }) == 0 { return }
            // This adds to the theme of icons, which GTK begins to read in another thread.
            AdwaitaStyle.start()
            while g_main_context_iteration(nil, 0) != 0 {}
        }

        private func runApplication(_ arguments: [String]) -> Int32 {
            var strings: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
            defer { for string in strings { free(string) } }
            let status = gApplication { g_application_run($0, Int32(strings.count), &strings) }
            return ending.status ?? status
        }

        /// Answers requests that need no panel. Returns the exit status for them.
        private func answer(_ request: PanelRequest) -> Int32? {
            switch request {
            case .help: return printWhole(PanelRequest.helpText, by: "today-panel")
            case .version: return printWhole(PanelRequest.versionText, by: "today-panel")
            case .refused(let reason):
                _ = writeAll("today-panel: \(reason)\n", to: STDERR_FILENO)
                return EX_USAGE
            case .autostart(let isOn):
                guard let problem = AutostartEntry.set(isOn) else { return EX_OK }
                _ = writeAll("today-panel: \(problem)\n", to: STDERR_FILENO)
                return EXIT_FAILURE
            case .set(let values):
                guard let problem = PreferencesFile.set(values.map { ($0.key, $0.text) }) else { return EX_OK }
                _ = writeAll("today-panel: \(problem)\n", to: STDERR_FILENO)
                return EXIT_FAILURE
            case .shortcut: return printWhole(PanelRequest.shortcutText, by: "today-panel")
            case .toggle, .show, .hide, .pin, .background, .preview: return nil
            }
        }

        /// Returns whether a panel already runs in this session; if so, this process sends it its request.
        private func isRunningElsewhere() -> Bool {
            bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil)
            if bus == nil { return false }
            return gApplication { application in
                let flags = g_application_get_flags(application)
                // A launcher takes no name on the bus.
                g_application_set_flags(
                    application, GApplicationFlags(rawValue: flags.rawValue | G_APPLICATION_IS_LAUNCHER.rawValue))
                if g_application_register(application, nil, nil) != 0 { return true }
                g_application_set_flags(application, flags)
                return false
            }
        }

        private func gApplication<Result>(_ body: (UnsafeMutablePointer<GApplication>) -> Result) -> Result {
            body(UnsafeMutableRawPointer(application).assumingMemoryBound(to: GApplication.self))
        }

        /// Handles the request of a run, of this process or a later one. Returns the exit status of that run.
        private func handle(_ line: OpaquePointer) -> Int32 {
            let pointer = UnsafeMutableRawPointer(line).assumingMemoryBound(to: GApplicationCommandLine.self)
            var count: Int32 = 0
            let strings = g_application_command_line_get_arguments(pointer, &count)
            defer { g_strfreev(strings) }
            let arguments = (0..<Int(count)).compactMap { strings?[$0].map { String(cString: $0) } }
            if arguments.contains(PanelRequest.touch) { TouchMode.isForced = true }
            switch PanelRequest(Array(arguments.dropFirst())) {
            case .autostart, .set, .shortcut, .help, .version, .refused: break  // handled by `answer(_:)`
            case .preview: break  // handled by `run(_:)`
            case .toggle:
                if let panel { panel.isShown ? panel.hide() : panel.show() } else { makePanel().show() }
            case .show: (panel ?? makePanel()).show()
            case .pin:
                let panel = panel ?? makePanel()
                panel.pin()
                panel.show()
            case .background: if panel == nil { makePanel().waitInBackground() }
            // A panel that doesn't run is hidden.
            case .hide: panel?.hide()
            }
            return 0
        }

        private func makePanel() -> Panel {
            let panel = Panel(application, center ?? CenterSession(on: machine))
            self.panel = panel
            ending.watch(panel, application)
            return panel
        }
    }
#endif
