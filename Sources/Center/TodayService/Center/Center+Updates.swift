internal import DBus
internal import TodayModel
internal import TodayServiceRules

/// What widgets show, and when they are updated.
extension Center {
    /// Applies what a widget is to show, whatever the source: checks it once, and emits, stores and schedules what changed
    /// demands.
    ///
    /// - Parameters:
    ///   - isSandboxed: whether the sender runs in a sandbox, besides the provider.
    ///   - state: `State` afterwards, unless the widget has become unavailable; nil leaves it.
    func accept(
        _ changes: WidgetChanges, _ origin: WidgetRecord.Origin, for widget: HostedWidget, isSandboxed: Bool,
        state: WidgetState?
    ) throws {
        guard registry.contains(widget) else { return }
        try registry.check(changes.content, for: widget, isSandboxed: isSandboxed)
        // What is held comes first.
        widget.releasePushes(self)
        let effect: PushEffect = [.push, .answer].contains(origin) ? PushEffect(changes, on: widget.record) : []
        try widget.apply(changes, origin, effect, state, self)
    }

    /// Recomputes when a widget is due.
    func reschedule(_ widget: HostedWidget) { planner.recompute(widget, self) }

    /// Whether a widget is to be updated now.
    func isDue(_ widget: HostedWidget) -> Bool { planner.isDue(widget, self) }

    /// Emits `WidgetUpdated`.
    ///
    /// - Parameter microseconds: how long the update took.
    func emitUpdated(_ widget: HostedWidget, _ result: UpdateResult, microseconds: UInt64) {
        let details: [String: DBusValue] = [
            "Revision": .uint64(widget.record.revision), "DurationUsec": .uint64(microseconds),
            "Error": .string(widget.record.error),
        ]
        let name = widget.identifier.rawValue
        service.onConnection {
            try? $0.emit(CenterContract.widgetUpdated, at: TodayBus.path, name, result.rawValue, details)
        }
    }
}
