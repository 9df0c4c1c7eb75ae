internal import CTodayDBus

/// One reference to a libdbus message.
///
/// Invariant that makes it `Sendable`: a message has one user at a time. One task builds it, then passes it to the
/// connection, which is its only user from then on. Received messages are read and released on the loop's thread.
final class Message: @unchecked Sendable {
    let raw: OpaquePointer
    /// The number of file descriptors it carries; set only for a message that was made here.
    private(set) var descriptorCount = 0
    /// The length of its body, in bytes; nil when it is unknown.
    private(set) var bodyLength: Int?
    /// The file descriptors received with the bytes, by index. libdbus keeps those that it received itself, see
    /// ``MessageDescriptors``.
    let descriptors: [UnixFileDescriptor]
    /// The position among the messages that the connection has received; set only for such a message.
    var position = StreamPosition.start

    /// Takes over the caller's reference.
    init(adopting raw: OpaquePointer, descriptors: [UnixFileDescriptor] = []) {
        self.raw = raw
        self.descriptors = descriptors
    }

    deinit { dbus_message_unref(raw) }
}

// MARK: Making

extension Message {
    /// Makes a message whose body has these values.
    static func make<each Value: DBusArgument>(
        _ header: MessageHeader, _ values: repeat each Value
    ) throws(MarshallingError) -> Message {
        let signature = Signature.joined(repeat (each Value).self)
        if signature.isEmpty { return try bodyless(header) }
        var writer = try header.start(signature: signature)
        let start = writer.buffer.count
        for value in repeat each values { try value.write(to: &writer) }
        return try finish(&writer, bodyFrom: start, header, signature)
    }

    /// Makes a message whose body is written by `body`, with values of the signature.
    static func make(
        _ header: MessageHeader, signature: String, _ body: (inout MessageWriter) throws -> Void
    ) throws -> Message {
        if signature.isEmpty {
            var nothing = MessageWriter()
            try body(&nothing)
            return try bodyless(header)
        }
        var writer = try header.start(signature: signature)
        let start = writer.buffer.count
        try body(&writer)
        return try finish(&writer, bodyFrom: start, header, signature)
    }

    /// Makes a message whose body has values of run-time types, without variants around them.
    static func make(_ header: MessageHeader, bare values: [DBusValue]) throws -> Message {
        try make(header, signature: values.map(\.signature.rawValue).joined()) { writer in
            for value in values { try value.writeBare(to: &writer) }
        }
    }

    private static func bodyless(_ header: MessageHeader) throws(MarshallingError) -> Message {
        let message = try header.makeMessage()
        message.bodyLength = 0
        return message
    }

    private static func finish(
        _ writer: inout MessageWriter, bodyFrom start: Int, _ header: MessageHeader, _ signature: String
    ) throws(MarshallingError) -> Message {
        guard writer.buffer.count <= MessageLimits.bytes else { throw .tooLarge }
        guard writer.descriptors.isEmpty else {
            // A message made from bytes can't carry descriptors.
            let message = try header.makeMessage()
            try message.append(EncodedValues(copying: writer, from: start, signature: signature))
            message.descriptorCount = writer.descriptors.count
            return message
        }
        MessageHeader.finish(&writer, bodyFrom: start)
        let message = try Message(validating: writer.buffer.bytes)
        message.bodyLength = writer.buffer.count - start
        return message
    }

    /// Makes a message from its bytes. libdbus copies and validates them.
    convenience init(validating bytes: UnsafeRawBufferPointer) throws(MarshallingError) {
        var error = cdbus_error_init()
        let start = bytes.bindMemory(to: CChar.self).baseAddress
        guard let raw = dbus_message_demarshal(start, CInt(bytes.count), &error) else {
            defer { dbus_error_free(&error) }
            throw MarshallingError(text(error.message) ?? "libdbus has no memory left")
        }
        // The serial is assigned when the message is sent.
        dbus_message_set_serial(raw, 0)
        self.init(adopting: raw)
    }

    /// Makes a received message from its bytes. libdbus copies and validates them; nil when they are invalid or memory
    /// is short.
    convenience init?(received bytes: UnsafeRawBufferPointer, descriptors: [UnixFileDescriptor] = []) {
        let start = bytes.bindMemory(to: CChar.self).baseAddress
        guard let raw = dbus_message_demarshal(start, CInt(bytes.count), nil) else { return nil }
        self.init(adopting: raw, descriptors: descriptors)
    }

    /// Makes an error reply. Characters that a D-Bus string can't contain are removed.
    static func error(_ error: RemoteError, to call: MethodCall) throws -> Message {
        let text = error.message.utf8.contains(0) ? String(error.message.filter { $0 != "\0" }) : error.message
        let header = MessageHeader.error(error.name, to: call)
        return error.body.isEmpty ? try make(header, text) : try make(header, bare: [.string(text)] + error.body)
    }
}

// MARK: Reading

/// Returns the text of a field of a received message, which libdbus has validated; nil when the field is absent.
func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
