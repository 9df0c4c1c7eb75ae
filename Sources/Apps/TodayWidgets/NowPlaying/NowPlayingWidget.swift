#if Widgets
    internal import DBus
    internal import NotificationCenter
    internal import TodayModel

    /// The title that a media player plays, and its controls.
    final class NowPlayingWidget: SourceWidget {
        static let widgetIdentifier: String? = "org.todaycenter.widgets.now-playing"
        static let busName: String? = WidgetPlace.busName
        static let objectPath: String? = WidgetPlace.path("NowPlaying")

        private var source: PlayersSource?
        private var cover: Cover?
        private var tick: EventLoop.Timer?

        init() { Watching.shared.add(self) }

        func startSource() async throws {
            let session = try await Buses.session()
            source = try await PlayersSource(session) { [weak self] in
                self?.loadCover()
                self?.moveSlider()
                self?.sourceDidChange()
            }.started()
            loadCover()
            moveSlider()
        }

        func stopSource() {
            source?.stop()
            if let tick { WidgetActor.shared.loop.cancel(tick) }
            tick = nil
            cover?.stop()
        }

        func widgetActiveDisplayModeDidChange(_ mode: NCWidgetDisplayMode, withMaximumSize maxSize: Size) {
            moveSlider()
        }

        /// Sends the content again every few seconds while a panel shows the slider of a playing track: unlike the bar,
        /// a slider doesn't advance by itself.
        private func moveSlider() {
            if let tick { WidgetActor.shared.loop.cancel(tick) }
            tick = nil
            guard let context = extensionContext, context.isViewing, context.widgetActiveDisplayMode == .expanded,
                let player = source?.players.first, player.start != nil, player.canSeek
            else { return }
            tick = WidgetActor.shared.loop.schedule(after: .seconds(5)) { [weak self] in
                Task { @WidgetActor in
                    self?.sourceDidChange()
                    self?.moveSlider()
                }
            }
        }

        /// Loads the cover of the current track, if it is another one. The content doesn't wait for it.
        private func loadCover() {
            let address = source?.players.first?.track.cover
            if cover?.address == address, cover?.isStopped != true { return }
            cover?.stop()
            cover = address.map { Cover($0) { [weak self] in self?.sourceDidChange() } }
        }

        var widgetHasContent: Bool? { source?.players.isEmpty == false }

        var content: WidgetContent {
            if let players = source?.players, let player = players.first {
                Row(spacing: 10, alignment: .center) {
                    if let picture = cover?.picture, cover?.address == player.track.cover {
                        Image(data: picture, width: 48, height: 48, description: trc("music", "Cover"))
                    }
                    title(of: player)
                    Spacer()
                    Row(spacing: 4) {
                        button(
                            trc("music", "Previous"), "media-skip-backward-symbolic", "previous", player.canGoPrevious)
                        button(
                            player.isPlaying ? trc("music", "Pause") : trc("music", "Play"),
                            player.isPlaying ? "media-playback-pause-symbolic" : "media-playback-start-symbolic",
                            "play-pause", player.canPlayPause)
                        button(trc("music", "Next"), "media-skip-forward-symbolic", "next", player.canGoNext)
                    }
                }
                if let length = player.track.length {
                    if let progress = player.progress {
                        let bar = progress.accessibilityLabel(trc("music", "Position"))
                        if player.canSeek { bar.modes(.compact) } else { bar }
                    }
                    position(of: player, length).modes(.expanded)
                }
                if let volume = player.volume {
                    Slider(tr("Volume"), value: volume).action("volume").id("volume").modes(.expanded)
                }
                if players.count > 1 {
                    for other in players { row(other, isCurrent: other.name == player.name).modes(.expanded) }
                }
            }
        }

        private func title(of player: Player) -> WidgetContent {
            let track = player.track
            let title = Column(spacing: 0) {
                Text(track.title.isEmpty ? player.title : track.title, style: .headline, lines: 1)
                Text(track.artist.isEmpty ? player.title : track.artist, style: .caption, color: .secondary, lines: 1)
            }
            return player.canRaise ? title.action("raise") : title.widgetContent
        }

        private func button(_ label: String, _ icon: String, _ action: NCActionName, _ isEnabled: Bool) -> WidgetContent
        {
            Button("", icon: icon).action(action).enabled(isEnabled).tooltip(label)
                .accessibilityLabel(label)
        }

        private func position(of player: Player, _ length: Int64) -> Row {
            Row(alignment: .center) {
                if let start = player.start {
                    Timer(since: start)
                } else {
                    Text(Player.time(player.position.microseconds))
                }
                if player.canSeek {
                    let seconds = Double(length) / 1_000_000
                    Slider("", value: Double(player.elapsed) / 1_000_000, in: 0...seconds).action("seek")
                        .accessibilityLabel(trc("music", "Position")).id("seek")
                } else {
                    Spacer()
                }
                Text(Player.time(length))
            }
        }

        private func row(_ player: Player, isCurrent: Bool) -> WidgetContent {
            Row(alignment: .center) {
                Text(player.title, color: isCurrent ? .accent : nil, lines: 1)
                Spacer()
                Text(player.track.title, style: .caption, color: .secondary, lines: 1)
            }
            .action("choose", parameter: .string(player.name.rawValue)).id("player-\(player.name)")
        }

        func widgetPerformAction(_ name: String, parameter: NCValue?) async throws {
            try await withSource { try await perform(name, parameter) }
        }

        private func perform(_ name: String, _ parameter: NCValue?) async throws {
            guard let source, let player = source.players.first else { throw NCWidgetError(tr("No player is running")) }
            let playback = source.playback(of: player)
            switch name {
            case "previous": try await playback.previous()
            case "play-pause": try await playback.playPause()
            case "next": try await playback.next()
            // Panels of version 2 don't know sliders, and send no value.
            case "seek" where parameter == nil, "volume" where parameter == nil: break
            case "seek":
                guard case .number(let seconds)? = parameter, let position = Int64(exactly: (seconds * 1e6).rounded())
                else { throw NCWidgetError("The position is missing") }
                // Some players give their tracks no identifier.
                if let track = player.track.identifier {
                    try await playback.setPosition(trackId: track, position: position)
                } else {
                    try await playback.seek(offset: position - player.elapsed)
                }
            case "volume":
                guard case .number(let volume)? = parameter else { throw NCWidgetError("The volume is missing") }
                try await playback.setVolume(volume)
            case "raise": try await source.raise(player)
            case "choose":
                guard let chosen = source.players.first(where: { $0.name.rawValue == parameter?.string }) else {
                    throw NCWidgetError(tr("The player is no longer running"))
                }
                source.choose(chosen.name)
                loadCover()
                moveSlider()
            default: throw NCWidgetError("the widget has no action \(name.debugDescription)")
            }
        }
    }
#endif
