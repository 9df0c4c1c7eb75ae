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
    /// - Parameter notices: other facts that the user should know, as sentences without a period; for tooltips.
    func line(_ all: [BarItem], look: BarLook = BarLook(), notices: [String] = []) -> String {
        let items = look.shown(all)
        return switch self {
        case .waybar: Self.waybar(items, look, BarTooltip(items, notices: notices)).line
        case .i3bar: JSON.array(items.map(\.i3barBlock)).line + ","
        case .polybar: items.map(\.polybarTag).joined(separator: look.separator.polybarEscaped)
        case .lemonbar:
            Self.fitted(
                items, look.separator.lemonbarEscaped, bytes: Self.lemonbarBytes, expansion: 2,
                { $0.lemonbarTag($1) }, \.lemonbarEscaped)
        case .genmon: Self.genmon(items, look, BarTooltip(items, notices: notices))
        case .text: items.map { ($0.state.isFault ? "! " : "") + $0.text }.joined(separator: look.separator)
        case .json, .panel: JSON.array(items.map(\.json)).line
        }
    }

    /// The text before the first line; empty for most formats.
    var preamble: String { self == .i3bar ? "{\"version\":1,\"click_events\":true}\n[\n" : "" }

    /// The longest line for lemonbar, in bytes: the size of its buffer minus the line feed. lemonbar discards the
    /// beginning of a longer line. It reads the rest as a line, which could start with a tag.
    private static let lemonbarBytes = 4095

    /// Returns the items in a limited number of bytes. Long texts are cut so that they leave room for the items after
    /// them, and items that don't fit are left out.
    ///
    /// - Parameters:
    ///   - expansion: how much longer than a text its escaped form can be.
    ///   - tagged: returns an item with its tags, around this text.
    private static func fitted(
        _ items: [BarItem], _ separator: String, bytes limit: Int, expansion: Int,
        _ tagged: (BarItem, String) -> String, _ escaped: (String) -> String
    ) -> String {
        var line = ""
        for (index, item) in items.enumerated() {
            let gap = line.isEmpty ? "" : separator
            let tags = gap + tagged(item, "")
            let free = limit - line.utf8.count
            let share = max(free / (items.count - index), tags.utf8.count + 256)
            let room = min(share, free) - tags.utf8.count
            if room < 0 { break }
            let isWhole = escaped(item.text).utf8.count <= room
            line += gap + tagged(item, isWhole ? item.text : item.text.cut(toBytes: room / expansion))
        }
        return line
    }

    /// waybar-custom(5): every member except the class may hold Pango markup. The class is of the whole module, so a
    /// widget whose state isn't that of all has markup of its own.
    private static func waybar(_ items: [BarItem], _ look: BarLook, _ tooltip: BarTooltip) -> JSON {
        let state = BarItem.State.shared(by: items.map(\.state))
        let isAlone = items.count == 1
        let texts = items.map { item in
            let isMarked = !isAlone && (item.state != state || item.badge != nil)
            return isMarked ? item.pangoTag(item.text) : item.text.pangoEscaped
        }
        var members = [
            JSON.Member("text", .string(texts.joined(separator: look.separator.pangoEscaped))),
            .init("alt", .string(alternative(state, items, look))), .init("tooltip", .string(tooltip.pango)),
            .init("class", classes(state, items)),
        ]
        if isAlone, let percentage = items[0].percentage {
            members.append(.init("percentage", .integer(Int64(percentage))))
        }
        return .object(members)
    }

    /// The word by which Waybar chooses from `format-icons`. Of a summary it is the attention, because its state is
    /// always the same.
    private static func alternative(_ state: BarItem.State, _ items: [BarItem], _ look: BarLook) -> String {
        look.isSummary ? (attention(of: items) ?? .none).rawValue : state.rawValue
    }

    /// One class, or several in an array: the state, and the strongest attention of any widget.
    private static func classes(_ state: BarItem.State, _ items: [BarItem]) -> JSON {
        guard let attention = attention(of: items) else { return .string(state.rawValue) }
        return .array([.string(state.rawValue), .string(attention.rawValue)])
    }

    private static func attention(of items: [BarItem]) -> WidgetAttention? {
        BarItem.urgentFirst(items).lazy.compactMap(\.attention).first
    }

    /// The tags of xfce4-genmon-plugin, which reads both texts as Pango markup. It reads nothing before the command
    /// ends, so the output has to fit into a pipe of 65,536 bytes.
    private static func genmon(_ items: [BarItem], _ look: BarLook, _ tooltip: BarTooltip) -> String {
        let text = fitted(
            items, look.separator.pangoEscaped, bytes: 12_000, expansion: 6, { $0.pangoTag($1) }, \.pangoEscaped)
        var tags = "<txt>\(text)</txt><tool>\(tooltip.pango(bytes: 48_000))</tool>"
        if items.count == 1, let percentage = items[0].percentage { tags += "<bar>\(percentage)</bar>" }
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
    /// Returns the command that a bar runs for a button. An identifier needs no quotes in a shell, and neither does a
    /// host, except for its brackets.
    func tapCommand(_ button: BarButton) -> String {
        let host = (CenterHost.current?.arguments ?? []).map {
            $0.utf8.contains(UInt8(ascii: "[")) ? "'\($0)' " : "\($0) "
        }.joined()
        guard let identifier else { return host.isEmpty ? "today-panel" : "today-panel \(host.dropLast())" }
        return "todayctl \(host)tap \(identifier)" + (button == .left ? "" : " --button \(button.rawValue)")
    }

    /// A block of the i3bar protocol. Without `markup`, i3bar shows the text as it is.
    fileprivate var i3barBlock: JSON {
        .object([
            .init("full_text", .string(text)), .init("name", .string(identifier?.rawValue ?? I3barClick.today)),
            .init("urgent", .boolean(emphasis == .fault || emphasis == .alert)),
        ])
    }

    /// Returns a text as Pango markup with the emphasis of the item.
    fileprivate func pangoTag(_ text: String) -> String {
        let escaped = text.pangoEscaped
        if let colors = emphasis.colors {
            return "<span background=\"\(colors.background)\" color=\"\(colors.text)\"> \(escaped) </span>"
        }
        return switch emphasis {
        case .dim: "<span alpha=\"70%\">\(escaped)</span>"
        case .strong: "<b>\(escaped)</b>"
        case .none, .alert, .fault: escaped
        }
    }

    fileprivate var polybarTag: String { tagged(text.polybarEscaped) }

    /// Returns the tag for lemonbar, which prints the command of a click for a shell to run.
    fileprivate func lemonbarTag(_ text: String) -> String { tagged(text.lemonbarEscaped) }

    /// Returns an escaped text with its colors and a command for each button.
    private func tagged(_ text: String) -> String {
        let colored =
            emphasis.colors.map { "%{B\($0.background)}%{F\($0.text)} \(text) %{F-}%{B-}" } ?? text
        return BarButton.allCases.reduce(colored) { "%{A\($1.rawValue):\(tapCommand($1).tagEscaped):}\($0)%{A}" }
    }

    fileprivate var json: JSON {
        var members = [
            JSON.Member("Identifier", .string(identifier?.rawValue ?? "")), .init("Name", .string(name)),
            .init("Icon", .string(icon)), .init("Text", .string(text)), .init("Details", .string(details)),
            .init("State", .string(state.rawValue)), .init("Revision", .unsigned(revision)),
        ]
        if let symbol { members.append(.init("Symbol", .string(symbol))) }
        if let percentage { members.append(.init("Percentage", .integer(Int64(percentage)))) }
        if let attention { members.append(.init("Attention", .string(attention.rawValue))) }
        if let badge { members.append(.init("Badge", .string(badge.count))) }
        return .object(members)
    }
}

extension BarItem.Emphasis {
    /// The colors of an emphasized text. They bring their own background, because no color of text is readable on light
    /// and on dark bars. Nil for an emphasis that keeps the colors of the bar.
    var colors: (background: String, text: String)? {
        switch self {
        case .fault: ("#c01c28", "#ffffff")
        case .alert: ("#f5c211", "#000000")
        case .none, .dim, .strong: nil
        }
    }
}
