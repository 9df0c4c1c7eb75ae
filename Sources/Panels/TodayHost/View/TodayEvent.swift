internal import DBus
public import TodayModel

/// One change of what a host shows, in the order in which the center told it.
public enum TodayEvent: Hashable, Sendable {
    /// A widget is there. After a start, and after a restart of the center, there is one for each.
    case added(WidgetProperties)
    /// Properties of a widget have new values; `properties` are all of them, changed or not.
    case changed(properties: WidgetProperties, changed: Set<WidgetMember>)
    /// A widget has gone.
    case removed(WidgetIdentifier)
    /// The order, or what is shown. After a start it comes when all widgets have been added.
    case today([WidgetIdentifier], arrangement: [WidgetIdentifier])
    /// Changes survive a restart of the center again, or will not any more. After a start it comes only if they will not.
    case stored(StateTrouble?)
    /// A run of a widget's update has finished.
    case updated(WidgetRun)
    /// A property of a widget had a value that cannot be understood; the former value stays.
    case misunderstood(WidgetIdentifier, Fault)
    /// The center has gone, and with it all widgets; the reason is a sentence without its full stop.
    case unavailable(String)
}

/// What the signal `WidgetUpdated` tells of a finished run.
public struct WidgetRun: Hashable, Sendable {
    /// Which widget was updated.
    public var identifier: WidgetIdentifier
    /// What became of it.
    public var result: UpdateResult
    /// The widget's revision after it.
    public var revision: UInt64?
    /// How long it took, in µs.
    public var duration: UInt64?
    /// Why it failed; nil if it did not, or if nothing is known.
    public var error: String?

    /// Makes a run.
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
    }
}
