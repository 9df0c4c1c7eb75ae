package import DBus

/// The user's preferences for the appearance, from the desktop portal: the namespace `org.freedesktop.appearance` of
/// the interface org.freedesktop.portal.Settings. Unknown values count as no preference.
package struct AppearancePreferences: Hashable, Sendable {
    /// Light or dark.
    package enum Scheme: Hashable, Sendable {
        case light, dark
    }

    /// Nil if the user has no preference.
    package var scheme: Scheme?
    /// The color for emphasis; nil for the color of the theme.
    package var accent: RGBColor?
    /// Whether the user prefers higher contrast.
    package var wantsMoreContrast = false

    /// Creates a value without any preference.
    package init() {}

    /// The portal's name for these settings.
    package static let namespace = "org.freedesktop.appearance"

    /// Applies one setting and ignores all other settings.
    package mutating func apply(_ key: String, _ value: DBusValue) {
        switch (key, value.unwrapped) {
        case ("color-scheme", .uint32(1)): scheme = .dark
        case ("color-scheme", .uint32(2)): scheme = .light
        case ("color-scheme", _): scheme = nil
        case ("accent-color", let value): accent = Self.color(value)
        case ("contrast", let value): wantsMoreContrast = value == .uint32(1)
        default: break
        }
    }

    private static func color(_ value: DBusValue) -> RGBColor? {
        guard case .structure(let parts) = value, parts.count == 3, case .double(let red) = parts[0],
            case .double(let green) = parts[1], case .double(let blue) = parts[2]
        else { return nil }
        return RGBColor(red: red, green: green, blue: blue)
    }
}
