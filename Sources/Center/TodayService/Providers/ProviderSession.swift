internal import DBus
internal import TodayPlatform
internal import TodayServiceRules

/// The state of one widget's provider: its life cycle, its waiting callers, and its process. Used only by the center.
final class ProviderSession {
    let widget: HostedWidget
    let service: ServiceContext
    var life = ProviderLife<BusName>()
    /// The provider's object, as defined when the provider was started.
    var object: ObjectPath?
    /// The endpoint that calls it, as defined then.
    var endpoint = Endpoint.center
    /// The watch on the provider's name.
    var nameWatch: Connection.Subscription?
    /// The process that was spawned last.
    var process: RunningProcess?
    /// The owner of the provider's name, as last reported by the watch; nil for an owner that is being ended.
    var owner: BusName? { presentOwner.flatMap { formerOwners.contains($0) ? nil : $0 } }
    private var presentOwner: BusName?
    /// Connections of processes that were ended. The bus may take a moment to notice that they are gone.
    private var formerOwners: Set<BusName> = []
    /// The time when the owner appeared; missing objects are tolerated for a while after that.
    var ownerSince = MonotonicTime.now
    /// Optional methods that this owner doesn't implement.
    var missing: Set<MemberName> = []
    /// The stamps of the program's files at its last start.
    var started: [FileStamp?] = []
    /// Crashes and deadlines.
    var backoff: CrashBackoff
    /// Whether the provider is needed, and below the timer for its end.
    var idleness = Idleness()
    var idleTimer: EventLoop.Timer?
    /// The context of the panels that was last reported to the provider; nil before the first report.
    var reportedContext: FollowedContext?
    /// The provider that gets reports on whether panels show the widget; nil before the first one.
    var audience: Audience?
    /// An owner that the center ended, and the reason for which calls to it fail.
    var ended: (owner: BusName?, trouble: ProviderTrouble)?
    private var waiters: [UInt64: Waiter] = [:]
    private var lastWaiter: UInt64 = 0

    private struct Waiter {
        let timer: EventLoop.Timer
        let continuation: CheckedContinuation<Result<BusName, ProviderTrouble>, Never>
    }

    /// An owner of the provider's name, the object to call, and the reports it got on panels.
    final class Audience {
        let owner: BusName
        let object: ObjectPath
        let endpoint: Endpoint
        var appearance = Appearance()

        init(owner: BusName, object: ObjectPath, endpoint: Endpoint) {
            self.owner = owner
            self.object = object
            self.endpoint = endpoint
        }
    }

    init(_ widget: HostedWidget, _ service: ServiceContext) {
        self.widget = widget
        self.service = service
        backoff = CrashBackoff(firstPause: service.timing.firstPause.nanoseconds)
    }

    /// Whether it still provides its widget, which may have been removed, or may have another provider.
    var isCurrent: Bool { widget.session === self }

    /// Records a report of the watch on the provider's name. Returns the owner; nil also for an owner that is being
    /// ended.
    func ownerChanged(_ owner: BusName?) -> BusName? {
        if owner != presentOwner, let presentOwner { formerOwners.remove(presentOwner) }
        presentOwner = owner
        return self.owner
    }

    /// Records that these connections are no longer the provider.
    func addFormerOwners(_ owners: some Sequence<BusName>) { formerOwners.formUnion(owners) }

    /// Adds a waiter for the owner; `timer` has to call ``endWait(_:_:)``.
    func wait(
        timer: (_ number: UInt64) -> EventLoop.Timer,
        _ continuation: CheckedContinuation<Result<BusName, ProviderTrouble>, Never>
    ) {
        lastWaiter += 1
        waiters[lastWaiter] = Waiter(timer: timer(lastWaiter), continuation: continuation)
    }

    /// Ends the wait of one waiter with an error. Returns whether it still waited.
    func endWait(_ number: UInt64, _ trouble: ProviderTrouble) -> Bool {
        guard let waiter = waiters.removeValue(forKey: number) else { return false }
        waiter.continuation.resume(returning: .failure(trouble))
        return true
    }

    /// Resumes all waiters, in the order in which they came.
    func resolve(_ outcome: Result<BusName, ProviderTrouble>, loop: EventLoop) {
        let all = waiters.sorted { $0.key < $1.key }
        waiters = [:]
        for (_, waiter) in all {
            loop.cancel(waiter.timer)
            waiter.continuation.resume(returning: outcome)
        }
    }
}
