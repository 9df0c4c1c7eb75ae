internal import ArgumentParser
internal import TodayHost
internal import TodayModel

/// The place of a widget in the arrangement; at most one of the options.
struct PlaceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Use the position before this widget.", valueName: "identifier"), completion: .knownWidgets,
        transform: { try WidgetIdentifier($0) })
    var before: WidgetIdentifier?

    @Option(
        help: ArgumentHelp("Use the position after this widget.", valueName: "identifier"), completion: .knownWidgets,
        transform: { try WidgetIdentifier($0) })
    var after: WidgetIdentifier?

    @Option(help: ArgumentHelp("Use this position; 1 is the first.", valueName: "number"))
    var to: Int?

    func validate() throws {
        let count = [before != nil, after != nil, to != nil].count { $0 }
        if count > 1 { throw ValidationError("use only one of --before, --after and --to") }
        if let to, to < 1 { throw ValidationError("--to is \(to); the first position is 1") }
    }

    var place: Arrangement.Place? {
        if let before { return .before(before) }
        if let after { return .after(after) }
        return to.map { .number($0) }
    }
}
