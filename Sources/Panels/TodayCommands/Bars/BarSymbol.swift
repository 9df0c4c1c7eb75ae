internal import DBus
internal import TodayHost
internal import TodayModel

/// The symbols that stand for icons in the text of a bar, which can't draw those of a theme. All are in DejaVu Sans and
/// have the width of text.
enum BarSymbol {
    /// The symbol of all of Today.
    static let today = "▤"

    /// Returns the symbol of a widget: of its icon, otherwise of its category; nil if neither is known.
    static func symbol(of widget: WidgetProperties) -> String? {
        let words = widget.icon.split(at: "-").map(String.init)
        // By the icon naming specification, `weather-snow-scattered` is a kind of `weather-snow`, and that of `weather`.
        for count in stride(from: words.count, to: 0, by: -1) {
            if let symbol = icons[words.prefix(count).joined(separator: "-")] { return symbol }
        }
        return categories[widget.category]
    }

    private static let icons = [
        "ac-adapter": "⚡", "accessories-calculator": "±", "accessories-text-editor": "✎", "address-book": "☻",
        "alarm": "◷", "applications-games": "♟", "applications-science": "⚛", "appointment": "◷", "audio": "♫",
        "avatar": "☻", "battery": "⚡", "bluetooth": "⇄", "call": "☎", "checkbox": "☑", "clock": "◷", "computer": "▣",
        "contact": "☻", "cpu": "▣", "dialog": "⚠", "document": "✎", "drive": "⛁", "emblem-favorite": "★",
        "emblem-system": "⚙", "favorite": "★", "find-location": "◎", "folder": "▤", "go-home": "⌂",
        "input-gaming": "♟", "input-keyboard": "⌨", "mail": "✉", "mark-location": "◎", "media": "♫",
        "media-flash": "⛁", "media-optical": "⛁", "multimedia": "♫", "network": "⇅", "non-starred": "☆",
        "object-select": "☑", "phone": "☎", "preferences": "⚙", "preferences-system-time": "◷", "security": "⚿",
        "sensors-temperature": "℃", "software-update": "↻", "starred": "★", "system-software-update": "↻",
        "system-users": "☻", "task": "☑", "temperature": "℃", "user-home": "⌂", "user-trash": "♻",
        "utilities-system-monitor": "▣", "utilities-terminal": "▣", "video": "▶", "view-calendar": "▦",
        "view-list": "☰", "weather": "☁", "weather-clear": "☀", "weather-clear-night": "☾", "weather-showers": "☂",
        "weather-snow": "❄", "weather-storm": "☂", "x-office-address-book": "☻", "x-office-calendar": "▦",
        "x-office-document": "✎",
    ]

    /// Main categories of the freedesktop menu specification.
    private static let categories = [
        "AudioVideo": "♫", "Development": "⚒", "Education": "✎", "Game": "♟", "Graphics": "◐", "Network": "⇅",
        "Office": "▦", "Science": "⚛", "Settings": "⚙", "System": "▣",
    ]
}
