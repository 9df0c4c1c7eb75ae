internal import ArgumentParser
internal import DBus
internal import TodayHost
internal import TodayManifests
internal import TodayModel

/// The keys of a change other than the content, as options of `push` and `register`.
struct ChangeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Show (true) or hide (false) the widget.", valueName: "true|false"),
        completion: .booleans,
        transform: { try Bool(argument: $0) })
    var hasContent: Bool?

    @Option(
        help: ArgumentHelp("Set the display mode.", valueName: "compact|expanded"), completion: .displayModes,
        transform: { try DisplayMode(argument: $0) })
    var displayMode: DisplayMode?

    @Option(
        help: ArgumentHelp("Set the largest display mode that the user may choose.", valueName: "compact|expanded"),
        completion: .displayModes, transform: { try DisplayMode(argument: $0) })
    var largestDisplayMode: DisplayMode?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Set the preferred height when expanded, in points.", valueName: "height"))
    var preferredHeight: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Set the margins: top,left,bottom,right. If a value is negative, the panel chooses that margin.",
            valueName: "sides"))
    var margins: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            Set the time of the next update: 90s, 15min, 2h, 1d or +300 (seconds) from now; a date such as \
            2027-01-31T08:30, local or with Z or +01:00; now; never; or microseconds since 1970.
            """,
            valueName: "time"))
    var nextUpdate: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Show an error below the content; an empty text removes it.", valueName: "text"))
    var error: String?

    @Option(
        help: ArgumentHelp(
            "Set the kind of the error: app shows its text as it is; unreachable is for a device that can't be reached.",
            valueName: "app|unreachable"),
        completion: .list(ErrorKind.reportable.map(\.rawValue)))
    var errorKind: String?

    @Option(
        help: ArgumentHelp("Set how strongly the widget asks for attention.", valueName: "none|badge|alert"),
        completion: .list(WidgetAttention.allCases.map(\.rawValue)), transform: { try WidgetAttention(argument: $0) })
    var attention: WidgetAttention?

    @Option(help: ArgumentHelp("Set the count next to the name; 0 removes it.", valueName: "number"))
    var badge: UInt32?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Set the time of the content, if it isn't now: a date such as 2027-01-31T08:30, microseconds since 1970, or never.",
            valueName: "time"))
    var updatedAt: String?

    func validate() throws {
        do throws(Fault) { _ = try dictionary() } catch { throw ValidationError("\(error)") }
    }

    /// Returns the given keys in their D-Bus form.
    ///
    /// - Throws: ``Fault`` that names the key and the value.
    func dictionary(now: Timestamp = WallClock.now) throws(Fault) -> [String: DBusValue] {
        var values: [String: DBusValue] = [:]
        values["HasContent"] = hasContent.map { .boolean($0) }
        values["DisplayMode"] = displayMode.map { .string($0.rawValue) }
        values["LargestDisplayMode"] = largestDisplayMode.map { .string($0.rawValue) }
        if let preferredHeight {
            values["PreferredContentSize"] = try Manifest.value(of: "PreferredHeight", written: preferredHeight)
        }
        if let margins { values["MarginInsets"] = try Self.insets(margins) }
        if let nextUpdate {
            values["NextUpdate"] = .uint64(try MomentText.moment(nextUpdate, of: "NextUpdate", now: now).microseconds)
        }
        values["Error"] = error.map { .string($0) }
        values["ErrorKind"] = errorKind.map { .string($0) }
        values["Attention"] = attention.map { .string($0.rawValue) }
        values["Badge"] = badge.map { .uint32($0) }
        if let updatedAt {
            values["UpdatedAt"] = .uint64(
                try MomentText.moment(updatedAt, of: "UpdatedAt", now: now, isPast: true).microseconds)
        }
        return values
    }

    private static func insets(_ text: String) throws(Fault) -> DBusValue {
        do { return try Manifest.value(of: "MarginInsets", written: text.escaping { $0 == "," ? ";" : nil }) } catch {
            // The message quotes the text as the user wrote it.
            throw Fault(path: error.path, message: error.message.escaping { $0 == ";" ? "," : nil })
        }
    }
}

extension DisplayMode {
    /// Reads a word of the command line.
    init(argument word: String) throws {
        guard let mode = DisplayMode(rawValue: word) else {
            throw ValidationError("use compact or expanded")
        }
        self = mode
    }
}

extension WidgetAttention {
    /// Reads a word of the command line.
    init(argument word: String) throws {
        guard let attention = WidgetAttention(rawValue: word) else {
            throw ValidationError("use none, badge or alert")
        }
        self = attention
    }
}

extension Bool {
    /// Reads a word of the command line.
    init(argument word: String) throws {
        guard let flag = Bool(word) else { throw ValidationError("use true or false") }
        self = flag
    }
}

extension CompletionKind {
    static var booleans: CompletionKind { .list(["true", "false"]) }
    static var displayModes: CompletionKind { .list(DisplayMode.allCases.map(\.rawValue)) }
}
