internal import TodayHost

/// All of the widgets of a bar, as lines. Pure.
struct BarTooltip {
    let lines: [TextLine]

    /// - Parameter notices: other facts that the user should know, as sentences without a period.
    init(_ items: [BarItem], notices: [String] = []) {
        // Of several widgets, most would say that they have just been updated.
        var blocks = items.map { item in
            items.count > 1 && item.isJustUpdated ? item.lines.filter { $0.role != .footer } : item.lines
        }
        blocks += notices.map { [TextLine(.error, $0)] }
        lines = Array(blocks.joined(separator: [TextLine(.blank, "")]))
    }

    /// The lines as Pango markup: names are bold, and what is drawn of block elements keeps its shape.
    var pango: String { lines.map(\.pango).joined(separator: "\n") }

    /// Returns the markup in at most this many bytes. Lines that don't fit are left out.
    func pango(bytes limit: Int) -> String {
        let mark = "\n…"
        var text = ""
        for line in lines {
            let next = (text.isEmpty ? "" : "\n") + line.pango
            if text.utf8.count + next.utf8.count > limit - mark.utf8.count { return text + mark }
            text += next
        }
        return text
    }
}

extension TextLine {
    fileprivate var pango: String {
        if role == .header { return "<b>\(text.pangoEscaped)</b>" }
        let isDrawing = text.unicodeScalars.contains { ("\u{2580}"..."\u{259F}").contains($0) }
        return isDrawing ? "<tt>\(text.pangoEscaped)</tt>" : text.pangoEscaped
    }
}
