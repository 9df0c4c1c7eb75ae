internal import CTodaySystem
internal import TodayCLibrary
internal import Synchronization

/// A thread that waits for messages, timers and file descriptors, and runs actor code in between.
///
/// A ``Connection`` does all of its work on a loop. An actor that uses the loop as its executor shares this thread, so
/// it handles calls without a lock and without a thread hop:
///
/// ```swift
/// actor Thing {
///     let loop: EventLoop
///     nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
/// }
/// ```
///
/// The thread sleeps until an event arrives and never wakes up periodically. It ends when the last reference to the
/// loop is released, so an actor on the loop can always run.
public final class EventLoop: SerialExecutor, Sendable {
    private let core: LoopCore

    /// Starts the thread. The first 15 bytes of `name` appear in `ps -T` and debuggers.
    public init(name: String = "dbus") {
        core = LoopCore()
        let isStarted = WorkThread.start { [weak self, core] in
            csystem_set_thread_name(name)
            core.claimThread()
            // The loop is retained only during a turn; a waiting job retains it through its actor.
            while self?.turn() != nil { core.wait() }
        }
        if !isStarted { fatalError("cannot start a thread for an event loop") }
    }

    private func turn() {
        // A job may release the last other reference, but the executor still needs to record the job's end.
        withExtendedLifetime(self) { core.turn(on: asUnownedSerialExecutor()) }
    }

    deinit { core.stop() }

    /// Whether the caller runs on this loop's thread.
    public var isCurrent: Bool { core.isCurrent }

    public func enqueue(_ job: consuming ExecutorJob) { core.enqueue(.job(UnownedJob(job))) }

    /// Calls `action` on the loop's thread, in order with the actor code that will run there.
    package func perform(_ action: @escaping @Sendable () -> Void) { core.enqueue(.action(action)) }

    public func checkIsolated() {
        if !isCurrent { fatalError("this code runs only on the thread of its event loop") }
    }

    public func isIsolatingCurrentContext() -> Bool? { isCurrent }

    /// Calls `action` on the loop's thread once, at `deadline` on the monotonic clock.
    package func schedule(at deadline: MonotonicTime, _ action: @escaping @Sendable () -> Void) -> Timer {
        let id = core.nextTimer()
        if isCurrent {
            core.timers.add(id, deadline: deadline.nanoseconds, action)
        } else {
            perform { self.core.timers.add(id, deadline: deadline.nanoseconds, action) }
        }
        return Timer(id: id)
    }

    /// A scheduled action; see ``schedule(after:_:)``.
    public struct Timer: Sendable { fileprivate let id: TimerQueue<@Sendable () -> Void>.ID }

    /// Cancels a timer; does nothing if it has fired. If you call it on another thread, the timer may still fire
    /// shortly afterward.
    public func cancel(_ timer: Timer) {
        if isCurrent, core.timers.cancel(timer.id) != nil { return }
        // Another thread may have asked for it, and the loop not added it yet.
        perform { self.core.timers.cancel(timer.id) }
    }

    /// How the calls of its connections share the bus. Use it only on the loop's thread.
    var pacing: Pacing {
        get { core.pacing }
        _modify { yield &core.pacing }
    }

    /// The number of waiting timers. Use it only on the loop's thread.
    var timerCount: Int {
        checkIsolated()
        return core.timers.count
    }

    /// The number of watched sources. Use it only on the loop's thread.
    var sourceCount: Int {
        checkIsolated()
        return core.sources.count
    }

    /// Watches a source until ``remove(_:)``. From another thread, the loop starts and ends soon.
    func add(_ source: any EventSource) {
        if isCurrent {
            core.sources[ObjectIdentifier(source)] = source
        } else {
            perform { self.core.sources[ObjectIdentifier(source)] = source }
        }
    }

    func remove(_ source: any EventSource) {
        if isCurrent, core.sources.removeValue(forKey: ObjectIdentifier(source)) != nil { return }
        perform { self.core.sources[ObjectIdentifier(source)] = nil }
    }
}

/// A job submitted to an ``EventLoop``.
private enum LoopJob {
    case job(UnownedJob)
    case action(@Sendable () -> Void)
}

/// The state of an ``EventLoop``'s thread. The thread keeps it alive, not the loop itself.
///
/// `@unchecked`: only the loop's thread uses `timers`, `sources` and `pacing`; the rest is locked or atomic.
private final class LoopCore: @unchecked Sendable {
    /// State shared with other threads. The lock is held for a few instructions, never while code runs.
    private struct Shared {
        var jobs: [LoopJob] = []
        /// Whether the thread waits, or will check `jobs` only after waiting. If so, adding a job must write the
        /// eventfd.
        var isAsleep = false
        var isStopping = false
    }

    var timers = TimerQueue<@Sendable () -> Void>()
    private let timerNumber = Atomic<UInt64>(0)
    var sources: [ObjectIdentifier: any EventSource] = [:]
    var pacing = Pacing()
    private let shared = Locked(Shared())
    private let wakeUp: CInt
    /// The loop's thread once it runs, 0 before.
    private let thread = Atomic<UInt>(0)
    private var descriptors: [pollfd] = []
    /// Jobs moved from `Shared`, in their order; they run before those in `Shared`.
    private var jobs: [LoopJob] = []
    private static let jobsTurn: UInt64 = 500_000
    /// The watched sources, and the start of their descriptors. Kept between turns only to reuse the memory.
    private var waiting: [(source: any EventSource, start: Int)] = []

    init() {
        wakeUp = csystem_eventfd()
        if wakeUp < 0 { fatalError("cannot create an eventfd for an event loop: errno \(errno)") }
    }

    deinit { close(wakeUp) }

    var isCurrent: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

    func nextTimer() -> TimerQueue<@Sendable () -> Void>.ID {
        .init(number: timerNumber.add(1, ordering: .relaxed).newValue)
    }

    func enqueue(_ job: LoopJob) { change { $0.jobs.append(job) } }

    func stop() { change { $0.isStopping = true } }

    private func change(_ body: (inout Shared) -> Void) {
        let wake = shared.withLock { shared in
            body(&shared)
            defer { shared.isAsleep = false }
            return shared.isAsleep
        }
        guard wake else { return }
        var one: UInt64 = 1
        // It fails only when the counter is full, and then the thread wakes up anyway.
        _ = write(wakeUp, &one, 8)
    }

    func claimThread() { thread.store(UInt(pthread_self()), ordering: .relaxed) }

    /// Runs everything that can run without waiting.
    func turn(on executor: UnownedSerialExecutor) {
        takeJobs()
        run(on: executor)
        for source in sources.values { source.processPending() }
        // Tasks that a reply has resumed run now, and not after another look at the descriptors.
        takeJobs()
        if !jobs.isEmpty { run(on: executor) }
        let now = MonotonicTime.now.nanoseconds
        while let action = timers.popDue(now: now) { action() }
    }

    private func takeJobs() {
        if jobs.isEmpty { shared.withLock { swap(&jobs, &$0.jobs) } }
    }

    /// Runs jobs for a limited time, so that many jobs don't block the sources.
    private func run(on executor: UnownedSerialExecutor) {
        let start = MonotonicTime.now.nanoseconds
        var done = 0
        while done < jobs.count, done % 16 != 15 || MonotonicTime.now.nanoseconds - start < Self.jobsTurn {
            let job = jobs[done]
            done += 1
            switch job {
            case .job(let job): job.runSynchronously(on: executor)
            case .action(let action): action()
            }
        }
        if done == jobs.count { jobs.removeAll(keepingCapacity: true) } else { jobs.removeFirst(done) }
    }

    /// Sleeps until something happens, and passes the events to their sources.
    func wait() {
        // The set is rebuilt each turn: libdbus adds, removes and toggles its watches at any time.
        descriptors.removeAll(keepingCapacity: true)
        descriptors.append(pollfd(fd: wakeUp, events: Int16(POLLIN), revents: 0))
        var isBusy = !jobs.isEmpty
        for source in sources.values {
            waiting.append((source, descriptors.count))
            source.collect(into: &descriptors)
            isBusy = isBusy || source.isBusy
        }
        defer { waiting.removeAll(keepingCapacity: true) }
        let busy = shared.withLock { shared in
            let busy = isBusy || !shared.jobs.isEmpty || shared.isStopping
            shared.isAsleep = !busy
            return busy
        }
        var timeout: Int64 = busy ? 0 : -1
        if !busy, let deadline = timers.nextDeadline {
            let now = MonotonicTime.now.nanoseconds
            timeout = Int64(clamping: deadline > now ? deadline - now : 0)
        }
        let result = csystem_poll(&descriptors, UInt(descriptors.count), timeout)
        shared.withLock { $0.isAsleep = false }
        // The only error here is an interrupting signal.
        guard result > 0 else { return }
        if descriptors[0].revents != 0 {
            var count: UInt64 = 0
            _ = read(wakeUp, &count, 8)
        }
        var end = descriptors.count
        for (source, start) in waiting.reversed() {
            let ready = descriptors[start..<end]
            end = start
            // Handling one source may have removed another.
            if ready.contains(where: { $0.revents != 0 }), sources[ObjectIdentifier(source)] != nil {
                source.handle(ready)
            }
        }
    }
}

/// An object with file descriptors that an ``EventLoop`` waits for. All its methods run on the loop's thread.
protocol EventSource: AnyObject, Sendable {
    /// Adds the descriptors to wait for, before each wait.
    func collect(into descriptors: inout [pollfd])
    /// Handles the result of a wait in which at least one of its descriptors was ready.
    func handle(_ ready: ArraySlice<pollfd>)
    /// Does pending work that doesn't block, before each wait, for a limited time.
    func processPending()
    /// Whether more work is pending that doesn't block.
    var isBusy: Bool { get }
}

extension EventSource {
    var isBusy: Bool { false }
}

/// Time on the monotonic clock.
package struct MonotonicTime: Comparable, Sendable {
    package var nanoseconds: UInt64

    package init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    package static var now: MonotonicTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
    }

    package static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }

    /// Returns the duration since `earlier`; zero if this is not later.
    package static func - (time: MonotonicTime, earlier: MonotonicTime) -> Duration {
        .nanoseconds(time > earlier ? Int64(clamping: time.nanoseconds - earlier.nanoseconds) : 0)
    }

    /// Returns the time `duration` later; a negative duration counts as zero.
    package static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
        guard duration > .zero else { return time }
        // A century is as good as forever. The limit keeps the sum in range. It also keeps the seconds in 64 bits;
        // otherwise reading them traps.
        let (seconds, attoseconds) = min(duration, .seconds(3_153_600_000)).components
        return MonotonicTime(
            nanoseconds: time.nanoseconds + UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds) / 1_000_000_000)
    }
}
