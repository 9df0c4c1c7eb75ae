internal import DBus
internal import TodayModel

/// The environment of a command that serves a widget.
enum ServedContext {
    /// The variables, by name, for the help and the manual.
    static let variables: [(name: String, meaning: String)] = [
        ("TODAYCENTER_WIDGET", "the identifier of the widget or copy"),
        ("TODAYCENTER_REASON", "the reason: one of todaycenter-bus(7), or action, mode, appear or disappear"),
        ("TODAYCENTER_SETTING_NAME", "the value of the setting Name; a - in the name becomes _"),
        ("TODAYCENTER_ACTION", "the action that the user invoked"),
        ("TODAYCENTER_PARAMETER", "its parameter as JSON, or the value of a toggle, checkbox, slider or entry"),
        ("TODAYCENTER_DISPLAY_MODE", "compact or expanded"),
        ("TODAYCENTER_COMPACT_SIZE", "the largest compact width and height in points, such as 320 110"),
        ("TODAYCENTER_EXPANDED_SIZE", "the largest expanded width and height in points"),
        ("TODAYCENTER_COLOR_SCHEME", "light or dark"),
        ("TODAYCENTER_LOCALE", "the language of the panel, such as de_DE.UTF-8"),
        ("TODAYCENTER_VIEWING", "true if any panel is visible, otherwise false"),
    ]

    /// Members of a context without a variable, or with another one.
    private static let others: Set<String> = ["Identifier", "Reason", "Settings", "Version"]

    /// Returns the variables for a context, which may be incomplete.
    static func variables(_ context: [String: DBusValue], reason: String) -> [String: String] {
        var values = ["TODAYCENTER_REASON": reason]
        for (key, value) in context where !others.contains(key) {
            let name = key.replacing(/([a-z])([A-Z])/) { "\($0.output.1)_\($0.output.2)" }.uppercased()
            values["TODAYCENTER_" + name] = text(value)
        }
        if case .dictionary(let settings, _, _)? = context["Settings"]?.unwrapped {
            for entry in settings {
                guard case .string(let name) = entry.key else { continue }
                values["TODAYCENTER_SETTING_" + name.escaping { $0 == "-" ? "_" : nil }] = text(entry.value)
            }
        }
        return values
    }

    private static func text(_ value: DBusValue) -> String {
        switch value.unwrapped {
        case .string(let text): text
        // Shells calculate in integers.
        case .double(let number) where Int64(exactly: number) != nil: "\(Int64(number))"
        case .structure(let members): members.map(text).joined(separator: " ")
        case let value: value.json()
        }
    }
}
