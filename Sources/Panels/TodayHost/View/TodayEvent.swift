internal import DBus
public import TodayModel

/// One change of a host's view, in the order in which the center reported it.
public enum TodayEvent: Hashable, Sendable {
    /// A widget was added. After a start, and after a restart of the center, each widget is added once.
    case added(WidgetProperties)
    /// Properties of a widget have new values; `properties` has all of its properties.
    case changed(properties: WidgetProperties, changed: Set<WidgetMember>)
    /// A widget was removed.
    case removed(WidgetIdentifier)
    /// The order or the set of shown widgets changed. After a start, it comes after all widgets.
    case today([WidgetIdentifier], arrangement: [WidgetIdentifier])
    /// Changes no longer survive a restart of the center, or do so again (nil). After a start, it comes only if they
    /// don't survive.
    case stored(StateTrouble?)
    /// An update of a widget has finished.
    case updated(WidgetRun)
    /// A property of a widget has a value that can't be read; the previous value stays.
    case unreadable(WidgetIdentifier, Fault)
    /// The center is unavailable, and all widgets are removed.
    case unavailable(CenterAbsence)
}

/// A finished update, as the signal `WidgetUpdated` reports it.
public struct WidgetRun: Hashable, Sendable {
    /// The widget that was updated.
    public var identifier: WidgetIdentifier
    /// The result of the update.
    public var result: UpdateResult
    /// The widget's revision after the update.
    public var revision: UInt64?
    /// The duration of the update, in µs.
    public var duration: UInt64?
    /// The reason why the update failed; nil if it succeeded or the reason is unknown.
    public var error: String?
    /// The kind of ``error``; nil without one, and from a center of version 2.
    public var errorKind: ErrorKind?

    /// Creates a run.
    public init(identifier: WidgetIdentifier, result: UpdateResult) {
        self.identifier = identifier
        self.result = result
    }

    /// Reads the signal; nil if its identifier or result isn't valid.
    init?(_ signal: Signal) {
        guard
            let (identifier, result, details) = try? signal.arguments(
                as: String.self, String.self, [String: DBusValue].self),
            let identifier = WidgetIdentifier(rawValue: identifier), let result = UpdateResult(rawValue: result)
        else { return nil }
        self.init(identifier: identifier, result: result)
        let values = VardictReader(details)
        revision = (try? values.integer("Revision", in: 0...UInt64.max)) ?? nil
        duration = (try? values.integer("DurationUsec", in: 0...UInt64.max)) ?? nil
        error = (try? values.nonEmptyText("Error")) ?? nil
        errorKind = ErrorKind(ofWidget: (try? values.text("ErrorKind")) ?? "")
    }
}
