internal import DBus
internal import TodayPlatform
internal import TodayServiceRules

/// What the center holds for one widget's provider: its life, who waits for it, and the process behind it.
/// Touched by the center alone.
final class ProviderSession {
    let widget: HostedWidget
    let service: ServiceContext
    var life = ProviderLife<BusName>()
    /// The provider's object, as the widget was defined when it was started.
    var object: ObjectPath?
    /// Where it is called from, likewise.
    var endpoint = Endpoint.center
    /// Ends the watch on the provider's name.
    var nameWatch: Connection.Subscription?
    /// The process that was spawned last.
    var process: RunningProcess?
    /// Who owns the provider's name, as far as the watch has told; nil for one that is being ended.
    var owner: BusName? { presentOwner.flatMap { formerOwners.contains($0) ? nil : $0 } }
    private var presentOwner: BusName?
    /// Connections of processes that were ended. The bus may take a moment to see that they are gone.
    private var formerOwners: Set<BusName> = []
    /// When the owner appeared, for the time in which missing objects are forgiven.
    var ownerSince = MonotonicTime.now
    /// Optional methods that this owner does not have.
    var missing: Set<MemberName> = []
    /// The files of the program as they were at its last start.
    var started: [FileStamp?] = []
    /// Crashes and deadlines.
    var backoff: CrashBackoff
    /// Whether the provider is needed, and the timer for the time when it will not be.
    var idleness = Idleness()
    var idleTimer: EventLoop.Timer?
    /// What the provider was told of the panels last; nil before it was told anything.
    var reportedLook: PanelLook?
    /// Who is told when panels show the widget; nil before there is anybody.
    var audience: Audience?
    /// Why calls to an owner fail that was killed by the center.
    var ended: (owner: BusName?, trouble: ProviderTrouble)?
    private var waiters: [UInt64: Waiter] = [:]
    private var lastWaiter: UInt64 = 0

    private struct Waiter {
        let timer: EventLoop.Timer
        let continuation: CheckedContinuation<Result<BusName, ProviderTrouble>, Never>
    }

    /// An owner of the provider's name, where it is called, and what it was told of the panels.
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

    /// Whether it provides its widget still, which may have gone, or have another provider.
    var isCurrent: Bool { widget.session === self }

    /// Takes what the watch tells of the provider's name. Returns the owner; nil also for one that is being ended.
    func ownerChanged(_ owner: BusName?) -> BusName? {
        if owner != presentOwner, let presentOwner { formerOwners.remove(presentOwner) }
        presentOwner = owner
        return self.owner
    }

    /// From now on these are not the provider.
    func disown(_ owners: some Sequence<BusName>) { formerOwners.formUnion(owners) }

    /// Adds somebody who waits for the owner; `timer` is to call ``giveUp(_:)``.
    func wait(
        timer: (_ number: UInt64) -> EventLoop.Timer,
        _ continuation: CheckedContinuation<Result<BusName, ProviderTrouble>, Never>
    ) {
        lastWaiter += 1
        waiters[lastWaiter] = Waiter(timer: timer(lastWaiter), continuation: continuation)
    }

    /// Tells one who waits that the time is over. Returns whether it still waited.
    func giveUp(_ number: UInt64, _ trouble: ProviderTrouble) -> Bool {
        guard let waiter = waiters.removeValue(forKey: number) else { return false }
        waiter.continuation.resume(returning: .failure(trouble))
        return true
    }

    /// Tells everybody who waits, in the order they came.
    func resolve(_ outcome: Result<BusName, ProviderTrouble>, loop: EventLoop) {
        let all = waiters.sorted { $0.key < $1.key }
        waiters = [:]
        for (_, waiter) in all {
            loop.cancel(waiter.timer)
            waiter.continuation.resume(returning: outcome)
        }
    }
}
