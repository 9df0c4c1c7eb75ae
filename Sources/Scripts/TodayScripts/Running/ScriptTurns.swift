package import TodayModel

/// When the script of one widget runs, and what for. Pure: what happens goes in, with the time it is, and the next step
/// comes out.
///
/// What runs already is not run twice for the same: an update joins it, while a tap, a signal, other settings and another
/// script have it run again when it has ended. The center asks for the updates of a script that runs whether somebody looks
/// or not; what it does not ask for is run from here, at ``wake``.
package struct ScriptTurns: Sendable {
    /// What a run is for.
    package struct Cause: Sendable {
        package let reason: ScriptEnvironment.Reason
        /// The tap.
        package var action: ScriptAction?

        package init(_ reason: ScriptEnvironment.Reason, _ action: ScriptAction? = nil) {
            self.reason = reason
            self.action = action
        }
    }

    /// What is to be done at once.
    package enum Step: Hashable, Sendable {
        case nothing
        /// It is to wait for its turn among other scripts, and then to be started.
        case wait
        /// It is to be started without waiting: a stream would keep others from their turn.
        case start
        /// The stream that runs is to be stopped, and has ended then.
        case stop
    }

    private enum Phase: Hashable {
        case idle
        case waiting
        case running
        case streaming
    }

    /// What it waits for, or runs for.
    package private(set) var cause = Cause(.start)
    /// When ``woke(at:)`` is to be called; nil for not before something changes.
    package private(set) var wake: Timestamp?
    /// Whether panels show it: the center asks for no update of a widget without content.
    package private(set) var hasContent = true

    private var schedule: ScriptSchedule?
    /// Whether it cannot be run, which is told by an attempt.
    private var isRefused = false
    private var phase = Phase.idle
    /// When it was started last; nil for never, or not since it has changed.
    private var lastStart: Timestamp?
    /// What it is to run for once more, when the run that goes on has ended.
    private var next: Cause?
    private var isViewed = false
    /// How many seconds the local time is ahead of UTC at a moment, in seconds since 1970.
    private let offset: @Sendable (Int64) -> Int

    /// How far apart runs are at least, in microseconds.
    private static let spacing: UInt64 = 100_000

    package init(offset: @escaping @Sendable (Int64) -> Int) { self.offset = offset }

    /// Whether it waits for its turn, or a run goes on that will end.
    package var isBusy: Bool { phase == .waiting || phase == .running }

    /// The moment for which the center is to be asked for an update; nil when it is not.
    package func requestedUpdate(at now: Timestamp) -> Timestamp? { isAskedByCenter ? due(at: now) : nil }

    // MARK: What happens

    /// There is a script, or another one than before.
    ///
    /// - Parameter isRefused: whether it cannot be run.
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

    /// The user has set variables of the script.
    package mutating func settingsChanged() -> Step {
        switch phase {
        case .idle, .waiting: return lastStart == nil ? .nothing : begin(Cause(.start))
        case .running: return begin(Cause(.start))
        case .streaming:
            lastStart = nil
            return .stop
        }
    }

    /// Somebody begins to look, or nobody looks any more.
    package mutating func viewed(_ isViewed: Bool, at now: Timestamp) -> Step {
        guard let schedule, isViewed != self.isViewed else { return .nothing }
        self.isViewed = isViewed
        if phase == .streaming {
            // It runs on for a while after the last one has looked away.
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

    /// It is ``wake``, or later.
    package mutating func woke(at now: Timestamp) -> Step {
        wake = nil
        if phase == .streaming { return isViewed ? .nothing : .stop }
        return plan(at: now)
    }

    /// The last run has printed something, or nothing: the center begins, or ends, to ask for updates.
    package mutating func shows(_ hasContent: Bool, at now: Timestamp) -> Step {
        if hasContent == self.hasContent { return .nothing }
        self.hasContent = hasContent
        return plan(at: now)
    }

    /// Somebody, or a time server, has set the clock: what was to come at a time of it comes at another one.
    package mutating func clockChanged(at now: Timestamp) -> Step {
        if phase == .streaming {
            if wake != nil { wake = graceEnd(from: now) }
            return .nothing
        }
        return plan(at: now)
    }

    /// The center asks for an update.
    ///
    /// - Parameter isRequested: whether somebody wants it now.
    package mutating func asked(isRequested: Bool, at now: Timestamp) -> Step {
        if isRequested { return begin(Cause(.requested)) }
        guard let due = due(at: now), due <= now else { return .nothing }
        return begin(ownCause)
    }

    /// Has it run. What goes on is not disturbed by its own interval, or by a look.
    package mutating func begin(_ cause: Cause) -> Step {
        guard let schedule else { return .nothing }
        switch phase {
        case .streaming: return .nothing
        case .running:
            if cause.reason != .interval, cause.reason != .visible, next?.action == nil { next = cause }
            return .nothing
        case .waiting:
            if self.cause.action == nil { self.cause = cause }
            return .nothing
        case .idle:
            wake = nil
            self.cause = cause
            if case .stream = schedule.rhythm { return .start }
            phase = .waiting
            return .wait
        }
    }

    /// It is being started.
    package mutating func started(at now: Timestamp) {
        lastStart = now
        if case .stream? = schedule?.rhythm { phase = .streaming } else { phase = .running }
    }

    /// What runs has turned out to be a stream.
    package mutating func streams() { if phase == .running { phase = .streaming } }

    /// The run has ended, or could not be started.
    ///
    /// - Parameter isCurrent: whether the script is what its file has; another one is followed first.
    package mutating func ended(isCurrent: Bool, at now: Timestamp) -> Step {
        phase = .idle
        wake = nil
        if let next = next.take() { return begin(next) }
        return isCurrent ? plan(at: now) : .nothing
    }

    /// The widget is there no longer.
    package mutating func end() {
        schedule = nil
        wake = nil
    }

    // MARK: When

    private var ownCause: Cause { Cause(lastStart == nil ? .start : .interval) }

    /// Whether the center asks when it is due.
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
        // As with the interval, a clock that was set back does not make it wait.
        let earliest = lastStart.map { Timestamp(microseconds: min($0, now).microseconds &+ Self.spacing) } ?? now
        let time = max(due, earliest)
        if time <= now { return begin(ownCause) }
        if !isAskedByCenter { wake = time }
        return .nothing
    }
}
