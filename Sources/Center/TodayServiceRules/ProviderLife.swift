/// The life of one widget's provider, as the center sees it. Pure: it is told what happened, and returns what to do.
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
/// A provider that is on the bus already goes from absent to ready: `BeginRequest` is for those the center started, and
/// so is being ended. Each start is an attempt with a number of its own, which names its process too, so that nothing
/// that is told of an earlier one is taken for news of the present one. A successor is not started before the process of
/// its predecessor is gone, because both would want the same name.
///
/// One process may provide several widgets. Each has a life of its own then, which is greeted at its own object; to it,
/// a process that was spawned for another one and is joined is one that was spawned.
///
/// - Note: `Owner` is the unique name of a connection.
package struct ProviderLife<Owner: Hashable & Sendable>: Sendable {
    /// The number of a start, and of the process that came of it.
    package typealias Attempt = UInt64

    package enum State: Hashable, Sendable {
        case absent
        /// Waits for the owner of its name.
        case starting(Attempt)
        /// Was started by the center and has been sent `BeginRequest`.
        case greeting(owner: Owner)
        case ready(owner: Owner)
        /// The process is being ended, or has left the bus; `isWanted` says whether to start another one then.
        case ending(isWanted: Bool)
        /// One that the bus started was sent `EndRequest`; `isWanted` says whether somebody waits for its successor.
        case leaving(owner: Owner, isWanted: Bool)
    }

    /// Whether the provider is on the bus, and isn't being ended.
    package var isRunning: Bool {
        switch state {
        case .greeting, .ready: true
        case .absent, .starting, .ending, .leaving: false
        }
    }

    /// What to do.
    package enum Action: Hashable, Sendable {
        /// Find the owner of the name, or start the provider.
        case start(Attempt)
        case sendBeginRequest(Owner)
        /// Everybody who waits can call this owner now.
        case release(Owner)
        /// Everybody who waits is told why not.
        case refuse(ProviderTrouble)
        /// Ask one that the bus started to end, and leave it alone.
        case sendEndRequest(Owner)
        /// End the process that the center spawned.
        case endProcess(End)
        /// A crash or a deadline: it counts towards ``CrashBackoff``. Once for each incarnation of the provider.
        case recordTrouble
    }

    /// How a process is ended.
    package enum End: Hashable, Sendable {
        /// `EndRequest` first, and signals when that does not help.
        case politely(Owner)
        /// It has left the bus, and is probably ending; signals when it is not.
        case afterItLeft
        /// With signals: it does not answer.
        case withSignals
        /// At once.
        case kill
    }

    /// How the center starts a provider.
    package enum Start: Hashable, Sendable {
        /// The bus was asked to.
        case activated
        case spawned
    }

    package private(set) var state: State = .absent
    /// The start whose process runs, or ends and has not been collected; nil when there is none.
    package private(set) var process: Attempt?
    private var lastAttempt: Attempt = 0
    /// How the center started what runs now; nil when it found it running.
    private var start: Start?
    /// Who owned the name last, in this incarnation.
    private var lastOwner: Owner?
    /// Whether this incarnation's trouble was noted already, or its end was asked for.
    private var isTroubleNoted = false

    package init() {}

    /// Whom to call; nil before anybody can be called.
    package var owner: Owner? {
        switch state {
        case .ready(let owner), .greeting(let owner): owner
        case .absent, .starting, .ending, .leaving: nil
        }
    }

    /// Whether the center started what runs, so that it ends it when it is not needed.
    package var isOurs: Bool { start != nil }

    /// Whether this start is under way still.
    package func isStarting(_ attempt: Attempt) -> Bool { state == .starting(attempt) }

    // MARK: Starting

    /// Somebody wants to call the provider.
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

    /// From here on it is another provider, whose trouble counts by itself.
    private mutating func renew(_ owner: Owner? = nil) {
        lastOwner = owner
        isTroubleNoted = false
    }

    /// A start is under way.
    package mutating func started(_ how: Start, _ attempt: Attempt) {
        guard isStarting(attempt) else { return }
        start = how
        if how == .spawned { process = attempt }
    }

    /// The name got an owner, by being taken or by being found when looked up.
    package mutating func ownerAppeared(_ owner: Owner) -> [Action] {
        switch state {
        case .starting where start != nil:
            state = .greeting(owner: owner)
            lastOwner = owner
            return [.sendBeginRequest(owner)]
        case .absent, .starting: return take(owner)
        case .greeting(let known), .ready(let known), .leaving(let known, _):
            // When the name was handed over, whoever was called before does not answer for it any more.
            return known == owner ? [] : take(owner)
        case .ending: return []
        }
    }

    /// A provider that the center did not start.
    private mutating func take(_ owner: Owner) -> [Action] {
        start = nil
        renew(owner)
        state = .ready(owner: owner)
        return [.release(owner)]
    }

    /// `BeginRequest` was answered, with success, an error or "no such method".
    package mutating func greeted(_ owner: Owner) -> [Action] {
        guard state == .greeting(owner: owner) else { return [] }
        state = .ready(owner: owner)
        return [.release(owner)]
    }

    /// It cannot be started. `isTrouble` is false where there is nothing that could be started.
    package mutating func startFailed(_ reason: String, _ attempt: Attempt, isTrouble: Bool = true) -> [Action] {
        guard isStarting(attempt) else { return [] }
        let note = isTrouble ? recordTrouble() : []
        return reset(ProviderTrouble(isTrouble ? .notStartable : .absent, reason), .withSignals) + note
    }

    /// The process that provides this widget and others is being ended for the sake of another one. This one is not to
    /// blame, and who waits for it waits for the next process.
    package mutating func processIsEnding() {
        guard process != nil, start == .spawned else { return }
        switch state {
        case .starting, .greeting: state = .ending(isWanted: true)
        case .ready: state = .ending(isWanted: false)
        case .absent, .ending, .leaving: return
        }
        start = nil
        isTroubleNoted = true
    }

    // MARK: Trouble

    /// The name has no owner any more.
    package mutating func ownerVanished() -> [Action] {
        let trouble = ProviderTrouble(.vanished, "the provider left the bus")
        switch state {
        case .absent, .starting, .ending: return []
        case .greeting: return reset(trouble, .afterItLeft) + recordTrouble()
        case .ready: return reset(trouble, .afterItLeft)
        case .leaving(_, let isWanted):
            state = .absent
            start = nil
            return isWanted ? begin() : []
        }
    }

    /// A call failed because this owner left the bus.
    package mutating func ownerLost(_ owner: Owner) -> [Action] { owner == lastOwner ? recordTrouble() : [] }

    /// A process that was spawned has ended and was collected.
    ///
    /// - Parameter isOrderly: whether it ended with status 0, or because the center made it.
    package mutating func processEnded(_ attempt: Attempt, _ how: String, isOrderly: Bool) -> [Action] {
        guard process == attempt else { return [] }
        process = nil
        switch state {
        case .absent, .leaving: return []
        case .greeting, .ready:
            // Its name will vanish now, unless it belongs to something that is not the center's.
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

    /// Whoever waits for the provider longest has waited long enough.
    package mutating func gaveUp(_ reason: String) -> [Action] {
        let trouble = ProviderTrouble(.deadline, reason)
        switch state {
        case .absent, .ready, .ending(isWanted: false), .leaving(_, isWanted: false): return []
        case .starting:
            // Where it was not started yet, it is not to blame.
            let note = start == nil ? [] : recordTrouble()
            return reset(trouble, .withSignals) + note
        case .greeting: return hung()
        case .ending(isWanted: true):
            state = .ending(isWanted: false)
            return [.refuse(trouble)]
        case .leaving(let owner, isWanted: true):
            state = .leaving(owner: owner, isWanted: false)
            return [.refuse(trouble)]
        }
    }

    /// A call was not answered in time: a process that was spawned is ended, and starts anew next time. Any other
    /// provider is left alone.
    package mutating func hung() -> [Action] {
        switch state {
        case .absent, .starting, .ending, .leaving: return []
        case .greeting, .ready:
            let note = recordTrouble()
            guard start == .spawned, process != nil else { return note }
            return reset(ProviderTrouble(.deadline, "the provider did not answer in time"), .withSignals) + note
        }
    }

    /// The process uses more memory than it may.
    package mutating func exceeded(_ trouble: ProviderTrouble) -> [Action] {
        guard process != nil else { return [] }
        switch state {
        case .starting, .greeting, .ready:
            // One whose name was handed over provides nothing any more.
            guard start == .spawned else { return [.endProcess(.kill)] }
            let note = recordTrouble()
            return reset(trouble, .kill) + note
        case .absent, .ending, .leaving: return [.endProcess(.kill)]
        }
    }

    private mutating func recordTrouble() -> [Action] {
        if isTroubleNoted { return [] }
        isTroubleNoted = true
        return [.recordTrouble]
    }

    private mutating func reset(_ trouble: ProviderTrouble, _ end: End) -> [Action] {
        let hasProcess = process != nil
        state = hasProcess ? .ending(isWanted: false) : .absent
        start = nil
        return [.refuse(trouble)] + (hasProcess ? [.endProcess(end)] : [])
    }

    // MARK: Ending

    /// Nobody needs the provider for now.
    package mutating func retire() -> [Action] {
        guard case .ready(let owner) = state, let start else { return [] }
        isTroubleNoted = true
        self.start = nil
        switch start {
        case .spawned:
            state = .ending(isWanted: false)
            return [.endProcess(.politely(owner))]
        case .activated:
            state = .leaving(owner: owner, isWanted: false)
            return [.sendEndRequest(owner)]
        }
    }

    /// One that was asked to leave is still there: it runs by itself from now on.
    package mutating func declinedToLeave() -> [Action] {
        guard case .leaving(let owner, let isWanted) = state else { return [] }
        renew(owner)
        state = .ready(owner: owner)
        return isWanted ? [.release(owner)] : []
    }

    /// The widget goes, or the center does.
    package mutating func end() -> [Action] {
        var actions: [Action] = [.refuse(ProviderTrouble(.vanished, "the widget was removed"))]
        switch (state, start) {
        case (.greeting(let owner), .activated?), (.ready(let owner), .activated?):
            actions.append(.sendEndRequest(owner))
        case (.greeting(let owner), .spawned?), (.ready(let owner), .spawned?):
            if process != nil { actions.append(.endProcess(.politely(owner))) }
        // It is being ended already.
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
