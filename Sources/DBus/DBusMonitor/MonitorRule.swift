public import DBus

/// A filter for the messages that a monitor sees. A nil field matches everything. D-Bus specification, "Match Rules".
public struct MonitorRule: Hashable, Sendable {
    /// The type of the message.
    public var kind: RawMessage.Kind?
    /// The sender. A well-known name means its owner at the time of sending.
    public var sender: BusName?
    /// The receiver.
    public var destination: BusName?
    /// The object. Replies have no object, no interface and no member.
    public var path: ObjectPath?
    /// The interface of the method or signal.
    public var interface: InterfaceName?
    /// The method or signal.
    public var member: MemberName?

    /// Makes a rule.
    ///
    /// - Parameters:
    ///   - kind: the type of the message.
    ///   - sender: the sender.
    ///   - destination: the receiver.
    ///   - path: the object.
    ///   - interface: the interface of the method or signal.
    ///   - member: the method or signal.
    public init(
        kind: RawMessage.Kind? = nil, sender: BusName? = nil, destination: BusName? = nil, path: ObjectPath? = nil,
        interface: InterfaceName? = nil, member: MemberName? = nil
    ) {
        self.kind = kind
        self.sender = sender
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
    }

    /// Returns the rules for all messages that one name sends and receives, including replies.
    public static func everything(of name: BusName) -> [MonitorRule] {
        [MonitorRule(sender: name), MonitorRule(destination: name)]
    }

    /// The rule in the format of the bus.
    var text: String {
        let fields = [
            ("type", kind?.wire.word), ("sender", sender?.rawValue), ("destination", destination?.rawValue),
            ("path", path?.rawValue), ("interface", interface?.rawValue), ("member", member?.rawValue),
        ]
        return fields.compactMap { key, value in value.map { "\(key)='\($0)'" } }.joined(separator: ",")
    }
}
