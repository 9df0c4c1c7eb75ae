/// Match rules by the fields that they name, so that a signal costs what the rules cost that it can match, however many
/// others there are. Pure.
///
/// Rules that name the same fields are in one table, in which one look-up finds those that name the signal's values. There
/// are few tables: most rules of a program name the same fields. A namespace is found by looking for all that the signal's
/// value is in. What is not looked up – the arguments after the first, and values of unusual length – is left to
/// ``MatchRule/matches(_:owner:)``.
struct RuleIndex<Element: Hashable> {
    /// Which fields a rule names.
    private struct Shape: Hashable {
        var sender = false
        var path = PathField.none
        var interface = false
        var member = false
        var argument = ArgumentField.none

        enum PathField { case none, equals, namespace }
        enum ArgumentField { case none, equals, path, namespace }
    }

    /// The values of these fields. Nobody as a sender is the empty string.
    private struct Key: Hashable {
        var sender: String?
        var path: String?
        var interface: String?
        var member: String?
        var argument: String?
    }

    private var tables: [Shape: [Key: [Element]]] = [:]

    /// Longer ones are not looked up: to look for all that a long value is in would take long.
    private static var longestNamespace: Int { 255 }

    // MARK: Rules

    /// Adds a rule. `owner` is who owns its sender, if that is a well-known name.
    mutating func add(_ element: Element, _ rule: MatchRule, owner: BusName?) {
        let (shape, key) = Self.place(of: rule, owner)
        tables[shape, default: [:]][key, default: []].append(element)
    }

    /// Takes out a rule that was added with this owner.
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
        // One with a slash at its end is matched by all below it.
        case .path(let value) where !value.hasSuffix("/"): (shape.argument, key.argument) = (.path, value)
        case .namespace(let value) where value.utf8.count <= longestNamespace:
            (shape.argument, key.argument) = (.namespace, value)
        case .path, .namespace, nil: break
        }
        return (shape, key)
    }

    // MARK: Signals

    /// The rules that may match a signal; all that do are among them.
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

    /// What the first argument may be looked up by; nil when it may be anything.
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

    /// What comes before each separator, and the whole.
    private static func starts(of text: String, before separator: Unicode.Scalar) -> [String] {
        let bytes = text.utf8.prefix(longestNamespace + 1)
        var starts = bytes.indices.dropFirst().filter { bytes[$0] == UInt8(ascii: separator) }.map {
            String(text[..<$0])
        }
        if text.utf8.count <= longestNamespace { starts.append(text) }
        return starts
    }
}
