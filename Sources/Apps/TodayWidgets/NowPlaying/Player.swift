#if Widgets
    internal import DBus
    internal import NotificationCenter
    internal import TodayModel

    /// A media player at one moment.
    struct Player {
        let name: BusName
        /// The name that the user knows.
        let title: String
        let canRaise: Bool
        let state: MediaPlayer2Player.Properties
        let track: Track
        /// The last known position in microseconds, and when the player had it.
        let position: Position

        struct Position {
            var microseconds: Int64
            var moment: Timestamp
        }

        var isPlaying: Bool { state.playbackStatus == "Playing" }

        /// Whether it has anything to play or to continue with.
        var isActive: Bool { state.playbackStatus != "Stopped" || !track.title.isEmpty }

        /// Whether clients may control it; a missing value means yes.
        private func can(_ ability: Bool?) -> Bool { state.canControl != false && ability != false }

        var canPlayPause: Bool { can(isPlaying ? state.canPause : state.canPlay) }
        var canGoNext: Bool { can(state.canGoNext) }
        var canGoPrevious: Bool { can(state.canGoPrevious) }
        var canSeek: Bool { can(state.canSeek) && track.length != nil }

        /// The volume, 0 to 1; nil for a player without a volume.
        var volume: Double? { state.canControl != false ? state.volume.map { min(max($0, 0), 1) } : nil }

        private var rate: Double { state.rate ?? 1 }

        /// When the track would have begun at the current rate; nil while it doesn't advance.
        var start: Timestamp? {
            guard isPlaying, rate > 0 else { return nil }
            return position.moment + (.zero - duration(position.microseconds))
        }

        /// The position at this moment, in microseconds.
        var elapsed: Int64 {
            guard let start, let length = track.length else { return position.microseconds }
            let passed = Double(Timestamp.now.microseconds) - Double(start.microseconds)
            return Int64(min(max(passed * rate, 0), Double(length)))
        }

        /// A rate of 2 halves the duration.
        private func duration(_ microseconds: Int64) -> Duration { .seconds(Double(microseconds) / 1_000_000 / rate) }

        /// The bar: it advances by itself while the player plays. Nil for a track without a length.
        var progress: Progress? {
            guard let length = track.length else { return nil }
            guard let start else {
                return Progress(value: min(max(Double(position.microseconds) / Double(length), 0), 1))
            }
            return Progress(since: start, until: start + duration(length))
        }

        /// Returns a time in a track, such as `4:33` or `1:02:03`.
        static func time(_ microseconds: Int64) -> String {
            let seconds = max(microseconds, 0) / 1_000_000
            func digits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
            let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
            return (hours > 0 ? "\(hours):\(digits(minutes))" : "\(minutes)") + ":" + digits(seconds % 60)
        }
    }
#endif
