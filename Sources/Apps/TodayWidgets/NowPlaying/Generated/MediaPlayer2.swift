// Made by dbus-codegen from MediaPlayer2.xml. Changes are to be made there.
// swift-format-ignore-file

import DBus

/// The name of the interface `org.mpris.MediaPlayer2`, and its signals.
nonisolated enum MediaPlayer2Interface {
    /// `org.mpris.MediaPlayer2`
    static let name: InterfaceName = "org.mpris.MediaPlayer2"
}

/// A media player. MPRIS 2.2.
///
/// The interface `org.mpris.MediaPlayer2` of an object of another program.
nonisolated struct MediaPlayer2: InterfaceClient {
    /// `org.mpris.MediaPlayer2`
    static let interface = MediaPlayer2Interface.name
    /// What calls are made on. Its `timeout` and `options` count for all of them.
    var proxy: Proxy

    /// Makes a client of a proxy for the interface, as for an object of an `ObjectManagerClient`.
    init(_ proxy: Proxy) { self.proxy = proxy }

    /// Makes a client. It does no I/O, and whether anybody is there shows with the first call.
    ///
    /// - Parameter connection: what calls are made on.
    /// - Parameter destination: who is called; nil with a peer.
    /// - Parameter path: the object.
    init(_ connection: Connection, _ destination: BusName?, at path: ObjectPath = "/org/mpris/MediaPlayer2") {
        proxy = Proxy(connection, destination, path, MediaPlayer2Interface.name)
    }

    /// Shows the window of the player.
    func raise() async throws { try await proxy.call("Raise") }

    /// Whether the player can show its window.
    var canRaise: Bool {
        get async throws { try await proxy.get("CanRaise") }
    }

    /// ``canRaise`` now, and whenever it changes; nil while it cannot be read.
    func observeCanRaise() async throws -> AsyncStream<Bool?> { try await proxy.observe("CanRaise") }

    /// The name of the player.
    var identity: String {
        get async throws { try await proxy.get("Identity") }
    }

    /// ``identity`` now, and whenever it changes; nil while it cannot be read.
    func observeIdentity() async throws -> AsyncStream<String?> { try await proxy.observe("Identity") }

    /// The properties that can be read, for `getAll(as:)`, a `PropertyCache` and a `ManagedObject`. One that is not
    /// there, or has a value that its type does not know, is nil.
    nonisolated struct Properties: DBusDictionary, Hashable {
        /// Whether the player can show its window.
        var canRaise: Bool?
        /// The name of the player.
        var identity: String?

        /// The names of the properties, and what has their values.
        static let keys: [DBusKey<Properties>] = [
            DBusKey("CanRaise", \Properties.canRaise).lenient,
            DBusKey("Identity", \Properties.identity).lenient,
        ]

        /// Makes a value in which nothing is known.
        init() {}
    }
}

/// The name of the interface `org.mpris.MediaPlayer2.Player`, and its signals.
nonisolated enum MediaPlayer2PlayerInterface {
    /// `org.mpris.MediaPlayer2.Player`
    static let name: InterfaceName = "org.mpris.MediaPlayer2.Player"
    /// The position has changed other than by playing.
    static let seeked = SignalDescription(
        name, "Seeked", ["position"], as: Int64.self, doc: "The position has changed other than by playing.")
}

/// The playback of a media player. MPRIS 2.2.
///
/// The interface `org.mpris.MediaPlayer2.Player` of an object of another program.
nonisolated struct MediaPlayer2Player: InterfaceClient {
    /// `org.mpris.MediaPlayer2.Player`
    static let interface = MediaPlayer2PlayerInterface.name
    /// What calls are made on. Its `timeout` and `options` count for all of them.
    var proxy: Proxy

    /// Makes a client of a proxy for the interface, as for an object of an `ObjectManagerClient`.
    init(_ proxy: Proxy) { self.proxy = proxy }

    /// Makes a client. It does no I/O, and whether anybody is there shows with the first call.
    ///
    /// - Parameter connection: what calls are made on.
    /// - Parameter destination: who is called; nil with a peer.
    /// - Parameter path: the object.
    init(_ connection: Connection, _ destination: BusName?, at path: ObjectPath = "/org/mpris/MediaPlayer2") {
        proxy = Proxy(connection, destination, path, MediaPlayer2PlayerInterface.name)
    }

    /// Skips to the next track.
    func next() async throws { try await proxy.call("Next") }

    /// Skips to the previous track.
    func previous() async throws { try await proxy.call("Previous") }

    /// Pauses or continues.
    func playPause() async throws { try await proxy.call("PlayPause") }

    /// Moves the position.
    ///
    /// - Parameter offset: in microseconds; negative to go back.
    func seek(offset: Int64) async throws { try await proxy.call("Seek", offset) }

    /// Sets the position.
    ///
    /// - Parameter trackId: the track that the position is in; for another one, the player does nothing.
    /// - Parameter position: in microseconds.
    func setPosition(trackId: ObjectPath, position: Int64) async throws {
        try await proxy.call("SetPosition", trackId, position)
    }

    /// Playing, Paused or Stopped.
    var playbackStatus: String {
        get async throws { try await proxy.get("PlaybackStatus") }
    }

    /// ``playbackStatus`` now, and whenever it changes; nil while it cannot be read.
    func observePlaybackStatus() async throws -> AsyncStream<String?> { try await proxy.observe("PlaybackStatus") }

    /// The speed; 1 is normal.
    var rate: Double {
        get async throws { try await proxy.get("Rate") }
    }

    /// Sets ``rate``.
    func setRate(_ value: Double) async throws { try await proxy.set("Rate", to: value) }

    /// ``rate`` now, and whenever it changes; nil while it cannot be read.
    func observeRate() async throws -> AsyncStream<Double?> { try await proxy.observe("Rate") }

    /// The facts about the current track.
    var metadata: [String: DBusValue] {
        get async throws { try await proxy.get("Metadata") }
    }

    /// ``metadata`` now, and whenever it changes; nil while it cannot be read.
    func observeMetadata() async throws -> AsyncStream<[String: DBusValue]?> { try await proxy.observe("Metadata") }

    /// 0 is silent, 1 is a sensible maximum.
    var volume: Double {
        get async throws { try await proxy.get("Volume") }
    }

    /// Sets ``volume``.
    func setVolume(_ value: Double) async throws { try await proxy.set("Volume", to: value) }

    /// ``volume`` now, and whenever it changes; nil while it cannot be read.
    func observeVolume() async throws -> AsyncStream<Double?> { try await proxy.observe("Volume") }

    /// The position in the track in microseconds.
    var position: Int64 {
        get async throws { try await proxy.get("Position") }
    }

    /// Whether there is a next track.
    var canGoNext: Bool {
        get async throws { try await proxy.get("CanGoNext") }
    }

    /// ``canGoNext`` now, and whenever it changes; nil while it cannot be read.
    func observeCanGoNext() async throws -> AsyncStream<Bool?> { try await proxy.observe("CanGoNext") }

    /// Whether there is a previous track.
    var canGoPrevious: Bool {
        get async throws { try await proxy.get("CanGoPrevious") }
    }

    /// ``canGoPrevious`` now, and whenever it changes; nil while it cannot be read.
    func observeCanGoPrevious() async throws -> AsyncStream<Bool?> { try await proxy.observe("CanGoPrevious") }

    /// Whether playback can start.
    var canPlay: Bool {
        get async throws { try await proxy.get("CanPlay") }
    }

    /// ``canPlay`` now, and whenever it changes; nil while it cannot be read.
    func observeCanPlay() async throws -> AsyncStream<Bool?> { try await proxy.observe("CanPlay") }

    /// Whether playback can pause.
    var canPause: Bool {
        get async throws { try await proxy.get("CanPause") }
    }

    /// ``canPause`` now, and whenever it changes; nil while it cannot be read.
    func observeCanPause() async throws -> AsyncStream<Bool?> { try await proxy.observe("CanPause") }

    /// Whether the position can be set.
    var canSeek: Bool {
        get async throws { try await proxy.get("CanSeek") }
    }

    /// ``canSeek`` now, and whenever it changes; nil while it cannot be read.
    func observeCanSeek() async throws -> AsyncStream<Bool?> { try await proxy.observe("CanSeek") }

    /// Whether clients can control the player at all.
    var canControl: Bool {
        get async throws { try await proxy.get("CanControl") }
    }

    /// ``canControl`` now, and whenever it changes; nil while it cannot be read.
    func observeCanControl() async throws -> AsyncStream<Bool?> { try await proxy.observe("CanControl") }

    /// The position has changed other than by playing.
    func seekedSignals() async throws -> TypedSignalStream<Int64> {
        try await proxy.signals(MediaPlayer2PlayerInterface.seeked)
    }

    /// The properties that can be read, for `getAll(as:)`, a `PropertyCache` and a `ManagedObject`. One that is not
    /// there, or has a value that its type does not know, is nil.
    nonisolated struct Properties: DBusDictionary, Hashable {
        /// Playing, Paused or Stopped.
        var playbackStatus: String?
        /// The speed; 1 is normal.
        var rate: Double?
        /// The facts about the current track.
        var metadata: [String: DBusValue]?
        /// 0 is silent, 1 is a sensible maximum.
        var volume: Double?
        /// The position in the track in microseconds.
        var position: Int64?
        /// Whether there is a next track.
        var canGoNext: Bool?
        /// Whether there is a previous track.
        var canGoPrevious: Bool?
        /// Whether playback can start.
        var canPlay: Bool?
        /// Whether playback can pause.
        var canPause: Bool?
        /// Whether the position can be set.
        var canSeek: Bool?
        /// Whether clients can control the player at all.
        var canControl: Bool?

        /// The names of the properties, and what has their values.
        static let keys: [DBusKey<Properties>] = [
            DBusKey("PlaybackStatus", \Properties.playbackStatus).lenient,
            DBusKey("Rate", \Properties.rate).lenient,
            DBusKey("Metadata", \Properties.metadata).lenient,
            DBusKey("Volume", \Properties.volume).lenient,
            DBusKey("Position", \Properties.position).lenient,
            DBusKey("CanGoNext", \Properties.canGoNext).lenient,
            DBusKey("CanGoPrevious", \Properties.canGoPrevious).lenient,
            DBusKey("CanPlay", \Properties.canPlay).lenient,
            DBusKey("CanPause", \Properties.canPause).lenient,
            DBusKey("CanSeek", \Properties.canSeek).lenient,
            DBusKey("CanControl", \Properties.canControl).lenient,
        ]

        /// Makes a value in which nothing is known.
        init() {}
    }
}
