package import DBus

/// How the user wants things to look, as the desktop's portal tells it: the namespace `org.freedesktop.appearance` of the
/// interface org.freedesktop.portal.Settings. Values that nobody knows are no wish.
package struct AppearanceWishes: Hashable, Sendable {
    /// Light or dark.
    package enum Scheme: Hashable, Sendable {
        case light, dark
    }

    /// Nil where there is no preference.
    package var scheme: Scheme?
    /// The colour of what is emphasized; nil for the theme's own.
    package var accent: RGBColor?
    /// Whether everything is to stand out clearly.
    package var wantsMoreContrast = false

    /// No wish at all.
    package init() {}

    /// The portal's name for these settings.
    package static let namespace = "org.freedesktop.appearance"

    /// Takes over one setting; others than these three are passed over.
    package mutating func take(_ key: String, _ value: DBusValue) {
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
