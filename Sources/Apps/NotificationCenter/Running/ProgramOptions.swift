/// The parsed command line of a widget.
struct ProgramOptions: Equatable {
    /// The task of the program.
    enum Task: Equatable {
        /// Provide the widget on the session bus.
        case provide
        /// Update once, and print the content.
        case print(Form)
        case help
    }

    /// The output format of content.
    enum Form { case text, json }

    var task = Task.provide
    var displayMode = NCWidgetDisplayMode.compact

    /// The reason why a command line is refused.
    struct UsageError: Error { let message: String }

    /// - Parameter arguments: The arguments without the name of the program.
    init(_ arguments: some Sequence<String>) throws(UsageError) {
        for argument in arguments {
            switch argument {
            case "--help", "-h": task = .help
            case "--print": task = .print(.text)
            case "--json": task = .print(.json)
            case "--expanded": displayMode = .expanded
            default: throw UsageError(message: "unknown argument \(argument.debugDescription)")
            }
        }
    }

    static func help(program: String) -> String {
        """
        Usage: \(program) [--print | --json] [--expanded]

        A widget for the Today view. Without options, the program provides its content on the
        session bus until the center or a signal ends it. The center starts it this way and
        sets TODAYCENTER_WIDGET to the identifier of the widget.

          --print     update once and print the content as plain text
          --json      update once and print the content as JSON
          --expanded  with --print and --json, use the expanded display mode
          -h, --help  print this help
        """
    }
}
