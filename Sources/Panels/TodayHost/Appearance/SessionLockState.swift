/// Whether the session is locked, combined from the reports of several programs.
///
/// A single report of a lock suffices, so that private content is hidden before a lock is visible.
package struct SessionLockState: Hashable, Sendable {
    /// The sources of reports.
    package enum Source: Hashable, Sendable {
        /// A screen saver, by its name on the bus.
        case screenSaver(String)
        /// The property `LockedHint` of org.freedesktop.login1.Session.
        case loginHint
    }

    private var locked: Set<Source> = []
    private var isLockRequested = false

    /// Creates an unlocked state.
    package init() {}

    /// Whether private content has to be hidden.
    package var isLocked: Bool { isLockRequested || !locked.isEmpty }

    /// Applies the report of a source. An unlocked report also ends a request, because the requested lock has ended.
    package mutating func apply(_ source: Source, isLocked: Bool) {
        if isLocked { locked.insert(source) } else { locked.remove(source) }
        if !isLocked { isLockRequested = false }
    }

    /// Removes the reports of sources that are no longer available.
    package mutating func removeSources(where isRemoved: (Source) -> Bool) { locked = locked.filter { !isRemoved($0) } }

    /// Applies the signal `Lock` or `Unlock` of org.freedesktop.login1.Session. It is a request to the session's own
    /// locker, which may not report when it has locked or unlocked.
    package mutating func request(isLocked: Bool) { isLockRequested = isLocked }

    /// Ends a request, because the user just opened something, which isn't possible through a lock. Otherwise a request
    /// without a reported end would hide private content forever.
    package mutating func endLockRequest() { isLockRequested = false }
}
