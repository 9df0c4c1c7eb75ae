/// One value in the wire format of D-Bus without a message around it, for keeping it in a file.
///
/// The bytes begin with the byte order mark of a message, so that a file that comes from another machine is not misread.
/// D-Bus specification, "Marshaling (Wire Format)".
package enum MarshalledValue {
    /// Encodes a value. File descriptors mean nothing in a file, and their numbers are what is written.
    package static func encode<Value: DBusType>(_ value: Value) throws(MarshallingError) -> [UInt8] {
        var writer = MessageWriter()
        try value.write(to: &writer)
        return [MessageHeader.nativeOrder] + writer.buffer.bytes
    }

    /// Decodes a value from bytes that may be anything. libdbus validates them, as it does what arrives on the bus.
    ///
    /// - Throws: ``MarshallingError`` with the reason of libdbus, ``UnmarshallingError`` when the bytes end too early.
    package static func decode<Value: DBusType>(
        _ type: Value.Type, from bytes: UnsafeRawBufferPointer
    ) throws -> Value {
        try read(bytes, as: type.signature) { (reader) throws(UnmarshallingError) in try Value(from: &reader) }
    }

    /// Decodes what a variant (`v`) holds, as ``decode(_:from:)`` does.
    package static func decode<Value: DBusType>(
        variantOf type: Value.Type, from bytes: UnsafeRawBufferPointer
    ) throws -> Value {
        try read(bytes, as: DBusValue.signature) { (reader) throws(UnmarshallingError) in
            try reader.readVariant(as: type)
        }
    }

    private static func read<Value>(
        _ bytes: UnsafeRawBufferPointer, as type: Signature,
        _ body: (inout MessageReader) throws(UnmarshallingError) -> Value
    ) throws -> Value {
        guard let first = bytes.first else { throw MarshallingError("there are no bytes") }
        guard first == MessageHeader.nativeOrder else {
            throw MarshallingError("the byte order is another machine's, or none")
        }
        let values = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
        let header = MessageHeader.signal(path: .root, interface: "org.freedesktop.DBus.Peer", member: "Value")
        // Made only to be validated.
        _ = try Message.make(header, signature: type.rawValue) { $0.writeEncoded(values) }
        var signature = type.rawValue
        return try signature.withUTF8 { signature in
            var reader = MessageReader(values, signature: signature)
            return try body(&reader)
        }
    }
}

extension MessageWriter {
    /// Writes bytes that are encoded already; the message is validated afterwards.
    fileprivate mutating func writeEncoded(_ bytes: UnsafeRawBufferPointer) { buffer.append(bytes) }
}
