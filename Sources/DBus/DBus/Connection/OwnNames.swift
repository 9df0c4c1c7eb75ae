internal import CTodayDBus

/// The names of a connection on its bus, as reported by the bus. Pure.
///
/// A connection that monitors the bus, or eavesdrops, also sees calls and replies of others. The bus disconnects a
/// monitor that answers.
struct OwnNames {
    /// The unique name; nil before the bus has assigned it.
    private(set) var unique: String?
    /// All names that are owned at the moment. A monitor doesn't own any.
    private var owned: Set<String> = []

    /// Records the unique name that the bus assigned.
    mutating func assigned(_ name: String) {
        guard unique == nil else { return }
        unique = name
        owned.insert(name)
    }

    /// Records that the bus notified `destination` of a name gained or lost.
    mutating func notified(_ destination: String, of name: String, isOwned: Bool) {
        // The first name is the unique one, which arrives before anything else.
        if isOwned, name == destination { assigned(name) }
        guard destination == unique else { return }
        if isOwned { owned.insert(name) } else { owned.remove(name) }
    }

    /// Records a name that the bus granted to this connection.
    mutating func granted(_ name: String) { owned.insert(name) }

    /// Whether a call to a destination is for this connection.
    func acceptsCall(to destination: String) -> Bool { owned.contains(destination) }

    /// Whether a reply to a destination is for this connection. Before it has its name, every reply is for it.
    func acceptsReply(to destination: String) -> Bool { unique == nil || destination == unique }
}

extension Connection {
    /// Whether a call or a reply is for this connection. A peer has no names, so all its messages are.
    func isAddressed(_ arrival: Arrival) -> Bool {
        guard hasBus, let destination = arrival.destination else { return true }
        return arrival.kind == DBUS_MESSAGE_TYPE_METHOD_CALL
            ? ownNames.acceptsCall(to: destination) : ownNames.acceptsReply(to: destination)
    }

    /// Records a signal by which the bus gives or removes a name.
    func recordNames(_ signal: Message) {
        guard hasBus else { return }
        let isOwned = dbus_message_is_signal(signal.raw, InterfaceName.bus.rawValue, "NameAcquired") != 0
        guard isOwned || dbus_message_is_signal(signal.raw, InterfaceName.bus.rawValue, "NameLost") != 0,
            text(dbus_message_get_sender(signal.raw)) == BusName.bus.rawValue,
            let destination = text(dbus_message_get_destination(signal.raw)),
            let name = try? ReceivedBody.read(signal, { try String(from: &$0) })
        else { return }
        ownNames.notified(destination, of: name, isOwned: isOwned)
    }
}
