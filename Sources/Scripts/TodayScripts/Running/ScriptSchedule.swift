package import TodayModel

/// The times at which a script runs.
package struct ScriptSchedule: Hashable, Sendable {
    /// The trigger for the next run.
    package enum Rhythm: Hashable, Sendable {
        /// No trigger: it runs once, and on request.
        case once
        case interval(ScriptInterval)
        case cron([CronExpression])
        /// It doesn't end by itself. If it ends, it is restarted after a delay, or not at all.
        case stream(restart: ScriptInterval?)
    }

    package var rhythm: Rhythm
    /// Whether it also runs when a panel becomes visible.
    package var runsOnOpening: Bool
    /// Whether it only runs while a panel is visible.
    package var needsViewer: Bool

    /// The shortest interval for running without a visible panel.
    package static let minimumHiddenInterval = ScriptInterval.seconds(60)
    /// The time that a stream keeps running after the last panel is hidden.
    package static let streamGrace = ScriptInterval.seconds(30)

    /// Makes the schedule from the file name and the header. A cron schedule in the header takes precedence over an
    /// interval in the name.
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
            case .interval(let interval): interval < Self.minimumHiddenInterval && !header.runsAlways
            case .once, .cron: false
            }
    }

    /// Returns when it is due next.
    ///
    /// - Parameters:
    ///   - now: The wall clock.
    ///   - lastStart: The time of the last start; nil for never.
    ///   - isViewed: Whether a panel is visible.
    ///   - offset: Returns how many seconds the local time is ahead of UTC at a moment in seconds since 1970.
    /// - Returns: A moment, where a past one means now; nil if it isn't due before something changes. A stream is due
    ///   if it hasn't started, or has ended and is to be restarted.
    package func next(
        now: Timestamp, lastStart: Timestamp?, isViewed: Bool, offset: (Int64) -> Int
    ) -> Timestamp? {
        if needsViewer, !isViewed { return nil }
        guard let lastStart else { return now }
        switch rhythm {
        case .once: return nil
        case .interval(let interval), .stream(let interval?):
            // If the clock was set back, it doesn't wait longer.
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
        // A change to or from daylight saving time may lie in between, at most twice.
        for _ in 0..<3 {
            guard let next = expression.next(afterLocal: local) else { return nil }
            let guess = next - Int64(offset(seconds))
            let due = next - Int64(offset(guess))
            if due > seconds { return Timestamp(microseconds: UInt64(due) * 1_000_000) }
            local = next
        }
        return nil
    }

    /// Nothing is due beyond the year 30000.
    private static let farFuture: Int64 = 900_000_000_000
}

extension ScriptSchedule: CustomStringConvertible {
    /// A description for users: `every 5s, while a panel looks`.
    package var description: String {
        var text =
            switch rhythm {
            // Translators: when a script runs, as are the next ones; it follows ‘{name} runs’.
            case .once: tr("once, and on request")
            case .interval(let interval): tr("every {interval}", ["interval": "\(interval)"])
            // Translators: the times are expressions of cron, such as ‘0 9 * * 1-5’.
            case .cron(let expressions): tr("at {times}", ["times": expressions.map(\.text).joined(separator: " · ")])
            case .stream(nil): tr("as a stream")
            case .stream(let pause?): tr("as a stream, restarted {pause} after it ends", ["pause": "\(pause)"])
            }
        if runsOnOpening { text = tr("{schedule}, and when a panel opens", ["schedule": text]) }
        if needsViewer { text = tr("{schedule}, only while a panel is visible", ["schedule": text]) }
        return text
    }
}
