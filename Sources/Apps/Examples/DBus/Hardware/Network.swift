import DBus

/// The state of the network, as reported by NetworkManager: one property of one object.
struct Network {
    private let manager: Proxy

    init(_ system: Connection) {
        manager = Proxy(
            system, "org.freedesktop.NetworkManager", "/org/freedesktop/NetworkManager",
            "org.freedesktop.NetworkManager")
    }

    func list() async throws { say(Self.line(try await manager.get("State"))) }

    func follow() async throws {
        // The current value comes first; nil means that NetworkManager isn't running.
        for await state in try await manager.observe("State", as: UInt32.self) { say(Self.line(state)) }
    }

    private static func line(_ state: UInt32?) -> String {
        let states: [UInt32: String] = [
            10: "asleep", 20: "disconnected", 30: "disconnecting", 40: "connecting", 50: "this machine only",
            60: "no internet", 70: "connected",
        ]
        return "Network: " + (state.map { states[$0] ?? "state unknown" } ?? "not managed")
    }
}
