public import DBus

/// The facts that a panel reports about itself with `BeginViewing`. Every key may be absent.
public struct ViewingOptions: Hashable, Sendable {
    /// The compact size in points that applies while no panel reports its own.
    public static let defaultCompactSize = Size(width: 320, height: 110)
    /// The expanded size in points that applies while no panel reports its own.
    public static let defaultExpandedSize = Size(width: 320, height: 640)

    /// The name of the panel program, for diagnostics.
    public var name: String?
    public var compactSize: Size?
    public var expandedSize: Size?
    public var proposedMarginInsets: EdgeInsets?
    public var colorScheme: ColorScheme?
    public var locale: String?

    /// Makes options without any key.
    public init() {}

    /// - Throws: ``Fault`` that names the key and the value.
    public init(_ dictionary: [String: DBusValue]) throws(Fault) {
        let values = VardictReader(dictionary)
        name = try values.text("Name")
        compactSize = try values.size("CompactSize")
        expandedSize = try values.size("ExpandedSize")
        proposedMarginInsets = try values.insets("ProposedMarginInsets")
        colorScheme = try values.word("ColorScheme", ColorScheme.self)
        locale = try values.text("Locale")
    }

    /// The options as they are on the bus.
    public var dictionary: [String: DBusValue] {
        var result: [String: DBusValue] = [:]
        if let name { result["Name"] = .string(name) }
        if let compactSize { result["CompactSize"] = compactSize.dbusValue }
        if let expandedSize { result["ExpandedSize"] = expandedSize.dbusValue }
        if let proposedMarginInsets { result["ProposedMarginInsets"] = proposedMarginInsets.dbusValue }
        if let colorScheme { result["ColorScheme"] = .string(colorScheme.rawValue) }
        if let locale { result["Locale"] = .string(locale) }
        return result
    }
}
