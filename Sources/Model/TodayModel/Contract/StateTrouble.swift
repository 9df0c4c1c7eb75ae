public import DBus

/// The center cannot write what changes to disk: it counts, and is gone after a restart.
public struct StateTrouble: Hashable, Sendable, CustomStringConvertible {
    /// Why that is so, a sentence without its full stop.
    public var reason: String

    /// Makes one of a sentence without its full stop.
    public init(_ reason: String) { self.reason = reason }

    /// What properties of the center's object say: all of them, or those that have changed since `former`. Nil when all is
    /// well.
    public init?(_ properties: [String: DBusValue], after former: StateTrouble? = nil) {
        var isStored = former == nil
        if case .boolean(let flag)? = properties[CenterMember.stateStored.rawValue]?.unwrapped { isStored = flag }
        if isStored { return nil }
        self = former ?? StateTrouble("")
        if case .string(let text)? = properties[CenterMember.stateError.rawValue]?.unwrapped { reason = text }
    }

    /// A sentence for people, without its full stop.
    public var description: String {
        "changes will not survive a restart" + (reason.isEmpty ? "" : ": \(reason)")
    }
}
