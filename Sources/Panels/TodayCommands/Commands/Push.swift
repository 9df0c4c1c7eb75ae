internal import ArgumentParser
internal import DBus
internal import TodayModel

/// `todayctl push`.
struct Push: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Gives a widget new content or other changes and prints its revision.",
        discussion: """
            --text, --progress and --image are content without JSON. Several of them are stacked: first the picture, \
            last the progress bar.

            Otherwise, the content is a tree in its JSON form (see todaycenter-content(7)); {} is empty content. \
            @FILE reads it from a file, - from standard input. Its kinds are \
            \(ContentKind.allCases.map(\.rawValue).joined(separator: ", ")). 'todayctl lint' reports which \
            attributes they have, and 'todayctl show --json' prints the content of another widget. Invalid content \
            is refused with the path of the fault. Warnings about ignored parts go to standard error ('todayctl \
            lint' prints them beforehand). So do warnings about actions of a widget that has no program. The \
            revision rises when the content changes.

            The options change everything but the content; omitted values stay as they are. --changes takes \
            everything as one JSON object, with the keys of the method UpdateWidget: Content, HasContent, \
            PreferredContentSize [w,h], LargestDisplayMode, DisplayMode, MarginInsets [top,left,bottom,right], \
            NextUpdate, Error, ErrorKind, Attention, Badge, UpdatedAt. Either all of it is applied, or nothing.

            After \(Limits.pushBurst) pushes at once, each further push of a widget waits for its turn: \
            \(Limits.pushPerSecondViewing) a second while a panel is visible, otherwise \
            \(Limits.pushPerSecondHidden) ('todayctl limits').

            With --json, it prints an object with Revision.

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
        help: ArgumentHelp("A file with the content; - is standard input.", valueName: "path"), completion: .file())
    var file: String?

    @Option(help: ArgumentHelp("All changes as one JSON object, @FILE, or - for standard input.", valueName: "json"))
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
            throw ValidationError("standard input can be read once only")
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
        let center = CenterClient(try await Connection.open(.session))
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
        throw CommandFailure(.failed, "the content isn't a JSON object; a text is \(node.json()), or --text")
    }
}
