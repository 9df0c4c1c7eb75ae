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

    /// `org.freedesktop.DBus`: the methods and signals of the message bus itself.
    public static let bus = InterfaceName(unchecked: "org.freedesktop.DBus")
    /// `org.freedesktop.DBus.Introspectable`: every object describes itself.
    public static let introspectable = InterfaceName(unchecked: "org.freedesktop.DBus.Introspectable")
    /// `org.freedesktop.DBus.ObjectManager`: an object lists those below it.
    public static let objectManager = InterfaceName(unchecked: "org.freedesktop.DBus.ObjectManager")
    /// `org.freedesktop.DBus.Peer`: every object answers `Ping` and `GetMachineId`.
    public static let peer = InterfaceName(unchecked: "org.freedesktop.DBus.Peer")
    /// `org.freedesktop.DBus.Properties`: reads, sets and watches the properties of any object.
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

    /// An error without a more specific name.
    public static let failed = ErrorName(standard: "Failed")
    /// The bus stopped waiting for the reply, or the receiver of the call disconnected without replying.
    public static let noReply = ErrorName(standard: "NoReply")
    /// The name has no owner, and no activation file can start one.
    public static let serviceUnknown = ErrorName(standard: "ServiceUnknown")
    /// The name has no owner at the moment.
    public static let nameHasNoOwner = ErrorName(standard: "NameHasNoOwner")
    /// The request is not supported.
    public static let notSupported = ErrorName(standard: "NotSupported")
    /// A policy or the service denies access to this caller.
    public static let accessDenied = ErrorName(standard: "AccessDenied")
    /// The connection has ended.
    public static let disconnected = ErrorName(standard: "Disconnected")
    /// The arguments have other types, or invalid values.
    public static let invalidArgs = ErrorName(standard: "InvalidArgs")
    /// A limit of the bus or of the service is reached.
    public static let limitsExceeded = ErrorName(standard: "LimitsExceeded")
    /// An operation took too long; for calls, the bus uses ``noReply``.
    public static let timeout = ErrorName(standard: "Timeout")
    /// The interface doesn't have this method.
    public static let unknownMethod = ErrorName(standard: "UnknownMethod")
    /// The object at this path doesn't exist.
    public static let unknownObject = ErrorName(standard: "UnknownObject")
    /// The object doesn't have this interface.
    public static let unknownInterface = ErrorName(standard: "UnknownInterface")
    /// The interface doesn't have this property.
    public static let unknownProperty = ErrorName(standard: "UnknownProperty")
    /// The property can't be set.
    public static let propertyReadOnly = ErrorName(standard: "PropertyReadOnly")
}
