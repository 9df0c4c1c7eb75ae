#if Panel
    internal import TodayModel

    /// The request of a run of `today-panel`.
    enum PanelRequest: Equatable {
        case toggle, show, hide
        /// Shows the panel and keeps it while other windows have the focus.
        case pin
        /// Sets whether the panel starts with the session.
        case autostart(Bool)
        case help, version
        /// The arguments aren't valid, with the reason.
        case refused(String)

        /// Gives all controls the room that a finger needs, beside any other argument.
        static let touch = "--touch"

        /// Reads the arguments after the program's name.
        init(_ arguments: [String]) {
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
            case ["--autostart", "on"]: self = .autostart(true)
            case ["--autostart", "off"]: self = .autostart(false)
            case ["--version"]: self = .version
            case _ where arguments.first == "--autostart":
                self = .refused("--autostart takes 'on' or 'off' (see today-panel --help)")
            default:
                let known: Set = ["--show", "--hide", "--pin", "--autostart", "--version"]
                let problem =
                    arguments.first { !known.contains($0) }.map { "unknown argument '\($0)'" }
                    ?? "only one of \(arguments.joined(separator: ", ")) can be given"
                self = .refused("\(problem) (see today-panel --help)")
            }
        }

        static let versionText = "today-panel \(TodayVersion.string)\n"

        static let helpText = """
            USAGE: today-panel [--show | --hide | --pin | --autostart on|off | --version]
                               [--touch]

            Shows Today, the widgets of your apps, as a column at the edge of the screen.
            Run again, it hides it: bind it to a key or put it into a menu.

              --show     show it, also when it is shown already
              --hide     hide it; a panel that does not run is hidden
              --pin      show it, and keep it there while another window has the focus, from
                         now on; the pin at the bottom of the panel says so, and takes it back
              --autostart on|off
                         whether it is started and shown with the session, as it is not
                         until then
              --touch    make all controls large enough for a finger, as they are after a
                         touch; may stand beside another option
              --version  print the version
              -h, --help print this

            KEYS
              Up, Down, Home, End   from card to card
              ... with Alt          in the edit view, move a widget
              Tab                   from control to control
              Space, Return         press it
              F5, Ctrl+R            update the card with the focus, or all when none has it
              Delete                in the edit view, remove a widget
              Escape                take back a drag, leave the edit view, or hide the panel

            EXIT STATUS
              0   done, also after SIGTERM, SIGINT or SIGHUP
              1   this build has no panel, as it was made without GTK; GTK has lost the
                  Wayland compositor; or the output, or a file, cannot be written
              64  the arguments make no sense
              69  there is no display to show it on, or it or the session bus has gone away

            There is one panel for each session; a second run hands its request to the
            first. The widgets come from the service todayd, which the session bus starts.
            Which widgets were seen already is kept in
            $XDG_STATE_HOME/todaycenter/panel-seen, and whether it is pinned by a file
            panel-pinned beside it.

            """
    }
#endif
