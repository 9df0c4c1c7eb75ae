internal import TodayModel

/// Reads the output of i3blocks blocks: an object, or lines with the text, a short text, its color and its background.
enum I3BlocksReader {
    /// The members of such an object that have an effect here.
    static let keys = ["full_text", "short_text", "label", "color", "background", "urgent", "markup"]

    static func read(_ text: String, isUrgent: Bool) -> ScriptOutput {
        if text.trimmedOfLines.utf8.first == UInt8(ascii: "{") { return object(text, isUrgent) }
        var lines = Lines(text)
        let full = lines.next()?.text ?? ""
        let short = lines.next()?.text ?? ""
        let color = lines.next()?.text ?? ""
        let background = lines.next()?.text ?? ""
        return output(String(full.isEmpty ? short : full), String(color), String(background), isUrgent)
    }

    /// Returns whether the lines look like a block: it has three or four lines, and one of the last two is a color of
    /// six or eight digits.
    static func isBlock(_ text: String) -> Bool {
        var lines: [Substring] = []
        for (_, line) in Lines(text) {
            if lines.count == 4 { return false }
            lines.append(line.trimmed)
        }
        let colors = lines.dropFirst(2).filter { !$0.isEmpty }
        return !colors.isEmpty
            && colors.allSatisfy { $0.hasPrefix("#") && $0.utf8.count >= 7 && ColorRole.role(of: String($0)) != nil }
    }

    private static func object(_ text: String, _ isUrgent: Bool) -> ScriptOutput {
        do {
            guard let members = try JSONOutput.read(text) else { return failed("not an object") }
            let full = members.text("full_text") ?? members.text("short_text") ?? ""
            let urgent = isUrgent || members.boolean("urgent") ?? false
            let shown = (members.text("label") ?? "") + full
            return output(
                members.text("markup") == "pango" ? Markup.stripped(shown) : shown, members.text("color") ?? "",
                members.text("background") ?? "", urgent)
        } catch {
            return failed("\(error)")
        }
    }

    private static func failed(_ reason: String) -> ScriptOutput {
        var output = ScriptOutput(format: .i3blocks)
        output.failure = reason
        return output
    }

    private static func output(
        _ text: String, _ color: String, _ background: String, _ isUrgent: Bool
    ) -> ScriptOutput {
        var output = ScriptOutput(format: .i3blocks)
        var notes = ScriptNotes(.output)
        func role(_ text: String, _ key: String) -> ContentColor? {
            if text.trimmed.isEmpty { return nil }
            let role = ColorRole.role(of: text)
            if role == nil { notes.add("\(key): \(text.excerpt) is not a color, so it is ignored") }
            return role
        }
        var row = ScriptRow()
        row.spans = StyledText.spans(String(text.trimmed))
        let foreground = role(color, "color")
        // Authors set a background to be noticed, so its role applies if the text doesn't have its own.
        let behind = role(background, "background")
        row.color = isUrgent ? .error : foreground == nil || foreground == .primary ? behind ?? foreground : foreground
        row.action = .click
        if !row.isBlank { output.headline.append(row) }
        output.notes = notes.all
        return output
    }
}

extension ScriptAction {
    /// A click with the first button, as i3blocks reports it to a block: the script runs again with the button in its
    /// environment; a stream reads the number.
    static var click: ScriptAction {
        var action = ScriptAction()
        action.refreshes = true
        action.input = "1"
        action.environment = ["BLOCK_BUTTON": "1", "button": "1"]
        return action
    }
}
