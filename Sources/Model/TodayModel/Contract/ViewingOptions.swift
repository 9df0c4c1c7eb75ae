public import DBus

/// The properties of a panel, which it reports with `BeginViewing`. Every key is optional.
public struct ViewingOptions: Hashable, Sendable {
    /// The compact size in points that applies while no panel reports its own.
    public static let defaultCompactSize = Size(width: 320, height: 110)
    /// Returns the compact size of a card of a size that applies while no panel reports its own.
    package static func defaultCompactSize(of size: WidgetSize) -> Size {
        size == .small ? defaultCompactSize.halved : defaultCompactSize
    }
    /// The expanded size in points that applies while no panel reports its own.
    public static let defaultExpandedSize = Size(width: 320, height: 640)

    /// The name of the panel program, for diagnostics.
    public var name: String?
    public var compactSize: Size?
    public var expandedSize: Size?
    /// The largest size of a card of size `small`, in points; nil for half of the width of the compact size, and its
    /// height.
    public var smallSize: Size?
    public var proposedMarginInsets: EdgeInsets?
    public var colorScheme: ColorScheme?
    public var locale: String?
    /// The version of the contract that the panel supports; nil from panels of version 1 and 2.
    public var version: UInt32?

    /// Makes options without any key.
    public init() {}

    /// - Throws: ``Fault`` that names the key and the value.
    public init(_ dictionary: [String: DBusValue]) throws(Fault) {
        let values = VardictReader(dictionary)
        name = try values.text("Name")
        compactSize = try values.size("CompactSize")
        expandedSize = try values.size("ExpandedSize")
        smallSize = try values.size("SmallSize")
        proposedMarginInsets = try values.insets("ProposedMarginInsets")
        colorScheme = try values.word("ColorScheme", ColorScheme.self)
        locale = try values.text("Locale")
        version = try values.integer("Version", in: 0...UInt32.max)
    }

    /// The largest size of a compact card of a size; nil if the panel reports none.
    package func compactSize(of size: WidgetSize) -> Size? {
        size == .small ? smallSize ?? compactSize?.halved : compactSize
    }

    /// The options in their form on the bus.
    public var dictionary: [String: DBusValue] {
        var result: [String: DBusValue] = [:]
        if let name { result["Name"] = .string(name) }
        if let compactSize { result["CompactSize"] = compactSize.dbusValue }
        if let expandedSize { result["ExpandedSize"] = expandedSize.dbusValue }
        if let smallSize { result["SmallSize"] = smallSize.dbusValue }
        if let proposedMarginInsets { result["ProposedMarginInsets"] = proposedMarginInsets.dbusValue }
        if let colorScheme { result["ColorScheme"] = .string(colorScheme.rawValue) }
        if let locale { result["Locale"] = .string(locale) }
        if let version { result["Version"] = .uint32(version) }
        return result
    }
}

extension Size {
    /// The size of a small card in a panel that reports none.
    fileprivate var halved: Size { Size(width: width / 2, height: height) }
}
