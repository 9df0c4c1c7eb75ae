internal import DBus
internal import TodayModel

/// A click that i3bar or swaybar reports on standard input, one a line. Each is an object, with `[` before the first
/// and a comma before the others.
struct I3barClick: Hashable {
    let identifier: WidgetIdentifier
    let button: BarButton

    /// Returns nil for a line that isn't a click on a widget.
    init?(line: some StringProtocol) {
        let text = Substring(line).unicodeScalars.drop { $0 == "," || $0 == "[" || $0 == " " }
        guard let value = try? DBusValue(json: String(text)),
            let click = try? VardictReader(["click": value]).vardict("click"),
            case .string(let name)? = click["name"], let identifier = WidgetIdentifier(rawValue: name),
            let number = click["button"]?.integer, let button = BarButton(rawValue: Int(clamping: number))
        else { return nil }
        self.identifier = identifier
        self.button = button
    }
}
