import DBus
import TodayModel

@testable import TodayService
import TodayServiceRules

/// Tests speak of widgets by their paths, and look at their records.
extension Registry {
    @discardableResult
    func change<Failure: Error>(
        _ path: ObjectPath, _ body: (inout WidgetRecord) throws(Failure) -> Set<WidgetMember>
    ) throws(Failure) -> Set<WidgetMember> {
        guard let widget = self[path] else { return [] }
        return try change(widget, body)
    }

    @discardableResult
    func remove(
        _ path: ObjectPath, at now: Timestamp = .never, keeping memory: WidgetMemory = .everything
    ) -> WidgetRecord? {
        guard let widget = self[path] else { return nil }
        remove(widget, at: now, keeping: memory)
        return widget.record
    }
}

extension StateSnapshot {
    /// Changes this snapshot as a written batch changes the disk.
    mutating func apply(_ batch: StateBatch) {
        if let arrangement = batch.arrangement { self.arrangement = arrangement }
        for (identifier, widget) in batch.widgets {
            guard var widget else {
                widgets[identifier] = nil
                continue
            }
            if !batch.contents.contains(identifier) { widget.content = widgets[identifier]?.content ?? .empty }
            widgets[identifier] = widget
        }
    }
}

extension Center {
    /// Returns the center's record of a widget.
    func record(at path: ObjectPath) -> WidgetRecord? { registry[path]?.record }

    /// When and why a widget will be due.
    func due(_ path: ObjectPath) -> UpdateTiming.Due? { registry[path].flatMap { planner.due($0, self) } }

    /// The kernel's timer has fired.
    func alarmFired() { planner.alarmFired(self) }

    /// Simulates a change of the time of day.
    func clockChanged() { planner.clockChanged(self) }

    var schedule: WakeSchedule<ObjectPath> { planner.schedule }
    var limiter: UpdateLimiter<ObjectPath> { planner.limiter }

    /// The paths of all widgets.
    var objects: [ObjectPath] { Array(registry.objects) }
}
