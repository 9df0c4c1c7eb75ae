internal import DBus
internal import Glibc
internal import Logging
internal import TodayModel
internal import TodayProtocol

/// What the center holds for keeping its state; the center alone uses it.
final class Storing {
    let store: StateStore
    var schedule: WriteSchedule<@Sendable () -> Void>
    var timer: EventLoop.Timer?
    var ledger: RevisionLedger?
    /// Nothing is written before the name is owned: another center may be at work.
    var hasBegun = false
    /// Who waits for a commit already: calls arrive as soon as the bus has given the name, a moment before this process
    /// hears of it.
    var early: [@Sendable () -> Void] = []
    /// Why what changes is not on disk, a sentence without its full stop; nil while it is.
    var trouble: String?

    init(_ store: StateStore, _ timing: ServiceTiming) {
        self.store = store
        schedule = WriteSchedule(
            delay: timing.storing, retry: timing.storingRetry, lastRetry: timing.storingLastRetry)
    }
}

/// State comes from disk at the start, and goes there after each change.
extension Center {
    // MARK: At the start

    /// Takes over what was on disk, before anything is there.
    func restore(_ image: StateImage) async {
        let trouble = await storing?.store.trouble
        storing?.trouble = trouble
        registry.restore(image)
        guard storing != nil else { return }
        if let folder = StatePlaces(environment: environment).session {
            if let ledger = RevisionLedger.open(in: folder) {
                storing?.ledger = ledger
            } else {
                logger.warning("\(folder): revisions cannot be noted: \(String(cString: strerror(errno)))")
            }
        }
        // What was acknowledged last before a crash may be lost; a revision that was seen is not seen again.
        for (identifier, revision) in storing?.ledger?.found ?? [:] {
            registry.raiseRevision(of: identifier, above: revision)
        }
    }

    /// Brings back the widgets that were registered at run time; their apps are not connected yet.
    func restoreRegistrations() {
        for (identifier, definition) in registry.registrations {
            let app = registry.departed[identifier]?.sandboxedApp
            guard let kept = registry.recall(identifier, at: clock.wall(), of: app) else { continue }
            guard registry.count < Limits.widgets else {
                logger.warning("\(identifier): there are more than \(Limits.widgets) widgets")
                continue
            }
            var record = WidgetRecord(identifier, definition, source: .registered)
            record.restore(kept, isSnapshot: true)
            record.endpoint = kept.endpoint
            record.sandboxedApp = kept.sandboxedApp
            if case .callingConnection = record.provider { _ = record.setState(.unavailable) }
            do {
                try checkProviderIsFree(record)
                try add(record)
            } catch {
                log(.warning, identifier, "the registration is dropped: \(error)")
            }
        }
        registry.settle(at: clock.wall())
    }

    /// From now on changes are written.
    func beginStoring() {
        guard storing?.hasBegun == false else { return }
        storing?.hasBegun = true
        for widget in registry.widgets { noteRevision(of: widget) }
        // Whether the disk can be written shows when something is.
        if storing?.trouble != nil { registry.journal.noteArrangement() }
        store()
        for action in storing?.early ?? [] { afterCommit(action) }
        storing?.early = []
    }

    // MARK: Changes

    /// Has what has changed written, a moment from now.
    func store() {
        guard storing?.hasBegun == true, !registry.journal.isEmpty, let actions = storing?.schedule.changed() else {
            return
        }
        perform(actions)
    }

    /// Why changes will not survive a restart; nil when they will.
    var stateTrouble: StateTrouble? {
        guard let storing else { return StateTrouble("this center stores nothing") }
        return storing.trouble.map { StateTrouble($0) }
    }

    /// Calls `action` on this thread when all that has changed so far is on disk, or cannot be written at present, which
    /// panels have been told then.
    func afterCommit(_ action: @escaping @Sendable () -> Void) {
        guard let hasBegun = storing?.hasBegun else { return action() }
        guard hasBegun else {
            storing?.early.append(action)
            return
        }
        if let actions = storing?.schedule.commit(action) { perform(actions) }
    }

    /// Notes a revision before anybody sees it.
    func noteRevision(of widget: HostedWidget) {
        let record = widget.record
        guard storing?.hasBegun == true, record.revision > 0, !record.definition.transient else { return }
        storing?.ledger?.note(record.identifier, record.revision)
    }

    private func perform(_ actions: [WriteSchedule<@Sendable () -> Void>.Action]) {
        for action in actions {
            switch action {
            case .arm(let delay):
                disarm()
                storing?.timer = loop.schedule(at: .now + delay) { [weak self] in
                    self?.assumeIsolated { $0.storingIsDue() }
                }
            case .disarm: disarm()
            case .write: write()
            case .release(let waiters): for waiter in waiters { waiter() }
            }
        }
    }

    private func disarm() {
        if let timer = storing?.timer.take() { loop.cancel(timer) }
    }

    private func storingIsDue() {
        storing?.timer = nil
        if let actions = storing?.schedule.timerFired() { perform(actions) }
    }

    private func write() {
        guard let store = storing?.store else { return }
        let batch = registry.takeUnsaved()
        for (identifier, kept) in batch.widgets where kept == nil { storing?.ledger?.forget(identifier) }
        if batch.isEmpty { return wrote() }
        Task {
            do throws(StateStore.NotWritten) {
                try await store.write(batch)
                setTrouble(nil)
                wrote()
            } catch {
                registry.journal.note(batch)
                switch error {
                case .beginsAnew:
                    registry.noteEverything()
                    if let actions = storing?.schedule.begunAnew() { perform(actions) }
                case .refused(let reason):
                    setTrouble(reason)
                    if let actions = storing?.schedule.failed() { perform(actions) }
                }
            }
        }
    }

    private func setTrouble(_ reason: String?) {
        storing?.trouble = reason
        publishCenter()
    }

    private func wrote() {
        if let actions = storing?.schedule.written(hasMore: !registry.journal.isEmpty) { perform(actions) }
    }

    /// Writes what there is so far. Returns when that is done or takes too long.
    package func flush() async -> Bool {
        guard storing != nil else { return true }
        registry.noteAges()
        return await withCheckedContinuation { continuation in
            let once = Once(continuation)
            _ = loop.schedule(at: .now + timing.storingAtExit) { once.resume(false) }
            afterCommit { once.resume(true) }
        }
    }

    /// Writes what is left, and closes the file. Returns when that is done or takes too long.
    package func finishStoring() async {
        guard let store = storing?.store else { return }
        if await flush() {
            await store.close()
            if let trouble = storing?.trouble, !registry.journal.isEmpty {
                logger.error("the last changes are lost: \(trouble)")
            }
        } else {
            logger.error("the disk is too slow: the last changes may be lost")
        }
    }

    // MARK: Registrations that are not answered

    /// Notes that `RegisterWidget` is being answered: its provider is not called before that. ``registrationAnswered(_:_:)``
    /// is to follow.
    func beginAnswering(_ path: ObjectPath) -> FirstAnswer<Void> {
        let answer = FirstAnswer<Void>()
        registry[path]?.registrations.append(answer)
        return answer
    }

    func registrationAnswered(_ path: ObjectPath, _ answer: FirstAnswer<Void>) {
        answer.settle(())
        guard let widget = registry[path] else { return }
        widget.registrations.removeAll { $0 === answer }
        reschedule(widget)
    }

    /// Waits until the registrations of a widget are answered.
    func waitForAnswer(_ widget: HostedWidget) async {
        for answer in widget.registrations { await answer.value }
    }
}

/// A continuation that the first of several events resumes. All of them happen on one thread.
final class Once: Sendable {
    private let continuation: Locked<CheckedContinuation<Bool, Never>?>

    init(_ continuation: CheckedContinuation<Bool, Never>) { self.continuation = Locked(continuation) }

    func resume(_ value: Bool) { continuation.withLock { $0.take() }?.resume(returning: value) }
}
