internal import CTodayDBus

/// The body of a message that libdbus holds and has validated.
///
/// libdbus reads a body value by value, each with several checked calls. A copy of the whole message costs less than
/// two of them, so the body is read from such a copy.
enum ReceivedBody {
    /// Reads the body, from its first value.
    ///
    /// - Throws: the errors of `body`; ``UnmarshallingError`` when memory is short, or no descriptor is free.
    static func read<R>(_ message: Message, _ body: (inout MessageReader) throws -> R) throws -> R {
        try access(message) { bytes, signature, descriptors in
            let numbers = descriptors.map(\.rawValue)
            return try numbers.withUnsafeBufferPointer { numbers in
                var reader = MessageReader(bytes, signature: signature, descriptors: numbers)
                return try body(&reader)
            }
        }
    }

    /// Copies the body, to be read later or elsewhere.
    static func copy(_ message: Message) throws -> EncodedValues {
        try access(message) { bytes, signature, descriptors in
            EncodedValues(
                signature: String(decoding: signature, as: UTF8.self), bytes: bytes, descriptors: descriptors)
        }
    }

    private static func access<R>(
        _ message: Message,
        _ use: (UnsafeRawBufferPointer, UnsafeBufferPointer<UInt8>, [UnixFileDescriptor]) throws -> R
    ) throws -> R {
        // `message` is retained while this runs, and so is everything read from it.
        let received = message.descriptors
        let message = message.raw
        guard let types = dbus_message_get_signature(message), types.pointee != 0 else {
            return try use(
                UnsafeRawBufferPointer(start: nil, count: 0), UnsafeBufferPointer(start: nil, count: 0), [])
        }
        let signature = UnsafeRawBufferPointer(start: types, count: strlen(types)).assumingMemoryBound(to: UInt8.self)
        let descriptors =
            dbus_message_contains_unix_fds(message) == 0 ? nil : try MessageDescriptors.occurrences(in: message)
        let whole = try marshal(message)
        defer { dbus_free(UnsafeMutableRawPointer(mutating: whole.baseAddress)) }
        let bytes = UnsafeRawBufferPointer(rebasing: whole[bodyStart(in: whole)...])
        guard let descriptors else { return try use(bytes, signature, received) }
        return try use(bytes, signature, try MessageDescriptors.byIndex(descriptors, bytes, signature))
    }

    /// Runs `body` with the bytes of a message in the byte order of this machine; returns nil when memory is short.
    static func withNativeBytes<R>(of message: Message, _ body: (UnsafeRawBufferPointer) -> R) -> R? {
        guard let whole = try? marshal(message.raw) else { return nil }
        defer { dbus_free(UnsafeMutableRawPointer(mutating: whole.baseAddress)) }
        return body(whole)
    }

    private static func marshal(_ message: OpaquePointer) throws(UnmarshallingError) -> UnsafeRawBufferPointer {
        var (start, count): (UnsafeMutablePointer<CChar>?, CInt) = (nil, 0)
        if dbus_message_marshal(message, &start, &count) != 0 {
            let bytes = UnsafeRawBufferPointer(start: start, count: Int(count))
            if bytes[0] == MessageHeader.nativeOrder { return bytes }
            dbus_free(start)
            // Iterating over a message converts it to the byte order of this machine.
            var iterator = cdbus_iter_init()
            _ = dbus_message_iter_init(message, &iterator)
            if dbus_message_marshal(message, &start, &count) != 0 {
                return UnsafeRawBufferPointer(start: start, count: Int(count))
            }
        }
        throw UnmarshallingError(expected: "a body", found: "no memory left")
    }

    /// Returns the start of the body. The header's fixed part has 16 bytes; its last four are the length of the fields.
    private static func bodyStart(in message: UnsafeRawBufferPointer) -> Int {
        (16 + Int(message.loadUnaligned(fromByteOffset: 12, as: UInt32.self)) + 7) & ~7
    }
}
