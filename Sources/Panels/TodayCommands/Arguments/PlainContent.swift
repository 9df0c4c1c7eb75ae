internal import ArgumentParser
internal import DBus
internal import TodayHost
internal import TodayModel

/// Content without JSON: a picture, texts and a progress, from top to bottom.
struct PlainContent: ParsableArguments {
    @Option(
        name: .customLong("text"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Show a text; - is standard input. May be repeated.", valueName: "text"))
    var texts: [String] = []

    @Option(help: ArgumentHelp("Show a progress bar: 0…1, or a percentage such as 40%.", valueName: "share"))
    var progress: String?

    @Option(
        help: ArgumentHelp(
            "Show a picture: a PNG file up to 512 × 512. Plain text shows the file name instead.", valueName: "path"),
        completion: .file(extensions: ["png"]))
    var image: String?

    var isEmpty: Bool { texts.isEmpty && progress == nil && image == nil }

    func validate() throws { _ = try share() }

    /// Returns the part of the whole that the bar shows.
    private func share() throws -> Double? {
        guard let progress else { return nil }
        let number = progress.hasSuffix("%") ? Double(progress.dropLast()).map { $0 / 100 } : Double(progress)
        guard let number, (0...1).contains(number) else {
            let forms = "0…1, such as 0.4, or 0%…100%, such as 40%"
            throw ValidationError("--progress: \(progress.printable) is outside \(forms)")
        }
        return number
    }

    /// Returns the content, or nil if none is given.
    ///
    /// - Throws: ``CommandFailure`` for a file that can't be read.
    func content() throws -> Content? {
        var nodes: [Content] = []
        if let image {
            let name = image.split(at: "/").last.map(String.init) ?? image
            let data = DBusValue.bytes(try InputText.bytes(ofFile: image))
            nodes.append(Content(kind: .image, [.data: data, .description: .string(name)]))
        }
        for text in texts {
            let text = text == "-" ? try InputText.file(text).withoutLastLineFeed : text
            nodes.append(Content(kind: .text, [.text: .string(text)]))
        }
        if let share = try share() { nodes.append(Content(kind: .progress, [.value: .double(share)])) }
        return nodes.count > 1 ? Content(kind: .column, children: nodes) : nodes.first
    }
}

extension String {
    /// The output of a command without its last line feeds, as `$(…)` of a shell returns it.
    var withoutLastLineFeed: String {
        String(String.UnicodeScalarView(unicodeScalars.reversed().drop { $0 == "\n" }.reversed()))
    }
}
