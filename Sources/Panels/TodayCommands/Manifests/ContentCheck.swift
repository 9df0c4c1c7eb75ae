internal import DBus
internal import TodayModel

/// Checks content and changes before the center sees them.
enum ContentCheck {
    /// Returns the findings about a text with content. A text with a key of changes counts as changes.
    static func findings(in text: String) -> [ContentFinding] {
        guard let value = try? DBusValue(json: text), case .dictionary(let entries, _, _) = value else {
            return Content.findings(json: text)
        }
        let keys = entries.compactMap { entry in if case .string(let key) = entry.key { key } else { nil } }
        // Kinds and attributes are in lowercase; keys begin with a capital letter.
        let areChanges = !keys.contains("kind") && keys.contains { $0.first?.isUppercase == true }
        if !areChanges { return Content.findings(json: text) }
        do throws(Fault) { return findings(try ChangesText.dictionary(text)) } catch {
            return [ContentFinding(.error, error)]
        }
    }

    /// Returns the findings about changes in their D-Bus form.
    static func findings(_ changes: [String: DBusValue]) -> [ContentFinding] {
        var findings: [ContentFinding] = []
        for key in changes.keys.sorted() where !WidgetChanges.keys.contains(key) {
            let known = WidgetChanges.keys.joined(separator: ", ")
            findings.append(
                ContentFinding(.warning, Fault(path: key, message: "not one of \(known), so it is ignored")))
        }
        if case .string(let text)? = changes["Content"] {
            findings += Content.findings(json: text).map { $0.below("Content") }
        }
        var others = changes
        if case .string? = changes["Content"] { others["Content"] = nil }
        do throws(Fault) { _ = try WidgetChanges(others) } catch { findings.append(ContentFinding(.error, error)) }
        return findings
    }

    /// Returns the findings about actions in the content of a widget without a program. The changes are in their D-Bus
    /// form.
    static func unansweredActions(_ changes: [String: DBusValue]) -> [ContentFinding] {
        guard case .string(let text)? = changes["Content"], let content = try? Content.parse(json: text) else {
            return []
        }
        return content.actionsForPrograms.map { place, name in
            let message = "the widget has no program to handle \(name.excerpt)"
            return ContentFinding(.warning, Fault(path: place, message: message)).below("Content")
        }
    }

    /// Prints the warnings on standard error. The center refuses errors.
    static func warn(_ findings: [ContentFinding]) throws {
        for finding in findings where finding.severity == .warning { try Output.report(finding.line) }
    }
}

extension Content {
    /// The actions that the center doesn't perform itself, with their paths.
    var actionsForPrograms: [(place: String, name: String)] {
        var actions: [(place: String, name: String)] = []
        if case .string(let name)? = self[.action]?.unwrapped, CenterAction(rawValue: name) == nil {
            actions.append((ContentAttribute.action.rawValue, name))
        }
        for (index, child) in children.enumerated() {
            actions += child.actionsForPrograms.map { ("children[\(index)].\($0.place)", $0.name) }
        }
        return actions
    }
}

extension ContentFinding {
    /// The finding as `warning: children[0].style: …`; an error has no prefix.
    var line: String { (severity == .warning ? "warning: " : "") + fault.description }
}
