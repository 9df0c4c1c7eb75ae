public import DBus

/// One node of a widget's content with all nodes below it. The panel decides how to draw it.
///
/// A tree is refused or accepted as a whole. ``validating(_:)``, ``parse(json:)`` and ``validated()`` return valid
/// trees, in which every known attribute has its documented type. A tree that you build yourself may be invalid.
public struct Content: Hashable, Sendable {
    /// The kind of node, such as `text` or `column`. Unknown kinds are allowed. Empty only for ``empty``.
    public var kind: String
    /// The node's attributes by name, each with the value of its variant.
    public var attributes: [String: DBusValue]
    /// The nodes below this one, in order.
    public var children: [Content]

    /// Makes a node without checks.
    public init(kind: String, attributes: [String: DBusValue] = [:], children: [Content] = []) {
        self.kind = kind
        self.attributes = attributes
        self.children = children
    }

    /// Empty content: `("", {}, [])`, in JSON `{}`.
    public static let empty = Content(kind: "")

    /// Whether this is ``empty``.
    public var isEmpty: Bool { kind.isEmpty && attributes.isEmpty && children.isEmpty }

    /// Whether nothing of it can be shown, because all its kinds were added after this version.
    package var isUnknown: Bool {
        let isBelow = !children.isEmpty && children.allSatisfy(\.isUnknown)
        switch ContentKind(rawValue: kind) {
        case let kind?: return kind.showsChildren && kind != .section && isBelow
        case nil: return !isEmpty && self[.fallback] == nil && (children.isEmpty || isBelow)
        }
    }

    /// The size that ``Limits/contentBytes`` limits: kinds, names of attributes and values, with images decoded.
    ///
    /// The size of a string is its UTF-8 bytes, the size of a number is its size on the bus, and a Boolean has four
    /// bytes. Each element of an array or of another container adds one byte.
    public var byteCount: Int {
        let own = attributes.reduce(kind.utf8.count) { $0 + $1.key.utf8.count + $1.value.payloadBytes }
        return children.reduce(own) { $0 + $1.byteCount }
    }
}

extension Content {
    /// Returns this tree with every known attribute in its documented type.
    ///
    /// - Throws: The first fault found, with its path, such as `children[1].value: 1.5 is outside 0…1`.
    public func validated() throws(Fault) -> Content {
        var result = self
        try result.validate()
        return result
    }

    /// Converts every known attribute to its documented type, as ``validated()`` does.
    ///
    /// - Throws: The first fault found; some attributes may have their documented types by then.
    package mutating func validate() throws(Fault) {
        if isEmpty { return }
        var validator = ContentValidator(source: .values)
        try validate(by: &validator)
    }

    private mutating func validate(by validator: inout ContentValidator) throws(Fault) {
        try validator.enter(kind: kind)
        try validator.check(&attributes, of: kind)
        for index in children.indices {
            validator.descend(to: index)
            try children[index].validate(by: &validator)
            validator.ascend()
        }
    }
}
