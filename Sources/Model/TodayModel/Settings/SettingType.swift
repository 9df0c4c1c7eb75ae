/// What a setting of a widget is, which decides what a form shows and which values it takes.
public enum SettingType: String, CaseIterable, Sendable {
    /// A text.
    case string
    /// A whole number of 64 bits.
    case integer
    /// A number that is finite.
    case number
    /// On or off.
    case boolean
    /// One of some texts.
    case choice
    /// The role of a colour, one of ``ContentColor``.
    case colorRole = "color-role"
    /// The absolute path of a file, or nothing.
    case file
    /// The absolute path of a folder, or nothing.
    case folder

    /// Whether values are texts.
    public var isText: Bool {
        switch self {
        case .integer, .number, .boolean: false
        case .string, .choice, .colorRole, .file, .folder: true
        }
    }

    /// Whether values have an order, and may be given bounds.
    public var isNumeric: Bool { self == .integer || self == .number }
}
