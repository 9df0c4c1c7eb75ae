import DBus
import Glibc

/// `media-player`: plays three tracks of silence; control it with `playerctl --player=silence play-pause`.
@main enum MediaPlayerProgram {
    static func main() async throws {
        let bus = try await Connection.open(.session)
        let player = MediaPlayer(
            bus,
            [
                MediaPlayer.Track(title: "Tacet", length: .seconds(273)),
                MediaPlayer.Track(title: "Before Noon", length: .seconds(180)),
                MediaPlayer.Track(title: "Snow", length: .seconds(240)),
            ])
        // Export both interfaces or none: a client that finds one relies on the other.
        try await bus.export(MediaPlayer.root, MediaPlayer.player, of: player, at: MediaPlayer.path)
        try await bus.requestName("org.mpris.MediaPlayer2.silence", .doNotQueue)
        print("ready")
        fflush(nil)
        _ = await bus.closed
    }
}
