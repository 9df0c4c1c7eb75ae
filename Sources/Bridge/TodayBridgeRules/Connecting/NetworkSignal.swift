package import DBus

/// The signals that show that other machines may be reachable again. Pure.
package enum NetworkSignal {
    /// The subscriptions on the system bus.
    package static let rules = [
        MatchRule(
            sender: "org.freedesktop.NetworkManager", path: "/org/freedesktop/NetworkManager",
            interface: "org.freedesktop.NetworkManager", member: "StateChanged"),
        MatchRule(
            sender: "org.freedesktop.network1", path: "/org/freedesktop/network1", interface: .properties,
            member: "PropertiesChanged"),
        MatchRule(
            sender: "org.freedesktop.login1", path: "/org/freedesktop/login1",
            interface: "org.freedesktop.login1.Manager", member: "PrepareForSleep"),
    ]

    /// `NM_STATE_CONNECTED_LOCAL`, the first state in which another machine may be reachable.
    private static let connected: UInt32 = 50

    /// Whether a signal reports that the network is up, or that the machine was resumed.
    package static func isUp(_ signal: Signal) -> Bool {
        guard let first = signal.body.first else { return false }
        switch (signal.member, first) {
        case ("StateChanged", .uint32(let state)): return state >= connected
        case ("PrepareForSleep", .boolean(let isSuspending)): return !isSuspending
        case ("PropertiesChanged", _): return Self.isOnline(signal)
        default: return false
        }
    }

    /// Whether networkd reports a state, in the words of networkctl(1).
    private static func isOnline(_ signal: Signal) -> Bool {
        guard let (_, values) = try? signal.arguments(as: String.self, [String: DBusValue].self) else { return false }
        return values.contains { name, value in
            switch (name, value.unwrapped) {
            case ("OperationalState", .string("routable")), ("OnlineState", .string("online")),
                ("OnlineState", .string("partial")):
                true
            default: false
            }
        }
    }
}
