/// Which signals to hear. A field that is nil matches everything. D-Bus specification, "Match Rules".
public struct MatchRule: Hashable, Sendable {
    /// What an argument of a signal has to be.
    public enum Argument: Hashable, Sendable {
        /// A string that is equal: `argN`.
        case equals(String)
        /// A string or object path that is equal; or one of both ends with `/` and begins the other, so that `/a/`
        /// matches all below it, and is matched by `/`: `argNpath`.
        case path(String)
        /// A string that is this name or begins with it and a dot, as `org.example` for all names of `org.example`:
        /// `arg0namespace`. The bus takes it for the first argument only, and only names, of which one element is enough.
        case namespace(String)
    }

    /// Who sends it. A well-known name means whoever owns it when the signal is sent.
    public var sender: BusName?
    /// The object that sends it. Not together with ``pathNamespace``.
    public var path: ObjectPath?
    /// The object at this path and everything below it.
    public var pathNamespace: ObjectPath?
    /// The interface of the signal.
    public var interface: InterfaceName?
    /// The name of the signal.
    public var member: MemberName?
    /// What arguments have to be, by their number: 0 is the first, 63 the last one that can be asked about.
    public var arguments: [Int: Argument]

    /// Makes a rule.
    ///
    /// - Parameters:
    ///   - sender: who sends it.
    ///   - path: the object that sends it.
    ///   - pathNamespace: the object at this path and everything below it.
    ///   - interface: the interface of the signal.
    ///   - member: the name of the signal.
    ///   - firstArgument: a string that the first argument has to be; short for `.equals` among `arguments`.
    ///   - arguments: what arguments have to be, by their number.
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
        for (number, argument) in arguments.sorted(by: { $0.key < $1.key }) {
            switch argument {
            case .equals(let value): add("arg\(number)", value)
            case .path(let value): add("arg\(number)path", value)
            case .namespace(let value): add("arg\(number)namespace", value)
            }
        }
        return parts.joined(separator: ",")
    }

    /// Inside quotes an apostrophe cannot be escaped; it is written outside: `'\''`.
    private static func quote(_ value: String) -> String {
        value.escaping { $0 == "'" ? #"'\''"# : nil }
    }

    /// How many of a signal's first arguments have to be known.
    var argumentCount: Int { arguments.keys.max().map { $0 + 1 } ?? 0 }

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

/// What a match rule looks at.
struct SignalHeader {
    var sender: String?
    var path: String
    var interface: String
    var member: String
    /// As many of the first ones as rules ask about, if there are so many.
    var arguments: [DBusValue] = []
}
