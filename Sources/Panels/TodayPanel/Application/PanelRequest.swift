#if Panel
    internal import DBus
    internal import TodayHost
    internal import TodayModel

    /// The request of a run of `today-panel`.
    enum PanelRequest: Equatable {
        case toggle, show, hide
        /// Runs without showing the panel, so that the desktop's key can open it.
        case background
        /// Shows the panel and keeps it while other windows have the focus.
        case pin
        /// Sets whether the panel starts with the session.
        case autostart(Bool)
        /// Sets preferences.
        case set([Preference])
        /// Prints how to bind a key to the panel.
        case shortcut
        /// Shows a file with content in a window of its own.
        case preview(PreviewRequest)
        case help, version
        /// The arguments aren't valid, with the reason.
        case refused(String)

        /// A preference with its new value.
        struct Preference: Equatable {
            var key: PanelPreferences.Key
            var text: String
        }

        /// Gives all controls the room that a finger needs, beside any other argument.
        static let touch = "--touch"

        /// Returns the machine that the arguments after the program's name name; nil for this one.
        static func machine(in arguments: [String]) -> CenterMachine? {
            separated(arguments).name.flatMap { try? CenterMachine($0) }
        }

        /// Returns the last value of `--host`, and the other arguments. A missing value is empty.
        private static func separated(_ arguments: [String]) -> (name: String?, others: [String]) {
            var (name, others, rest) = (String?.none, [String](), arguments[...])
            while let argument = rest.popFirst() {
                if [CenterMachine.option, "-H"].contains(argument) {
                    name = rest.popFirst() ?? ""
                } else if argument.utf8.starts(with: "\(CenterMachine.option)=".utf8) {
                    name = String(argument.utf8.dropFirst(CenterMachine.option.utf8.count + 1)) ?? ""
                } else {
                    others.append(argument)
                }
            }
            return (name, others)
        }

        /// Reads the arguments after the program's name.
        init(_ arguments: [String]) {
            let (name, others) = Self.separated(arguments)
            let request = PanelRequest(here: others)
            self = request
            guard let name else { return }
            do throws(InvalidNameError) { _ = try CenterMachine(name) } catch {
                self = .refused("\(CenterMachine.option): \(error) (see today-panel --help)")
                return
            }
            switch request {
            case .autostart, .set, .shortcut, .preview:
                self = .refused(
                    "\(CenterMachine.option) can be combined only with --show, --hide, --pin, --background and --touch "
                        + "(see today-panel --help)")
            case .toggle, .show, .hide, .pin, .background, .help, .version, .refused: break
            }
        }

        /// Reads arguments without `--host`.
        private init(here arguments: [String]) {
            let arguments = arguments.filter { $0 != Self.touch }
            if arguments.contains("--help") || arguments.contains("-h") {
                self = .help
                return
            }
            switch arguments {
            case []: self = .toggle
            case ["--show"]: self = .show
            case ["--hide"]: self = .hide
            case ["--pin"]: self = .pin
            case ["--background"]: self = .background
            case ["--autostart", "on"]: self = .autostart(true)
            case ["--autostart", "off"]: self = .autostart(false)
            case ["--version"]: self = .version
            case ["--shortcut"]: self = .shortcut
            case _ where Self.preference(arguments[0]) != nil: self = Self.preferences(arguments)
            case _ where arguments.contains(PreviewRequest.option):
                self =
                    PreviewRequest(arguments).map { .preview($0) }
                    ?? .refused(
                        "--preview needs a file, and can be combined only with --watch, --dark and --rtl (see today-panel --help)"
                    )
            case _ where arguments.first == "--autostart":
                self = .refused("--autostart needs 'on' or 'off' (see today-panel --help)")
            default:
                let known: Set = [
                    "--show", "--hide", "--pin", "--background", "--autostart", "--shortcut", "--version",
                ]
                let problem =
                    arguments.first { !known.contains($0) }.map { "unknown argument '\($0)'" }
                    ?? "use only one of \(arguments.joined(separator: ", "))"
                self = .refused("\(problem) (see today-panel --help)")
            }
        }

        private static func preference(_ option: String) -> PanelPreferences.Key? {
            PanelPreferences.Key.allCases.first { "--" + $0.rawValue.lowercased() == option }
        }

        /// Reads one or more options with a value each.
        private static func preferences(_ arguments: [String]) -> PanelRequest {
            var values: [Preference] = []
            var preferences = PanelPreferences()
            var rest = arguments[...]
            while let option = rest.popFirst() {
                guard let key = preference(option) else {
                    return .refused(
                        "\(option.quoted) can't be combined with \(arguments[0]) (see today-panel --help)")
                }
                guard let text = rest.popFirst() else {
                    return .refused("\(option) needs a value (see today-panel --help)")
                }
                do throws(Fault) { try preferences.set(key, text) } catch {
                    return .refused("\(option): \(error.message)")
                }
                values.append(Preference(key: key, text: preferences[key]))
            }
            return .set(values)
        }

        static let shortcutText =
            "To show and hide Today with Super+T, add one of these lines:\n\n"
            + ShortcutHint.all.map { "\($0.desktop), in \($0.file):\n  \($0.line)\n" }.joined(separator: "\n")

        static let versionText = "today-panel \(TodayVersion.string)\n"

        static let helpText = """
            USAGE: today-panel [--show | --hide | --pin | --background | --autostart on|off | --shortcut |
                    --version] [--touch]
                   today-panel --host HOST [--show | --hide | --pin | --background] [--touch]
                   today-panel [--side left|right|automatic] [--width <pixels>|automatic]
                               [--monitor <name>|automatic] [--columns <number>|automatic]
                   today-panel --preview FILE [--watch] [--dark] [--rtl]

            Shows Today, the widgets of your apps, as a column at the edge of the screen.
            Running it again hides the panel, so you can bind it to a key or put it into a
            menu.

              --show     show the panel
              --hide     hide the panel; does nothing if it isn't running
              --pin      show the panel and pin it: it stays open when another window gets
                         the focus, until you unpin it at the bottom of the panel
              --background
                         run without showing the panel, so that a desktop shortcut can open it
              --autostart on|off
                         start and show the panel at login (default: off)
              --shortcut print the lines that bind a key to the panel in five window managers
              --side left|right|automatic
                         set the edge of the screen; automatic is the right edge, or the left
                         one in a right-to-left language
              --width <pixels>|automatic
                         set the width of the panel at the default text size, 280 to 1600;
                         automatic is 380 per column
              --monitor <name>|automatic
                         set the monitor, such as DP-1; automatic is the one with the pointer
              --columns <number>|automatic
                         set the columns of cards, 1 to 4; automatic is as many as fit
              --host HOST, -H HOST
                         show Today of another machine over ssh, such as user@nas or nas:2222,
                         in its own panel; links open here; see todayctl(1)
              --preview FILE
                         show the content in a file in its own window, compact and expanded,
                         and print faults and taps
              --watch    with --preview, show changes of the file
              --dark     with --preview, start with dark colors
              --rtl      with --preview, start with a right-to-left layout
              --touch    make all controls large enough for a finger, as after a touch; can be
                         combined with other options
              --version  print the version
              -h, --help print this help

            KEYS
              Up, Down, Home, End   move the focus between cards
              Alt+Up, Alt+Down      move the widget
              Tab                   move the focus to the next control
              Space, Return         activate the control
              Menu, Shift+F10       open the menu of the widget
              F5, Ctrl+R            refresh the card with the focus, or all if none has it
              Ctrl+C                copy the text of the card
              Delete                remove the widget
              Ctrl+Z                undo the last removal, for 10 seconds
              Escape                cancel a drag, leave the page, or hide the panel

            EXIT STATUS
              0   success; also after SIGTERM, SIGINT or SIGHUP
              1   this build doesn't include the panel, because it was built without GTK; GTK
                  lost the Wayland compositor; or the output or a file can't be written
              64  invalid command line
              69  can't connect to a display or the session bus, or lost the connection

            Each session has one panel, and one for each other machine; a second run passes
            its request to the first. If a machine can't be reached, its panel says why, keeps
            the last content and connects again. ssh can't ask for a password there. The
            widgets come from the service todayd, which the session bus starts.

            $XDG_STATE_HOME/todaycenter/panel-seen lists the widgets that you have seen. If
            the file panel-pinned exists next to it, the panel is pinned. The preferences are
            in $XDG_CONFIG_HOME/todaycenter/panel.conf; changes apply at once.

            """
    }
#endif
