#if Widgets
    import DBus

    /// A paused player with one track, whose facts a test chooses.
    @MainActor final class FakePlayer {
        private let metadata: [String: DBusValue]

        init(title: String, artist: [String] = [], cover: String?) {
            var metadata: [String: DBusValue] = ["xesam:title": .string(title), "xesam:artist": .strings(artist)]
            metadata["mpris:artUrl"] = cover.map { .string($0) }
            self.metadata = metadata
        }

        private static let root = Interface<FakePlayer>("org.mpris.MediaPlayer2") {
            Property("Identity", .constant) { (_: FakePlayer) in "Fake Player" }
        }

        private static let player = Interface<FakePlayer>("org.mpris.MediaPlayer2.Player") {
            Property("PlaybackStatus") { (_: FakePlayer) in "Paused" }
            Property("Metadata") { (player: FakePlayer) in player.metadata }
            Property("Position", .silent) { (_: FakePlayer) in Int64(0) }
        }

        /// Owns the name of a player until the connection ends.
        func start(on bus: Connection) async throws {
            try await bus.export(Self.root, Self.player, of: self, at: "/org/mpris/MediaPlayer2")
            try await bus.requestName("org.mpris.MediaPlayer2.fake", .doNotQueue)
        }
    }
#endif
