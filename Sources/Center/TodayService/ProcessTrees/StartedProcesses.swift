internal import DBus
internal import TodayPlatform

/// Which of its children this process has started itself and not collected: the others it has adopted. On any thread.
final class StartedProcesses: Sendable {
    static let shared = StartedProcesses()

    struct State: Sendable {
        fileprivate(set) var running: Set<Int32> = []
        /// When the first program was started that is no provider, in ticks since the machine was started.
        fileprivate(set) var othersSince: UInt64?
        fileprivate var begun = 0
        fileprivate var ended = 0
    }

    private let state = Locked(State())

    /// Starts a process with `body`.
    func start<Failure: Error>(
        isProvider: Bool, _ body: () throws(Failure) -> ChildProcess
    ) throws(Failure) -> ChildProcess {
        state.withLock { $0.begun += 1 }
        defer { state.withLock { $0.ended += 1 } }
        let process = try body()
        // It is not collected yet, so it is there.
        let start = ProcessSighting.of(process.id)?.id.start ?? 0
        state.withLock { state in
            state.running.insert(process.id)
            if !isProvider { state.othersSince = min(state.othersSince ?? .max, start) }
        }
        return process
    }

    /// From the beginning there are descendants that are not of providers.
    func recordOthers() { state.withLock { $0.othersSince = 0 } }

    /// A process was collected.
    func collected(_ process: Int32) { state.withLock { _ = $0.running.remove(process) } }

    /// Those children of this process that it has adopted; nil while one is being started, which would look like them.
    func adopted() -> (processes: [Int32], othersSince: UInt64?)? {
        let before = state.withLock { $0 }
        guard before.begun == before.ended else { return nil }
        let children = ProcessTree.children(of: nil)
        let after = state.withLock { $0 }
        guard before.begun == after.begun else { return nil }
        return (children.filter { !before.running.contains($0) && !after.running.contains($0) }, after.othersSince)
    }
}
