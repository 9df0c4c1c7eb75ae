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
    public var text: String {
        let fields = [
            ("type", kind?.word), ("sender", sender?.rawValue), ("destination", destination?.rawValue),
            ("path", path?.rawValue), ("interface", interface?.rawValue), ("member", member?.rawValue),
        ]
        return fields.compactMap { key, value in value.map { "\(key)='\($0)'" } }.joined(separator: ",")
    }

    /// Parses a rule as ``text`` writes it, with or without apostrophes; nil when it is invalid.
    init?(text: String) {
        self.init()
        for part in text.split(at: ",", omittingEmptySubsequences: false) {
            let pair = part.split(at: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2 else { return nil }
            let isQuoted = pair[1].count >= 2 && pair[1].hasPrefix("'") && pair[1].hasSuffix("'")
            guard set(pair[0], isQuoted ? String(pair[1].dropFirst().dropLast()) : pair[1]) else { return nil }
        }
    }

    private mutating func set(_ key: String, _ value: String) -> Bool {
        switch key {
        case "type":
            kind = ([.methodCall, .methodReturn, .error, .signal] as [RawMessage.Kind]).first { $0.word == value }
            return kind != nil
        case "sender":
            sender = BusName(rawValue: value)
            return sender != nil
        case "destination":
            destination = BusName(rawValue: value)
            return destination != nil
        case "path":
            path = ObjectPath(rawValue: value)
            return path != nil
        case "interface":
            interface = InterfaceName(rawValue: value)
            return interface != nil
        case "member":
            member = MemberName(rawValue: value)
            return member != nil
        default: return false
        }
    }

    /// Whether a message matches. Names are compared as they appear in the message.
    func matches(_ message: RawMessage) -> Bool {
        (kind == nil || kind == message.kind) && (sender == nil || sender == message.sender)
            && (destination == nil || destination == message.destination) && (path == nil || path == message.path)
            && (interface == nil || interface == message.interface) && (member == nil || member == message.member)
    }
}
