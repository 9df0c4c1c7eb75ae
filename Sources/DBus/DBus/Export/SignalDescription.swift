/// The declaration of a signal: its name, and the types of its arguments.
///
/// ```swift
/// static let overflow = SignalDescription("org.example.Counter", "Overflow", ["amount"], as: Int32.self)
/// ```
///
/// An ``Interface`` lists it, so that introspection shows it; `emit` of a ``Connection`` sends it, and takes just
/// these types; and whoever receives it reads it with ``Signal/arguments(of:)``.
public struct SignalDescription<each Value: DBusType>: Sendable {
    /// The interface that has the signal.
    public let interface: InterfaceName
    /// The signal's name.
    public let name: MemberName
    /// The arguments with their types.
    public let arguments: [Argument]
    /// What it tells, shown in introspection.
    public let documentation: String?
    private var marks = IntrospectionMarks()

    /// Declares a signal.
    ///
    /// - Parameters:
    ///   - interface: the interface that has it.
    ///   - name: its name.
    ///   - arguments: names of the arguments, for introspection; no more than there are types.
    ///   - types: the types of the arguments; none for a signal without any.
    ///   - doc: what it tells, for introspection.
    public init(
        _ interface: InterfaceName, _ name: MemberName, _ arguments: [String] = [],
        as types: repeat (each Value).Type, doc: String? = nil
    ) {
        self.interface = interface
        self.name = name
        self.arguments = Argument.list(arguments, "arg", repeat each types)
        documentation = doc
    }

    /// The same signal, to be used no more: introspection has the annotation `org.freedesktop.DBus.Deprecated`. It is for
    /// the list of an ``Interface``; what is sent is the same.
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

/// A ``SignalDescription`` with its types forgotten.
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
    /// - Throws: ``UnmarshallingError`` when they are of other types. Whether this is that signal is not asked.
    public func arguments<each Value: DBusType>(
        of signal: SignalDescription<repeat each Value>
    ) throws(UnmarshallingError) -> (repeat each Value) {
        try arguments(signal.arguments)
    }
}
