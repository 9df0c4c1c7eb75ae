internal import DBus

/// Values of App Groups leave memory when nobody uses them.
extension Center {
    /// Has a group keep its values for a while, and others let go of theirs.
    func keepForNow(_ session: GroupSession) {
        guard session.queue.isLoaded else { return groupMemory.forget(session.path) }
        groupMemory.use(session.path, session.queue.byteCount, at: clock.steady().nanoseconds)
        unloadUnused()
        watchGroupMemory()
    }

    /// Has a group that nobody names let go of its values.
    func unload(_ session: GroupSession) {
        groupMemory.forget(session.path)
        guard session.queue.isLoaded else { return }
        session.queue.unload()
        hasFreedGroups = true
        watchGroupMemory()
    }

    private func unloadUnused() {
        while let path = groupMemory.takeUnused(at: clock.steady().nanoseconds) {
            // One that is at work is noted again when that is done.
            guard let session = groups[path], session.queue.isIdle else { continue }
            session.queue.unload()
            hasFreedGroups = true
        }
    }

    /// Waits until values have to go, or until memory can be given back; for nothing while there is neither.
    private func watchGroupMemory() {
        let now = clock.steady().nanoseconds
        guard groupTimer == nil, let end = hasFreedGroups ? now : groupMemory.nextEnd else { return }
        // Groups that were used about the same time let go together.
        let wait = MonotonicTime(nanoseconds: end) - clock.steady() + timing.groupMemory / 4
        groupTimer = loop.schedule(at: .now + wait) { [weak self] in
            self?.assumeIsolated { $0.groupTimerFired() }
        }
    }

    private func groupTimerFired() {
        groupTimer = nil
        unloadUnused()
        if hasFreedGroups {
            hasFreedGroups = false
            let file = groupFile
            Task { await file.giveBackMemory() }
        }
        watchGroupMemory()
    }
}
