internal import DBus
internal import TodayModel
internal import TodayServiceRules

/// The visible panels, and their options. Pure: times are arguments, in nanoseconds of one steady clock.
///
/// The last panel that is hidden still counts as visible for a while, with its options, so that toggling a panel
/// doesn't flap. A panel that appears counts at once.
struct VisiblePanels {
    private let hidingDelay: UInt64
    private var options: [BusName: ViewingOptions] = [:]
    /// In the order in which they began; the latest one decides, except for sizes, which are combined.
    private var order: [BusName] = []
    /// The locale that a panel gave last; nil until one does.
    private(set) var locale: String?
    /// The color scheme that a panel gave last; nil until one does.
    private var colorScheme: ColorScheme?
    /// The last panel that ended, and the time until which it counts.
    private var lingering: (options: ViewingOptions, until: UInt64)?

    /// - Parameter hidingDelay: the time that the last hidden panel still counts as visible, in nanoseconds.
    init(hidingDelay: UInt64 = 0) { self.hidingDelay = hidingDelay }

    var isViewing: Bool { !options.isEmpty || lingering != nil }

    /// The time to call ``hide(at:)``; nil while a panel is visible, and when all are already hidden.
    var hidesAt: UInt64? { lingering?.until }

    /// Adds a panel, or replaces its options.
    ///
    /// - Throws: `LimitExceeded` if too many panels are visible.
    mutating func begin(_ name: BusName, _ panel: ViewingOptions) throws(CenterError) {
        if options[name] == nil {
            guard options.count < Limits.panels else {
                throw CenterError(.limitExceeded, "there are \(options.count) panels, Panels is \(Limits.panels)")
            }
            order.append(name)
        }
        options[name] = panel
        lingering = nil
        keepLooks()
    }

    /// Removes a panel. Returns whether it was visible.
    mutating func end(_ name: BusName, at now: UInt64 = 0) -> Bool {
        order.removeAll { $0 == name }
        guard let last = options.removeValue(forKey: name) else { return false }
        if options.isEmpty {
            lingering = (last, now.adding(hidingDelay))
            hide(at: now)
        }
        keepLooks()
        return true
    }

    /// Adopts the looks of the latest panel that gives them. They stay when no panel gives any.
    private mutating func keepLooks() {
        let latest = order.reversed().compactMap { options[$0] }
        locale = latest.compactMap(\.locale).first ?? locale
        colorScheme = latest.compactMap(\.colorScheme).first ?? colorScheme
    }

    /// Drops the last panel when its time is over.
    mutating func hide(at now: UInt64) {
        if let lingering, lingering.until <= now { self.lingering = nil }
    }

    /// Adds the panels to a provider's context: the largest sizes, and the other options of the latest panel that sets
    /// them.
    func fill(_ context: inout UpdateContext) {
        context.viewing = isViewing
        let latest = order.reversed().compactMap { options[$0] } + (lingering.map { [$0.options] } ?? [])
        let size = context.size
        context.compactSize =
            largest(latest.compactMap { $0.compactSize(of: size) }) ?? ViewingOptions.defaultCompactSize(of: size)
        context.expandedSize = largest(latest.compactMap(\.expandedSize)) ?? context.expandedSize
        context.proposedMarginInsets = latest.compactMap(\.proposedMarginInsets).first ?? context.proposedMarginInsets
        context.colorScheme = colorScheme ?? context.colorScheme
        context.locale = locale ?? context.locale
    }

    /// Returns the size that holds all of these; nil for none.
    private func largest(_ sizes: [Size]) -> Size? {
        sizes.reduce(nil) { most, size in
            Size(width: max(most?.width ?? 0, size.width), height: max(most?.height ?? 0, size.height))
        }
    }
}
