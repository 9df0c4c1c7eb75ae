package import TodayModel

/// Decides when and why the script of one widget runs. Pure: it takes events with the current time and returns the next
/// step.
///
/// A current run isn't repeated for the same reason: an update joins it. A tap, a signal, other settings or another
/// script make it run again after it has ended. Each tap has a run of its own, but only the last of the values of a slider
/// that wait. For a script that runs without a visible panel, the center requests the
/// updates. For all others, ``wake`` triggers the run.
package struct ScriptTurns: Sendable {
    /// The cause of a run.
    package struct Cause: Sendable {
        package let reason: ScriptEnvironment.Reason
        /// The tap.
        package var action: ScriptAction?

        package init(_ reason: ScriptEnvironment.Reason, _ action: ScriptAction? = nil) {
            self.reason = reason
            self.action = action
        }
    }

    /// The next step.
    package enum Step: Hashable, Sendable {
        case nothing
        /// Wait for a turn among other scripts, then start.
        case wait
        /// Start without waiting: a stream would block the turns of others.
        case start
        /// Stop the running stream, which has then ended.
        case stop
    }

    private enum Phase: Hashable {
        case idle
        case waiting
        case running
        case streaming
    }

    /// The cause of the waiting or current run.
    package private(set) var cause = Cause(.start)
    /// The time to call ``woke(at:)``; nil if that isn't needed before something changes.
    package private(set) var wake: Timestamp?
    /// Whether panels show it: the center doesn't request updates of a widget without content.
    package private(set) var hasContent = true

    private var schedule: ScriptSchedule?
    /// Whether it can't run, which is reported by an attempt.
    private var isRefused = false
    private var phase = Phase.idle
    /// The time of the last start; nil for never, or not since it has changed.
    private var lastStart: Timestamp?
    /// The causes of further runs after the waiting or current one, in order. All are taps, or it is a single other one.
    private var next: [Cause] = []
    private var isViewed = false
    /// Returns how many seconds the local time is ahead of UTC at a moment in seconds since 1970.
    private let offset: @Sendable (Int64) -> Int

    /// The maximum number of taps that wait for their runs.
    private static let mostTaps = 32
    /// The minimum time between runs, in microseconds.
    private static let spacing: UInt64 = 100_000

    package init(offset: @escaping @Sendable (Int64) -> Int) { self.offset = offset }

    /// Whether it waits for its turn, or is in a run that will end.
    package var isBusy: Bool { phase == .waiting || phase == .running }

    /// Whether a tap waits for the end of its run. A stream doesn't end, and gets no further taps this way.
    package func isPending(_ action: ScriptAction) -> Bool {
        isBusy
            && ([cause] + next).contains { cause in
                cause.action.map { $0 == action || action.isReplaced(by: $0) } ?? false
            }
    }

    /// Whether no further tap may wait for its run.
    package var isFull: Bool { next.count >= Self.mostTaps }

    /// Returns the time of the next update to request from the center; nil for none.
    package func requestedUpdate(at now: Timestamp) -> Timestamp? { isAskedByCenter ? due(at: now) : nil }

    // MARK: Events

    /// Handles a new or changed script.
    ///
    /// - Parameter isRefused: Whether it can't run.
    package mutating func follow(
        _ schedule: ScriptSchedule, isRefused: Bool, isViewed: Bool, at now: Timestamp
    ) -> Step {
        if self.schedule == nil { self.isViewed = isViewed }
        self.schedule = schedule
        self.isRefused = isRefused
        lastStart = nil
        switch phase {
        case .idle, .waiting: return plan(at: now)
        case .running: return begin(Cause(.start))
        case .streaming: return .stop
        }
    }

    /// Handles settings with which the user changed variables of the script.
    package mutating func settingsChanged() -> Step {
        switch phase {
        case .idle, .waiting: return lastStart == nil ? .nothing : begin(Cause(.start))
        case .running: return begin(Cause(.start))
        case .streaming:
            lastStart = nil
            return .stop
        }
    }

    /// Handles the start or end of viewing.
    package mutating func viewed(_ isViewed: Bool, at now: Timestamp) -> Step {
        guard let schedule, isViewed != self.isViewed else { return .nothing }
        self.isViewed = isViewed
        if phase == .streaming {
            // It keeps running for a while after the last panel is hidden.
            wake = !isViewed && schedule.needsViewer ? graceEnd(from: now) : nil
            return .nothing
        }
        if isViewed, phase == .idle {
            if case .stream = schedule.rhythm {
                lastStart = nil
            } else if schedule.runsOnOpening, lastStart != nil {
                return begin(Cause(.visible))
            }
        }
        return plan(at: now)
    }

    /// Handles the time ``wake``, or a later one.
    package mutating func woke(at now: Timestamp) -> Step {
        wake = nil
        if phase == .streaming { return isViewed ? .nothing : .stop }
        return plan(at: now)
    }

    /// Handles a change of whether the last run has printed content: the center begins or stops to request updates.
    package mutating func shows(_ hasContent: Bool, at now: Timestamp) -> Step {
        if hasContent == self.hasContent { return .nothing }
        self.hasContent = hasContent
        return plan(at: now)
    }

    /// Handles a change of the clock by the user or a time server: times of day are now at other moments.
    package mutating func clockChanged(at now: Timestamp) -> Step {
        if phase == .streaming {
            if wake != nil { wake = graceEnd(from: now) }
            return .nothing
        }
        return plan(at: now)
    }

    /// Handles an update request of the center.
    ///
    /// - Parameter isRequested: Whether the user wants it now.
    package mutating func asked(isRequested: Bool, at now: Timestamp) -> Step {
        if isRequested { return begin(Cause(.requested)) }
        guard let due = due(at: now), due <= now else { return .nothing }
        return begin(ownCause)
    }

    /// Triggers a run. Its own interval or a visible panel doesn't disturb a current run.
    package mutating func begin(_ cause: Cause) -> Step {
        guard let schedule else { return .nothing }
        switch phase {
        case .streaming: return .nothing
        case .running:
            if cause.reason != .interval, cause.reason != .visible { add(cause) }
            return .nothing
        case .waiting:
            if let action = self.cause.action {
                let isReplaced = next.isEmpty && cause.action.map(action.isReplaced) ?? false
                if isReplaced { self.cause = cause } else if cause.action != nil { add(cause) }
            } else {
                self.cause = cause
            }
            return .nothing
        case .idle:
            wake = nil
            self.cause = cause
            if case .stream = schedule.rhythm { return .start }
            phase = .waiting
            return .wait
        }
    }

    /// Adds the cause of a further run. Each tap has a run of its own; any other cause joins a run that waits.
    private mutating func add(_ cause: Cause) {
        guard let action = cause.action else {
            if next.isEmpty { next = [cause] }
            return
        }
        next.removeAll { $0.action?.isReplaced(by: action) ?? true }
        next.append(cause)
    }

    /// Records that it is being started.
    package mutating func started(at now: Timestamp) {
        lastStart = now
        if case .stream? = schedule?.rhythm { phase = .streaming } else { phase = .running }
    }

    /// Records that the current run is a stream.
    package mutating func streams() { if phase == .running { phase = .streaming } }

    /// Handles the end of a run, or a failed start.
    ///
    /// - Parameter isCurrent: Whether the script matches its file; otherwise the new one is followed first.
    package mutating func ended(isCurrent: Bool, at now: Timestamp) -> Step {
        phase = .idle
        wake = nil
        if !next.isEmpty { return begin(next.removeFirst()) }
        return isCurrent ? plan(at: now) : .nothing
    }

    /// Handles the removal of the widget.
    package mutating func end() {
        schedule = nil
        next = []
        wake = nil
    }

    // MARK: Timing

    private var ownCause: Cause { Cause(lastStart == nil ? .start : .interval) }

    /// Whether the center requests the update when it is due.
    private var isAskedByCenter: Bool { hasContent && schedule?.needsViewer == false }

    private func due(at now: Timestamp) -> Timestamp? {
        if isRefused, lastStart == nil { return now }
        return schedule?.next(now: now, lastStart: lastStart, isViewed: isViewed, offset: offset)
    }

    private func graceEnd(from now: Timestamp) -> Timestamp {
        Timestamp(microseconds: now.microseconds + ScriptSchedule.streamGrace.milliseconds * 1000)
    }

    private mutating func plan(at now: Timestamp) -> Step {
        guard phase == .idle else { return .nothing }
        wake = nil
        guard let due = due(at: now) else { return .nothing }
        // As with the interval, it doesn't wait longer if the clock was set back.
        let earliest = lastStart.map { Timestamp(microseconds: min($0, now).microseconds &+ Self.spacing) } ?? now
        let time = max(due, earliest)
        if time <= now { return begin(ownCause) }
        if !isAskedByCenter { wake = time }
        return .nothing
    }
}
