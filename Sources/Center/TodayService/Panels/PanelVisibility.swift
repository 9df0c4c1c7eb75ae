internal import DBus
internal import TodayModel

/// The visible panels, and the time since which they are visible. Used only by the center.
final class PanelVisibility {
    private let service: ServiceContext
    private var panels: VisiblePanels
    /// Fires when the last panel that ended counts as hidden, unless another one becomes visible before.
    private(set) var timer: EventLoop.Timer?
    /// The time when the first of them became visible, in nanoseconds of the boot clock; nil if no panel is visible.
    private(set) var visibleSince: UInt64?
    /// The time since which no panel is visible, in nanoseconds of the steady clock; nil while one is.
    private(set) var hiddenSince: UInt64? = 0

    init(_ service: ServiceContext) {
        self.service = service
        panels = VisiblePanels(hidingDelay: service.timing.hiding.nanoseconds)
    }

    var isViewing: Bool { panels.isViewing }

    /// The locale that a panel gave last; nil until one does.
    var locale: String? { panels.locale }

    /// Records that a panel becomes visible, or changes its options.
    ///
    /// - Throws: `LimitExceeded` if too many panels are visible.
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

    /// Records that a panel is hidden, or has left. A panel that wasn't visible changes nothing.
    func end(_ panel: BusName, _ center: isolated Center) {
        guard panels.end(panel, at: service.clock.steady().nanoseconds) else { return }
        guard panels.isViewing else { return becameHidden(center) }
        arm(center)
        center.panelsChanged()
    }

    /// Adds the properties reported by the panels to a provider's context.
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
