internal import DBus
internal import TodayModel
internal import TodayServiceRules

/// The panels that are visible, and what they told of themselves. Pure: times are given, in nanoseconds of one steady
/// clock.
///
/// The last panel that goes counts as visible for a while still, with all it told, so that one that is toggled does not
/// flap. One that comes counts at once.
struct VisiblePanels {
    private let hidingDelay: UInt64
    private var options: [BusName: ViewingOptions] = [:]
    /// In the order they began; the latest decides where sizes are not added up.
    private var order: [BusName] = []
    /// The last one that went, and until when it counts.
    private var lingering: (options: ViewingOptions, until: UInt64)?

    /// - Parameter hidingDelay: how long the last one that goes counts as visible, in nanoseconds.
    init(hidingDelay: UInt64 = 0) { self.hidingDelay = hidingDelay }

    var isViewing: Bool { !options.isEmpty || lingering != nil }

    /// When ``hide(at:)`` is to be called; nil while a panel is visible, and when all are hidden already.
    var hidesAt: UInt64? { lingering?.until }

    /// Adds a panel, or replaces its options.
    ///
    /// - Throws: `LimitExceeded` when there are too many.
    mutating func begin(_ name: BusName, _ panel: ViewingOptions) throws(CenterError) {
        if options[name] == nil {
            guard options.count < Limits.panels else {
                throw CenterError(.limitExceeded, "there are \(options.count) panels, Panels is \(Limits.panels)")
            }
            order.append(name)
        }
        options[name] = panel
        lingering = nil
    }

    /// Takes a panel out. Returns whether it was there.
    mutating func end(_ name: BusName, at now: UInt64 = 0) -> Bool {
        order.removeAll { $0 == name }
        guard let last = options.removeValue(forKey: name) else { return false }
        if options.isEmpty {
            lingering = (last, now.adding(hidingDelay))
            hide(at: now)
        }
        return true
    }

    /// Lets go of the last panel when its time has come.
    mutating func hide(at now: UInt64) {
        if let lingering, lingering.until <= now { self.lingering = nil }
    }

    /// What a provider is told of the panels: the largest sizes, and the looks of the latest panel that tells them.
    func fill(_ context: inout UpdateContext) {
        context.viewing = isViewing
        let latest = order.reversed().compactMap { options[$0] } + (lingering.map { [$0.options] } ?? [])
        context.compactSize = largest(latest.compactMap(\.compactSize)) ?? context.compactSize
        context.expandedSize = largest(latest.compactMap(\.expandedSize)) ?? context.expandedSize
        context.proposedMarginInsets = latest.compactMap(\.proposedMarginInsets).first ?? context.proposedMarginInsets
        context.colorScheme = latest.compactMap(\.colorScheme).first ?? context.colorScheme
        context.locale = latest.compactMap(\.locale).first ?? context.locale
    }

    private func largest(_ sizes: [Size]) -> Size? {
        sizes.reduce(nil) { most, size in
            Size(width: max(most?.width ?? 0, size.width), height: max(most?.height ?? 0, size.height))
        }
    }
}
