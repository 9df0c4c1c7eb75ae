internal import DBus
internal import Glibc
internal import Logging
internal import TodayModel

/// Whose state a ``StateKeeper`` keeps.
protocol StateOwner: WidgetHost {
    /// Panels are to be told of ``StateKeeper/trouble`` where that has changed.
    func stateTroubleChanged()
}

/// Brings state from disk at the start, and there after each change, as ``WriteSchedule`` has it. Its owner alone uses it.
final class StateKeeper {
    private let service: ServiceContext
    /// Where state is kept; nil when it is not.
    private let store: StateStore?
    private var schedule: WriteSchedule<@Sendable () -> Void>
    private var timer: EventLoop.Timer?
    private var ledger: RevisionLedger?
    /// Nothing is written before the name is owned: another center may be at work.
    private var hasBegun = false
    /// Who waits for a commit already: calls arrive as soon as the bus has given the name, a moment before this process
    /// hears of it.
    private var early: [@Sendable () -> Void] = []
    /// Why what changes is not on disk, a sentence without its full stop; nil while it is.
    private var reason: String?

    init(_ store: StateStore?, _ service: ServiceContext) {
        self.store = store
        self.service = service
        schedule = WriteSchedule(
            delay: service.timing.storing, retry: service.timing.storingRetry,
            lastRetry: service.timing.storingLastRetry)
    }

    /// Why changes will not survive a restart; nil when they will.
    var trouble: StateTrouble? {
        store == nil ? StateTrouble("this center stores nothing") : reason.map { StateTrouble($0) }
    }

    // MARK: At the start

    /// Takes over what was on disk, before anything is there.
    func restore(_ snapshot: StateSnapshot, _ owner: isolated some StateOwner) {
        reason = snapshot.trouble
        owner.registry.restore(snapshot)
        guard store != nil, let folder = StatePlaces(environment: service.environment).session else { return }
        ledger = RevisionLedger.open(in: folder)
        if ledger == nil {
            service.logger.warning("\(folder): revisions cannot be noted: \(String(cString: strerror(errno)))")
        }
        // What was acknowledged last before a crash may be lost; a revision that was seen is not seen again.
        for (identifier, revision) in ledger?.found ?? [:] {
            owner.registry.raiseRevision(of: identifier, above: revision)
        }
    }

    /// Brings back the widgets that were registered at run time; their apps are not connected yet.
    func restoreRegistrations(_ owner: isolated some StateOwner) {
        for (identifier, definition) in owner.registry.registrations {
            let app = owner.registry.departed[identifier]?.sandboxedApp
            guard let kept = owner.registry.recall(identifier, at: service.clock.wall(), of: app) else { continue }
            guard owner.registry.count < Limits.widgets else {
                service.logger.warning("\(identifier): there are more than \(Limits.widgets) widgets")
                continue
            }
            var record = WidgetRecord(identifier, definition, source: .registered)
            record.restore(kept, isSnapshot: true)
            record.endpoint = kept.endpoint
            record.sandboxedApp = kept.sandboxedApp
            if case .callingConnection = record.provider { _ = record.setState(.unavailable) }
            do {
                try owner.registry.checkProviderIsFree(record)
                try owner.add(record, isUntried: nil)
            } catch {
                service.log(.warning, identifier, "the registration is dropped: \(error)")
            }
        }
        owner.registry.settle(at: service.clock.wall())
    }

    /// From now on changes are written.
    func begin(_ owner: isolated some StateOwner) {
        guard let store, !hasBegun else { return }
        hasBegun = true
        // The first panel asks for all content there is; on the thread of the disk nobody waits for that.
        let contents = owner.registry.widgets.map(\.record.storedContent)
        Task { await store.read(contents) }
        for widget in owner.registry.widgets { noteRevision(of: widget) }
        // Whether the disk can be written shows when something is.
        if reason != nil { owner.registry.journal.noteArrangement() }
        changed(owner)
        for action in early { afterCommit(owner, action) }
        early = []
    }

    // MARK: Changes

    /// Has what has changed written, a moment from now.
    func changed(_ owner: isolated some StateOwner) {
        if hasBegun, !owner.registry.journal.isEmpty { perform(schedule.changed(), owner) }
    }

    /// Calls `action` on this thread when all that has changed so far is on disk, or cannot be written at present, which
    /// panels have been told then.
    func afterCommit(_ owner: isolated some StateOwner, _ action: @escaping @Sendable () -> Void) {
        if store == nil { return action() }
        if hasBegun { perform(schedule.commit(action), owner) } else { early.append(action) }
    }

    /// Notes a revision before anybody sees it.
    func noteRevision(of widget: HostedWidget) {
        let record = widget.record
        if hasBegun, record.revision > 0, !record.definition.transient {
            ledger?.note(record.identifier, record.revision)
        }
    }

    private func perform(
        _ actions: [WriteSchedule<@Sendable () -> Void>.Action], _ owner: isolated some StateOwner
    ) {
        for action in actions {
            switch action {
            case .arm(let delay):
                disarm()
                timer = service.loop.schedule(at: .now + delay, on: owner, with: self) { owner, keeper in
                    keeper.timer = nil
                    keeper.perform(keeper.schedule.timerFired(), owner)
                }
            case .disarm: disarm()
            case .write: write(owner)
            case .release(let waiters): for waiter in waiters { waiter() }
            }
        }
    }

    private func disarm() {
        if let timer = timer.take() { service.loop.cancel(timer) }
    }

    private func write(_ owner: isolated some StateOwner) {
        guard let store else { return }
        let batch = owner.registry.takeUnsaved()
        for (identifier, kept) in batch.widgets where kept == nil { ledger?.forget(identifier) }
        if batch.isEmpty { return wrote(owner) }
        Task {
            do throws(StateStore.NotWritten) {
                try await store.write(batch)
                setReason(nil, owner)
                wrote(owner)
            } catch {
                owner.registry.journal.note(batch)
                switch error {
                case .beginsAnew:
                    owner.registry.noteEverything()
                    perform(schedule.begunAnew(), owner)
                case .refused(let reason):
                    setReason(reason, owner)
                    perform(schedule.failed(), owner)
                }
            }
        }
    }

    private func setReason(_ reason: String?, _ owner: isolated some StateOwner) {
        self.reason = reason
        owner.stateTroubleChanged()
    }

    private func wrote(_ owner: isolated some StateOwner) {
        perform(schedule.written(hasMore: !owner.registry.journal.isEmpty), owner)
    }

    // MARK: At the end

    /// Writes what there is so far. Returns whether that was done in time.
    func flush(_ owner: isolated some StateOwner) async -> Bool {
        if store == nil { return true }
        owner.registry.noteAges()
        let isWritten = FirstAnswer<Bool>()
        _ = service.loop.schedule(at: .now + service.timing.storingAtExit) { isWritten.settle(false) }
        afterCommit(owner) { isWritten.settle(true) }
        return await isWritten.value
    }

    /// Writes what is left, and closes the file. Returns when that is done or takes too long.
    func finish(_ owner: isolated some StateOwner) async {
        guard let store else { return }
        if await flush(owner) {
            await store.close()
            if let reason, !owner.registry.journal.isEmpty {
                service.logger.error("the last changes are lost: \(reason)")
            }
        } else {
            service.logger.error("the disk is too slow: the last changes may be lost")
        }
    }
}
