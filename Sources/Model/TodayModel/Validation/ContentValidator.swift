internal import DBus

/// Checks one content tree, node by node, and converts its attributes to their documented types.
///
/// The caller calls ``enter(kind:)`` for a node, then ``check(_:of:)`` with its attributes. For each child, it calls
/// ``descend(to:)`` before and ``ascend()`` after the child's own calls. A validator checks only one tree.
struct ContentValidator {
    /// The source of the values, which determines their allowed forms.
    enum Source {
        /// D-Bus values, from the bus or from Swift.
        case values
        /// JSON: an integer may be written `6.0`, arrays have no element type, bytes are base64.
        case json
    }

    let source: Source
    private var path: [Int] = []
    private var nodes = 0
    private var bytes = 0
    private var identifiers: Set<String> = []

    init(source: Source) { self.source = source }

    /// Whether the current node is the root.
    var isAtRoot: Bool { path.isEmpty }

    mutating func descend(to index: Int) { path.append(index) }

    mutating func ascend() { path.removeLast() }

    /// Returns a fault of an attribute of the current node, or of the node itself if `attribute` is empty.
    func fault(_ attribute: String = "", _ message: String) -> Fault {
        var place = ""
        for index in path {
            if !place.isEmpty { place += "." }
            place += "children[\(index)]"
        }
        if !attribute.isEmpty {
            if !place.isEmpty { place += "." }
            place += attribute
        }
        return Fault(path: place, message: message)
    }

    /// Counts a node, and checks its kind.
    mutating func enter(kind: String) throws(Fault) {
        nodes += 1
        if nodes > Limits.nodes { throw fault("", "the tree has more than \(Limits.nodes) nodes") }
        if path.count >= Limits.depth { throw fault("", "the tree is deeper than \(Limits.depth) levels") }
        if kind.isEmpty { throw fault("kind", "it is missing or empty") }
        if let reason = TextRule.fault(in: kind) { throw fault("kind", reason) }
        try count(kind.utf8.count, in: "kind")
    }

    /// Checks the attributes of the current node, and converts those that don't have their documented type.
    mutating func check(_ attributes: inout [String: DBusValue], of kind: String) throws(Fault) {
        let entry = ContentSchema.entry(for: kind)
        // The loop keeps the original, so a dictionary without changes isn't copied.
        for (name, value) in attributes {
            var size = name.utf8.count
            if let type = entry.types[name] {
                let changed = try normalized(value, as: type, name: name)
                if let changed { attributes[name] = changed }
                size += (changed ?? value).payloadBytes
            } else {
                try checkUnknown(name, value)
                size += value.payloadBytes
            }
            try count(size, in: name)
        }
        try checkCommon(attributes)
        if let kind = entry.kind { try checkCombination(attributes, of: kind) }
    }

    /// Adds to the size of the tree.
    private mutating func count(_ size: Int, in attribute: String) throws(Fault) {
        bytes += size
        if bytes > Limits.contentBytes { throw tooLarge(attribute) }
    }

    func tooLarge(_ attribute: String) -> Fault {
        fault(attribute, "the content is larger than \(Limits.contentBytes) bytes")
    }

    private func checkUnknown(_ name: String, _ value: DBusValue) throws(Fault) {
        if name == "kind" || name == "children" { throw fault(name, "an attribute cannot have this name") }
        if let reason = TextRule.fault(in: name) { throw fault("", "the name of an attribute: \(reason)") }
        try checkFree(value, name: name, isData: false)
    }

    /// Checks a value of any type: no descriptors, finite numbers, valid strings, bounded nesting.
    func checkFree(_ value: DBusValue, name: String, isData: Bool) throws(Fault) {
        // A node at level n has 3 n - 2 containers around its fields, and its attributes have three more.
        let around = 3 * (path.count + 1) + 1
        let scan = FreeValueScan(isData: isData, nesting: Limits.contentNesting - around)
        if let reason = scan.fault(in: value) { throw fault(name, reason) }
    }

    private mutating func checkCommon(_ attributes: [String: DBusValue]) throws(Fault) {
        if case .string(let identifier)? = attributes[.id], !identifiers.insert(identifier).inserted {
            throw fault(.id, "\(identifier.excerpt) is the id of another node too")
        }
        if case .string(let action)? = attributes[.action], let reason = CenterAction.fault(in: action) {
            throw fault(.action, reason)
        }
        let hasAction = attributes[.action] != nil
        if hasAction, let url = attributes[.url] {
            throw fault(.url, "\(url.excerpt) is given as well as an action")
        }
        if !hasAction, let parameter = attributes[.parameter] {
            throw fault(.parameter, "\(parameter.excerpt) is given without an action")
        }
    }

    /// Returns a fault of an attribute of the current node.
    func fault(_ attribute: ContentAttribute, _ message: String) -> Fault { fault(attribute.rawValue, message) }
}
