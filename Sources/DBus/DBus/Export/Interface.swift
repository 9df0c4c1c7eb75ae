/// An interface that an actor, or a class of a global actor, exports: its methods, properties and signals, with their
/// code.
///
/// ```swift
/// let interface = Interface<Counter>("org.example.Counter") {
///     Method("Add", in: ["amount"], out: ["sum"]) { (counter: isolated Counter, amount: Int32) in
///         counter.add(amount)
///     }
///     Property("Sum", .emitsChange) { (counter: isolated Counter) in counter.sum }
///     Counter.overflow
/// }
/// ```
///
/// Here `Counter.overflow` is a ``SignalDescription``.
///
/// The closures determine the types, and the types determine introspection. For an actor, write `isolated` explicitly.
/// The closures of a class run on the main actor: `{ (player: Player) in player.volume }`. One interface value can
/// serve any number of objects. To find out which object is called, a handler takes the ``MethodCall``, and a property
/// takes the ``ObjectPath``. If a handler exports its own interface, do this in a method of the owner: in the closure,
/// Swift reports a circular reference.
public struct Interface<Owner: AnyObject & Sendable>: Sendable {
    /// The interface's name.
    public let name: InterfaceName
    /// The purpose of the interface, shown in introspection.
    public let documentation: String?
    let methods: [Method<Owner>]
    let properties: [Property<Owner>]
    let signals: [SignalShape]
    private(set) var marks = IntrospectionMarks()
    /// The members that are left out, because earlier ones have the same names.
    let leftOut: [Subject]
    /// The actor that the members themselves name, for owners that aren't actors.
    let isolation: (any Actor)?
    private let methodIndex: [String: Int]
    private let propertyIndex: [String: Int]

    /// Describes an interface.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - documentation: its purpose, shown in introspection.
    ///   - members: its methods, properties and signals. If two methods, properties or signals have the same name, the
    ///     second is left out and logged. A signal must be declared for this interface.
    public init(
        _ name: InterfaceName, documentation: String? = nil,
        @InterfaceBuilder<Owner> members: () -> [InterfaceMember<Owner>]
    ) {
        self.name = name
        self.documentation = documentation
        var methods: [Method<Owner>] = []
        var properties: [Property<Owner>] = []
        var signals: [SignalShape] = []
        var known: Set<Subject> = []
        var leftOut: [Subject] = []
        var isolation: (any Actor)?
        for member in members() {
            let subject = member.subject(in: name)
            guard known.insert(subject).inserted else {
                leftOut.append(subject)
                continue
            }
            switch member.kind {
            case .method(let method):
                methods.append(method)
                isolation = isolation ?? method.isolation
            case .property(let property):
                properties.append(property)
                isolation = isolation ?? property.isolation
            case .signal(let signal):
                // Not a precondition: those are silent in release builds.
                if signal.interface != name {
                    fatalError("the signal \(signal.name) belongs to \(signal.interface), not to \(name)")
                }
                signals.append(signal)
            }
        }
        self.methods = methods
        self.properties = properties
        self.signals = signals
        self.leftOut = leftOut
        self.isolation = isolation
        methodIndex = Dictionary(uniqueKeysWithValues: methods.enumerated().map { ($1.name.rawValue, $0) })
        propertyIndex = Dictionary(uniqueKeysWithValues: properties.enumerated().map { ($1.name.rawValue, $0) })
    }

    /// The same interface, marked as deprecated: introspection has the annotation `org.freedesktop.DBus.Deprecated`.
    public var deprecated: Interface {
        var interface = self
        interface.marks.isDeprecated = true
        return interface
    }

    /// The first member that requires an owner on the loop's thread.
    var loopMethod: MemberName? { methods.first(where: \.needsLoop)?.name }

    func method(named name: String) -> Method<Owner>? { methodIndex[name].map { methods[$0] } }
    func property(named name: String) -> Property<Owner>? { propertyIndex[name].map { properties[$0] } }
}

/// A member of an ``Interface``: a method, a property or a signal.
public struct InterfaceMember<Owner: AnyObject & Sendable>: Sendable {
    enum Kind: Sendable {
        case method(Method<Owner>)
        case property(Property<Owner>)
        case signal(SignalShape)
    }

    let kind: Kind

    func subject(in interface: InterfaceName) -> Subject {
        switch kind {
        case .method(let method): Subject(.method, interface, method.name, at: nil)
        case .property(let property): Subject(.property, interface, property.name, at: nil)
        case .signal(let signal): Subject(.signal, interface, signal.name, at: nil)
        }
    }
}

/// Collects the members of an ``Interface``.
@resultBuilder
public enum InterfaceBuilder<Owner: AnyObject & Sendable> {
    /// Wraps a method as a member.
    public static func buildExpression(_ method: Method<Owner>) -> [InterfaceMember<Owner>] {
        [InterfaceMember(kind: .method(method))]
    }

    /// Wraps a property as a member.
    public static func buildExpression(_ property: Property<Owner>) -> [InterfaceMember<Owner>] {
        [InterfaceMember(kind: .property(property))]
    }

    /// Wraps a signal as a member.
    public static func buildExpression<each Value: DBusType>(
        _ signal: SignalDescription<repeat each Value>
    ) -> [InterfaceMember<Owner>] {
        [InterfaceMember(kind: .signal(signal.shape))]
    }

    /// Returns all members, in their order.
    public static func buildBlock(_ members: [InterfaceMember<Owner>]...) -> [InterfaceMember<Owner>] {
        members.flatMap { $0 }
    }
}

/// A named, typed argument of a method or signal.
public struct Argument: Hashable, Sendable {
    /// Its name, for introspection only.
    public let name: String
    /// Its type: one complete type.
    public let type: Signature

    /// Makes an argument. `type` must be one complete type.
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
        if names.count > arguments.count {
            fatalError("\(names.count) argument names for \(arguments.count) arguments: \(names)")
        }
        let signature = arguments.map(\.type.rawValue).joined()
        if let fault = Signature.fault(in: signature) { fatalError("\(signature) is not a signature: \(fault)") }
        return arguments
    }
}
