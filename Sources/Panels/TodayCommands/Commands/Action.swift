internal import ArgumentParser
internal import DBus
internal import TodayHost
internal import TodayModel

/// `todayctl action`.
struct Action: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reports a tap on a part of a widget, as a panel does.",
        discussion: """
            It ends when the widget has done it and its changes are shown; after 20 seconds, or when the widget \
            refuses, it fails. The names of actions are in the content ('todayctl show --json'); \
            today.refresh is the center's and works for every widget, as does today.toggle-display-mode for one \
            that may be expanded.

            A parameter that is a number, true or false, or that begins with {, [ or a quotation mark is JSON; any \
            other is text. With --type it is of that D-Bus type, such as s, u, d or as. A checkbox and a toggle take \
            true or false, a slider a number of type d, an entry a text of type s.

            EXAMPLES
              todayctl action org.example.Timer start
              todayctl action org.example.List check true
              todayctl action org.example.List open 12 --type s
              todayctl action org.example.Sound volume 0.5 --type d
            """)

    @OptionGroup var widget: IdentifierArgument

    @ArgumentParser.Argument(help: "The action's name.", completion: .knownActions)
    var name: String

    @ArgumentParser.Argument(help: "What goes with it: JSON or text.")
    var parameter: String?

    @Option(
        help: ArgumentHelp("The D-Bus type of the parameter.", valueName: "signature"),
        transform: { try TypedText.type($0) })
    var type: Signature?

    @Option(help: ArgumentHelp("Lets a program that opens come to the front.", valueName: "token"))
    var activationToken: String?

    @Option(help: ArgumentHelp("The same on X11: the id of the startup notification.", valueName: "id"))
    var desktopStartupId: String?

    @Option(help: ArgumentHelp("The id of the node that was tapped.", valueName: "id"))
    var node: String?

    @Option(help: ArgumentHelp("The revision of the content that was tapped.", valueName: "number"))
    var revision: UInt64?

    func validate() throws {
        if type != nil, parameter == nil { throw ValidationError("--type needs a parameter") }
        do throws(Fault) { _ = try value() } catch { throw ValidationError("parameter: \(error)") }
    }

    func run() async throws {
        let (value, data) = (try value(), platformData)
        let (identifier, name) = (widget.identifier, name)
        let center = CenterClient(try await Connection.open(.session))
        try await Progress.shown("\(name.printable) …") {
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
