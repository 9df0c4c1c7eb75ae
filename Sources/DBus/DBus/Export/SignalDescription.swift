/// The declaration of a signal: its name, and the types of its arguments.
///
/// ```swift
/// static let overflow = SignalDescription("org.example.Counter", "Overflow", ["amount"], as: Int32.self)
/// ```
///
/// List it in an ``Interface`` for introspection. To send it, use `emit` of a ``Connection``, which accepts only these
/// types. To read it, use ``Signal/arguments(of:)``.
public struct SignalDescription<each Value: DBusType>: Sendable {
    /// The interface that has the signal.
    public let interface: InterfaceName
    /// The signal's name.
    public let name: MemberName
    /// The arguments with their types.
    public let arguments: [Argument]
    /// The signal's meaning, shown in introspection.
    public let documentation: String?
    private var marks = IntrospectionMarks()

    /// Declares a signal.
    ///
    /// - Parameters:
    ///   - interface: the interface that has it.
    ///   - name: its name.
    ///   - arguments: names of the arguments, for introspection; no more than there are types.
    ///   - types: the types of the arguments; empty for a signal without arguments.
    ///   - doc: the signal's meaning, for introspection.
    public init(
        _ interface: InterfaceName, _ name: MemberName, _ arguments: [String] = [],
        as types: repeat (each Value).Type, doc: String? = nil
    ) {
        self.interface = interface
        self.name = name
        self.arguments = Argument.list(arguments, "arg", repeat each types)
        documentation = doc
    }

    /// The same signal, marked as deprecated: introspection has the annotation `org.freedesktop.DBus.Deprecated`. Use
    /// it in the list of an ``Interface``; sending it makes no difference.
    public var deprecated: SignalDescription {
        var signal = self
        signal.marks.isDeprecated = true
        return signal
    }

    var shape: SignalShape {
        SignalShape(
            interface: interface, name: name, arguments: arguments, documentation: documentation, marks: marks)
    }
}

/// A type-erased ``SignalDescription``.
struct SignalShape: Sendable {
    let interface: InterfaceName
    let name: MemberName
    let arguments: [Argument]
    let documentation: String?
    let marks: IntrospectionMarks
}

extension Signal {
    /// Returns the arguments of a declared signal as typed values.
    ///
    /// - Throws: ``UnmarshallingError`` when they have other types. It doesn't check the name of the signal.
    public func arguments<each Value: DBusType>(
        of signal: SignalDescription<repeat each Value>
    ) throws(UnmarshallingError) -> (repeat each Value) {
        try arguments(signal.arguments)
    }
}
