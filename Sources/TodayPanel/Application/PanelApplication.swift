#if Panel
    internal import CGtk
    internal import Glibc

    /// One panel for each session: whoever is run second hands its request to the first.
    @MainActor final class PanelApplication {
        /// Its name on the bus, and what window managers call its window.
        static let identifier = "org.todaycenter.Panel"

        private let application: UnsafeMutablePointer<GtkApplication>
        private var panel: Panel?

        init() {
            application = gtk_application_new(Self.identifier, G_APPLICATION_HANDLES_COMMAND_LINE)
            Callback.connect(application, "command-line") { [weak self] arguments in
                guard let self, let line = arguments.object(1) else { return 1 }
                return self.take(OpaquePointer(line))
            }
        }

        isolated deinit { g_object_unref(application) }

        func run(_ arguments: [String]) -> Int32 {
            var strings: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
            defer { for string in strings { free(string) } }
            return gApplication { g_application_run($0, Int32(strings.count), &strings) }
        }

        private func gApplication<Result>(_ body: (UnsafeMutablePointer<GApplication>) -> Result) -> Result {
            body(UnsafeMutableRawPointer(application).assumingMemoryBound(to: GApplication.self))
        }

        /// Does what a run, this process's or a later one's, asks for. Returns that run's exit status.
        private func take(_ line: OpaquePointer) -> Int32 {
            let pointer = UnsafeMutableRawPointer(line).assumingMemoryBound(to: GApplicationCommandLine.self)
            var count: Int32 = 0
            let strings = g_application_command_line_get_arguments(pointer, &count)
            defer { g_strfreev(strings) }
            let arguments = (0..<Int(count)).compactMap { strings?[$0].map { String(cString: $0) } }
            switch PanelRequest(Array(arguments.dropFirst())) {
            case .help: cgtk_command_line_print(pointer, PanelRequest.helpText)
            case .refused(let reason):
                cgtk_command_line_print_error(pointer, "today-panel: \(reason)\n")
                return 64
            case .toggle:
                if let panel { panel.isShown ? panel.hide() : panel.show() } else { makePanel().show() }
            case .show: (panel ?? makePanel()).show()
            // What does not run is hidden.
            case .hide: panel?.hide()
            }
            return 0
        }

        private func makePanel() -> Panel {
            let panel = Panel(application)
            self.panel = panel
            return panel
        }
    }
#endif
