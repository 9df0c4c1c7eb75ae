/// What is taken as a value to send: any ``DBusType``, and nothing else in the end.
///
/// It is there for `5`. `Int` is no ``DBusType``, and where one is asked for the compiler takes a whole number without a
/// type for a `Double`, so that `call("Add", 5)` would send a `d`. `Int` is taken as an argument, but its ``Wire`` is not
/// there, and the compiler says what to write instead: `Int32(5)`.
///
/// A function of your own that passes on what it is given may ask for ``DBusType``; one that is called with literals asks
/// for the same as here:
///
/// ```swift
/// func add<Amount: DBusArgument>(_ amount: Amount) async throws where Amount.Wire: DBusWireType
/// ```
public protocol DBusArgument: Sendable {
    /// The type on the wire; a ``DBusWireType`` when there is one.
    associatedtype Wire

    /// The signature of this type: one complete type.
    static var signature: Signature { get }

    /// Writes this value.
    func write(to writer: inout MessageWriter) throws(MarshallingError)

    /// Writes the elements of an array of this type. There is a default; types of fixed size are written in one piece.
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

// The type of a literal is chosen by the first conformance. The second one is part of `Wire`, and is looked at when that
// choice has been made. If it were the only one, its being unavailable would count against `Int`, and a `Double` would be
// chosen wherever there is something else to choose, as in `call("Add", 5) == sum`.

extension Int: DBusArgument {
    public static var signature: Signature { Int64.signature }
    public func write(to writer: inout MessageWriter) throws(MarshallingError) { try Int64(self).write(to: &writer) }
}

@available(
    *, unavailable, message: "D-Bus has no Int: give a whole number its type, such as Int32(5) for an i"
)
extension Int: DBusFixedType {}
