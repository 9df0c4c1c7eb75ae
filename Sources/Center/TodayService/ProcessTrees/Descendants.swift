internal import CTodaySystem
internal import DBus
internal import Glibc
internal import Logging

/// The processes that providers have started, and their descendants: finds them, measures their memory, and ends them.
///
/// It runs on its own thread, because examining many processes takes time. The thread sleeps while no request arrives
/// and no child ends. ``ProcessFamilies`` decides which provider a process belongs to.
actor Descendants {
    private nonisolated let loop = EventLoop(name: "processes")
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let logger: Logger
    /// The time that a process gets to end after SIGTERM.
    private let patience: Duration
    /// Whether this process becomes the parent of its orphaned descendants.
    private nonisolated let adopts: Bool
    private var families = ProcessFamilies(own: [getpgrp(), getsid(0)])
    /// The times at which processes that are being ended were sent SIGTERM.
    private var asked: [ProcessSighting.ID: MonotonicTime] = [:]
    private var children: DescriptorWatch?
    /// The delay before an uncertain state is checked again.
    private static let moment = Duration.milliseconds(10)

    /// - Parameter adopts: whether this process becomes the parent of its orphaned descendants. That affects the whole
    ///   process, so it must run only a center.
    init(adopts: Bool, patience: Duration, logger: Logger) {
        self.logger = logger
        self.patience = patience
        let result = adopts ? csystem_adopt_orphans() : 0
        self.adopts = adopts && result == 0
        if self.adopts, let known = StartedProcesses.shared.adopted(), !known.processes.isEmpty {
            // The program that this process ran before had children, and their orphans don't belong to providers.
            StartedProcesses.shared.recordOthers()
        }
        if result != 0 {
            logger.warning("cannot find orphaned processes of providers: \(String(cString: strerror(-result)))")
        }
    }

    // MARK: Starting

    /// Records that a provider was started.
    func begin(_ family: ProcessFamilies.Family, root: ProcessSighting.ID) {
        families.begin(family, root: root)
        followChildren()
    }

    private func followChildren() {
        guard adopts, children == nil else { return }
        let signals = csystem_child_signals()
        guard signals >= 0 else { return }
        children = DescriptorWatch(signals, on: loop) { [weak self] in
            var count: UInt64 = 0
            _ = read(signals, &count, 8)
            self?.assumeIsolated { $0.collectOrphans() }
        }
    }

    /// Collects the adopted children that have ended.
    private func collectOrphans() {
        guard let adopted = StartedProcesses.shared.adopted() else {
            // A process is being started, and is known a moment later.
            _ = loop.schedule(at: .now + Self.moment) { [weak self] in
                self?.assumeIsolated { $0.collectOrphans() }
            }
            return
        }
        for process in adopted.processes { Self.collect(process) }
    }

    private static func collect(_ process: Int32) {
        var status: Int32 = 0
        _ = csystem_reap(process, &status)
    }

    // MARK: Examining

    /// Updates the known processes. Returns false if orphans can't be distinguished from a process that is being
    /// started.
    @discardableResult
    private func rescan() -> Bool {
        let adopted = adopts ? StartedProcesses.shared.adopted() : nil
        let orphans = Set(adopted?.processes ?? [])
        let known = families.numbers
        let sightings = ProcessTree.sightings(from: known.union(orphans)) { id in
            orphans.contains(id.number) && !known.contains(id.number)
        }
        families.update(sightings, othersSince: adopted?.othersSince)
        for process in sightings where process.isOver && orphans.contains(process.id.number) {
            Self.collect(process.id.number)
        }
        return !adopts || adopted != nil
    }

    /// Returns the memory of a provider and its descendants, in bytes; nil if all have ended.
    func memory(of family: ProcessFamilies.Family) -> UInt64? {
        rescan()
        return families.memory(of: family)
    }

    // MARK: Ending

    /// Forwards a signal that was sent to a provider's process group to its other descendants.
    func spread(_ signal: Int32, in family: ProcessFamilies.Family) {
        rescan()
        for process in families.membersOutsideGroup(of: family) { send(signal, to: process) }
    }

    /// Ends the remaining descendants of a provider that has ended: SIGTERM, then SIGKILL after a delay. Returns when
    /// all have ended, or signals don't help.
    ///
    /// - Parameter isKilled: whether to skip SIGTERM.
    func end(_ family: ProcessFamilies.Family, isKilled: Bool) async {
        await end(isKilled: isKilled) { $0.members(of: family) }
        families.end(family)
    }

    /// Kills all remaining processes of all providers.
    func endAll() async { await end(isKilled: true, \.allMembers) }

    private func end(isKilled: Bool, _ members: (ProcessFamilies) -> [ProcessSighting.ID]) async {
        let called = MonotonicTime.now
        // The time when the first of them was asked to end; processes that are started later don't extend it.
        var knownStart: MonotonicTime?
        while true {
            let sawAll = rescan()
            let processes = members(families)
            guard let first = processes.first else {
                if sawAll { break }
                await waitForEnd(of: nil, until: .now + Self.moment)
                continue
            }
            let start = knownStart ?? processes.compactMap { asked[$0] }.min() ?? .now
            knownStart = start
            let mayLive = !isKilled && .now < start + patience
            if !mayLive, .now >= max(start, called) + patience + patience {
                logger.warning("processes of a provider don't end: \(processes.map(\.number))")
                break
            }
            for process in processes {
                if !mayLive {
                    send(SIGKILL, to: process)
                } else if asked[process] == nil {
                    send(SIGTERM, to: process)
                }
            }
            await waitForEnd(of: first, until: mayLive ? start + patience : .now + patience)
        }
        let left = Set(families.allMembers)
        asked = asked.filter { left.contains($0.key) }
    }

    /// Sends a signal to this process only, not to another one that may have its number now.
    private func send(_ signal: Int32, to process: ProcessSighting.ID) {
        if signal == SIGTERM { asked[process] = .now }
        guard let descriptor = Self.open(process) else { return }
        _ = csystem_signal_process(descriptor, signal)
        close(descriptor)
    }

    /// Opens a pidfd of a process; nil if the process was collected.
    private static func open(_ process: ProcessSighting.ID) -> Int32? {
        let descriptor = csystem_pidfd_open(process.number)
        guard descriptor >= 0 else { return nil }
        // The descriptor stays bound to the process that has the number now.
        if ProcessSighting.of(process.number)?.id == process { return descriptor }
        close(descriptor)
        return nil
    }

    private func waitForEnd(of process: ProcessSighting.ID?, until time: MonotonicTime) async {
        let descriptor = process.flatMap(Self.open)
        // Without a descriptor, the process has just ended.
        let limit = descriptor == nil ? min(time, .now + Self.moment) : time
        let wait = ProcessWait()
        await withCheckedContinuation { continuation in
            wait.begin(descriptor, until: limit, on: loop) { continuation.resume() }
        }
        if let descriptor { close(descriptor) }
    }
}

/// Waits for the end of a process or for a time, whichever comes first. `@unchecked`: only on the loop's thread.
private final class ProcessWait: @unchecked Sendable {
    private var watch: DescriptorWatch?
    private var timer: EventLoop.Timer?
    private var done: (@Sendable () -> Void)?

    func begin(
        _ descriptor: Int32?, until time: MonotonicTime, on loop: EventLoop, _ done: @escaping @Sendable () -> Void
    ) {
        self.done = done
        watch = descriptor.map { DescriptorWatch($0, on: loop) { self.finish(loop) } }
        timer = loop.schedule(at: time) { self.finish(loop) }
    }

    private func finish(_ loop: EventLoop) {
        watch.take()?.cancel()
        if let timer = timer.take() { loop.cancel(timer) }
        done.take()?()
    }
}
