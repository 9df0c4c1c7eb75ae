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
        guard case .array(let reports, _)? = try? DBusValue(json: json, maximumBytes: Limits.jsonBytes * 4),
            let report = reports.first?.members
        else { return nil }
        func text(_ key: String) -> String { report[key]?.string?.printable ?? "" }
        (name, runs, error) = (text("Name"), text("Runs"), text("Error"))
        content = report["Content"].flatMap { try? Content.parse(json: $0.unwrapped.json()) }
        guard case .array(let findings, _)? = report["Findings"]?.unwrapped else { return nil }
        self.findings = findings.compactMap { finding in
            guard let members = finding.members, let message = members["Message"]?.string else { return nil }
            let place = members["Place"]?.string == "output" ? "Output" : "Script"
            let line = members["Line"]?.unwrapped.integer.map { ", line \($0)" } ?? ""
            return "\(place)\(line): \(message)".printable
        }
    }

    /// The card of the script.
    package func card(now: Timestamp) -> CardPresentation? {
        guard let content else { return nil }
        var widget = WidgetProperties(identifier: "org.todaycenter.preview")
        widget.name = name
        widget.content = content
        widget.hasContent = true
        widget.displayMode = .expanded
        widget.largestDisplayMode = .expanded
        return CardPresentation(widget, now: now)
    }
}

extension DBusValue {
    /// The members of a JSON object.
    fileprivate var members: [String: DBusValue]? {
        guard case .dictionary(let entries, _, _) = unwrapped else { return nil }
        return Dictionary(entries.compactMap { entry in entry.key.string.map { ($0, entry.value) } }) { $1 }
    }

    fileprivate var string: String? {
        if case .string(let text) = unwrapped { text } else { nil }
    }
}
