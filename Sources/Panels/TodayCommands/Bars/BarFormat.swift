internal import ArgumentParser
internal import TodayHost
internal import TodayModel

/// The format that a bar reads.
enum BarFormat: String, CaseIterable, ExpressibleByArgument {
    case waybar, i3bar, polybar, genmon, lemonbar, text, json, panel

    /// Whether the bar runs the command repeatedly and reads one line of each run.
    var isOneShot: Bool { self == .genmon }

    /// Returns the text that the bar reads for these widgets. A panel, which draws whole widgets, reads a
    /// ``PanelLine``.
    ///
    /// - Parameter notices: other facts that the user should know, as sentences without a full stop; for tooltips.
    func line(_ items: [BarItem], notices: [String] = []) -> String {
        switch self {
        case .waybar: Self.waybar(items, notices).line
        case .i3bar: JSON.array(items.map(\.i3barBlock)).line + ","
        case .polybar: Self.joined(items, \.polybarTag)
        case .lemonbar: Self.lemonbar(items)
        case .genmon: Self.genmon(items, notices)
        case .text: Self.joined(items, \.text)
        case .json, .panel: JSON.array(items.map(\.json)).line
        }
    }

    /// The text before the first line; empty for most formats.
    var preamble: String { self == .i3bar ? "{\"version\":1,\"click_events\":true}\n[\n" : "" }

    private static func joined(_ items: [BarItem], _ text: (BarItem) -> String) -> String {
        items.map(text).joined(separator: "  ")
    }

    private static func tooltip(_ items: [BarItem], _ notices: [String]) -> String {
        (items.map(\.details) + notices).joined(separator: "\n\n")
    }

    /// The longest line for lemonbar, in bytes: the size of its buffer minus the line feed. lemonbar discards the
    /// beginning of a longer line. It reads the rest as a line, which could start with a tag.
    private static let lemonbarBytes = 4095

    private static func lemonbar(_ items: [BarItem]) -> String {
        var line = ""
        for (index, item) in items.enumerated() {
            let gap = line.isEmpty ? "" : "  "
            let tags = gap + item.lemonbarTag("")
            let free = lemonbarBytes - line.utf8.count
            // A long text leaves room for the widgets after it.
            let share = max(free / (items.count - index), tags.utf8.count + 256)
            let room = min(share, free) - tags.utf8.count
            if room < 0 { break }
            let isWhole = item.text.lemonbarEscaped.utf8.count <= room
            // An escaped text is at most twice as long as the text.
            line += gap + item.lemonbarTag(isWhole ? item.text : item.text.cut(toBytes: room / 2))
        }
        return line
    }

    /// waybar-custom(5): every member except the class may hold Pango markup.
    private static func waybar(_ items: [BarItem], _ notices: [String]) -> JSON {
        let state = BarItem.State.worst(of: items.map(\.state)).rawValue
        var members = [
            JSON.Member("text", .string(joined(items, \.text).pangoEscaped)), .init("alt", .string(state)),
            .init("tooltip", .string(tooltip(items, notices).pangoEscaped)),
            .init("class", classes(state, items)),
        ]
        if let percentage = items.lazy.compactMap(\.percentage).first {
            members.append(.init("percentage", .integer(Int64(percentage))))
        }
        return .object(members)
    }

    /// One class, or several in an array: the state, and the strongest attention of any widget.
    private static func classes(_ state: String, _ items: [BarItem]) -> JSON {
        let attentions = items.compactMap(\.attention)
        guard let attention = attentions.contains(.alert) ? .alert : attentions.first else { return .string(state) }
        return .array([.string(state), .string(attention.rawValue)])
    }

    /// The tags of xfce4-genmon-plugin, which reads both texts as Pango markup. It reads nothing before the command
    /// ends, so the output has to fit into a pipe of 65,536 bytes. An escaped text is at most six times as long as the
    /// text.
    private static func genmon(_ items: [BarItem], _ notices: [String]) -> String {
        var tags = "<txt>\(joined(items, \.text).cut(toBytes: 2000).pangoEscaped)</txt>"
        tags += "<tool>\(tooltip(items, notices).cut(toBytes: 8000).pangoEscaped)</tool>"
        if let percentage = items.lazy.compactMap(\.percentage).first { tags += "<bar>\(percentage)</bar>" }
        if let item = items.first { tags += "<txtclick>\(item.tapCommand(.left))</txtclick>" }
        return tags
    }
}

/// Buttons of the pointer, with the numbers that bars use.
enum BarButton: Int, CaseIterable {
    /// Taps the first part of the widget that can be tapped.
    case left = 1
    /// Updates the widget.
    case middle
    /// Shows the widget compact or expanded, in every panel.
    case right
}

extension BarItem {
    /// Returns the command that a bar runs for a button. An identifier needs no quotes in a shell.
    func tapCommand(_ button: BarButton) -> String {
        "todayctl tap \(identifier)" + (button == .left ? "" : " --button \(button.rawValue)")
    }

    /// A block of the i3bar protocol. Without `markup`, i3bar shows the text as it is.
    fileprivate var i3barBlock: JSON {
        .object([
            .init("full_text", .string(text)), .init("name", .string(identifier.rawValue)),
            .init("urgent", .boolean(state == .failed || state == .suspended || attention == .alert)),
        ])
    }

    fileprivate var polybarTag: String { tagged(text.polybarEscaped) }

    /// Returns the tag for lemonbar, which prints the command of a click for a shell to run.
    fileprivate func lemonbarTag(_ text: String) -> String { tagged(text.lemonbarEscaped) }

    /// Returns an escaped text with a command for each button.
    private func tagged(_ text: String) -> String {
        BarButton.allCases.reduce(text) { "%{A\($1.rawValue):\(tapCommand($1)):}\($0)%{A}" }
    }

    fileprivate var json: JSON {
        var members = [
            JSON.Member("Identifier", .string(identifier.rawValue)), .init("Name", .string(name)),
            .init("Text", .string(text)), .init("Details", .string(details)), .init("State", .string(state.rawValue)),
            .init("Revision", .unsigned(revision)),
        ]
        if let percentage { members.append(.init("Percentage", .integer(Int64(percentage)))) }
        if let attention { members.append(.init("Attention", .string(attention.rawValue))) }
        if let badge { members.append(.init("Badge", .string(badge.count))) }
        return .object(members)
    }
}
