internal import CTodayDBus

/// The names by which a connection is called on its bus, as the bus has told. Pure.
///
/// One that monitors the bus, or eavesdrops, sees calls and replies of others too. The bus ends a monitor that answers.
struct OwnNames {
    /// The unique name; nil before the bus has given it.
    private(set) var unique: String?
    /// All names that are owned at the moment. A monitor owns none.
    private var owned: Set<String> = []

    /// The bus has given the unique name.
    mutating func greeted(_ name: String) {
        guard unique == nil else { return }
        unique = name
        owned.insert(name)
    }

    /// The bus has told `destination` that it has a name now, or has it no more.
    mutating func told(_ destination: String, that name: String, isOwned: Bool) {
        // The first name is the unique one, which comes before anything else does.
        if isOwned, name == destination { greeted(name) }
        guard destination == unique else { return }
        if isOwned { owned.insert(name) } else { owned.remove(name) }
    }

    /// The bus has granted a name to this connection.
    mutating func granted(_ name: String) { owned.insert(name) }

    /// Whether a call to a destination is for this connection.
    func areCalled(_ destination: String) -> Bool { owned.contains(destination) }

    /// Whether a reply to a destination is for this connection. Nobody else is replied to before it has its name.
    func areAnswered(_ destination: String) -> Bool { unique == nil || destination == unique }
}

extension Connection {
    /// Whether a call or a reply is for this connection. A peer has no names, and all that it sends is.
    func isAddressed(_ arrival: Arrival) -> Bool {
        guard hasBus, let destination = arrival.destination else { return true }
        return arrival.kind == DBUS_MESSAGE_TYPE_METHOD_CALL
            ? ownNames.areCalled(destination) : ownNames.areAnswered(destination)
    }

    /// Takes note of a signal by which the bus gives or takes a name.
    func recordNames(_ signal: Message) {
        guard hasBus else { return }
        let isOwned = dbus_message_is_signal(signal.raw, InterfaceName.bus.rawValue, "NameAcquired") != 0
        guard isOwned || dbus_message_is_signal(signal.raw, InterfaceName.bus.rawValue, "NameLost") != 0,
            text(dbus_message_get_sender(signal.raw)) == BusName.bus.rawValue,
            let destination = text(dbus_message_get_destination(signal.raw)),
            let name = try? ReceivedBody.read(signal, { try String(from: &$0) })
        else { return }
        ownNames.told(destination, that: name, isOwned: isOwned)
    }
}
