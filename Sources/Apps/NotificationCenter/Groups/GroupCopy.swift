/// A program's own copy of the values of an App Group, and whether it is kept up to date. Pure.
///
/// The center tells of changes from the moment on at which it is asked for all values. Its answer is dealt with a little
/// later than signals that came after it, so those that come meanwhile are applied once more on top of it: they are the
/// same or newer.
struct GroupCopy {
    private enum Standing {
        /// Nobody tells of changes: at first, and after the center has gone.
        case stale
        /// The center is asked for all values. It may have been replaced since then, and has to be asked again.
        case loading(since: [NCGroupChange], again: Bool)
        /// The center tells of every change.
        case current
    }

    private(set) var values: [String: NCValue] = [:]
    private var standing = Standing.stale

    /// Whether the center is asked, or tells of changes by itself, so that what is written comes back from it.
    var isFollowing: Bool { if case .stale = standing { false } else { true } }

    /// The values are going to be asked for.
    mutating func beginLoading() { standing = .loading(since: [], again: false) }

    /// The answer came. Returns what is different from before.
    mutating func load(_ all: [String: NCValue]) -> NCGroupChange {
        guard case .loading(let since, let again) = standing else { return NCGroupChange(changed: [:], removed: []) }
        var loaded = all
        for change in since { Self.apply(change, to: &loaded) }
        standing = again ? .stale : .current
        let change = NCGroupChange(
            changed: loaded.filter { values[$0.key] != $0.value }, removed: Set(values.keys).subtracting(loaded.keys))
        values = loaded
        return change
    }

    /// No answer came.
    mutating func failLoading() { standing = .stale }

    /// The center told of a change, or a write was confirmed that nobody tells of. Returns what is new here.
    mutating func apply(_ change: NCGroupChange) -> NCGroupChange {
        if case .loading(let since, let again) = standing {
            standing = .loading(since: since + [change], again: again)
        }
        let new = NCGroupChange(
            changed: change.changed.filter { values[$0.key] != $0.value },
            removed: change.removed.filter { values[$0] != nil })
        Self.apply(change, to: &values)
        return new
    }

    /// The center has another owner of its name, or none. Whoever is there now tells of nothing yet.
    mutating func ownerChanged() {
        switch standing {
        case .stale: break
        case .loading(let since, _): standing = .loading(since: since, again: true)
        case .current: standing = .stale
        }
    }

    private static func apply(_ change: NCGroupChange, to values: inout [String: NCValue]) {
        values.merge(change.changed) { $1 }
        for key in change.removed { values[key] = nil }
    }
}
