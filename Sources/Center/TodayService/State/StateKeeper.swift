internal import DBus
internal import Glibc
internal import Logging
internal import TodayModel
internal import TodayServiceRules

/// Restores the state from disk at the start, and writes it after each change, as ``WriteSchedule`` decides. Used only
/// by the center.
final class StateKeeper {
    private let service: ServiceContext
    /// The store of the state; nil if nothing is stored.
    private let store: StateStore?
    private var schedule: WriteSchedule<@Sendable () -> Void>
    private var timer: EventLoop.Timer?
    private var revisionLimit: RevisionLimit?
    /// Whether writing has started. Nothing is written before the center owns its name: another center may be running.
    private var hasStarted = false
    /// Callers that already wait for a commit: calls arrive as soon as the bus has assigned the name, a moment before
    /// this process learns of it.
    private var early: [@Sendable () -> Void] = []
    /// The reason why changes aren't on disk; nil while they are.
    private var reason: StateTrouble?

    init(_ store: StateStore?, _ service: ServiceContext) {
        self.store = store
        self.service = service
        schedule = WriteSchedule(
            delay: service.timing.storing, retry: service.timing.storingRetry,
            lastRetry: service.timing.storingLastRetry)
    }

    /// The reason why changes won't survive a restart; nil if they will.
    var trouble: StateTrouble? {
        store == nil ? StateTrouble("this center stores nothing") : reason
    }

    // MARK: Start

    /// Restores the state from disk, before any widget is added.
    func restore(_ snapshot: StateSnapshot, _ center: isolated Center) {
        reason = snapshot.trouble
        center.registry.restore(snapshot)
        guard store != nil, let folder = StatePlaces(environment: service.environment).session else { return }
        let limit = RevisionLimit(in: folder)
        revisionLimit = limit
        center.registry.raiseRevisions(above: limit.leftBehind())
    }

    /// Restores the widgets that were registered at run time; their apps aren't connected yet.
    func restoreRegistrations(_ center: isolated Center) {
        for (identifier, definition) in center.registry.registrations {
            let app = center.registry.departed[identifier]?.sandboxedApp
            guard let kept = center.registry.recall(identifier, at: service.clock.wall(), of: app) else { continue }
            guard center.registry.count < Limits.widgets else {
                service.logger.warning("\(identifier): more than \(Limits.widgets) widgets")
                continue
            }
            var record = WidgetRecord(identifier, definition, source: .registered)
            record.restore(kept, isSnapshot: true)
            record.endpoint = kept.endpoint
            record.sandboxedApp = kept.sandboxedApp
            if case .callingConnection = record.provider { _ = record.setState(.unavailable) }
            do {
                try center.registry.checkProviderIsFree(record)
                try center.add(record, isUntried: nil)
            } catch {
                service.log(.warning, identifier, "the registration is dropped: \(error)")
            }
        }
        center.registry.settle(at: service.clock.wall())
    }

    /// Starts to write changes.
    func begin(_ center: isolated Center) {
        guard let store, !hasStarted else { return }
        hasStarted = true
        // The first panel reads all content. The disk thread reads it ahead, which blocks no caller.
        let contents = center.registry.widgets.map(\.record.storedContent)
        Task { await store.read(contents) }
        raiseLimit(above: center.registry.highestRevision)
        // Only a write shows whether the disk is writable.
        if reason != nil { center.registry.journal.recordArrangement() }
        changed(center)
        for action in early { afterCommit(center, action) }
        early = []
    }

    // MARK: Changes

    /// Schedules a write of the changes, a moment from now.
    func changed(_ center: isolated Center) {
        if hasStarted, !center.registry.journal.isEmpty { perform(schedule.changed(), center) }
    }

    /// Calls `action` on this thread when all changes so far are on disk, or can't be written at present. Panels then
    /// already know the latter.
    func afterCommit(_ center: isolated Center, _ action: @escaping @Sendable () -> Void) {
        if store == nil { return action() }
        if hasStarted { perform(schedule.commit(action), center) } else { early.append(action) }
    }

    /// Keeps the revision limit above a revision that is about to be emitted.
    func raiseLimit(above revision: UInt64) {
        guard hasStarted, let limit = revisionLimit, !limit.raise(above: revision) else { return }
        service.logger.warning("the limit of revisions can't be written: \(String(cString: strerror(errno)))")
        revisionLimit = nil
    }

    private func perform(
        _ actions: [WriteSchedule<@Sendable () -> Void>.Action], _ center: isolated Center
    ) {
        for action in actions {
            switch action {
            case .arm(let delay):
                disarm()
                timer = service.loop.schedule(at: .now + delay, on: center, with: self) { center, keeper in
                    keeper.timer = nil
                    keeper.perform(keeper.schedule.timerFired(), center)
                }
            case .disarm: disarm()
            case .write: write(center)
            case .release(let waiters): for waiter in waiters { waiter() }
            }
        }
    }

    private func disarm() {
        if let timer = timer.take() { service.loop.cancel(timer) }
    }

    private func write(_ center: isolated Center) {
        guard let store else { return }
        let batch = center.registry.removeUnsaved()
        if batch.isEmpty { return wrote(center) }
        Task {
            do throws(StateStore.NotWritten) {
                try await store.write(batch)
                setReason(nil, center)
                wrote(center)
            } catch {
                center.registry.journal.record(batch)
                switch error {
                case .newFile:
                    center.registry.recordEverything()
                    perform(schedule.restarted(), center)
                case .refused(let reason):
                    setReason(reason, center)
                    perform(schedule.failed(), center)
                }
            }
        }
    }

    private func setReason(_ reason: StateTrouble?, _ center: isolated Center) {
        self.reason = reason
        center.publishCenter()
    }

    private func wrote(_ center: isolated Center) {
        perform(schedule.written(hasMore: !center.registry.journal.isEmpty), center)
    }

    // MARK: End

    /// Writes all changes so far. Returns whether that finished in time.
    func flush(_ center: isolated Center) async -> Bool {
        if store == nil { return true }
        center.registry.recordAges()
        let isWritten = FirstAnswer<Bool>()
        _ = service.loop.schedule(at: .now + service.timing.storingAtExit) { isWritten.settle(false) }
        afterCommit(center) { isWritten.settle(true) }
        return await isWritten.value
    }

    /// Writes the remaining changes, and closes the file. Returns when that is done or takes too long.
    func finish(_ center: isolated Center) async {
        guard let store else { return }
        if await flush(center) {
            await store.close()
            if let reason, !center.registry.journal.isEmpty {
                service.logger.error("the last changes are lost: \(reason.reason)")
            } else {
                revisionLimit?.remove()
            }
        } else {
            service.logger.error("the disk is too slow: the last changes may be lost")
        }
    }
}
