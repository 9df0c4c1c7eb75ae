internal import DBus
internal import TodayPlatform

/// The children that this process started itself and hasn't collected; its other children are adopted. Safe to use on
/// any thread.
final class StartedProcesses: Sendable {
    static let shared = StartedProcesses()

    struct State: Sendable {
        fileprivate(set) var running: Set<Int32> = []
        /// The time when the first program other than a provider was started, in ticks since the machine booted.
        fileprivate(set) var othersSince: UInt64?
        fileprivate var started = 0
        fileprivate var ended = 0
    }

    private let state = Locked(State())

    /// Starts a process with `body`.
    func start<Failure: Error>(
        isProvider: Bool, _ body: () throws(Failure) -> ChildProcess
    ) throws(Failure) -> ChildProcess {
        state.withLock { $0.started += 1 }
        defer { state.withLock { $0.ended += 1 } }
        let process = try body()
        // It isn't collected yet, so it still exists.
        let start = ProcessSighting.of(process.id)?.id.start ?? 0
        state.withLock { state in
            state.running.insert(process.id)
            if !isProvider { state.othersSince = min(state.othersSince ?? .max, start) }
        }
        return process
    }

    /// Records that some descendants have not come from providers since the start.
    func recordOthers() { state.withLock { $0.othersSince = 0 } }

    /// Records that a process was collected.
    func collected(_ process: Int32) { state.withLock { _ = $0.running.remove(process) } }

    /// Returns the adopted children of this process; nil while a process is being started, which would look like one of
    /// them.
    func adopted() -> (processes: [Int32], othersSince: UInt64?)? {
        let before = state.withLock { $0 }
        guard before.started == before.ended else { return nil }
        let children = ProcessTree.children(of: nil)
        let after = state.withLock { $0 }
        guard before.started == after.started else { return nil }
        return (children.filter { !before.running.contains($0) && !after.running.contains($0) }, after.othersSince)
    }
}

extension RunningProcess {
    /// Starts a program that ``StartedProcesses`` counts; a program with an observer is a provider.
    @discardableResult
    static func startCounted(
        _ request: ChildProcess.Request, on loop: EventLoop, patience: Duration = .seconds(2), limit: Duration? = nil,
        onSignal: SignalObserver? = nil, ended: @escaping @Sendable (RunningProcess, ChildProcess.Exit) -> Void
    ) throws(ChildProcess.SpawnError) -> RunningProcess {
        let started = StartedProcesses.shared
        var id: Int32?
        do throws(ChildProcess.SpawnError) {
            return try start(
                request, on: loop, patience: patience, limit: limit, onSignal: onSignal,
                spawn: { request throws(ChildProcess.SpawnError) in
                    let process = try started.start(isProvider: onSignal != nil) { () throws(ChildProcess.SpawnError) in
                        try ChildProcess.spawn(request)
                    }
                    id = process.id
                    return process
                },
                ended: { process, exit in
                    started.collected(process.id)
                    ended(process, exit)
                })
        } catch {
            if let id { started.collected(id) }
            throw error
        }
    }
}
