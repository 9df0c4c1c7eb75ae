/// Which signals to hear. A field that is nil matches everything. D-Bus specification, "Match Rules".
public struct MatchRule: Hashable, Sendable {
    /// Who sends it. A well-known name means whoever owns it when the signal is sent.
    public var sender: BusName?
    public var path: ObjectPath?
    /// The object at this path and everything below it.
    public var pathNamespace: ObjectPath?
    public var interface: InterfaceName?
    public var member: MemberName?
    /// The first argument, a string.
    public var firstArgument: String?

    public init(
        sender: BusName? = nil, path: ObjectPath? = nil, pathNamespace: ObjectPath? = nil,
        interface: InterfaceName? = nil, member: MemberName? = nil, firstArgument: String? = nil
    ) {
        self.sender = sender
        self.path = path
        self.pathNamespace = pathNamespace
        self.interface = interface
        self.member = member
        self.firstArgument = firstArgument
    }

    /// The rule as the bus takes it.
    public var text: String {
        var parts = ["type='signal'"]
        func add(_ key: String, _ value: String?) {
            if let value { parts.append("\(key)='\(Self.quote(value))'") }
        }
        add("sender", sender?.rawValue)
        add("path", path?.rawValue)
        add("path_namespace", pathNamespace?.rawValue)
        add("interface", interface?.rawValue)
        add("member", member?.rawValue)
        add("arg0", firstArgument)
        return parts.joined(separator: ",")
    }

    /// Inside quotes an apostrophe cannot be escaped; it is written outside: `'\''`.
    private static func quote(_ value: String) -> String {
        guard value.utf8.contains(UInt8(ascii: "'")) else { return value }
        return value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
    }

    /// Whether a signal matches. `owner` is who owns the well-known ``sender`` at the moment.
    func matches(_ signal: SignalHeader, owner: BusName?) -> Bool {
        if let interface, interface.rawValue != signal.interface { return false }
        if let member, member.rawValue != signal.member { return false }
        if let path, path.rawValue != signal.path { return false }
        if let pathNamespace {
            let path = ObjectPath(unchecked: signal.path)
            if path != pathNamespace, !path.isDescendant(of: pathNamespace) { return false }
        }
        if let sender {
            let expected = sender.isUnique || sender == .bus ? sender : owner
            if expected?.rawValue != signal.sender { return false }
        }
        if let firstArgument, firstArgument != signal.firstArgument { return false }
        return true
    }
}

/// What a match rule looks at.
struct SignalHeader {
    var sender: String?
    var path: String
    var interface: String
    var member: String
    var firstArgument: String?
}

/// A signal that was received.
public struct Signal: Hashable, Sendable {
    /// The unique name of the sender; nil with a peer.
    public let sender: BusName?
    public let path: ObjectPath
    public let interface: InterfaceName
    public let member: MemberName
    private let values: EncodedValues

    init(sender: BusName?, path: ObjectPath, interface: InterfaceName, member: MemberName, values: EncodedValues) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.values = values
    }

    /// Makes a signal as if it had been received, to test what handles it.
    public init<each Value: DBusType>(
        sender: BusName?, path: ObjectPath, interface: InterfaceName, member: MemberName,
        arguments: repeat each Value
    ) throws(EncodingError) {
        self.init(
            sender: sender, path: path, interface: interface, member: member,
            values: try EncodedValues(repeat each arguments))
    }

    /// The arguments. File descriptors among them are duplicates that are yours; without a free one there is nothing.
    public var body: [DBusValue] {
        (try? values.read { (reader) throws(DecodingError) in try DBusValue.readAll(from: &reader) }) ?? []
    }

    /// Returns the arguments as typed values.
    ///
    /// - Throws: ``DecodingError`` when the signal has others. Arguments after those asked for are left alone.
    public func arguments<each Value: DBusType>(
        as types: repeat (each Value).Type
    ) throws(DecodingError) -> (repeat each Value) {
        try values.read { (reader) throws(DecodingError) in (repeat try (each types).init(from: &reader)) }
    }
}
