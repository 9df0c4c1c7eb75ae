/// A basic type with the same memory layout as its D-Bus type, so that an array of it is copied in one step.
///
/// Numbers conform to it; your own struct around one number may conform too.
public protocol DBusFixedType: DBusBasicType, BitwiseCopyable {}

extension DBusFixedType {
    /// The type code in the signature.
    private static var code: TypeCode { TypeCode(rawValue: signature.rawValue.utf8.first ?? 0) ?? .byte }

    public init(from reader: inout MessageReader) throws(UnmarshallingError) { self = try reader.readFixed(Self.code) }

    public func write(to writer: inout MessageWriter) throws(MarshallingError) { writer.writeFixed(self) }

    public static func readArray(from reader: inout MessageReader) throws(UnmarshallingError) -> [Self] {
        try reader.readFixedArray(code)
    }

    public static func writeArray(_ elements: [Self], to writer: inout MessageWriter) throws(MarshallingError) {
        try writer.writeFixedArray(elements)
    }
}

extension UInt8: DBusFixedType {
    public static var signature: Signature { Signature(unchecked: "y") }
}

extension Int16: DBusFixedType {
    public static var signature: Signature { Signature(unchecked: "n") }
}

extension UInt16: DBusFixedType {
    public static var signature: Signature { Signature(unchecked: "q") }
}

extension Int32: DBusFixedType {
    public static var signature: Signature { Signature(unchecked: "i") }
}

extension UInt32: DBusFixedType {
    public static var signature: Signature { Signature(unchecked: "u") }
}

extension Int64: DBusFixedType {
    public static var signature: Signature { Signature(unchecked: "x") }
}

extension UInt64: DBusFixedType {
    public static var signature: Signature { Signature(unchecked: "t") }
}

extension Double: DBusFixedType {
    public static var signature: Signature { Signature(unchecked: "d") }
}

extension Bool: DBusBasicType {
    public static var signature: Signature { Signature(unchecked: "b") }
    public init(from reader: inout MessageReader) throws(UnmarshallingError) { self = try reader.readBoolean() }
    public func write(to writer: inout MessageWriter) throws(MarshallingError) {
        writer.writeFixed(UInt32(self ? 1 : 0))
    }
}

extension String: DBusBasicType {
    public static var signature: Signature { Signature(unchecked: "s") }
    public init(from reader: inout MessageReader) throws(UnmarshallingError) { self = try reader.readText(.string) }
    public func write(to writer: inout MessageWriter) throws(MarshallingError) {
        try writer.writeText(self)
    }
}

extension ObjectPath: DBusBasicType {
    public static var signature: Signature { Signature(unchecked: "o") }
    public init(from reader: inout MessageReader) throws(UnmarshallingError) {
        self.init(unchecked: try reader.readText(.objectPath))
    }
    public func write(to writer: inout MessageWriter) throws(MarshallingError) {
        try writer.writeText(rawValue)
    }
}

extension Signature: DBusBasicType {
    public static var signature: Signature { Signature(unchecked: "g") }
    public init(from reader: inout MessageReader) throws(UnmarshallingError) {
        self.init(unchecked: try reader.readText(.signature))
    }
    public func write(to writer: inout MessageWriter) throws(MarshallingError) {
        try writer.writeSignature(rawValue)
    }
}

extension UnixFileDescriptor: DBusBasicType {
    public static var signature: Signature { Signature(unchecked: "h") }
    public convenience init(from reader: inout MessageReader) throws(UnmarshallingError) {
        self.init(owning: try reader.readFileDescriptor())
    }
    public func write(to writer: inout MessageWriter) throws(MarshallingError) { try writer.write(self) }
}
