/// Whether the session is locked, put together from what several programs say of it.
///
/// Whoever says so is believed, so that private content is gone before a lock is seen.
package struct SessionLockState: Hashable, Sendable {
    /// Who can tell.
    package enum Source: Hashable, Sendable {
        /// A screen saver, by its name on the bus.
        case screenSaver(String)
        /// The property `LockedHint` of org.freedesktop.login1.Session.
        case loginHint
    }

    private var locked: Set<Source> = []
    private var isLockRequested = false

    /// Nobody says that it is locked.
    package init() {}

    /// Whether private content is to be hidden.
    package var isLocked: Bool { isLockRequested || !locked.isEmpty }

    /// A source tells how it is. That nothing is locked ends a request as well: what was asked for has come and gone.
    package mutating func take(_ source: Source, isLocked: Bool) {
        if isLocked { locked.insert(source) } else { locked.remove(source) }
        if !isLocked { isLockRequested = false }
    }

    /// Sources cannot be heard any more.
    package mutating func forget(where isForgotten: (Source) -> Bool) { locked = locked.filter { !isForgotten($0) } }

    /// The signal `Lock` or `Unlock` of org.freedesktop.login1.Session: a wish to the session's own locker, which need not
    /// say when it has locked or unlocked.
    package mutating func request(isLocked: Bool) { isLockRequested = isLocked }

    /// The user has just opened something, which is not done through a lock. A request without any word of its end would
    /// hide private content forever otherwise.
    package mutating func noteUser() { isLockRequested = false }
}
