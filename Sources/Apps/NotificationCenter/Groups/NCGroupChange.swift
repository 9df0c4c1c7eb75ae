/// A change to the values of an App Group, by this program or another one.
public struct NCGroupChange: Hashable, Sendable {
    /// The new values by key.
    public var changed: [String: NCValue]
    /// The removed keys.
    public var removed: Set<String>

    /// Makes a change.
    public init(changed: [String: NCValue] = [:], removed: Set<String> = []) {
        self.changed = changed
        self.removed = removed
    }

    /// All keys that changed, in order.
    public var keys: [String] { (Array(changed.keys) + removed).sorted() }

    var isEmpty: Bool { changed.isEmpty && removed.isEmpty }
}
