internal import ArgumentParser
internal import DBus
internal import TodayModel

/// The widget that a command is about.
struct IdentifierArgument: ParsableArguments {
    @ArgumentParser.Argument(
        help: ArgumentHelp("The widget, such as org.example.UsedSpace.", valueName: "identifier"),
        completion: .knownWidgets, transform: { try WidgetIdentifier($0) })
    var identifier: WidgetIdentifier
}

extension CompletionKind {
    /// The identifiers of the widgets that a running center knows. Completion doesn't start a center.
    static var knownWidgets: CompletionKind {
        .custom { _, _, prefix in
            guard let connection = try? await Connection.openForCompletion(),
                (try? await connection.owner(of: TodayBus.name)) != nil,
                let widgets = try? await CenterClient(connection).widgets()
            else { return [] }
            return widgets.values.compactMap { properties in
                guard case .string(let name)? = properties[WidgetMember.identifier.rawValue] else { return nil }
                return name.hasPrefix(prefix) ? name : nil
            }.sorted()
        }
    }
}
