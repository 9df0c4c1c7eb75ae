internal import CDBus

/// The arguments or results of a call, on their way between the loop's thread and whoever gives or takes them.
///
/// `@unchecked`: every field is `Sendable`, which the compiler does not see of a tuple made from a pack.
struct Values<each Value: DBusType>: @unchecked Sendable {
    let values: (repeat each Value)

    init(_ values: repeat each Value) { self.values = (repeat each values) }

    init(from reader: inout MessageReader) throws(UnmarshallingError) {
        values = (repeat try (each Value)(from: &reader))
    }

    /// The results in a reply, which has to have just these types.
    init(reply: Message) throws(ConnectionError) {
        let signature = Signature.joined(repeat (each Value).self)
        guard dbus_message_has_signature(reply.raw, signature) != 0 else {
            let found = text(dbus_message_get_signature(reply.raw)) ?? ""
            throw ConnectionError(
                .malformedReply,
                "the reply has the signature \(found.debugDescription), not \(signature.debugDescription)")
        }
        do {
            self = try ReceivedBody.read(reply) { reader in try Self(from: &reader) }
        } catch {
            throw ConnectionError(.malformedReply, "the reply cannot be read: \(error)")
        }
    }
}
