internal import ArgumentParser
internal import DBus
internal import TodayModel

/// `todayctl push`.
struct Push: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Changes the content or other properties of a widget.",
        discussion: """
            To push content without JSON, use --text, --progress and --image. If you use several, the widget shows the \
            picture first, then the texts, then the progress bar.

            Otherwise, the content is JSON as in todaycenter-content(7); {} is empty content. @FILE reads it from a \
            file, and - reads it from standard input. The kinds of content are \
            \(ContentKind.allCases.map(\.rawValue).joined(separator: ", ")). 'todayctl show --json' prints the \
            content of another widget as an example.

            The center refuses invalid content, and the command prints the path of the error in the content. It also \
            warns about ignored parts, and about actions if the widget has no program to handle them. To check content \
            before you push it, use 'todayctl lint'.

            The options in CHANGES set other properties of the widget. Properties that you leave out stay as they are. \
            --changes takes all changes as one JSON object with keys of the method UpdateWidget in todaycenter-bus(7): \
            Content, HasContent, PreferredContentSize [w,h], LargestDisplayMode, DisplayMode, MarginInsets \
            [top,left,bottom,right], NextUpdate, Error, ErrorKind, Attention, Badge, UpdatedAt. The center makes all \
            of the changes or none.

            You can push to a widget \(Limits.pushBurst) times in a row. After that, each push waits, at a rate of \
            \(Limits.pushPerSecondViewing) per second while a panel is visible, otherwise \
            \(Limits.pushPerSecondHidden); see 'todayctl limits'.

            The command prints the revision of the widget, which increases when the content changes. --json prints an \
            object with Revision.

            EXAMPLES
              todayctl register org.example.Note --name Note
              todayctl push org.example.Note --text 'Buy milk'
              df -h | todayctl push org.example.Disk --text - --progress 0.63
              todayctl push org.example.Note '{"kind":"chart","values":[1,5,3]}'
              todayctl push org.example.Note @note.json --next-update 2h
              todayctl push org.example.Note --error 'the shop is closed'
              todayctl push org.example.Note --badge 3
              todayctl push org.example.Note --changes '{"HasContent":false}'
            """)

    @OptionGroup var widget: IdentifierArgument

    @ArgumentParser.Argument(help: "The content: JSON, @FILE, or - for standard input.")
    var content: String?

    @Option(
        help: ArgumentHelp("Read the content from a file; - is standard input.", valueName: "path"), completion: .file()
    )
    var file: String?

    @Option(
        help: ArgumentHelp("Make all changes in this JSON object, @FILE, or - for standard input.", valueName: "json"))
    var changes: String?

    @OptionGroup(title: "Content without JSON") var plain: PlainContent

    @OptionGroup(title: "Changes") var options: ChangeOptions

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        if content != nil, file != nil { throw ValidationError("give either the content or --file, not both") }
        if content != nil || file != nil, !plain.isEmpty {
            throw ValidationError("give either JSON or --text, --progress and --image, not both")
        }
        if ([content, file, changes] + plain.texts).count(where: { $0 == "-" }) > 1 {
            throw ValidationError("standard input can be read only once")
        }
        if !hasContent, changes == nil, try options.dictionary().isEmpty {
            throw ValidationError("nothing to push: give the content, --changes or another option")
        }
    }

    private var hasContent: Bool { content != nil || file != nil || !plain.isEmpty }

    func run() async throws {
        var dictionary = try changes.map { try ChangesText.dictionary(InputText.read($0)) } ?? [:]
        if hasContent, dictionary["Content"] != nil {
            throw CommandFailure(
                .usage, "give either the content or a Content in --changes, not both (see todayctl push --help)"
            )
        }
        dictionary.merge(try options.dictionary()) { $1 }
        let text = try file.map { try InputText.file($0) } ?? content.map { try InputText.read($0) }
        if let text { dictionary["Content"] = .string(try Self.checked(text)) }
        if let content = try plain.content() { dictionary["Content"] = .string(content.json()) }
        try ContentCheck.warn(ContentCheck.findings(dictionary))
        let center = CenterClient(try await Connection.openToCenter())
        let unanswered = ContentCheck.unansweredActions(dictionary)
        if !unanswered.isEmpty, await !center.programless(among: [widget.identifier]).isEmpty {
            try ContentCheck.warn(unanswered)
        }
        let revision = try await widget.ask(advice: "'todayctl register' adds one") {
            try await center.updateWidget($0, dictionary)
        }
        try Output.standard.print(
            json ? JSON.object([.init("Revision", .unsigned(revision))]).pretty : "\(revision)")
        await center.warnOfStateTrouble()
    }

    /// - Throws: ``CommandFailure`` if the text isn't a JSON object. It proposes the content that was likely meant.
    private static func checked(_ text: String) throws -> String {
        guard let first = text.first(where: { !$0.isWhitespace }), first != "{", first != "[" else { return text }
        let line = text.prefix { !$0.isNewline }
        let excerpt = line.count > 40 ? line.prefix(40) + "…" : line
        let node = Content(kind: "text", attributes: ["text": .string(String(excerpt))])
        throw CommandFailure(.failed, "the content isn't a JSON object; for text, use \(node.json()) or --text")
    }
}
