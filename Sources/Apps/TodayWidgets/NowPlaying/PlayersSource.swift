#if Widgets
    internal import DBus
    internal import NotificationCenter
    internal import TodayModel

    /// The media players on the session bus. MPRIS 2.2.
    @WidgetActor
    final class PlayersSource: Source {
        private static let prefix = "org.mpris.MediaPlayer2"
        /// A helper of `playerctl` that passes on the state of another player.
        private static let helper: BusName = "org.mpris.MediaPlayer2.playerctld"
        /// A player that doesn't answer doesn't hold up the others.
        private static let patience = Duration.seconds(5)

        private let session: Connection
        private let changed: @WidgetActor () -> Void
        private var listing: Task<Void, Never>?
        private var names: Set<BusName> = []
        /// The players, the last one that started to play first.
        private var order: [BusName] = []
        /// The player that the user has chosen, until another one starts to play.
        private var chosen: BusName?
        private var positions: [BusName: Player.Position] = [:]
        private var seeks: [BusName: Task<Void, any Error>] = [:]
        /// The state for which the position was read. It isn't signaled, but known until the state changes.
        private var located: [BusName: Located] = [:]

        private struct Located: Equatable {
            let status: String?
            let rate: Double?
            let track: Track
        }

        private lazy var titles = FollowedProperties<BusName, MediaPlayer2.Properties>(
            { [session] in MediaPlayer2(session, $0).with(timeout: Self.patience).proxy },
            changed: { [weak self] _ in self?.changed() })
        private lazy var states = FollowedProperties<BusName, MediaPlayer2Player.Properties>(
            { [session] in Self.player(session, $0).proxy },
            changed: { [weak self] name in
                await self?.locate(name)
                self?.changed()
            })

        /// - Parameter changed: Called after a change.
        init(_ session: Connection, changed: @escaping @WidgetActor () -> Void) {
            self.session = session
            self.changed = changed
        }

        private static func player(_ session: Connection, _ name: BusName) -> MediaPlayer2Player {
            // The bus may be able to start a player that has just ended.
            MediaPlayer2Player(session, name).with(timeout: patience, options: .noAutoStart)
        }

        func start() async throws {
            let changes = try await session.signals(
                matching: MatchRule(
                    sender: .bus, path: .bus, interface: .bus, member: "NameOwnerChanged",
                    arguments: [0: .namespace(Self.prefix)]))
            let reply: Reply<[String]> = try await session.call(.bus, "ListNames")
            for name in reply.value { if let name = Self.playerName(name) { names.insert(name) } }
            try await follow()
            listing = Task { [weak self] in
                for await change in changes where change.position > reply.position {
                    guard let (name, _, owner) = try? change.arguments(as: String.self, String.self, String.self),
                        let name = Self.playerName(name)
                    else { continue }
                    await self?.set(name, isThere: !owner.isEmpty)
                }
            }
        }

        func stop() {
            listing?.cancel()
            states.stop()
            titles.stop()
            for task in seeks.values { task.cancel() }
            seeks = [:]
        }

        private static func playerName(_ name: String) -> BusName? {
            guard name.utf8.starts(with: "\(prefix).".utf8), let name = BusName(rawValue: name), name != helper else {
                return nil
            }
            return name
        }

        private func set(_ name: BusName, isThere: Bool) async {
            if isThere { names.insert(name) } else { names.remove(name) }
            try? await follow()
            changed()
        }

        private func follow() async throws {
            for name in Set(seeks.keys).subtracting(names) {
                seeks.removeValue(forKey: name)?.cancel()
                (located[name], positions[name]) = (nil, nil)
            }
            order.removeAll { !names.contains($0) }
            for name in names where seeks[name] == nil {
                let signals = try await Self.player(session, name).seekedSignals()
                seeks[name] = Task { [weak self] in for await position in signals { self?.seeked(name, to: position) } }
            }
            try await titles.follow(names)
            try await states.follow(names)
            for name in names.sorted(by: { $0.rawValue < $1.rawValue }) { await locate(name) }
        }

        // MARK: Positions

        private func seeked(_ name: BusName, to position: Int64) {
            positions[name] = Player.Position(microseconds: position, moment: .now)
            changed()
        }

        /// Reads the position of a player whose state has changed.
        private func locate(_ name: BusName) async {
            guard let state = states.values[name] else { return }
            let wanted = Located(
                status: state.playbackStatus, rate: state.rate, track: Track(state.metadata ?? [:]))
            guard located[name] != wanted else { return }
            if wanted.status == "Playing", located[name]?.status != "Playing" {
                order.removeAll { $0 == name }
                order.insert(name, at: 0)
                if chosen != name { chosen = nil }
            } else if !order.contains(name) {
                order.append(name)
            }
            located[name] = wanted
            let position = (try? await Self.player(session, name).position) ?? 0
            if located[name] == wanted {
                positions[name] = Player.Position(microseconds: position, moment: .now)
            }
        }

        // MARK: Players

        /// All players, the current one first: the one that the user has chosen, or else the last one that started to
        /// play.
        var players: [Player] {
            let all = order.compactMap { player($0) }.filter(\.isActive)
            func rank(_ player: Player) -> Int { player.name == chosen ? 0 : player.isPlaying ? 1 : 2 }
            return (0...2).flatMap { wanted in all.filter { rank($0) == wanted } }
        }

        private func player(_ name: BusName) -> Player? {
            guard let state = states.values[name] else { return nil }
            let title = ForeignText.title(titles.values[name]?.identity ?? "")
            return Player(
                name: name, title: title.isEmpty ? String(name.rawValue.dropFirst(Self.prefix.count + 1)) : title,
                canRaise: titles.values[name]?.canRaise == true, state: state, track: Track(state.metadata ?? [:]),
                position: positions[name] ?? Player.Position(microseconds: 0, moment: .now))
        }

        /// Makes a player the current one.
        func choose(_ name: BusName) { chosen = name }

        /// Returns a client for the playback of a player.
        func playback(of player: Player) -> MediaPlayer2Player { Self.player(session, player.name) }

        /// Shows the window of a player.
        func raise(_ player: Player) async throws {
            try await MediaPlayer2(session, player.name).with(timeout: Self.patience).raise()
        }
    }
#endif
