internal import ArgumentParser
internal import DBus
internal import TodayHost
internal import TodayModel

/// `todayctl action`.
struct Action: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Invokes an action of a widget, like a tap in a panel.",
        discussion: """
            The content lists the actions; to see it, run 'todayctl show --json'. The center itself handles \
            today.refresh for every widget, and today.toggle-display-mode for widgets that can be expanded.

            The command ends when the app has handled the action and its changes are visible. It fails if the app \
            refuses the action or doesn't answer within 20 seconds.

            A parameter that is a number, true or false, or that begins with {, [ or a quotation mark, is read as \
            JSON. Any other parameter is text. --type sets the D-Bus type of the parameter, such as s, u, d or as. A \
            checkbox or toggle takes true or false, a slider takes a number of type d, and an entry takes text of type \
            s.

            EXAMPLES
              todayctl action org.example.Timer start
              todayctl action org.example.List check true
              todayctl action org.example.List open 12 --type s
              todayctl action org.example.Sound volume 0.5 --type d
            """)

    @OptionGroup var widget: IdentifierArgument

    @ArgumentParser.Argument(help: "The name of the action.", completion: .knownActions)
    var name: String

    @ArgumentParser.Argument(help: "The parameter: JSON or text.")
    var parameter: String?

    @Option(
        help: ArgumentHelp("Set the D-Bus type of the parameter.", valueName: "signature"),
        transform: { try TypedText.type($0) })
    var type: Signature?

    @Option(help: ArgumentHelp("Pass an activation token, so that a new window gets the focus.", valueName: "token"))
    var activationToken: String?

    @Option(help: ArgumentHelp("Pass the startup notification id, for X11.", valueName: "id"))
    var desktopStartupId: String?

    @Option(help: ArgumentHelp("Pass the id of the tapped node (part of the content).", valueName: "id"))
    var node: String?

    @Option(help: ArgumentHelp("Pass the revision of the tapped content.", valueName: "number"))
    var revision: UInt64?

    func validate() throws {
        if type != nil, parameter == nil { throw ValidationError("--type needs a parameter") }
        do throws(Fault) { _ = try value() } catch { throw ValidationError("parameter: \(error)") }
    }

    func run() async throws {
        let (value, data) = (try value(), platformData)
        let (identifier, name) = (widget.identifier, name)
        let center = CenterClient(try await Connection.openToCenter())
        try await Progress.shown("\(name.printable)…") {
            try await center.invokeAction(name, of: identifier, parameter: value, platformData: data)
        }
        await center.warnOfStateTrouble()
    }

    private func value() throws(Fault) -> DBusValue? {
        guard let parameter else { return nil }
        return if let type { try TypedText.value(parameter, as: type) } else { try TypedText.value(parameter) }
    }

    private var platformData: [String: DBusValue] {
        var data: [String: DBusValue] = [:]
        data["activation-token"] = activationToken.map { .string($0) }
        data["desktop-startup-id"] = desktopStartupId.map { .string($0) }
        data["node"] = node.map { .string($0) }
        data["revision"] = revision.map { .uint64($0) }
        return data
    }
}

extension CompletionKind {
    /// The actions in the content of the widget that the words before them name, and the actions of the center.
    fileprivate static var knownActions: CompletionKind {
        .custom { words, _, prefix in
            guard let widget = await namedWidget(in: words) else { return [] }
            let own = Set(widget.content.actionsForPrograms.map(\.name)).sorted()
            return (own + CenterAction.allCases.map(\.rawValue)).filter { $0.hasPrefix(prefix) }
        }
    }
}
