internal import ArgumentParser
internal import TodayModel

/// What a bar reads.
enum BarFormat: String, CaseIterable, ExpressibleByArgument {
    case waybar, i3bar, polybar, genmon, lemonbar, text, json, panel

    /// Whether one line is all that the bar wants, which runs the command again and again.
    var isOneShot: Bool { self == .genmon }

    /// What the bar reads for these widgets. A panel, which draws them as a whole, reads a ``PanelLine``.
    ///
    /// - Parameter notices: what the user should know besides, sentences without their full stop; for tooltips.
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

    /// What comes before the first line; empty for most.
    var preamble: String { self == .i3bar ? "{\"version\":1,\"click_events\":true}\n[\n" : "" }

    private static func joined(_ items: [BarItem], _ text: (BarItem) -> String) -> String {
        items.map(text).joined(separator: "  ")
    }

    private static func tooltip(_ items: [BarItem], _ notices: [String]) -> String {
        (items.map(\.details) + notices).joined(separator: "\n\n")
    }

    /// How long a line for lemonbar is at most, in bytes: its buffer, less the line feed. lemonbar discards the beginning
    /// of a longer line, and reads the rest as a line, which could start with a tag.
    private static let lemonbarBytes = 4095

    private static func lemonbar(_ items: [BarItem]) -> String {
        var line = ""
        for (index, item) in items.enumerated() {
            let gap = line.isEmpty ? "" : "  "
            let tags = gap + item.lemonbarTag("")
            let free = lemonbarBytes - line.utf8.count
            // A long text leaves room for the widgets behind it.
            let share = max(free / (items.count - index), tags.utf8.count + 256)
            let room = min(share, free) - tags.utf8.count
            if room < 0 { break }
            let isWhole = item.text.lemonbarEscaped.utf8.count <= room
            // An escaped text is at most twice as long.
            line += gap + item.lemonbarTag(isWhole ? item.text : item.text.cut(toBytes: room / 2))
        }
        return line
    }

    /// waybar-custom(5): all but the class may hold Pango markup.
    private static func waybar(_ items: [BarItem], _ notices: [String]) -> JSON {
        let state = BarItem.State.worst(of: items.map(\.state)).rawValue
        var members = [
            JSON.Member("text", .string(joined(items, \.text).pangoEscaped)), .init("alt", .string(state)),
            .init("tooltip", .string(tooltip(items, notices).pangoEscaped)),
            .init("class", .string(state)),
        ]
        if let percentage = items.lazy.compactMap(\.percentage).first {
            members.append(.init("percentage", .integer(Int64(percentage))))
        }
        return .object(members)
    }

    /// The tags of xfce4-genmon-plugin, which takes both texts for Pango markup. It reads nothing before the command has
    /// ended, so all of it has to fit into a pipe of 65,536 bytes. Escaped, a text is at most six times as long.
    private static func genmon(_ items: [BarItem], _ notices: [String]) -> String {
        var tags = "<txt>\(joined(items, \.text).cut(toBytes: 2000).pangoEscaped)</txt>"
        tags += "<tool>\(tooltip(items, notices).cut(toBytes: 8000).pangoEscaped)</tool>"
        if let percentage = items.lazy.compactMap(\.percentage).first { tags += "<bar>\(percentage)</bar>" }
        if let item = items.first { tags += "<txtclick>\(item.tapCommand(.left))</txtclick>" }
        return tags
    }
}

/// Buttons of the pointer, as bars count them.
enum BarButton: Int, CaseIterable {
    /// Does what a tap on the first part of the widget does that can be tapped.
    case left = 1
    /// Has it updated.
    case middle
    /// Shows it compact or expanded, in every panel.
    case right
}

extension BarItem {
    /// The command that a bar runs for a button. An identifier needs no quotes in a shell.
    func tapCommand(_ button: BarButton) -> String {
        "todayctl tap \(identifier)" + (button == .left ? "" : " --button \(button.rawValue)")
    }

    /// i3bar's protocol: without `markup`, text is text.
    fileprivate var i3barBlock: JSON {
        .object([
            .init("full_text", .string(text)), .init("name", .string(identifier.rawValue)),
            .init("urgent", .boolean(state == .failed || state == .suspended)),
        ])
    }

    fileprivate var polybarTag: String { tagged(text.polybarEscaped) }

    /// lemonbar prints the command of what was clicked, for a shell to read.
    fileprivate func lemonbarTag(_ text: String) -> String { tagged(text.lemonbarEscaped) }

    /// An escaped text with a command for each button.
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
        return .object(members)
    }
}
