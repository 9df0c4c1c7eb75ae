package import TodayModel

/// The parsed output of a script: rows in the same form for all formats, or a tree of its own.
package struct ScriptOutput: Hashable, Sendable {
    package var format: ScriptFormat
    /// The lines of the header.
    package var headline: [ScriptRow] = []
    package var body: [ScriptRow] = []
    /// The number of rows beyond those that are kept.
    package var omitted = 0
    /// The tree of the format `today`.
    package var content: Content?
    /// The reason why it can't be shown; nil if it can.
    package var failure: String?
    /// The parts without effect.
    package var notes: [ScriptNote] = []

    package init(format: ScriptFormat) { self.format = format }

    /// The maximum output of one run that is read.
    package static let bytes = 256 << 10

    /// Reads the output of a script.
    ///
    /// - Parameters:
    ///   - printed: Any bytes; invalid UTF-8 is replaced.
    ///   - exitCode: The exit code of the run, which has a meaning in i3blocks; see
    ///     ``failure(exitCode:standardError:)``.
    package init(reading printed: [UInt8], header: ScriptHeader = ScriptHeader(), exitCode: Int32 = 0) {
        let text = String(decoding: printed.prefix(Self.bytes), as: UTF8.self)
        let format = header.format ?? ScriptFormat.recognized(text, header: header)
        switch format {
        case .xbar: self = MenuReader.read(text)
        case .waybar: self = WaybarReader.read(text, module: header.waybar ?? WaybarModule())
        case .i3blocks: self = I3BlocksReader.read(text, isUrgent: exitCode == Self.urgent)
        case .text:
            self = PlainTextReader.read(text, isUrgent: exitCode == Self.urgent)
            if header.format == nil { failure = JSONOutput.fault(of: text) }
        case .today: self = Self.tree(text)
        }
        if printed.count > Self.bytes {
            notes.append(ScriptNote(.output, "only the first \(Self.bytes >> 10) KiB are read"))
        }
        if String(validating: printed.prefix(Self.bytes), as: UTF8.self) == nil, printed.count <= Self.bytes {
            notes.append(ScriptNote(.output, "invalid UTF-8 is shown as \u{FFFD}"))
        }
    }

    /// Whether nothing is shown, so that the widget is hidden.
    package var isEmpty: Bool {
        failure == nil && headline.isEmpty && body.isEmpty && (content?.isEmpty ?? true)
    }

    /// The exit code with which an i3blocks block marks itself as urgent.
    private static let urgent: Int32 = 33

    /// Returns why a run failed, based on how it ended; nil if it succeeded. The reason is the last line of its
    /// standard error.
    ///
    /// - Parameter exitCode: The exit code; 128 plus the signal number if a signal ended the run.
    package func failure(exitCode: Int32, standardError: [UInt8]) -> String? {
        if exitCode == 0 { return failure }
        if exitCode == Self.urgent, !isEmpty, format == .i3blocks || format == .text { return failure }
        let text = String(decoding: standardError.suffix(Limits.stringBytes), as: UTF8.self)
        let last = text.utf8.split { $0 == 0x0A || $0 == 0x0D }
            .map { ForeignText.title(StyledText.spans(String(Substring($0)), isColored: false).map(\.text).joined()) }
            .last { !$0.isEmpty }
        if let last { return last }
        return exitCode > 128
            ? tr("stopped by signal {number}", ["number": "\(exitCode - 128)"])
            : tr("failed with status {number}", ["number": "\(exitCode)"])
    }

    /// Reads the format `today`: JSON on one or more lines.
    private static func tree(_ text: String) -> ScriptOutput {
        var output = ScriptOutput(format: .today)
        let whole = text.trimmedOfLines
        if whole.isEmpty { return output }
        do throws(Fault) {
            output.content = try Content.parse(json: String(whole))
        } catch {
            // If each line has a tree, the first one counts; a stream has one at a time.
            let line = Substring(whole.utf8.prefix { $0 != 0x0A })
            output.content = try? Content.parse(json: String(line))
            if output.content == nil { output.failure = error.description }
        }
        return output
    }
}
