internal import DBus
internal import TodayModel

/// Which panels are visible, and since when. The center alone uses it.
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
    func begin(_ panel: BusName, _ options: ViewingOptions, _ center: isolated Center) throws(CenterError) {
        let wasViewing = panels.isViewing
        try panels.begin(panel, options)
        disarm()
        if !wasViewing {
            visibleSince = service.clock.boot()
            hiddenSince = nil
            center.viewingChanged()
        }
        center.panelsChanged()
    }

    /// A panel is hidden, or has left. One that was not visible changes nothing.
    func end(_ panel: BusName, _ center: isolated Center) {
        guard panels.end(panel, at: service.clock.steady().nanoseconds) else { return }
        guard panels.isViewing else { return becameHidden(center) }
        arm(center)
        center.panelsChanged()
    }

    /// Adds to what a provider is told what the panels tell of themselves.
    func fill(_ context: inout UpdateContext) { panels.fill(&context) }

    private func arm(_ center: isolated Center) {
        disarm()
        guard let time = panels.hidesAt else { return }
        let wait = MonotonicTime(nanoseconds: time) - service.clock.steady()
        timer = service.loop.schedule(at: .now + max(.zero, wait), on: center, with: self) { $1.isDue($0) }
    }

    private func disarm() {
        if let timer = timer.take() { service.loop.cancel(timer) }
    }

    private func isDue(_ center: isolated Center) {
        timer = nil
        panels.hide(at: service.clock.steady().nanoseconds)
        if panels.isViewing { arm(center) } else { becameHidden(center) }
    }

    private func becameHidden(_ center: isolated Center) {
        visibleSince = nil
        hiddenSince = service.clock.steady().nanoseconds
        center.viewingChanged()
    }
}
