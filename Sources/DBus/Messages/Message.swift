internal import CDBus

/// One reference to a libdbus message.
///
/// Invariant that makes it `Sendable`: a message has one user at a time. It is built by one task, then handed to the
/// connection, which alone touches it from then on; received messages are read on the loop's thread and released there.
final class Message: @unchecked Sendable {
    let raw: OpaquePointer

    /// Takes over the caller's reference.
    init(adopting raw: OpaquePointer) { self.raw = raw }

    deinit { dbus_message_unref(raw) }

    /// Wraps what a libdbus constructor returned; it returns nothing only when memory is short.
    private convenience init(_ raw: OpaquePointer?) throws(EncodingError) {
        guard let raw else { throw .noMemory }
        self.init(adopting: raw)
    }

    static func methodCall(
        to destination: BusName?, path: ObjectPath, interface: InterfaceName?, member: MemberName
    ) throws(EncodingError) -> Message {
        try Message(
            dbus_message_new_method_call(
                destination?.rawValue, path.rawValue, interface?.rawValue, member.rawValue))
    }

    static func signal(path: ObjectPath, interface: InterfaceName, member: MemberName) throws(EncodingError) -> Message
    {
        try Message(dbus_message_new_signal(path.rawValue, interface.rawValue, member.rawValue))
    }

    /// A reply to a call that is at hand.
    static func methodReturn(to call: OpaquePointer) throws(EncodingError) -> Message {
        try Message(dbus_message_new_method_return(call))
    }

    /// A reply to a call that was received earlier.
    static func methodReturn(to call: MethodCall) throws(EncodingError) -> Message {
        let message = try Message(dbus_message_new(DBUS_MESSAGE_TYPE_METHOD_RETURN))
        try message.address(to: call)
        return message
    }

    /// An error reply. Characters that a string on the bus cannot have are replaced.
    static func error(_ error: RemoteError, to call: MethodCall) throws(EncodingError) -> Message {
        let message = try Message(dbus_message_new(DBUS_MESSAGE_TYPE_ERROR))
        guard dbus_message_set_error_name(message.raw, error.name.rawValue) != 0 else { throw .noMemory }
        try message.address(to: call)
        var writer = MessageWriter(message: message.raw)
        let text = error.message.utf8.contains(0) ? String(error.message.filter { $0 != "\0" }) : error.message
        try text.write(to: &writer)
        return message
    }

    private func address(to call: MethodCall) throws(EncodingError) {
        dbus_message_set_no_reply(raw, 1)
        guard dbus_message_set_reply_serial(raw, call.serial) != 0 else { throw .noMemory }
        if let sender = call.sender, dbus_message_set_destination(raw, sender.rawValue) == 0 { throw .noMemory }
    }

    /// Appends typed values to the body.
    func append<each Argument: DBusType>(_ arguments: repeat each Argument) throws(EncodingError) {
        try Self.check(repeat (each Argument).self)
        var writer = MessageWriter(message: raw)
        for argument in repeat each arguments { try argument.write(to: &writer) }
    }

    /// Checks that types make one signature together: it may have become longer or deeper than a signature can be, and
    /// libdbus would go round in circles for ever.
    private static func check<each Argument: DBusType>(_ types: repeat (each Argument).Type) throws(EncodingError) {
        var length = 0
        for type in repeat each types { length += type.signature.rawValue.utf8.count }
        // Shorter ones cannot be too deep.
        guard length > SignatureScanner.maximumDepth else { return }
        var signature = ""
        for type in repeat each types { signature += type.signature.rawValue }
        if let fault = Signature.fault(in: signature) {
            throw EncodingError("the types of the message make no signature: \(fault)")
        }
    }

    /// Tells the receiver that nobody waits for a reply.
    func setNoReply() { dbus_message_set_no_reply(raw, 1) }

    /// Sends to one connection only.
    func setDestination(_ name: BusName) throws(EncodingError) {
        if dbus_message_set_destination(raw, name.rawValue) == 0 { throw .noMemory }
    }
}

/// The text of a field of a received message, which libdbus has validated; nil when the field is absent.
func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
