#if Widgets
    internal import NotificationCenter
    internal import TodayModel

    /// A countdown that the user has started, and whether its end was announced.
    struct Countdown: Hashable {
        /// The time when it ends.
        let end: Timestamp
        /// Its length in seconds.
        let seconds: Int
        /// The user's name for it; may be empty.
        let label: String
        /// Whether its notification was sent, or is being sent.
        var isAnnounced = false

        /// Whether its time is up. The center may begin an update a moment early.
        func isOver(at now: Timestamp) -> Bool { now + .milliseconds(250) >= end }
    }

    extension Countdown {
        /// The countdown that an earlier process has stored; nil if none is running or waits to be seen.
        init?(_ defaults: NCWidgetDefaults) {
            guard let end = defaults.integer(forKey: "end"), end > 0 else { return nil }
            self.end = Timestamp(microseconds: UInt64(end))
            seconds = defaults.integer(forKey: "seconds") ?? 0
            label = defaults.string(forKey: "label") ?? ""
            isAnnounced = defaults.bool(forKey: "announced") ?? false
        }

        /// Stores it for later processes, with one write.
        func store(in defaults: NCWidgetDefaults) {
            defaults.set([
                "end": .integer(Int64(clamping: end.microseconds)), "seconds": .integer(Int64(seconds)),
                "label": .string(label), "announced": .boolean(isAnnounced),
            ])
        }
    }

    extension Countdown {
        /// The title of its notification.
        var title: String { label.isEmpty ? tr("Time is up") : label }

        /// Returns the text of its notification, which names the delay if nothing ran at its end.
        func message(at now: Timestamp) -> String {
            let length = TimerInput.words(seconds)
            let late = Int(clamping: (now.microseconds - min(end.microseconds, now.microseconds)) / 1_000_000)
            // Translators: the length is such as 10 min.
            if late < 60 { return tr("The {length} timer has ended.", ["length": length]) }
            // Translators: the length and the time are such as 10 min.
            return tr("The {length} timer ended {time} ago.", ["length": length, "time": TimerInput.words(late)])
        }
    }
#endif
