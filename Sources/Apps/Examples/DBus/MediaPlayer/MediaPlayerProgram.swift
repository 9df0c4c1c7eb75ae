import DBus
import Glibc

/// `media-player`: plays three tracks of silence; `playerctl --player=silence play-pause` has it do so.
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
        // Both interfaces or none: who finds one relies on the other.
        try await bus.export(MediaPlayer.root, MediaPlayer.player, of: player, at: MediaPlayer.path)
        try await bus.requestName("org.mpris.MediaPlayer2.silence", .doNotQueue)
        print("ready")
        fflush(nil)
        _ = await bus.closed
    }
}
