/// A value in the wire format of D-Bus without a message, for storing it in a file.
///
/// The bytes begin with the byte order mark of a message, so that a file from another machine is not misread.
/// D-Bus specification, "Marshaling (Wire Format)".
package enum MarshalledValue {
    /// Encodes a value. File descriptors have no meaning in a file; their numbers are written.
    package static func encode<Value: DBusType>(_ value: Value) throws(MarshallingError) -> [UInt8] {
        var writer = MessageWriter()
        try value.write(to: &writer)
        return [MessageHeader.nativeOrder] + writer.buffer.bytes
    }

    /// Encodes a value in a variant (`v`), which includes its type.
    package static func encode<Value: DBusType>(variantOf value: Value) throws(MarshallingError) -> [UInt8] {
        var writer = MessageWriter()
        try writer.writeContainer(.variant, contents: Value.signature) { (inner) throws(MarshallingError) in
            try value.write(to: &inner)
        }
        return [MessageHeader.nativeOrder] + writer.buffer.bytes
    }

    /// Decodes a value from bytes with any content. They are validated as libdbus validates messages, except the zeros
    /// between values.
    ///
    /// - Throws: ``MarshallingError`` when the bytes are not a value that was encoded on such a machine,
    ///   ``UnmarshallingError`` when they are not a `type`.
    package static func decode<Value: DBusType>(
        _ type: Value.Type, from bytes: UnsafeRawBufferPointer
    ) throws -> Value {
        try read(bytes, as: type.signature) { (reader) throws(UnmarshallingError) in try Value(from: &reader) }
    }

    /// Decodes the content of a variant (`v`), as ``decode(_:from:)`` does.
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
        guard let first = bytes.first else { throw MarshallingError("no bytes") }
        guard first == MessageHeader.nativeOrder else {
            throw MarshallingError("the byte order is not that of this machine")
        }
        let values = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
        var signature = type.rawValue
        return try signature.withUTF8 { signature in
            var reader = MessageReader(values, signature: signature, validates: true)
            let value = try body(&reader)
            guard reader.remainingBytes == 0 else { throw MarshallingError("extra bytes after the value") }
            return value
        }
    }
}
