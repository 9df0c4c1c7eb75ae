internal import DBus
internal import TodayModel
internal import TodayProtocol

/// The panels that are visible, and what they told of themselves. Pure.
struct Panels {
    private var options: [BusName: ViewingOptions] = [:]
    /// In the order they began; the latest decides where sizes are not added up.
    private var order: [BusName] = []

    var isViewing: Bool { !options.isEmpty }

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
    }

    /// Takes a panel out. Returns whether it was there.
    mutating func end(_ name: BusName) -> Bool {
        order.removeAll { $0 == name }
        return options.removeValue(forKey: name) != nil
    }

    /// What a provider is told of the panels: the largest sizes, and the looks of the latest panel that tells them.
    func fill(_ context: inout UpdateContext) {
        context.viewing = isViewing
        let latest = order.reversed().compactMap { options[$0] }
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

/// What a provider is asked to follow when it changes: the contract's `context`. Pure.
struct PanelLook: Hashable, Sendable {
    let compactSize: Size
    let expandedSize: Size
    let colorScheme: ColorScheme
    let locale: String

    init(_ context: UpdateContext) {
        compactSize = context.compactSize
        expandedSize = context.expandedSize
        colorScheme = context.colorScheme
        locale = context.locale
    }
}
