internal import CTodayDBus

/// One reference to a libdbus message.
///
/// Invariant that makes it `Sendable`: a message has one user at a time. It is built by one task, then handed to the
/// connection, which alone touches it from then on; received messages are read on the loop's thread and released there.
final class Message: @unchecked Sendable {
    let raw: OpaquePointer
    /// How many file descriptors it carries; of a message that was made here only.
    private(set) var descriptorCount = 0
    /// How long its body is, in bytes; nil when that was not counted.
    private(set) var bodyLength: Int?
    /// What came beside the bytes, by index. libdbus has what it received itself, see ``MessageDescriptors``.
    let descriptors: [UnixFileDescriptor]
    /// Where it stands in what the connection has received; of such a message only.
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
            // A message made from bytes cannot carry descriptors.
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
        // It is numbered when it is sent.
        dbus_message_set_serial(raw, 0)
        self.init(adopting: raw)
    }

    /// A message that has arrived, from its bytes. libdbus copies and validates them; nil when they are none, or memory
    /// is short.
    convenience init?(received bytes: UnsafeRawBufferPointer, descriptors: [UnixFileDescriptor] = []) {
        let start = bytes.bindMemory(to: CChar.self).baseAddress
        guard let raw = dbus_message_demarshal(start, CInt(bytes.count), nil) else { return nil }
        self.init(adopting: raw, descriptors: descriptors)
    }

    /// An error reply. Characters that a string on the bus cannot have are left out.
    static func error(_ error: RemoteError, to call: MethodCall) throws -> Message {
        let text = error.message.utf8.contains(0) ? String(error.message.filter { $0 != "\0" }) : error.message
        let header = MessageHeader.error(error.name, to: call)
        return error.body.isEmpty ? try make(header, text) : try make(header, bare: [.string(text)] + error.body)
    }
}

// MARK: Reading

/// The text of a field of a received message, which libdbus has validated; nil when the field is absent.
func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
