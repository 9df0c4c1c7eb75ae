package import TodayModel
internal import DBus

/// A script before the user adds it, as `todayctl script check --json` reports it.
package struct ScriptPreview: Equatable {
    package var name: String
    /// When it runs, in words.
    package var runs: String
    /// Why it can't run or has failed; empty otherwise.
    package var error: String
    package var content: Content?
    /// The parts of the script and its output that have no effect, each in a sentence.
    package var findings: [String]

    /// Reads the report of one script; nil if it isn't one.
    package init?(json: String) {
        let reports = try? DBusValue(json: json, maximumBytes: Limits.jsonBytes * 4).elements
        guard let report = reports?.first?.members, let findings = report["Findings"]?.elements else { return nil }
        func text(_ key: String) -> String { report[key]?.string?.printable ?? "" }
        (name, runs, error) = (text("Name"), text("Runs"), text("Error"))
        content = report["Content"].flatMap { try? Content.parse(json: $0.json()) }
        self.findings = findings.compactMap { finding in
            guard let members = finding.members, let message = members["Message"]?.string else { return nil }
            return Self.words(message, isOutput: members["Place"]?.string == "output", line: members["Line"]?.integer)
                .printable
        }
    }

    private static func words(_ message: String, isOutput: Bool, line: Int128?) -> String {
        let line = line.map { Language.number($0) }
        let values: KeyValuePairs = ["line": line ?? "", "message": message]
        return switch (isOutput, line) {
        // Translators: the message is about a line of a script, or of its output.
        case (true, .some): tr("Output, line {line}: {message}", values)
        case (true, nil): tr("Output: {message}", values)
        case (false, .some): tr("Script, line {line}: {message}", values)
        case (false, nil): tr("Script: {message}", values)
        }
    }

    /// The card of the script.
    package func card(now: Timestamp) -> CardPresentation? {
        guard let content else { return nil }
        var widget = WidgetProperties(previewNamed: name, in: .expanded)
        widget.content = content
        return CardPresentation(widget, now: now)
    }
}

extension WidgetProperties {
    /// Makes the properties of a widget that no center has, for a preview.
    package init(previewNamed name: String, in mode: DisplayMode) {
        self.init(identifier: "org.todaycenter.preview")
        self.name = name
        hasContent = true
        displayMode = mode
        largestDisplayMode = mode
    }
}

extension DBusValue {
    fileprivate var string: String? {
        if case .string(let text) = self { text } else { nil }
    }
}
