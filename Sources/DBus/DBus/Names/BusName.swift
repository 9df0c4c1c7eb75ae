/// A bus name: a well-known name such as `org.example.Thing`, or a connection's unique name such as `:1.42`.
///
/// Grammar: D-Bus specification, "Bus names".
public struct BusName: DBusName {
    public static let kind = "bus name"

    public let rawValue: String

    public init(unchecked rawValue: String) { self.rawValue = rawValue }

    /// Whether this is a unique name, which the bus assigns to one connection and never reuses.
    public var isUnique: Bool { rawValue.utf8.first == UInt8(ascii: ":") }

    public static func fault(in string: String) -> String? {
        if string.utf8.first == UInt8(ascii: ":") {
            if string.utf8.count > Grammar.maximumNameLength {
                return "it is longer than \(Grammar.maximumNameLength) bytes"
            }
            return Grammar.dottedFault(in: String(string.dropFirst()), hyphen: true, leadingDigit: true)
        }
        return Grammar.dottedFault(in: string, hyphen: true, leadingDigit: false)
    }

    /// The message bus itself, `org.freedesktop.DBus`.
    public static let bus = BusName(unchecked: "org.freedesktop.DBus")
}
