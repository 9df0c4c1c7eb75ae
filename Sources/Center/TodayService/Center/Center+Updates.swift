internal import DBus
internal import TodayModel
internal import TodayServiceRules

/// The content of widgets, and the times of their updates.
extension Center {
    /// Applies changes to a widget from any source: validates them once, then emits, stores and schedules as the
    /// changes require.
    ///
    /// - Parameters:
    ///   - isSandboxed: whether the sender runs in a sandbox; whether the provider does is checked anyway.
    ///   - state: the `State` afterwards, unless the widget has become unavailable; nil leaves it unchanged.
    func accept(
        _ changes: WidgetChanges, _ origin: WidgetRecord.Origin, for widget: HostedWidget, isSandboxed: Bool,
        state: WidgetState?
    ) throws {
        guard registry.contains(widget) else { return }
        try registry.check(changes.content, for: widget, isSandboxed: isSandboxed)
        // Held pushes come first.
        widget.releasePushes(self)
        let effect: PushEffect = [.push, .answer].contains(origin) ? PushEffect(changes, on: widget.record) : []
        try widget.apply(changes, origin, effect, state, self)
    }

    /// Recomputes the due time of a widget.
    func reschedule(_ widget: HostedWidget) { planner.recompute(widget, self) }

    /// Whether to update a widget now.
    func isDue(_ widget: HostedWidget) -> Bool { planner.isDue(widget, self) }

    /// Emits `WidgetUpdated`.
    ///
    /// - Parameter microseconds: the duration of the update.
    func emitUpdated(_ widget: HostedWidget, _ result: UpdateResult, microseconds: UInt64) {
        let details: [String: DBusValue] = [
            "Revision": .uint64(widget.record.revision), "DurationUsec": .uint64(microseconds),
            "Error": .string(widget.record.error), "ErrorKind": .string(widget.record.errorKind?.rawValue ?? ""),
        ]
        let name = widget.identifier.rawValue
        service.onConnection {
            try? $0.emit(CenterContract.widgetUpdated, at: TodayBus.path, name, result.rawValue, details)
        }
    }
}
