#if Panel
    /// What a run of `today-panel` asks of the panel.
    enum PanelRequest: Equatable {
        case toggle, show, hide
        case help
        /// The arguments make no sense, with the reason.
        case refused(String)

        /// Reads the arguments after the program's name.
        init(_ arguments: [String]) {
            switch arguments {
            case []: self = .toggle
            case ["--show"]: self = .show
            case ["--hide"]: self = .hide
            case let some where some.contains("--help") || some.contains("-h"): self = .help
            default: self = .refused("it takes one of --show, --hide and --help, or nothing")
            }
        }

        static let helpText = """
            USAGE: today-panel [--show | --hide]

            Shows the Today view at the edge of the screen. Run again, it hides it.

              --show  show it, also when it is shown already
              --hide  hide it

            """
    }
#endif
