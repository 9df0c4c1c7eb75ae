/// The name of an interface, such as `org.freedesktop.DBus.Peer`.
///
/// Grammar: D-Bus specification, "Interface names".
public struct InterfaceName: DBusName {
    public static let kind = "interface name"
    public let rawValue: String
    public init(unchecked rawValue: String) { self.rawValue = rawValue }

    public static func fault(in string: String) -> String? {
        Grammar.dottedFault(in: string, hyphen: false, leadingDigit: false)
    }

    public static let bus = InterfaceName(unchecked: "org.freedesktop.DBus")
    public static let introspectable = InterfaceName(unchecked: "org.freedesktop.DBus.Introspectable")
    public static let objectManager = InterfaceName(unchecked: "org.freedesktop.DBus.ObjectManager")
    public static let peer = InterfaceName(unchecked: "org.freedesktop.DBus.Peer")
    public static let properties = InterfaceName(unchecked: "org.freedesktop.DBus.Properties")
}

/// The name of a method, signal or property, such as `NameOwnerChanged`.
///
/// Grammar: D-Bus specification, "Member names".
public struct MemberName: DBusName {
    public static let kind = "member name"
    public let rawValue: String
    public init(unchecked rawValue: String) { self.rawValue = rawValue }

    public static func fault(in string: String) -> String? {
        let bytes = string.utf8
        guard let first = bytes.first else { return "it is empty" }
        if bytes.count > Grammar.maximumNameLength { return "it is longer than \(Grammar.maximumNameLength) bytes" }
        if Grammar.isDigit(first) { return "it starts with a digit" }
        let valid = bytes.allSatisfy { Grammar.isLetter($0) || Grammar.isDigit($0) }
        return valid ? nil : "it has a character outside A-Z a-z 0-9 _"
    }
}

/// The name of an error, such as `org.freedesktop.DBus.Error.Failed`.
///
/// Grammar: D-Bus specification, "Error names".
public struct ErrorName: DBusName {
    public static let kind = "error name"
    public let rawValue: String
    public init(unchecked rawValue: String) { self.rawValue = rawValue }

    public static func fault(in string: String) -> String? {
        Grammar.dottedFault(in: string, hyphen: false, leadingDigit: false)
    }

    private init(standard name: String) { rawValue = "org.freedesktop.DBus.Error." + name }

    /// Something went wrong, and no more precise name exists.
    public static let failed = ErrorName(standard: "Failed")
    public static let noReply = ErrorName(standard: "NoReply")
    public static let serviceUnknown = ErrorName(standard: "ServiceUnknown")
    public static let nameHasNoOwner = ErrorName(standard: "NameHasNoOwner")
    public static let notSupported = ErrorName(standard: "NotSupported")
    public static let accessDenied = ErrorName(standard: "AccessDenied")
    public static let disconnected = ErrorName(standard: "Disconnected")
    public static let invalidArgs = ErrorName(standard: "InvalidArgs")
    public static let limitsExceeded = ErrorName(standard: "LimitsExceeded")
    public static let timeout = ErrorName(standard: "Timeout")
    public static let unknownMethod = ErrorName(standard: "UnknownMethod")
    public static let unknownObject = ErrorName(standard: "UnknownObject")
    public static let unknownInterface = ErrorName(standard: "UnknownInterface")
    public static let unknownProperty = ErrorName(standard: "UnknownProperty")
    public static let propertyReadOnly = ErrorName(standard: "PropertyReadOnly")
}
