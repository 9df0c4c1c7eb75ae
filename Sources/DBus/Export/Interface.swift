/// An interface that an actor exports: its methods, properties and signals, with the code behind them.
///
/// ```swift
/// let interface = Interface<Counter>("org.example.Counter") {
///     Method("Add", in: ["amount"], out: ["sum"]) { (counter: isolated Counter, amount: Int32) in
///         counter.add(amount)
///     }
///     Property("Sum", .emitsChange) { (counter: isolated Counter) in counter.sum }
///     SignalDescription("Overflow", ["sum": "i"])
/// }
/// ```
///
/// Types are taken from the closures, and introspection from the types. The `isolated` has to be written out. One
/// interface value serves any number of objects: a handler that needs to know which takes the ``MethodCall``, a property
/// the ``ObjectPath``.
public struct Interface<Owner: Actor>: Sendable {
    public let name: InterfaceName
    /// What the interface is for, shown in introspection.
    public let documentation: String?
    let methods: [Method<Owner>]
    let properties: [Property<Owner>]
    let signals: [SignalDescription]
    private let methodIndex: [String: Int]
    private let propertyIndex: [String: Int]

    public init(
        _ name: InterfaceName, documentation: String? = nil,
        @InterfaceBuilder<Owner> members: () -> [InterfaceMember<Owner>]
    ) {
        self.name = name
        self.documentation = documentation
        var methods: [Method<Owner>] = []
        var properties: [Property<Owner>] = []
        var signals: [SignalDescription] = []
        for member in members() {
            switch member {
            case .method(let method): methods.append(method)
            case .property(let property): properties.append(property)
            case .signal(let signal): signals.append(signal)
            }
        }
        self.methods = methods
        self.properties = properties
        self.signals = signals
        methodIndex = Dictionary(methods.enumerated().map { ($1.name.rawValue, $0) }) { first, _ in first }
        propertyIndex = Dictionary(properties.enumerated().map { ($1.name.rawValue, $0) }) { first, _ in first }
    }

    /// Whether a member runs on the loop's thread with its owner, without a task.
    var hasSynchronousMembers: Bool { !properties.isEmpty || methods.contains(where: \.isSynchronous) }

    func method(named name: String) -> Method<Owner>? { methodIndex[name].map { methods[$0] } }
    func property(named name: String) -> Property<Owner>? { propertyIndex[name].map { properties[$0] } }
}

/// A member of an interface.
public enum InterfaceMember<Owner: Actor>: Sendable {
    case method(Method<Owner>)
    case property(Property<Owner>)
    case signal(SignalDescription)
}

/// Collects the members of an ``Interface``.
@resultBuilder
public enum InterfaceBuilder<Owner: Actor> {
    public static func buildExpression(_ method: Method<Owner>) -> [InterfaceMember<Owner>] { [.method(method)] }
    public static func buildExpression(_ property: Property<Owner>) -> [InterfaceMember<Owner>] {
        [.property(property)]
    }
    public static func buildExpression(_ signal: SignalDescription) -> [InterfaceMember<Owner>] { [.signal(signal)] }
    public static func buildBlock(_ members: [InterfaceMember<Owner>]...) -> [InterfaceMember<Owner>] {
        members.flatMap { $0 }
    }
}

/// A named, typed argument of a method or signal.
public struct Argument: Hashable, Sendable {
    public let name: String
    public let type: Signature

    public init(_ name: String, _ type: Signature) {
        self.name = name
        self.type = type
    }

    static func list<each Value: DBusType>(
        _ names: [String], _ prefix: String, _ types: repeat (each Value).Type
    ) -> [Argument] {
        var arguments: [Argument] = []
        for type in repeat each types {
            let index = arguments.count
            arguments.append(Argument(index < names.count ? names[index] : "\(prefix)\(index)", type.signature))
        }
        precondition(names.count <= arguments.count, "more argument names than arguments: \(names)")
        let signature = arguments.map(\.type.rawValue).joined()
        if let fault = Signature.fault(in: signature) { preconditionFailure("\(signature) is no signature: \(fault)") }
        return arguments
    }
}

/// A signal that objects with the interface send, as introspection shows it.
public struct SignalDescription: Sendable {
    public let name: MemberName
    public let arguments: [Argument]
    public let documentation: String?

    public init(_ name: MemberName, _ arguments: KeyValuePairs<String, Signature> = [:], doc: String? = nil) {
        self.name = name
        self.arguments = arguments.map { Argument($0.key, $0.value) }
        documentation = doc
    }
}
