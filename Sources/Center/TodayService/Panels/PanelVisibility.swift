internal import DBus
internal import TodayModel

/// Who follows which panels are visible.
protocol PanelFollower: Actor {
    /// A first panel has become visible, or the last one hidden.
    func viewingChanged()

    /// What the visible panels tell of themselves may be something else.
    func panelsChanged()
}

/// Which panels are visible, and since when. Its follower alone uses it.
final class PanelVisibility {
    private let service: ServiceContext
    private var panels: VisiblePanels
    /// When the last one that went counts as hidden, unless another one becomes visible before.
    private(set) var timer: EventLoop.Timer?
    /// When the first of them became visible, in nanoseconds of the boot clock; nil while none is.
    private(set) var visibleSince: UInt64?
    /// Since when none is visible, in nanoseconds of the steady clock; nil while one is.
    private(set) var hiddenSince: UInt64? = 0

    init(_ service: ServiceContext) {
        self.service = service
        panels = VisiblePanels(hidingDelay: service.timing.hiding.nanoseconds)
    }

    var isViewing: Bool { panels.isViewing }

    /// A panel becomes visible, or tells something else of itself.
    ///
    /// - Throws: `LimitExceeded` when there are too many.
    func begin(_ panel: BusName, _ options: ViewingOptions, _ follower: isolated some PanelFollower) throws(CenterError)
    {
        let wasViewing = panels.isViewing
        try panels.begin(panel, options)
        disarm()
        if !wasViewing {
            visibleSince = service.clock.boot()
            hiddenSince = nil
            follower.viewingChanged()
        }
        follower.panelsChanged()
    }

    /// A panel is hidden, or has left. One that was not visible changes nothing.
    func end(_ panel: BusName, _ follower: isolated some PanelFollower) {
        guard panels.end(panel, at: service.clock.steady().nanoseconds) else { return }
        guard panels.isViewing else { return becameHidden(follower) }
        arm(follower)
        follower.panelsChanged()
    }

    /// Adds to what a provider is told what the panels tell of themselves.
    func fill(_ context: inout UpdateContext) { panels.fill(&context) }

    private func arm(_ follower: isolated some PanelFollower) {
        disarm()
        guard let time = panels.hidesAt else { return }
        let wait = MonotonicTime(nanoseconds: time) - service.clock.steady()
        timer = service.loop.schedule(at: .now + max(.zero, wait), on: follower, with: self) { $1.isDue($0) }
    }

    private func disarm() {
        if let timer = timer.take() { service.loop.cancel(timer) }
    }

    private func isDue(_ follower: isolated some PanelFollower) {
        timer = nil
        panels.hide(at: service.clock.steady().nanoseconds)
        if panels.isViewing { arm(follower) } else { becameHidden(follower) }
    }

    private func becameHidden(_ follower: isolated some PanelFollower) {
        visibleSince = nil
        hiddenSince = service.clock.steady().nanoseconds
        follower.viewingChanged()
    }
}
