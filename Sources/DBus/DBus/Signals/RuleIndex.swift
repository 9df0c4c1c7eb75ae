/// Match rules by the fields that they name. So a signal costs only as much as the rules that it can match, however
/// many other rules exist. Pure.
///
/// Rules that name the same fields are in one table, where one lookup finds those that name the signal's values. There
/// are few tables: most rules of a program name the same fields. A namespace is found by looking up every namespace
/// that contains the signal's value. ``MatchRule/matches(_:owner:)`` checks the rest: the arguments after the first,
/// and values of unusual length.
struct RuleIndex<Element: Hashable> {
    /// The fields that a rule names.
    private struct Shape: Hashable {
        var sender = false
        var path = PathField.none
        var interface = false
        var member = false
        var argument = ArgumentField.none

        enum PathField { case none, equals, namespace }
        enum ArgumentField { case none, equals, path, namespace }
    }

    /// The values of these fields. For a sender name without an owner, it is the empty string.
    private struct Key: Hashable {
        var sender: String?
        var path: String?
        var interface: String?
        var member: String?
        var argument: String?
    }

    private var tables: [Shape: [Key: [Element]]] = [:]

    /// Longer values aren't looked up: looking up every namespace of a long value would take too long.
    private static var longestNamespace: Int { 255 }

    // MARK: Rules

    /// Adds a rule. `owner` is the owner of its sender, if that is a well-known name.
    mutating func add(_ element: Element, _ rule: MatchRule, owner: BusName?) {
        let (shape, key) = Self.place(of: rule, owner)
        tables[shape, default: [:]][key, default: []].append(element)
    }

    /// Removes a rule that was added with this owner.
    mutating func remove(_ element: Element, _ rule: MatchRule, owner: BusName?) {
        let (shape, key) = Self.place(of: rule, owner)
        tables[shape]?[key]?.removeAll { $0 == element }
        if tables[shape]?[key]?.isEmpty == true { tables[shape]?[key] = nil }
        if tables[shape]?.isEmpty == true { tables[shape] = nil }
    }

    private static func place(of rule: MatchRule, _ owner: BusName?) -> (Shape, Key) {
        var (shape, key) = (Shape(), Key())
        if let sender = rule.sender {
            shape.sender = true
            key.sender = (sender.isUnique || sender == .bus ? sender : owner)?.rawValue ?? ""
        }
        if let path = rule.path {
            shape.path = .equals
            key.path = path.rawValue
        } else if let namespace = rule.pathNamespace, namespace.rawValue.utf8.count <= longestNamespace {
            shape.path = .namespace
            key.path = namespace.rawValue
        }
        shape.interface = rule.interface != nil
        key.interface = rule.interface?.rawValue
        shape.member = rule.member != nil
        key.member = rule.member?.rawValue
        switch rule.arguments[0] {
        case .equals(let value): (shape.argument, key.argument) = (.equals, value)
        // A path with a trailing slash matches everything below it.
        case .path(let value) where !value.hasSuffix("/"): (shape.argument, key.argument) = (.path, value)
        case .namespace(let value) where value.utf8.count <= longestNamespace:
            (shape.argument, key.argument) = (.namespace, value)
        case .path, .namespace, nil: break
        }
        return (shape, key)
    }

    // MARK: Signals

    /// Returns the rules that may match a signal, including all that do.
    func candidates(for signal: SignalHeader) -> [Element] {
        var found: [Element] = []
        for (shape, table) in tables {
            guard let arguments = Self.arguments(shape.argument, of: signal) else {
                for elements in table.values { found += elements }
                continue
            }
            for path in Self.paths(shape.path, of: signal) {
                for argument in arguments {
                    let key = Key(
                        sender: shape.sender ? signal.sender ?? "" : nil, path: path,
                        interface: shape.interface ? signal.interface : nil, member: shape.member ? signal.member : nil,
                        argument: argument)
                    if let elements = table[key] { found += elements }
                }
            }
        }
        return found
    }

    private static func paths(_ field: Shape.PathField, of signal: SignalHeader) -> [String?] {
        switch field {
        case .none: return [nil]
        case .equals: return [signal.path]
        case .namespace: return ["/"] + (signal.path == "/" ? [] : starts(of: signal.path, before: "/"))
        }
    }

    /// Returns the lookup keys for the first argument; nil if no lookup is possible.
    private static func arguments(_ field: Shape.ArgumentField, of signal: SignalHeader) -> [String?]? {
        if field == .none { return [nil] }
        switch (field, signal.arguments.first) {
        case (.equals, .string(let value)): return [value]
        case (.path, .string(let value)): return value.hasSuffix("/") ? nil : [value]
        case (.path, .objectPath(let value)): return value == .root ? nil : [value.rawValue]
        case (.namespace, .string(let value)): return starts(of: value, before: ".")
        default: return []
        }
    }

    /// Returns the text before each separator, and the whole text.
    private static func starts(of text: String, before separator: Unicode.Scalar) -> [String] {
        let bytes = text.utf8.prefix(longestNamespace + 1)
        var starts = bytes.indices.dropFirst().filter { bytes[$0] == UInt8(ascii: separator) }.map {
            String(text[..<$0])
        }
        if text.utf8.count <= longestNamespace { starts.append(text) }
        return starts
    }
}
