internal import DBus
internal import TodayModel

/// A click that i3bar or swaybar reports on standard input, one a line. Each is an object, with `[` before the first
/// and a comma before the others.
struct I3barClick: Hashable {
    /// The name of the block that stands for all of Today, which no widget can have.
    static let today = "today"

    /// The widget; nil for the block of all of Today.
    let identifier: WidgetIdentifier?
    let button: BarButton

    /// Returns nil for a line that isn't a click on a widget or on Today.
    init?(line: some StringProtocol) {
        let text = Substring(line).unicodeScalars.drop { $0 == "," || $0 == "[" || $0 == " " }
        guard let value = try? DBusValue(json: String(text)),
            let click = try? VardictReader(["click": value]).vardict("click"),
            case .string(let name)? = click["name"],
            let number = click["button"]?.integer, let button = BarButton(rawValue: Int(clamping: number))
        else { return nil }
        let identifier = WidgetIdentifier(rawValue: name)
        if identifier == nil, name != Self.today { return nil }
        self.identifier = identifier
        self.button = button
    }
}
