internal import TodayModel

/// Who hosts widgets and has them updated.
protocol UpdateHost: ProviderHost {
    var planner: UpdatePlanner { get }

    /// Tells panels that an update has ended.
    ///
    /// - Parameter microseconds: how long it took.
    func tellUpdated(_ widget: HostedWidget, _ result: UpdateResult, microseconds: UInt64)
}

extension UpdateHost {
    func accept(
        _ changes: WidgetChanges, _ origin: WidgetRecord.Origin, for widget: HostedWidget, isSandboxed: Bool,
        state: WidgetState?
    ) throws {
        guard registry.contains(widget) else { return }
        try registry.check(changes.content, for: widget, isSandboxed: isSandboxed)
        // What is held comes first.
        widget.releasePushes(self)
        let effect: PushEffect = [.push, .answer].contains(origin) ? PushEffect(changes, on: widget.record) : []
        try widget.take(changes, origin, effect, state, self)
    }

    func reschedule(_ widget: HostedWidget) { planner.look(at: widget, self) }

    func isDue(_ widget: HostedWidget) -> Bool { planner.isDue(widget, self) }
}
