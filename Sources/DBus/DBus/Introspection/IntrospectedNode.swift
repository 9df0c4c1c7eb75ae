/// The description of an object, or of interfaces in a file: D-Bus specification, "Introspection Data Format".
///
/// ```swift
/// let node = try await Proxy(bus, .player).introspect()
/// for interface in node.interfaces { print(interface.name, interface.methods.map(\.name)) }
/// ```
public struct IntrospectedNode: Hashable, Sendable {
    /// The path of the object, relative for a child; nil if the document has none.
    public var name: String?
    /// The documentation of the node; nil if the document has none.
    public var documentation: String?
    /// The interfaces, in the order of the document.
    public var interfaces: [Interface] = []
    /// The child objects, usually with only a name.
    public var children: [IntrospectedNode] = []

    /// Values by key, for programs that read the document. The keys are names in reverse-domain notation.
    public typealias Annotations = [String: String]

    /// An interface of an object.
    public struct Interface: Hashable, Sendable {
        /// Its name.
        public var name: InterfaceName
        /// Its methods.
        public var methods: [Method] = []
        /// Its signals.
        public var signals: [Signal] = []
        /// Its properties.
        public var properties: [Property] = []
        /// Its annotations, for programs.
        public var annotations: Annotations = [:]
        /// Its documentation, for people.
        public var documentation: String?
    }

    /// A method of an interface.
    public struct Method: Hashable, Sendable {
        /// Its name.
        public var name: MemberName
        /// Its input arguments.
        public var inputs: [Argument] = []
        /// Its results.
        public var outputs: [Argument] = []
        /// Its annotations, for programs.
        public var annotations: Annotations = [:]
        /// Its documentation, for people.
        public var documentation: String?
    }

    /// A signal of an interface.
    public struct Signal: Hashable, Sendable {
        /// Its name.
        public var name: MemberName
        /// Its arguments.
        public var arguments: [Argument] = []
        /// Its annotations, for programs.
        public var annotations: Annotations = [:]
        /// Its documentation, for people.
        public var documentation: String?
    }

    /// A property of an interface.
    public struct Property: Hashable, Sendable {
        /// Its name, usually a ``MemberName``. Others, such as `disable-printing`, are allowed but discouraged.
        public var name: String
        /// Its type: one complete type.
        public var type: Signature
        /// Whether it can be read.
        public var isReadable: Bool
        /// Whether it can be set.
        public var isWritable: Bool
        /// How a change is signaled: as declared by the property, or else by the interface, or else
        /// ``ChangeSignal/emitsChange``.
        public var changeSignal: ChangeSignal = .emitsChange
        /// Its annotations, for programs.
        public var annotations: Annotations = [:]
        /// Its documentation, for people.
        public var documentation: String?
    }

    /// An argument of a method or signal.
    public struct Argument: Hashable, Sendable {
        /// Its name; nil or empty if it has none.
        public var name: String?
        /// Its type: one complete type.
        public var type: Signature
        /// Its annotations, for programs.
        public var annotations: Annotations = [:]
        /// Its documentation, for people.
        public var documentation: String?
    }
}

/// The reason why a text isn't a valid introspection document.
public struct IntrospectionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line of the document, starting at 1.
    public let line: Int
    /// The error on that line, without a period.
    public let reason: String

    public var description: String { "line \(line): \(reason)" }
}

extension IntrospectedNode.Annotations {
    /// Whether it is deprecated: `org.freedesktop.DBus.Deprecated`.
    public var isDeprecated: Bool { self["org.freedesktop.DBus.Deprecated"] == "true" }

    /// Whether a method sends no reply, and callers don't request one: `org.freedesktop.DBus.Method.NoReply`.
    public var isWithoutReply: Bool { self["org.freedesktop.DBus.Method.NoReply"] == "true" }
}

extension Proxy {
    /// Reads the interfaces and the child objects of the object.
    ///
    /// - Throws: the errors of a call; an ``IntrospectionError`` when the document is invalid.
    public func introspect() async throws -> IntrospectedNode {
        let document: String = try await connection.call(
            destination, path: path, interface: .introspectable, "Introspect", timeout: timeout, options: options)
        return try IntrospectedNode(xml: document)
    }
}
