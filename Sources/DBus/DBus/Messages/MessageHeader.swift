internal import CTodayDBus

/// The type, the flags and the header fields of a message. D-Bus specification, "Message Format".
struct MessageHeader {
    enum Kind: UInt8 {
        case methodCall = 1
        case methodReturn = 2
        case error = 3
        case signal = 4
    }

    var kind: Kind
    var path: ObjectPath?
    var interface: InterfaceName?
    var member: MemberName?
    var errorName: ErrorName?
    var replySerial: UInt32?
    var destination: BusName?
    /// Whether no reply is expected.
    var noReply = false
    /// The options of a call.
    var options: CallOptions = []

    static func methodCall(
        to destination: BusName?, path: ObjectPath, interface: InterfaceName?, member: MemberName,
        noReply: Bool = false, options: CallOptions = []
    ) -> MessageHeader {
        MessageHeader(
            kind: .methodCall, path: path, interface: interface, member: member, destination: destination,
            noReply: noReply, options: options)
    }

    static func signal(
        path: ObjectPath, interface: InterfaceName, member: MemberName, to destination: BusName? = nil
    ) -> MessageHeader {
        MessageHeader(
            kind: .signal, path: path, interface: interface, member: member, destination: destination, noReply: true)
    }

    static func methodReturn(to call: MethodCall) -> MessageHeader {
        MessageHeader(kind: .methodReturn, replySerial: call.serial, destination: call.sender, noReply: true)
    }

    static func error(_ name: ErrorName, to call: MethodCall) -> MessageHeader {
        MessageHeader(
            kind: .error, errorName: name, replySerial: call.serial, destination: call.sender, noReply: true)
    }
}

// MARK: As bytes

extension MessageHeader {
    /// The codes of the header fields.
    enum Field {
        static let path: UInt8 = 1
        static let interface: UInt8 = 2
        static let member: UInt8 = 3
        static let errorName: UInt8 = 4
        static let replySerial: UInt8 = 5
        static let destination: UInt8 = 6
        static let sender: UInt8 = 7
        static let signature: UInt8 = 8
        static let descriptorCount: UInt8 = 9
        /// A code that the specification doesn't define; such a field is ignored.
        static let unknown: UInt8 = 0xff
    }

    private static let bodyLengthOffset = 4
    private static let noReplyFlag: UInt8 = 1

    /// The mark of this machine's byte order, the first byte of each message.
    static var nativeOrder: UInt8 {
        #if _endian(little)
            UInt8(ascii: "l")
        #else
            UInt8(ascii: "B")
        #endif
    }

    /// Starts a message with a body of this signature; ``finish(_:bodyFrom:)`` completes it.
    func start(signature: String) throws(MarshallingError) -> MessageWriter {
        var writer = MessageWriter()
        writer.writeFixed(Self.nativeOrder)
        writer.writeFixed(kind.rawValue)
        writer.writeFixed((noReply ? Self.noReplyFlag : 0) | options.intersection(.all).rawValue)
        writer.writeFixed(UInt8(1))  // the version of the protocol
        writer.writeFixed(UInt32(0))  // the length of the body
        writer.writeFixed(UInt32(1))  // a serial, so that libdbus accepts it; sending assigns the real one
        writer.writeFixed(UInt32(0))  // the length of the fields
        let start = writer.buffer.count
        try writer.writeField(Field.path, "o", path?.rawValue)
        try writer.writeField(Field.interface, "s", interface?.rawValue)
        try writer.writeField(Field.member, "s", member?.rawValue)
        try writer.writeField(Field.errorName, "s", errorName?.rawValue)
        if let replySerial {
            writer.startField(Field.replySerial, "u")
            writer.writeFixed(replySerial)
        }
        try writer.writeField(Field.destination, "s", destination?.rawValue)
        writer.startField(Field.signature, "g")
        try writer.writeSignature(signature)
        writer.buffer.replace(at: start - 4, with: UInt32(writer.buffer.count - start))
        writer.buffer.align(to: 8)
        return writer
    }

    /// Fills in the length of a body that begins at `start`.
    static func finish(_ writer: inout MessageWriter, bodyFrom start: Int) {
        writer.buffer.replace(at: bodyLengthOffset, with: UInt32(writer.buffer.count - start))
    }
}

extension MessageWriter {
    fileprivate mutating func startField(_ code: UInt8, _ type: Unicode.Scalar) {
        buffer.align(to: 8)
        writeFixed(code)
        writeFixed(UInt8(1))
        writeFixed(UInt8(ascii: type))
        writeFixed(UInt8(0))
    }

    fileprivate mutating func writeField(_ code: UInt8, _ type: Unicode.Scalar, _ text: String?)
        throws(MarshallingError)
    {
        guard let text else { return }
        startField(code, type)
        try writeText(text)
    }
}

// MARK: By libdbus

extension MessageHeader {
    /// Makes a message without a body.
    func makeMessage() throws(MarshallingError) -> Message {
        guard let raw = dbus_message_new(CInt(kind.rawValue)) else { throw .noMemory }
        let message = Message(adopting: raw)
        if noReply { dbus_message_set_no_reply(raw, 1) }
        if options.contains(.noAutoStart) { dbus_message_set_auto_start(raw, 0) }
        if options.contains(.allowInteractiveAuthorization) {
            dbus_message_set_allow_interactive_authorization(raw, 1)
        }
        // The names are valid, so a failure only means that memory is short.
        guard path.map({ dbus_message_set_path(raw, $0.rawValue) }) != 0,
            interface.map({ dbus_message_set_interface(raw, $0.rawValue) }) != 0,
            member.map({ dbus_message_set_member(raw, $0.rawValue) }) != 0,
            errorName.map({ dbus_message_set_error_name(raw, $0.rawValue) }) != 0,
            replySerial.map({ dbus_message_set_reply_serial(raw, $0) }) != 0,
            destination.map({ dbus_message_set_destination(raw, $0.rawValue) }) != 0
        else { throw .noMemory }
        return message
    }
}
