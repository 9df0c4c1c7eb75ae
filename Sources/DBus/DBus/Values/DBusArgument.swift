/// A type of values that you can send: in practice, any ``DBusType``.
///
/// It exists for literals such as `5`. `Int` isn't a ``DBusType``; if a function required that, the compiler would
/// infer `Double` for an integer literal, and `call("Add", 5)` would send a `d`. So `Int` is a `DBusArgument` with an
/// unavailable ``Wire``, and the compiler reports what to write instead: `Int32(5)`.
///
/// Your own function that forwards arguments can require ``DBusType``. If its callers pass literals, use the same
/// constraint as this library:
///
/// ```swift
/// func add<Amount: DBusArgument>(_ amount: Amount) async throws where Amount.Wire: DBusWireType
/// ```
public protocol DBusArgument: Sendable {
    /// The type on the wire; a ``DBusWireType`` if the type has one.
    associatedtype Wire

    /// The signature of this type: one complete type.
    static var signature: Signature { get }

    /// Writes this value.
    func write(to writer: inout MessageWriter) throws(MarshallingError)

    /// Writes the elements of an array of this type. A default exists; fixed-size types are written in one step.
    static func writeArray(_ elements: [Self], to writer: inout MessageWriter) throws(MarshallingError)
}

extension DBusArgument {
    public static func writeArray(_ elements: [Self], to writer: inout MessageWriter) throws(MarshallingError) {
        try writer.writeContainer(.array, contents: signature) { (inner) throws(MarshallingError) in
            let elements = elements.span  // borrows each element
            for index in elements.indices { try elements[index].write(to: &inner) }
        }
    }
}

/// A type on the wire, which ``DBusArgument/Wire`` names. Only ``WireType`` conforms to it.
public protocol DBusWireType {}

/// The type on the wire of a ``DBusType``.
public enum WireType<Value: DBusType>: DBusWireType {}

// The first conformance selects the type of a literal. The second one is part of `Wire`, and is checked after that
// selection. If it were the only one, its unavailability would count against `Int`. Then a `Double` would be selected
// wherever there is an alternative, as in `call("Add", 5) == sum`.

extension Int: DBusArgument {
    public static var signature: Signature { Int64.signature }
    public func write(to writer: inout MessageWriter) throws(MarshallingError) { try Int64(self).write(to: &writer) }
}

@available(
    *, unavailable, message: "D-Bus has no Int: give a whole number its type, such as Int32(5) for an i"
)
extension Int: DBusFixedType {}
