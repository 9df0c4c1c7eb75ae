/// A filter for signals. A nil field matches everything. D-Bus specification, "Match Rules".
public struct MatchRule: Hashable, Sendable {
    /// A condition on an argument of a signal.
    public enum Argument: Hashable, Sendable {
        /// An equal string: `argN`.
        case equals(String)
        /// An equal string or object path; or one of the two ends with `/` and is a prefix of the other: `argNpath`. So
        /// `/a/` matches all paths below it, and an argument `/` matches `/a/`.
        case path(String)
        /// A string that is this name, or begins with it and a dot: `arg0namespace`. For example, `org.example` matches
        /// all names below `org.example`. The bus accepts it only for the first argument. The value must be a name; one
        /// element is enough.
        case namespace(String)
    }

    /// The sender. A well-known name means its owner at the time of sending.
    public var sender: BusName?
    /// The object that sends the signal. Can't be combined with ``pathNamespace``.
    public var path: ObjectPath?
    /// The object at this path, and all objects below it.
    public var pathNamespace: ObjectPath?
    /// The interface of the signal.
    public var interface: InterfaceName?
    /// The name of the signal.
    public var member: MemberName?
    /// The conditions on arguments, by their index: 0 is the first, 63 the last one that a rule can match.
    public var arguments: [Int: Argument]

    /// Makes a rule.
    ///
    /// - Parameters:
    ///   - sender: the sender.
    ///   - path: the object that sends it.
    ///   - pathNamespace: the object at this path and everything below it.
    ///   - interface: the interface of the signal.
    ///   - member: the name of the signal.
    ///   - firstArgument: the required string of the first argument; a shortcut for `.equals` in `arguments`.
    ///   - arguments: the conditions on arguments, by their index.
    public init(
        sender: BusName? = nil, path: ObjectPath? = nil, pathNamespace: ObjectPath? = nil,
        interface: InterfaceName? = nil, member: MemberName? = nil, firstArgument: String? = nil,
        arguments: [Int: Argument] = [:]
    ) {
        self.sender = sender
        self.path = path
        self.pathNamespace = pathNamespace
        self.interface = interface
        self.member = member
        self.arguments = arguments
        if let firstArgument { self.arguments[0] = .equals(firstArgument) }
    }

    /// The rule in the format of the bus.
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
        for (number, argument) in arguments.sorted(by: { $0.key < $1.key }) {
            switch argument {
            case .equals(let value): add("arg\(number)", value)
            case .path(let value): add("arg\(number)path", value)
            case .namespace(let value): add("arg\(number)namespace", value)
            }
        }
        return parts.joined(separator: ",")
    }

    /// Inside quotes, an apostrophe can't be escaped; it is written outside: `'\''`.
    private static func quote(_ value: String) -> String {
        value.escaping { $0 == "'" ? #"'\''"# : nil }
    }

    /// How many of a signal's first arguments are needed.
    var argumentCount: Int { arguments.keys.max().map { $0 + 1 } ?? 0 }

    /// Whether a signal matches. `owner` is the current owner of the well-known ``sender``.
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
        return arguments.allSatisfy { number, argument in
            signal.arguments.indices.contains(number) && argument.matches(signal.arguments[number])
        }
    }
}

extension MatchRule.Argument {
    func matches(_ value: DBusValue) -> Bool {
        switch (self, value) {
        case (.equals(let wanted), .string(let found)): wanted == found
        case (.path(let wanted), .string(let found)): Self.isPath(wanted, related: found)
        case (.path(let wanted), .objectPath(let found)): Self.isPath(wanted, related: found.rawValue)
        case (.namespace(let wanted), .string(let found)): found == wanted || found.hasPrefix(wanted + ".")
        default: false
        }
    }

    private static func isPath(_ left: String, related right: String) -> Bool {
        left == right || (left.hasSuffix("/") && right.hasPrefix(left))
            || (right.hasSuffix("/") && left.hasPrefix(right))
    }
}

/// The parts of a signal that match rules use.
struct SignalHeader {
    var sender: String?
    var path: String
    var interface: String
    var member: String
    /// The first arguments, as many as rules need, if the signal has that many.
    var arguments: [DBusValue] = []
}
