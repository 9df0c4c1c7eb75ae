public import DBus

/// The center can't write changes to disk: they apply now, and are lost after a restart.
public struct StateTrouble: Hashable, Sendable, CustomStringConvertible {
    /// The reason, as a sentence without its full stop.
    public var reason: String
    /// The kind of problem.
    public var kind: StateErrorKind

    /// Makes one from a sentence without its full stop.
    public init(_ reason: String, kind: StateErrorKind = .other) {
        self.reason = reason
        self.kind = kind
    }

    /// Reads the properties of the center's object: all of them, or those that have changed since `former`. Nil if the
    /// center can write to disk.
    public init?(_ properties: [String: DBusValue], after former: StateTrouble? = nil) {
        var isStored = former == nil
        if case .boolean(let flag)? = properties[CenterMember.stateStored.rawValue]?.unwrapped { isStored = flag }
        if isStored { return nil }
        self = former ?? StateTrouble("")
        if case .string(let text)? = properties[CenterMember.stateError.rawValue]?.unwrapped { reason = text }
        if case .string(let word)? = properties[CenterMember.stateErrorKind.rawValue]?.unwrapped {
            kind = StateErrorKind(rawValue: word) ?? .other
        }
    }

    /// A sentence for users, without its full stop.
    public var description: String {
        "changes will not survive a restart" + (reason.isEmpty ? "" : ": \(reason)")
    }
}
