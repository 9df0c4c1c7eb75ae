import DBus

/// Plays silence against a clock; to `playerctl` and a desktop's media keys, it is an ordinary player. MPRIS 2.2.
@MainActor final class MediaPlayer {
    struct Track {
        let title: String
        let length: Duration
    }

    enum Status: String { case playing = "Playing", paused = "Paused", stopped = "Stopped" }

    nonisolated static let path: ObjectPath = "/org/mpris/MediaPlayer2"

    private let bus: Connection
    private let tracks: [Track]
    private var index = 0
    private(set) var status = Status.stopped
    private var volume = 1.0
    /// The position at the start of playback, and the time of that start.
    private var start: (position: Duration, time: ContinuousClock.Instant) = (.zero, .now)
    /// Skips to the next track at the end of the current one.
    private var end: Task<Void, any Error>?

    init(_ bus: Connection, _ tracks: [Track]) {
        self.bus = bus
        self.tracks = tracks
    }

    private var position: Duration { start.position + (status == .playing ? ContinuousClock.now - start.time : .zero) }

    private var trackPath: ObjectPath { ObjectPath(rawValue: "/org/example/tracks/\(index)") ?? .root }

    private var metadata: [String: DBusValue] {
        [
            "mpris:trackid": .objectPath(trackPath), "mpris:length": .int64(tracks[index].length.microseconds),
            "xesam:title": .string(tracks[index].title), "xesam:album": "Silence",
            "xesam:artist": .strings(["The Silents"]), "xesam:trackNumber": .int32(Int32(index + 1)),
        ]
    }

    // MARK: On the bus

    static let root = Interface<MediaPlayer>("org.mpris.MediaPlayer2") {
        Method("Raise") { (_: MediaPlayer) in }
        Method("Quit") { (player: MediaPlayer) in await player.bus.close() }
        Property("CanQuit", .constant) { (_: MediaPlayer) in true }
        Property("CanRaise", .constant) { (_: MediaPlayer) in false }
        Property("HasTrackList", .constant) { (_: MediaPlayer) in false }
        Property("Identity", .constant) { (_: MediaPlayer) in "Silence" }
        Property("SupportedUriSchemes", .constant) { (_: MediaPlayer) in [String]() }
        Property("SupportedMimeTypes", .constant) { (_: MediaPlayer) in [String]() }
    }

    nonisolated static let playerName: InterfaceName = "org.mpris.MediaPlayer2.Player"
    nonisolated static let seeked = SignalDescription(playerName, "Seeked", ["Position"], as: Int64.self)

    static let player = Interface<MediaPlayer>(playerName) {
        Method("Play") { (player: MediaPlayer) in player.play() }
        Method("Pause") { (player: MediaPlayer) in player.pause() }
        Method("PlayPause") { (player: MediaPlayer) in
            if player.status == .playing { player.pause() } else { player.play() }
        }
        Method("Stop") { (player: MediaPlayer) in player.stop() }
        Method("Next") { (player: MediaPlayer) in player.move(to: player.index + 1) }
        Method("Previous") { (player: MediaPlayer) in player.move(to: player.index - 1) }
        Method("Seek", in: ["Offset"]) { (player: MediaPlayer, offset: Int64) in
            player.seek(to: player.position + .microseconds(offset))
        }
        Method("SetPosition", in: ["TrackId", "Position"]) {
            (player: MediaPlayer, track: ObjectPath, position: Int64) in
            // A caller with another track ID doesn't know yet that the track has ended.
            if track == player.trackPath { player.seek(to: .microseconds(position)) }
        }
        Method("OpenUri", in: ["Uri"]) { (_: MediaPlayer, uri: String) throws -> Void in
            throw RemoteError(.notSupported, "\(uri) would not be silent")
        }
        Property("PlaybackStatus") { (player: MediaPlayer) in player.status.rawValue }
        Property("Metadata") { (player: MediaPlayer) in player.metadata }
        Property("Volume") { (player: MediaPlayer, _: ObjectPath) in
            player.volume
        } set: { (player: MediaPlayer, _: MethodCall, volume: Double) in
            player.volume = max(volume, 0)
            player.changed("Volume")
        }
        // It changes all the time: clients read it, and `Seeked` reports jumps.
        Property("Position", .silent) { (player: MediaPlayer) in player.position.microseconds }
        Property("Rate") { (_: MediaPlayer, _: ObjectPath) in
            1.0
        } set: { (player: MediaPlayer, _: MethodCall, rate: Double) in
            // The specification requires that a rate of 0 acts as a pause.
            if rate == 0 { player.pause() }
        }
        Property("MinimumRate", .constant) { (_: MediaPlayer) in 1.0 }
        Property("MaximumRate", .constant) { (_: MediaPlayer) in 1.0 }
        Property("CanGoNext") { (player: MediaPlayer) in player.index + 1 < player.tracks.count }
        Property("CanGoPrevious") { (player: MediaPlayer) in player.index > 0 }
        Property("CanPlay", .constant) { (_: MediaPlayer) in true }
        Property("CanPause", .constant) { (_: MediaPlayer) in true }
        Property("CanSeek", .constant) { (_: MediaPlayer) in true }
        Property("CanControl", .constant) { (_: MediaPlayer) in true }
        seeked
    }

    private func changed(_ properties: MemberName...) {
        bus.propertiesDidChange(Self.path, Self.playerName, properties)
    }

    // MARK: Playing

    func play() { set(.playing, at: position) }

    func pause() { if status == .playing { set(.paused, at: position) } }

    func stop() { set(.stopped, at: .zero) }

    private func set(_ new: Status, at position: Duration) {
        if new != status { changed("PlaybackStatus") }
        start = (position, .now)
        status = new
        end?.cancel()
        guard new == .playing else { return }
        let left = tracks[index].length - position
        end = Task { [weak self] in
            try await Task.sleep(for: left)
            self?.playNext()
        }
    }

    private func playNext() { if index + 1 < tracks.count { move(to: index + 1) } else { stop() } }

    private func move(to new: Int) {
        guard tracks.indices.contains(new) else { return }
        index = new
        changed("Metadata", "CanGoNext", "CanGoPrevious")
        set(status, at: .zero)
    }

    /// Seeks. As the specification requires, a position beyond the end skips to the next track.
    private func seek(to new: Duration) {
        if new >= tracks[index].length { return playNext() }
        set(status, at: max(new, .zero))
        try? bus.emit(Self.seeked, at: Self.path, position.microseconds)
    }
}

extension Duration {
    /// The duration in whole microseconds, the unit of MPRIS.
    var microseconds: Int64 { Int64(self / .microseconds(1)) }
}
