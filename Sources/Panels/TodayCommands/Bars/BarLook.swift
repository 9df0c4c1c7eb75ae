internal import ArgumentParser
internal import DBus
internal import TodayHost
internal import TodayModel

/// The parts of a widget that a bar shows, as the user wants them.
struct BarLook: Hashable {
    /// Whether a symbol for the icon precedes each widget.
    var showsIcons = false
    /// Whether the name precedes the text of each widget.
    var showsNames = false
    /// The text between two widgets.
    var separator = "  "
    /// The most characters of a widget's text, at least 1; nil for no limit. Icon, name and count don't count.
    var maxLength: Int?
    /// The widgets to show; nil for all.
    var selection: BarSelection?
    /// Whether one symbol with a count replaces the widgets.
    var isSummary = false

    /// Returns the text of a widget.
    ///
    /// - Parameter line: The first line of its content; may be empty.
    func text(_ line: String, name: String, symbol: String?, badge: CardBadge?) -> String {
        var words = line.isEmpty ? name : line
        if let maxLength { words = words.cut(toCharacters: maxLength) }
        if showsNames, words != name { words = "\(name): \(words)" }
        // A name begins with its letter.
        let initial = showsNames || line.isEmpty ? nil : name.first?.uppercased()
        let mark = showsIcons ? symbol ?? initial : nil
        return [mark, words, badge?.text].compactMap(\.self).joined(separator: " ")
    }

    /// Returns the items that the bar shows: those of the selection, or one for all of them.
    func shown(_ items: [BarItem]) -> [BarItem] {
        let chosen = selection.map { selection in items.filter(selection.contains) } ?? items
        if !isSummary { return chosen }
        return [BarItem(summaryOf: chosen, count: selection == nil ? chosen.count { $0.badge != nil } : chosen.count)]
    }
}

/// The widgets that a bar is limited to.
struct BarSelection: OptionSet, Hashable {
    let rawValue: Int

    /// Those that ask for attention.
    static let attention = BarSelection(rawValue: 1)
    /// Those whose last update failed, or whose program can't run.
    static let failed = BarSelection(rawValue: 2)

    func contains(_ item: BarItem) -> Bool {
        contains(.attention) && item.badge != nil || contains(.failed) && item.state.isFault
    }
}

extension BarSelection: ExpressibleByArgument {
    private static let words: KeyValuePairs<String, BarSelection> = ["attention": .attention, "failed": .failed]

    /// Reads `attention`, `failed` or both, with a comma between them.
    init?(argument: String) {
        self = []
        for word in argument.split(at: ",", omittingEmptySubsequences: false) {
            guard let choice = Self.words.first(where: { $0.key == word })?.value else { return nil }
            insert(choice)
        }
    }

    static var allValueStrings: [String] { words.map(\.key) }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings + ["attention,failed"]) }
}

/// The options for a ``BarLook``.
struct BarLookOptions: ParsableArguments {
    @Flag(help: "Show each widget's icon as a symbol before its text.")
    var icons = false

    @Flag(help: "Show each widget's name before its text.")
    var names = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Separate widgets with this text, such as ' · '. (default: two spaces)", valueName: "text"))
    var separator: String?

    @Option(help: ArgumentHelp("Cut the text of a widget to this many characters.", valueName: "count"))
    var maxLength: Int?

    @Option(
        help: ArgumentHelp(
            "Show only widgets that ask for attention or have failed.", valueName: "attention|failed"))
    var only: BarSelection?

    @Flag(
        help:
            "Show one symbol with the number of widgets that ask for attention or match --only, and all of Today as the tooltip."
    )
    var summary = false

    func validate() throws {
        if let maxLength, maxLength < 1 { throw ValidationError("--max-length is \(maxLength); the minimum is 1") }
    }

    /// Returns the name of an option that has no effect in a format; nil if all given ones have.
    func useless(in format: BarFormat) -> String? {
        if separator != nil, [.i3bar, .json, .panel].contains(format) { return "--separator" }
        if summary, format == .json { return "--summary" }
        let given = [
            ("--icons", icons), ("--names", names), ("--max-length", maxLength != nil), ("--only", only != nil),
            ("--summary", summary),
        ]
        return format == .panel ? given.first(where: \.1)?.0 : nil
    }

    var look: BarLook {
        BarLook(
            showsIcons: icons, showsNames: names, separator: separator ?? "  ", maxLength: maxLength, selection: only,
            isSummary: summary)
    }
}
