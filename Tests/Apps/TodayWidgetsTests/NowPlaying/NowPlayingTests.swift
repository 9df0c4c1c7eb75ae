#if Widgets
    import DBus
    import DBusTesting
    import NotificationCenter
    import Testing
    import TodayModel
    import TodayPlatform

    /// The widget with a real player, which `playerctl` controls.
    @Suite struct NowPlayingTests {
        private static let player = RemoteInterface(
            "org.mpris.MediaPlayer2.silence", "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player")

        private static func start(_ desk: WidgetsDesk) async throws -> ToolRun {
            let player = try await desk.bus.start([try Programs.path("media-player")])
            try await player.output { $0.contains("ready") }
            return player
        }

        private static func control(_ desk: WidgetsDesk, _ arguments: String...) async throws {
            let run = try await desk.bus.run(["playerctl", "--player=silence"] + arguments)
            #expect(run.exit == .status(0), "\(run)")
        }

        private static func title(_ content: Content) -> DBusValue? { content.first("text")?["text"] }

        /// The timer widget is always there, so the program is running when the player comes.
        @Test func aPlayerThatStartsIsShownAtOnce() async throws {
            let desk = try await WidgetsDesk.start()
            try await desk.view()
            try await desk.widget("now-playing") { !$0.hasContent }
            let player = try await Self.start(desk)
            try await Self.control(desk, "play")
            try await desk.widget("now-playing") { $0.hasContent && Self.title($0.content) == "Tacet" }
            player.signal(15)
            try await desk.widget("now-playing") { !$0.hasContent }
            try await desk.end()
        }

        @Test func theBarAdvancesWhileItPlays() async throws {
            let desk = try await WidgetsDesk.start()
            let player = try await Self.start(desk)
            try await Self.control(desk, "play")
            try await desk.view()
            let playing = try await desk.widget("now-playing") { $0.content.first("progress")?["since"] != nil }
            let bar = try #require(playing.content.first("progress"))
            guard case .uint64(let since)? = bar["since"], case .uint64(let until)? = bar["until"] else {
                Issue.record("\(bar)")
                return
            }
            // The length of the first track.
            #expect(until - since == 273_000_000)
            #expect(since <= Timestamp.now.microseconds)

            try await Self.control(desk, "pause")
            let paused = try await desk.widget("now-playing") { $0.content.first("progress")?["value"] != nil }
            #expect(paused.content.all("button")[1]["accessible-label"] == "Play")
            // Seeked reports another position.
            try await Self.control(desk, "position", "136.5")
            try await desk.widget("now-playing") { $0.content.first("progress")?["value"] == .double(0.5) }
            withExtendedLifetime(player) {}
            try await desk.end()
        }

        @Test func tapsControlThePlayer() async throws {
            let desk = try await WidgetsDesk.start()
            let player = try await Self.start(desk)
            try await Self.control(desk, "play")
            try await desk.view()
            let first = try await desk.widget("now-playing") { Self.title($0.content) == "Tacet" }
            #expect(first.content.all("button").map { $0["enabled"] } == [false, true, true])

            try await desk.tap("next", on: "now-playing")
            let second = try await desk.widget("now-playing") { Self.title($0.content) == "Before Noon" }
            #expect(second.content.all("button").map { $0["enabled"] } == [true, true, true])
            try await desk.tap("play-pause", on: "now-playing")
            try await desk.widget("now-playing") { $0.content.first("progress")?["value"] != nil }
            try await desk.tap("seek", .double(45), on: "now-playing")
            try await desk.widget("now-playing") { $0.content.first("progress")?["value"] == .double(0.25) }
            try await desk.tap("volume", .double(0.5), on: "now-playing")
            try await desk.widget("now-playing") { $0.content.all("slider").last?["value"] == .double(0.5) }
            let volume: Double = try await Proxy(desk.client.connection, Self.player).get("Volume")
            #expect(volume == 0.5)
            withExtendedLifetime(player) {}
            try await desk.end()
        }

        /// A bar or a script may tap while no panel looks.
        @Test func aTapWithoutAPanelShowsItsEffect() async throws {
            let desk = try await WidgetsDesk.start()
            let player = try await Self.start(desk)
            _ = try await desk.client.performUpdate(WidgetsDesk.identifier("now-playing"))
            try await desk.tap("play-pause", on: "now-playing")
            try await desk.widget("now-playing") { $0.content.first("progress")?["since"] != nil }
            withExtendedLifetime(player) {}
            try await desk.end()
        }

        @Test func theUserChoosesAmongPlayers() async throws {
            let desk = try await WidgetsDesk.start()
            let player = try await Self.start(desk)
            try await Self.control(desk, "play")
            let other = await FakePlayer(title: "Rain", artist: ["A", "B"], cover: nil)
            try await other.start(on: try await desk.bus.connect())
            try await desk.view()
            try await desk.shows("Silence  Tacet\nFake Player  Rain", "now-playing") {
                $0.split(separator: "\n").suffix(2).joined(separator: "\n")
            }
            try await desk.tap("choose", "org.mpris.MediaPlayer2.fake", on: "now-playing")
            try await desk.widget("now-playing") { Self.title($0.content) == "Rain" }
            #expect(try await desk.widget("now-playing").content.all("text")[1]["text"] == "A, B")
            withExtendedLifetime(player) {}
            try await desk.end()
        }
    }
#endif
