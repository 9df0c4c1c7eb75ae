// The binding at a glance, as the README shows it.
import DBus
import DBusTesting
import Foundation
import Testing

/// This code is compiled but not run: the tests have no session bus.
private func glance() async throws {
    let bus = try await Connection.open(.session)
    let names: [String] = try await bus.call(.bus, "ListNames")
    print("\(names.count) names")

    let player = Proxy(bus, "org.example.Player", "/org/example/Player", "org.example.Player")
    try await player.call("Seek", Int64(-5_000_000))
    for await volume in try await player.observe("Volume", as: Double.self) {
        print(volume ?? 0)
    }
    if let reason = await bus.closed { print("the connection ended: \(reason)") }
}

@Suite struct ShapeTests {
    private actor Thing {
        let bus: Connection
        nonisolated var unownedExecutor: UnownedSerialExecutor { bus.unownedExecutor }
        init(_ bus: Connection) { self.bus = bus }

        static let interface = Interface<Thing>("org.example.Thing") {
            Method("Divide", in: ["dividend", "divisor"], out: ["quotient", "remainder"]) {
                (_: isolated Thing, dividend: Int64, divisor: Int64) in
                let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
                return (quotient, remainder)
            }
        }
    }

    /// The shortest form of each thing works, without a warning.
    @Test func everythingHasAShortForm() async throws {
        let daemon = try await PrivateBus.start()
        let bus = try await Connection.open(.bus(daemon.address))
        let names: [String] = try await bus.call(.bus, "ListNames")
        #expect(names.contains("org.freedesktop.DBus"))
        let signals = try await bus.signals(
            matching: .init(interface: "org.freedesktop.DBus", member: "NameOwnerChanged"))
        try await bus.export(Thing.interface, of: Thing(bus), at: "/thing")
        try await bus.requestName("org.example.Thing", [.doNotQueue])
        for await signal in signals {
            let (name, _, owner) = try signal.arguments(as: String.self, String.self, String.self)
            #expect((name, owner) == ("org.example.Thing", bus.uniqueName?.rawValue))
            break
        }
        let thing = RemoteInterface("org.example.Thing", "/thing", "org.example.Thing")
        let (quotient, remainder) = try await bus.call(thing, "Divide", Int64(7), Int64(2)) as (Int64, Int64)
        #expect((quotient, remainder) == (3, 1))
        daemon.stop()
        #expect(await bus.closed == .disconnected)
    }
}
