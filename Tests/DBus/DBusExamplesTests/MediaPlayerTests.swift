import DBus
import DBusTesting
import TodayPlatform
import Testing

/// `media-player`, with `playerctl` as its remote control.
@Suite(.enabled(if: Environment.locate("playerctl") != nil, "playerctl is not installed (Debian package: playerctl)"))
struct MediaPlayerTests {
    private struct Setup {
        let bus: PrivateBus
        let program: ToolRun

        init() async throws {
            bus = try await PrivateBus.start()
            program = try await bus.startExample("media-player")
        }

        func control(_ arguments: String...) async throws -> String {
            let run = try await bus.run(["playerctl", "--player=silence"] + arguments)
            #expect(run.exit == .status(0), "\(arguments): \(run)")
            return run.output.split(separator: "\n").joined(separator: "\n")
        }

        func player() async throws -> Proxy {
            Proxy(
                try await bus.connect(), "org.mpris.MediaPlayer2.silence", "/org/mpris/MediaPlayer2",
                "org.mpris.MediaPlayer2.Player")
        }
    }

    @Test func itIsFoundAndSteered() async throws {
        let setup = try await Setup()
        #expect(try await setup.bus.run("playerctl", "--list-all").output == "silence\n")
        #expect(try await setup.control("status") == "Stopped")
        for (command, status) in [
            ("play", "Playing"), ("pause", "Paused"), ("play-pause", "Playing"), ("play-pause", "Paused"),
            ("stop", "Stopped"),
        ] {
            _ = try await setup.control(command)
            #expect(try await setup.control("status") == status, "\(command)")
        }
    }

    @Test func tracksAreDescribed() async throws {
        let setup = try await Setup()
        let format = "{{artist}} – {{title}} ({{duration(mpris:length)}})"
        #expect(try await setup.control("metadata", "--format", format) == "The Silents – Tacet (4:33)")
        _ = try await setup.control("next")
        #expect(try await setup.control("metadata", "--format", format) == "The Silents – Before Noon (3:00)")
        #expect(try await setup.control("metadata", "xesam:trackNumber") == "2")
        _ = try await setup.control("previous")
        #expect(try await setup.control("metadata", "title") == "Tacet")
        // The first track has no previous one.
        #expect(try await setup.player().get("CanGoPrevious") as Bool == false)
    }

    @Test func positionAndVolumeAreSet() async throws {
        let setup = try await Setup()
        let player = try await setup.player()
        let jumps = try await SignalRecorder(player.connection, MatchRule(member: "Seeked"))
        _ = try await setup.control("play")
        _ = try await setup.control("pause")
        _ = try await setup.control("position", "42")
        #expect(try await setup.control("position") == "42.000000")
        _ = try await setup.control("position", "10+")
        #expect(try await setup.control("position") == "52.000000")
        #expect(try await jumps.wait(for: 2).map(\.body) == [[.int64(42_000_000)], [.int64(52_000_000)]])
        // Another track is meant.
        try await player.call("SetPosition", "/org/example/tracks/2" as ObjectPath, Int64(1))
        #expect(try await setup.control("position") == "52.000000")
        _ = try await setup.control("volume", "0.25")
        #expect(try await setup.control("volume") == "0.250000")
        #expect(try await player.get("Volume") as Double == 0.25)
    }

    /// The clock goes while it plays, and beyond the end is the next track.
    @Test func timeGoesByWhileItPlays() async throws {
        let setup = try await Setup()
        let player = try await setup.player()
        #expect(try await player.get("Position") as Int64 == 0)
        try await player.call("Play")
        let first: Int64 = try await player.get("Position")
        #expect(try await player.get("Position") as Int64 > first)
        let titles = try await player.observe("Metadata", as: [String: DBusValue].self, bufferingPolicy: .unbounded)
        // A moment before the end.
        try await player.call("Seek", Int64(272_999_000) - first)
        for await metadata in titles where metadata?["xesam:title"] == "Before Noon" { break }
        #expect(try await player.get("PlaybackStatus") as String == "Playing")
    }

    @Test func whoFollowsHearsOfIt() async throws {
        let setup = try await Setup()
        let follower = try await setup.bus.start(
            "playerctl", "--player=silence", "--follow", "metadata", "--format", "{{status}} {{title}}")
        _ = try await follower.output { $0.contains("Stopped Tacet\n") }
        _ = try await setup.control("play")
        _ = try await follower.output { $0.contains("Playing Tacet\n") }
        _ = try await setup.control("next")
        _ = try await follower.output { $0.contains("Playing Before Noon\n") }
        follower.signal(15)
    }

    @Test func itQuits() async throws {
        let setup = try await Setup()
        let player = try await setup.player()
        try await Proxy(player.connection, player.destination, player.path, "org.mpris.MediaPlayer2").call("Quit")
        #expect(try await setup.program.finished().exit == .status(0))
    }
}
