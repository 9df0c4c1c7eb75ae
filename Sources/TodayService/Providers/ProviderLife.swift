package import DBus

/// The life of one widget's provider, as the center sees it. Pure: it is told what happened, and returns what to do.
///
/// ```
///          need            owner appears           greeted
/// absent ───────▶ starting ────────────▶ greeting ─────────▶ ready
///    ▲  ▲            │ exits, cannot start   │ owner vanishes  │
///    │  └────────────┴───────────────────────┴─────────────────┘
///    │ process ended │ not in time           │ hangs           │
///    └─── ending ◀───┴───────────────────────┴─────────────────┘
/// ```
///
/// A provider that is on the bus already goes from absent to ready: `BeginRequest` is for those the center started. Only
/// a process that was spawned here is ever ended, and its successor is not started before it has gone, because both
/// would want the same name.
package struct ProviderLife: Sendable {
    package enum State: Hashable, Sendable {
        case absent
        /// Waits for the owner of its name.
        case starting
        /// Was started by the center and has been sent `BeginRequest`.
        case greeting(owner: BusName)
        case ready(owner: BusName)
        /// The process that hangs is being ended; `isWanted` says whether to start another one then.
        case ending(isWanted: Bool)
    }

    /// What to do.
    package enum Action: Hashable, Sendable {
        /// Find the owner of the name, or start the provider.
        case start
        case sendBeginRequest(BusName)
        /// Everybody who waits can call this owner now.
        case release(BusName)
        /// Everybody who waits is told why not.
        case refuse(ProviderTrouble)
        /// End the process that the center spawned.
        case endProcess
    }

    /// How the center starts a provider.
    package enum Start: Hashable, Sendable {
        /// The bus was asked to.
        case activated
        /// As a process with this id. No other process has it before the end of this one is told.
        case spawned(process: Int32)
    }

    package private(set) var state: State = .absent
    /// How the center started what runs now; nil when it found it running.
    private var start: Start?
    /// The process that was spawned for this life. The name of one that was killed may be free before its end is told, and
    /// then it is this life's no more.
    private var process: Int32?

    package init() {}

    /// Whom to call; nil before anybody can be called.
    package var owner: BusName? {
        switch state {
        case .ready(let owner), .greeting(let owner): owner
        case .absent, .starting, .ending: nil
        }
    }

    /// Somebody wants to call the provider.
    package mutating func need() -> [Action] {
        switch state {
        case .absent:
            state = .starting
            return [.start]
        case .starting, .greeting: return []
        case .ready(let owner): return [.release(owner)]
        case .ending:
            state = .ending(isWanted: true)
            return []
        }
    }

    /// A start is under way.
    package mutating func started(_ how: Start) {
        guard state == .starting else { return }
        start = how
        if case .spawned(let id) = how { process = id }
    }

    /// The name got an owner, by being taken or by being found when looked up.
    package mutating func ownerAppeared(_ owner: BusName) -> [Action] {
        switch state {
        case .starting where start != nil:
            state = .greeting(owner: owner)
            return [.sendBeginRequest(owner)]
        case .absent, .starting:
            state = .ready(owner: owner)
            return [.release(owner)]
        case .greeting(let known), .ready(let known):
            if known == owner { return [] }
            // The name was handed over: whoever was called before does not answer for it any more.
            state = .ready(owner: owner)
            return [.release(owner)]
        case .ending: return []
        }
    }

    /// `BeginRequest` was answered, with success, an error or "no such method".
    package mutating func greeted(_ owner: BusName) -> [Action] {
        guard state == .greeting(owner: owner) else { return [] }
        state = .ready(owner: owner)
        return [.release(owner)]
    }

    /// The name has no owner any more.
    package mutating func ownerVanished() -> [Action] {
        switch state {
        case .absent, .starting, .ending: return []
        case .greeting, .ready:
            // The name is free, so another process can be started at once.
            return reset(to: .absent, ProviderTrouble(.vanished, "the provider left the bus"))
        }
    }

    /// A process that was spawned has ended. That of one which is no more concerned is nothing new.
    package mutating func processEnded(_ id: Int32, _ how: String) -> [Action] {
        guard id == process else { return [] }
        process = nil
        switch state {
        // A provider may put itself into the background; then its name is what counts.
        case .absent, .greeting, .ready: return []
        case .starting:
            let reason = "the provider ended before it owned its name: \(how)"
            return reset(to: .absent, ProviderTrouble(.notStartable, reason))
        case .ending(let isWanted):
            state = isWanted ? .starting : .absent
            return isWanted ? [.start] : []
        }
    }

    /// It cannot be started, or did not come in time.
    package mutating func startFailed(_ reason: String) -> [Action] {
        switch state {
        case .absent, .greeting, .ready, .ending(isWanted: false): return []
        case .starting:
            return reset(
                to: process != nil ? .ending(isWanted: false) : .absent, ProviderTrouble(.notStartable, reason))
        case .ending(isWanted: true):
            state = .ending(isWanted: false)
            return [.refuse(ProviderTrouble(.notStartable, reason))]
        }
    }

    /// A call was not answered in time: a process that was spawned is ended, and starts anew next time. Any other
    /// provider is left alone.
    package mutating func hung() -> [Action] {
        switch state {
        case .absent, .starting, .ending: return []
        case .greeting, .ready:
            guard process != nil else { return [] }
            let trouble = ProviderTrouble(.deadline, "the provider did not answer in time")
            return reset(to: .ending(isWanted: false), trouble)
        }
    }

    /// The widget goes, or the center does.
    package mutating func end() -> [Action] {
        reset(to: .absent, ProviderTrouble(.vanished, "the widget was removed"))
    }

    private mutating func reset(to next: State, _ trouble: ProviderTrouble) -> [Action] {
        var ends = process != nil
        // It is being ended already.
        if case .ending = state { ends = false }
        state = next
        start = nil
        // One that is waited for is still concerned.
        if next != .ending(isWanted: false) { process = nil }
        return [.refuse(trouble)] + (ends ? [.endProcess] : [])
    }
}
