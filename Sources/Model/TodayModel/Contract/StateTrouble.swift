public import DBus

/// A problem with writing changes to disk: the changes apply now, but are lost after a restart.
public struct StateTrouble: Hashable, Sendable, CustomStringConvertible {
    /// The reason, as a sentence without a period.
    public var reason: String
    /// The kind of problem.
    public var kind: StateErrorKind

    /// Makes a problem from a sentence without a period.
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

    /// A sentence for users, without a period.
    public var description: String {
        "changes will not survive a restart" + (reason.isEmpty ? "" : ": \(reason)")
    }
}
