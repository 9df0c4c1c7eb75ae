package import DBus

/// The life of one widget's provider, as the center sees it. Pure: it is told what happened, and returns what to do.
///
/// ```
/// absent ──need──▶ starting ──owner appears──▶ greeting ──greeted──▶ ready
///    ▲                │ exits, cannot start        │ owner vanishes    │
///    └────────────────┴────────────────────────────┴───────────────────┘
/// ```
///
/// A provider that is on the bus already goes from absent to ready: `BeginRequest` is for those the center started.
package struct ProviderLife: Sendable {
    package enum State: Hashable, Sendable {
        case absent
        /// Waits for the owner of its name.
        case starting
        /// Was started by the center and has been sent `BeginRequest`.
        case greeting(owner: BusName)
        case ready(owner: BusName)
    }

    /// What to do.
    package enum Action: Hashable, Sendable {
        /// Find the owner of the name, or start the provider.
        case start
        case sendBeginRequest(BusName)
        /// Everybody who waits can call this owner now.
        case release(BusName)
        /// Everybody who waits is told why not.
        case refuse(String)
        /// End the process that the center started.
        case endProcess
    }

    package private(set) var state: State = .absent
    /// Whether the center started what runs now.
    private var startedHere = false

    package init() {}

    /// Whom to call; nil before anybody can be called.
    package var owner: BusName? {
        switch state {
        case .ready(let owner), .greeting(let owner): owner
        case .absent, .starting: nil
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
        }
    }

    /// A start is under way: a process was spawned, or the bus was asked to activate the name.
    package mutating func started() { startedHere = true }

    /// The name got an owner, by being taken or by being found when looked up.
    package mutating func ownerAppeared(_ owner: BusName) -> [Action] {
        switch state {
        case .starting where startedHere:
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
        case .absent, .starting: return []
        case .greeting, .ready:
            let ends = startedHere
            reset()
            return [.refuse("the provider left the bus")] + (ends ? [.endProcess] : [])
        }
    }

    /// The process that was spawned has ended.
    package mutating func processEnded(_ how: String) -> [Action] {
        switch state {
        case .absent: return []
        // A provider may put itself into the background; then its name is what counts.
        case .greeting, .ready:
            return []
        case .starting:
            reset()
            return [.refuse("the provider ended before it owned its name: \(how)")]
        }
    }

    /// It cannot be started, or did not come in time.
    package mutating func startFailed(_ reason: String) -> [Action] {
        guard state == .starting else { return [] }
        let ends = startedHere
        reset()
        return [.refuse(reason)] + (ends ? [.endProcess] : [])
    }

    /// A call was not answered in time: what the center started is ended, and starts anew next time.
    package mutating func hung() -> [Action] {
        guard state != .absent else { return [] }
        let ends = startedHere
        guard ends else { return [] }
        reset()
        return [.refuse("the provider did not answer in time"), .endProcess]
    }

    /// The widget goes, or the center does.
    package mutating func end() -> [Action] {
        let ends = startedHere
        reset()
        return [.refuse("the widget was removed")] + (ends ? [.endProcess] : [])
    }

    private mutating func reset() {
        state = .absent
        startedHere = false
    }
}
