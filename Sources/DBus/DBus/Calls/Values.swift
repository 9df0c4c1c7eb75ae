internal import CTodayDBus

/// The arguments or results of a call, on their way to or from the loop's thread.
///
/// `@unchecked`: every field is `Sendable`, but the compiler can't infer this for a tuple made from a pack.
struct Values<each Value: DBusType>: @unchecked Sendable {
    let values: (repeat each Value)

    init(_ values: repeat each Value) { self.values = (repeat each values) }

    init(from reader: inout MessageReader) throws(UnmarshallingError) {
        values = try reader.readArguments()
    }

    /// Reads the results of a reply, which must have exactly these types.
    init(reply: Message, to header: MessageHeader, _ log: EventLog) throws(ConnectionError) {
        let signature = Signature.joined(repeat (each Value).self)
        guard dbus_message_has_signature(reply.raw, signature) != 0 else {
            let found = text(dbus_message_get_signature(reply.raw)) ?? ""
            var text = "the reply has the signature \(found.quoted), not \(signature.quoted)"
            // With several results, the text names the mismatched one.
            if Signature(unchecked: found).completeTypes.count > 1,
                let which = Argument.mismatch(signature, found, "result")
            {
                text += " (\(which))"
            }
            throw ConnectionError(.malformedReply, text)
        }
        do {
            values = try ReceivedBody.read(reply) { reader in
                let values: (repeat each Value) = try reader.readArguments("result")
                log.record(reader.skipped, of: header.subject)
                return values
            }
        } catch {
            throw ConnectionError(.malformedReply, "the reply cannot be read: \(error)")
        }
    }
}
