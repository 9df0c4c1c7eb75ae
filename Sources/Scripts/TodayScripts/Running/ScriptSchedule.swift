package import TodayModel

/// When a script runs.
package struct ScriptSchedule: Hashable, Sendable {
    /// What makes it run again.
    package enum Rhythm: Hashable, Sendable {
        /// Nothing: it runs once, and when it is asked to.
        case once
        case interval(ScriptInterval)
        case cron([CronExpression])
        /// It does not end by itself; when it does, it is started again after a while, or not.
        case stream(restart: ScriptInterval?)
    }

    package var rhythm: Rhythm
    /// Whether it also runs when somebody begins to look.
    package var runsOnOpening: Bool
    /// Whether it runs only while somebody looks.
    package var needsViewer: Bool

    /// More often than this, a script runs only while somebody looks.
    package static let leastUnseen = ScriptInterval.seconds(60)
    /// How long a stream runs on after the last one has looked away.
    package static let streamGrace = ScriptInterval.seconds(30)

    /// The schedule by the name of the file and the header. A schedule of cron in the header goes before an interval in
    /// the name.
    package init(name: ScriptFileName, header: ScriptHeader) {
        if header.isStream {
            rhythm = .stream(restart: header.restart)
        } else if !header.schedules.isEmpty {
            rhythm = .cron(header.schedules)
        } else if let interval = name.interval {
            rhythm = .interval(interval)
        } else {
            rhythm = header.hasMenuTags ? .interval(.seconds(60)) : .once
        }
        runsOnOpening = name.runsOnOpening || header.refreshesOnOpening
        needsViewer =
            switch rhythm {
            case .stream: !header.runsAlways
            case .interval(let interval): interval < Self.leastUnseen && !header.runsAlways
            case .once, .cron: false
            }
    }

    /// When it is due next.
    ///
    /// - Parameters:
    ///   - now: the wall clock.
    ///   - lastStart: when it was started last; nil for never.
    ///   - isViewed: whether somebody looks.
    ///   - offset: how many seconds the local time is ahead of UTC at a moment, in seconds since 1970.
    /// - Returns: A moment that may be past, which means now; nil when it is not due before something changes. A stream is
    ///   due when it has not been started, or has ended and is to be started again.
    package func next(
        now: Timestamp, lastStart: Timestamp?, isViewed: Bool, offset: (Int64) -> Int
    ) -> Timestamp? {
        if needsViewer, !isViewed { return nil }
        guard let lastStart else { return now }
        switch rhythm {
        case .once: return nil
        case .interval(let interval), .stream(let interval?):
            // A clock that was set back does not make it wait.
            let base = min(lastStart, now)
            let (due, isNever) = base.microseconds.addingReportingOverflow(interval.milliseconds * 1000)
            return isNever ? nil : Timestamp(microseconds: due)
        case .stream(nil): return nil
        case .cron(let expressions):
            return expressions.compactMap { Self.next($0, after: min(lastStart, now), offset: offset) }.min()
        }
    }

    private static func next(
        _ expression: CronExpression, after moment: Timestamp, offset: (Int64) -> Int
    ) -> Timestamp? {
        let seconds = Int64(clamping: moment.microseconds / 1_000_000)
        guard seconds < farFuture else { return nil }
        var local = seconds + Int64(offset(seconds))
        // The change to or from summer time may lie between, at most twice.
        for _ in 0..<3 {
            guard let next = expression.next(afterLocal: local) else { return nil }
            let guess = next - Int64(offset(seconds))
            let due = next - Int64(offset(guess))
            if due > seconds { return Timestamp(microseconds: UInt64(due) * 1_000_000) }
            local = next
        }
        return nil
    }

    /// Beyond the year 30000 nothing is due.
    private static let farFuture: Int64 = 900_000_000_000
}

extension ScriptSchedule: CustomStringConvertible {
    /// In words, for people: `every 5s, while a panel looks`.
    package var description: String {
        var text =
            switch rhythm {
            case .once: "once, and when it is asked to"
            case .interval(let interval): "every \(interval)"
            case .cron(let expressions): "at \(expressions.map(\.text).joined(separator: " and "))"
            case .stream(nil): "as a stream"
            case .stream(let restart?): "as a stream, started again \(restart) after it ends"
            }
        if runsOnOpening { text += ", and when a panel opens" }
        if needsViewer { text += ", while a panel looks" }
        return text
    }
}
