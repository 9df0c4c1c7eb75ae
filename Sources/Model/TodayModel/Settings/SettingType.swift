/// The type of a widget's setting, which determines the form field and the allowed values.
public enum SettingType: String, CaseIterable, Sendable {
    /// A text.
    case string
    /// A whole number of 64 bits.
    case integer
    /// A finite number.
    case number
    /// On or off.
    case boolean
    /// One of a list of texts.
    case choice
    /// The role of a color, one of ``ContentColor``.
    case colorRole = "color-role"
    /// The absolute path of a file; may be empty.
    case file
    /// The absolute path of a folder; may be empty.
    case folder

    /// Whether values are texts.
    public var isText: Bool {
        switch self {
        case .integer, .number, .boolean: false
        case .string, .choice, .colorRole, .file, .folder: true
        }
    }

    /// Whether values have an order and may have bounds.
    public var isNumeric: Bool { self == .integer || self == .number }
}
