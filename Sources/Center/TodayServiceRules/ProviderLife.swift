/// The life cycle of one widget's provider, from the center's view. Pure: it receives events and returns actions.
///
/// ```
///          need            owner appears           greeted
/// absent ───────▶ starting ────────────▶ greeting ─────────▶ ready ──────────┐
///    ▲  ▲            │ ends, cannot start   │ owner vanishes  │ hangs,       │ not needed, and
///    │  └────────────┴──────────────────────┴─────────────────┤ not needed   │ started by the bus
///    │ process ended │ not in time          │ hangs           ▼              ▼
///    └─── ending ◀───┴──────────────────────┴───────────── (spawned)      leaving
/// ```
///
/// A provider that is already on the bus goes from absent to ready: only providers that the center started get
/// `BeginRequest`, and only those are ended. Each start is an attempt with its own number, which also identifies its
/// process. So a late report about an earlier attempt isn't mistaken for one about the current attempt. A successor
/// starts only after the process of its predecessor is gone, because both would request the same name.
///
/// One process may provide several widgets. Each widget then has its own life cycle, and `BeginRequest` goes to its own
/// object. If a widget joins a process that was spawned for another one, the process counts as spawned for it too.
///
/// - Note: `Owner` is the unique name of a connection.
package struct ProviderLife<Owner: Hashable & Sendable>: Sendable {
    /// The number of a start, and of the resulting process.
    package typealias Attempt = UInt64

    package enum State: Hashable, Sendable {
        case absent
        /// Waits for the owner of its name.
        case starting(Attempt)
        /// Was started by the center and was sent `BeginRequest`.
        case greeting(owner: Owner)
        case ready(owner: Owner)
        /// The process is being ended, or has left the bus; `isWanted` says whether to start another one afterwards.
        case ending(isWanted: Bool)
        /// A provider that the bus started was sent `EndRequest`; `isWanted` says whether a caller waits for its
        /// successor.
        case leaving(owner: Owner, isWanted: Bool)
    }

    /// Whether the provider is on the bus, and isn't being ended.
    package var isRunning: Bool {
        switch state {
        case .greeting, .ready: true
        case .absent, .starting, .ending, .leaving: false
        }
    }

    /// An action for the owner to perform.
    package enum Action: Hashable, Sendable {
        /// Find the owner of the name, or start the provider.
        case start(Attempt)
        case sendBeginRequest(Owner)
        /// All waiting callers can call this owner now.
        case release(Owner)
        /// All waiting callers fail with this reason.
        case refuse(ProviderTrouble)
        /// Ask a provider that the bus started to end; don't enforce it.
        case sendEndRequest(Owner)
        /// End the process that the center spawned.
        case endProcess(End)
        /// A crash or a deadline, which counts towards ``CrashBackoff``. At most once per incarnation of the provider.
        case recordTrouble
    }

    /// The way to end a process.
    package enum End: Hashable, Sendable {
        /// `EndRequest` first, then signals if that doesn't help.
        case byRequest(Owner)
        /// It has left the bus and is probably ending; signals if it isn't.
        case afterDeparture
        /// With signals: it doesn't answer.
        case withSignals
        /// Kill it at once.
        case kill
    }

    /// The way the center starts a provider.
    package enum Start: Hashable, Sendable {
        /// The center asked the bus to start it.
        case activated
        case spawned
    }

    package private(set) var state: State = .absent
    /// The start whose process runs, or has ended and isn't collected yet; nil without a process.
    package private(set) var process: Attempt?
    private var lastAttempt: Attempt = 0
    /// The way the center started the current provider; nil if it was already running.
    private var start: Start?
    /// The last owner of the name, in this incarnation.
    private var lastOwner: Owner?
    /// Whether this incarnation's trouble is already recorded, or its end was requested.
    private var isTroubleRecorded = false

    package init() {}

    /// The connection to call; nil while no call is possible.
    package var owner: Owner? {
        switch state {
        case .ready(let owner), .greeting(let owner): owner
        case .absent, .starting, .ending, .leaving: nil
        }
    }

    /// Whether the center started the provider, and so ends it when it isn't needed.
    package var isOurs: Bool { start != nil }

    /// Whether this start is still in progress.
    package func isStarting(_ attempt: Attempt) -> Bool { state == .starting(attempt) }

    // MARK: Starting

    /// Handles a caller that needs the provider.
    package mutating func need() -> [Action] {
        switch state {
        case .absent: return begin()
        case .starting, .greeting: return []
        case .ready(let owner): return [.release(owner)]
        case .ending:
            state = .ending(isWanted: true)
            return []
        case .leaving(let owner, _):
            state = .leaving(owner: owner, isWanted: true)
            return []
        }
    }

    private mutating func begin() -> [Action] {
        lastAttempt += 1
        start = nil
        renew()
        state = .starting(lastAttempt)
        return [.start(lastAttempt)]
    }

    /// Starts a new incarnation, whose trouble counts separately.
    private mutating func renew(_ owner: Owner? = nil) {
        lastOwner = owner
        isTroubleRecorded = false
    }

    /// Records that a start is in progress.
    package mutating func started(_ how: Start, _ attempt: Attempt) {
        guard isStarting(attempt) else { return }
        start = how
        if how == .spawned { process = attempt }
    }

    /// Handles a new owner of the name, from a signal or from a lookup.
    package mutating func ownerAppeared(_ owner: Owner) -> [Action] {
        switch state {
        case .starting where start != nil:
            state = .greeting(owner: owner)
            lastOwner = owner
            return [.sendBeginRequest(owner)]
        case .absent, .starting: return adopt(owner)
        case .greeting(let known), .ready(let known), .leaving(let known, _):
            // When the name changes hands, the previous owner no longer answers for it.
            return known == owner ? [] : adopt(owner)
        case .ending: return []
        }
    }

    /// Adopts a provider that the center didn't start.
    private mutating func adopt(_ owner: Owner) -> [Action] {
        start = nil
        renew(owner)
        state = .ready(owner: owner)
        return [.release(owner)]
    }

    /// Handles the reply to `BeginRequest`: success, an error or "no such method".
    package mutating func greeted(_ owner: Owner) -> [Action] {
        guard state == .greeting(owner: owner) else { return [] }
        state = .ready(owner: owner)
        return [.release(owner)]
    }

    /// Handles a failed start. `isTrouble` is false if nothing could be started.
    package mutating func startFailed(_ reason: String, _ attempt: Attempt, isTrouble: Bool = true) -> [Action] {
        guard isStarting(attempt) else { return [] }
        let recording = isTrouble ? recordTrouble() : []
        return reset(ProviderTrouble(isTrouble ? .notStartable : .absent, reason), .withSignals) + recording
    }

    /// Handles the end of a shared process on account of another of its widgets. This widget isn't to blame, and its
    /// callers wait for the next process.
    package mutating func processIsEnding() {
        guard process != nil, start == .spawned else { return }
        switch state {
        case .starting, .greeting: state = .ending(isWanted: true)
        case .ready: state = .ending(isWanted: false)
        case .absent, .ending, .leaving: return
        }
        start = nil
        isTroubleRecorded = true
    }

    // MARK: Trouble

    /// Handles the name losing its owner.
    package mutating func ownerVanished() -> [Action] {
        let trouble = ProviderTrouble(.vanished, "the provider left the bus")
        switch state {
        case .absent, .starting, .ending: return []
        case .greeting: return reset(trouble, .afterDeparture) + recordTrouble()
        case .ready: return reset(trouble, .afterDeparture)
        case .leaving(_, let isWanted):
            state = .absent
            start = nil
            return isWanted ? begin() : []
        }
    }

    /// Handles a call that failed because this owner left the bus.
    package mutating func ownerLost(_ owner: Owner) -> [Action] { owner == lastOwner ? recordTrouble() : [] }

    /// Handles a spawned process that has ended and was collected.
    ///
    /// - Parameter isOrderly: whether it exited with status 0, or because the center ended it.
    package mutating func processEnded(_ attempt: Attempt, _ how: String, isOrderly: Bool) -> [Action] {
        guard process == attempt else { return [] }
        process = nil
        switch state {
        case .absent, .leaving: return []
        case .greeting, .ready:
            // Its name will vanish now, unless another program, which the center didn't start, owns it.
            let isProvider = start == .spawned
            start = nil
            return isOrderly || !isProvider ? [] : recordTrouble()
        case .starting:
            state = .absent
            let reason = "the provider ended before it owned its name: \(how)"
            return [.refuse(ProviderTrouble(.ended, reason))] + recordTrouble()
        case .ending(let isWanted):
            let trouble = isOrderly ? [] : recordTrouble()
            state = .absent
            start = nil
            return trouble + (isWanted ? begin() : [])
        }
    }

    /// Handles the timeout of the caller that has waited longest.
    package mutating func waitTimedOut(_ reason: String) -> [Action] {
        let trouble = ProviderTrouble(.deadline, reason)
        switch state {
        case .absent, .ready, .ending(isWanted: false), .leaving(_, isWanted: false): return []
        case .starting:
            // A provider that wasn't started yet isn't to blame.
            let recording = start == nil ? [] : recordTrouble()
            return reset(trouble, .withSignals) + recording
        case .greeting: return hung()
        case .ending(isWanted: true):
            state = .ending(isWanted: false)
            return [.refuse(trouble)]
        case .leaving(let owner, isWanted: true):
            state = .leaving(owner: owner, isWanted: false)
            return [.refuse(trouble)]
        }
    }

    /// Handles a call that wasn't answered in time. A spawned process is ended, and starts again at the next call; any
    /// other provider is left alone.
    package mutating func hung() -> [Action] {
        switch state {
        case .absent, .starting, .ending, .leaving: return []
        case .greeting, .ready:
            let recording = recordTrouble()
            guard start == .spawned, process != nil else { return recording }
            return reset(ProviderTrouble(.deadline, "the provider did not answer in time"), .withSignals) + recording
        }
    }

    /// Handles a process that exceeds its memory limit.
    package mutating func exceeded(_ trouble: ProviderTrouble) -> [Action] {
        guard process != nil else { return [] }
        switch state {
        case .starting, .greeting, .ready:
            // If its name was handed over, the process provides nothing.
            guard start == .spawned else { return [.endProcess(.kill)] }
            let recording = recordTrouble()
            return reset(trouble, .kill) + recording
        case .absent, .ending, .leaving: return [.endProcess(.kill)]
        }
    }

    private mutating func recordTrouble() -> [Action] {
        if isTroubleRecorded { return [] }
        isTroubleRecorded = true
        return [.recordTrouble]
    }

    private mutating func reset(_ trouble: ProviderTrouble, _ end: End) -> [Action] {
        let hasProcess = process != nil
        state = hasProcess ? .ending(isWanted: false) : .absent
        start = nil
        return [.refuse(trouble)] + (hasProcess ? [.endProcess(end)] : [])
    }

    // MARK: Ending

    /// Ends a provider that isn't needed for now.
    package mutating func retire() -> [Action] {
        guard case .ready(let owner) = state, let start else { return [] }
        isTroubleRecorded = true
        self.start = nil
        switch start {
        case .spawned:
            state = .ending(isWanted: false)
            return [.endProcess(.byRequest(owner))]
        case .activated:
            state = .leaving(owner: owner, isWanted: false)
            return [.sendEndRequest(owner)]
        }
    }

    /// Handles a provider that was asked to leave and is still on the bus: it counts as running by itself from now on.
    package mutating func declinedToLeave() -> [Action] {
        guard case .leaving(let owner, let isWanted) = state else { return [] }
        renew(owner)
        state = .ready(owner: owner)
        return isWanted ? [.release(owner)] : []
    }

    /// Ends the life cycle, because the widget is removed or the center ends.
    package mutating func end() -> [Action] {
        var actions: [Action] = [.refuse(ProviderTrouble(.vanished, "the widget was removed"))]
        switch (state, start) {
        case (.greeting(let owner), .activated?), (.ready(let owner), .activated?):
            actions.append(.sendEndRequest(owner))
        case (.greeting(let owner), .spawned?), (.ready(let owner), .spawned?):
            if process != nil { actions.append(.endProcess(.byRequest(owner))) }
        // It is already being ended.
        case (.ending, _): break
        case (.absent, _), (.starting, _), (.greeting, nil), (.ready, nil), (.leaving, _):
            if process != nil { actions.append(.endProcess(.withSignals)) }
        }
        state = .absent
        start = nil
        process = nil
        renew()
        return actions
    }
}
