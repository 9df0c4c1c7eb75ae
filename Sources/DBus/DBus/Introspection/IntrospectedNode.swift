/// What an object tells of itself, or what a file tells of interfaces: the D-Bus specification, "Introspection Data Format".
///
/// ```swift
/// let node = try await Proxy(bus, .player).introspect()
/// for interface in node.interfaces { print(interface.name, interface.methods.map(\.name)) }
/// ```
public struct IntrospectedNode: Hashable, Sendable {
    /// The path of the object, relative for a child; nil where none is written.
    public var name: String?
    /// What is written of the whole; nil where nothing is.
    public var documentation: String?
    /// The interfaces, as they stand in the document.
    public var interfaces: [Interface] = []
    /// The objects below, mostly with nothing but a name.
    public var children: [IntrospectedNode] = []

    /// A key with a value, for programs that read the document. The keys are names in reverse-domain notation.
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
        /// What programs are told of it.
        public var annotations: Annotations = [:]
        /// What people are told of it.
        public var documentation: String?
    }

    /// A method of an interface.
    public struct Method: Hashable, Sendable {
        /// Its name.
        public var name: MemberName
        /// What it takes.
        public var inputs: [Argument] = []
        /// What it returns.
        public var outputs: [Argument] = []
        /// What programs are told of it.
        public var annotations: Annotations = [:]
        /// What people are told of it.
        public var documentation: String?
    }

    /// A signal of an interface.
    public struct Signal: Hashable, Sendable {
        /// Its name.
        public var name: MemberName
        /// What it carries.
        public var arguments: [Argument] = []
        /// What programs are told of it.
        public var annotations: Annotations = [:]
        /// What people are told of it.
        public var documentation: String?
    }

    /// A property of an interface.
    public struct Property: Hashable, Sendable {
        /// Its name, mostly a ``MemberName``; others, such as `disable-printing`, are allowed, though not wanted.
        public var name: String
        /// Its type: one complete type.
        public var type: Signature
        /// Whether it can be read.
        public var isReadable: Bool
        /// Whether it can be set.
        public var isWritable: Bool
        /// What watchers are told when it changes; that of the interface where the property says nothing, and
        /// ``ChangeSignal/emitsChange`` where neither does.
        public var changeSignal: ChangeSignal = .emitsChange
        /// What programs are told of it.
        public var annotations: Annotations = [:]
        /// What people are told of it.
        public var documentation: String?
    }

    /// An argument of a method or signal.
    public struct Argument: Hashable, Sendable {
        /// Its name; nil or empty where it has none.
        public var name: String?
        /// Its type: one complete type.
        public var type: Signature
        /// What programs are told of it.
        public var annotations: Annotations = [:]
        /// What people are told of it.
        public var documentation: String?
    }
}

/// Why a text is no introspection document.
public struct IntrospectionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line of the document, from 1 on.
    public let line: Int
    /// What is wrong there, without a full stop.
    public let reason: String

    public var description: String { "line \(line): \(reason)" }
}

extension IntrospectedNode.Annotations {
    /// Whether something is to be used no more: `org.freedesktop.DBus.Deprecated`.
    public var isDeprecated: Bool { self["org.freedesktop.DBus.Deprecated"] == "true" }

    /// Whether a method sends no reply, and callers ask for none: `org.freedesktop.DBus.Method.NoReply`.
    public var isWithoutReply: Bool { self["org.freedesktop.DBus.Method.NoReply"] == "true" }
}

extension Proxy {
    /// Asks the object what interfaces it has, and which objects are below it.
    ///
    /// - Throws: as every call does; an ``IntrospectionError`` when the answer cannot be read.
    public func introspect() async throws -> IntrospectedNode {
        let document: String = try await connection.call(
            destination, path: path, interface: .introspectable, "Introspect", timeout: timeout, options: options)
        return try IntrospectedNode(xml: document)
    }
}
