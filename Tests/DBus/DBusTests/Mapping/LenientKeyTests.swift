import DBusTesting
import Testing

@testable import DBus

/// Keys for values of programs that do not keep to the type.
@Suite struct LenientKeyTests {
    /// The metadata of a track, as players send it.
    struct Track: DBusDictionary, Equatable {
        var id: ObjectPath?
        var title: String?
        var artists: [String]?
        var length: Int64?
        var rating = 0.5
        static let keys = [
            DBusKey("mpris:trackid", \Track.id).lenient, DBusKey("xesam:title", \Track.title),
            DBusKey("xesam:artist", \Track.artists).lenient, DBusKey("mpris:length", \Track.length).lenient,
            DBusKey("xesam:userRating", \Track.rating).lenient,
        ]
    }

    @Test(arguments: [DBusValue.int64(90), .uint64(90), .int32(90), .uint32(90), .byte(90), .variant(.uint64(90))])
    func aNumberOfAnotherTypeCounts(_ length: DBusValue) throws {
        #expect(try Track(variant: .properties(["mpris:length": length])) == Track(length: 90))
    }

    @Test func whatStandsForTheSameCounts() throws {
        let track = try Track(variant: .properties(["mpris:trackid": "/track/1", "xesam:userRating": .int32(1)]))
        #expect(track == Track(id: "/track/1", rating: 1))
    }

    @Test func whatDoesNotCountsAsAbsent() throws {
        let values: [String: DBusValue] = [
            "mpris:length": .uint64(.max), "mpris:trackid": "no path", "xesam:artist": "Josquin",
            "xesam:userRating": "good", "xesam:title": "Kyrie",
        ]
        #expect(try Track(variant: .properties(values)) == Track(title: "Kyrie"))
    }

    @Test func otherKeysAreAsStrictAsEver() throws {
        let error = #expect(throws: UnmarshallingError.self) {
            try Track(variant: .properties(["xesam:title": .int32(1)]))
        }
        #expect(error?.description == "key xesam:title: expected s, found i")
    }

    private actor Player {
        private let connection: Connection
        nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }
        init(_ connection: Connection) { self.connection = connection }

        static let interface = Interface<Player>("org.example.Player") {
            Property("Metadata") { (_: isolated Player) in
                ["mpris:length": .string("long"), "xesam:title": "Kyrie"] as [String: DBusValue]
            }
            Property("Volume") { (_: isolated Player) in Int32(1) }
            Method("Find", in: ["like"]) { (_: isolated Player, like: Track) in [like] }
            changed
        }

        static let changed = SignalDescription("org.example.Player", "Changed", ["track"], as: Track.self)
    }

    @Test func whatPropertiesHaveInsideIsSaid() {
        var skipped: [String] = []
        let metadata: DBusValue = .properties(["mpris:length": "long"])
        let state = State(properties: ["Metadata": metadata, "Volume": .int32(1)]) { skipped.append("\($0)") }
        #expect(state == State(volume: 1))
        #expect(skipped == ["key Metadata, key mpris:length: expected x, found s"])
        #expect(State(properties: ["Volume": "loud"]) { skipped.append("\($0)") } == State())
        #expect(skipped.last == "key Volume: expected d, found s")
    }

    struct State: DBusDictionary, Equatable {
        var metadata = Track()
        var volume = 0.0
        static let keys = [DBusKey("Metadata", \State.metadata), DBusKey("Volume", \State.volume).lenient]
    }

    /// The reader's log gets the message, wherever such a dictionary comes from.
    @Test func theLogIsTold() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        try await service.export(Player.interface, of: Player(service), at: "/player")
        let told = WatchedValue<[String]>([])
        client.setLog { event in told.change { $0.append("\(event.level) \(event.kind): \(event)") } }
        service.setLog { event in told.change { $0.append("service \(event.kind): \(event)") } }
        let player = Proxy(client, service.uniqueName, "/player", "org.example.Player")
        let at = "of /player at \(service.uniqueName?.rawValue ?? "")"
        let track = "key mpris:length: expected x, found s, so it is treated as absent"

        #expect(try await player.get("Metadata", as: Track.self) == Track(title: "Kyrie"))
        #expect(try await player.getAll(as: State.self) == State(metadata: Track(title: "Kyrie"), volume: 1))
        let observed = try await player.observe("Metadata", as: Track.self).first { _ in true }
        #expect(observed == Track(title: "Kyrie"))
        let heard = try await client.signals(of: Player.changed)
        let odd: [String: DBusValue] = ["mpris:length": "long"]
        try await service.emit("/player", "org.example.Player", "Changed", odd)
        #expect(await heard.first { _ in true } == Track())
        let found: [Track] = try await player.call("Find", odd)
        #expect(found == [Track()])
        #expect(
            told.value == [
                "warning key-skipped: the property org.example.Player.Metadata \(at), \(track)",
                "warning key-skipped: org.freedesktop.DBus.Properties.GetAll \(at), \(track)",
                "warning key-skipped: the property org.example.Player.Metadata \(at), \(track)",
                "warning key-skipped: the signal org.example.Player.Changed of /player, \(track)",
                "service key-skipped: org.example.Player.Find of /player, \(track)",
            ])
    }
}
