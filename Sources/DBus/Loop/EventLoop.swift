internal import CSystem
internal import Glibc
internal import Synchronization

/// One thread that waits for messages, timers and file descriptors, and runs actor code in between.
///
/// A ``Connection`` does all its work on a loop. An actor that takes the loop as its executor shares that thread, so it
/// handles calls without a lock and without a thread hop:
///
/// ```swift
/// actor Thing {
///     let loop: EventLoop
///     nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
/// }
/// ```
///
/// The thread sleeps while nothing happens; there is no periodic wake-up. It lives until ``stop()``.
public final class EventLoop: SerialExecutor, Sendable {
    /// What other threads may touch. The lock is held for a few instructions, never while code runs.
    private struct Shared {
        var jobs: [UnownedJob] = []
        /// The thread is in `ppoll`, or will look at `jobs` only after it: whoever adds a job writes the eventfd.
        var isAsleep = false
        var isStopping = false
    }

    private let shared = Mutex(Shared())
    private let wakeUp: CInt
    /// The loop's thread once it runs, 0 before.
    private let thread = Atomic<UInt>(0)
    /// Touched by the loop's thread only.
    private let local: Local

    /// Starts the thread. `name` shows in `ps -T` and debuggers; at most 15 bytes count.
    public init(name: String = "dbus") {
        wakeUp = csystem_eventfd()
        precondition(wakeUp >= 0, "no eventfd can be made: errno \(errno)")
        local = Local()
        let argument = Unmanaged.passRetained(Start(loop: self, name: name)).toOpaque()
        var id = pthread_t()
        let result = pthread_create(&id, nil, { runEventLoop($0) }, argument)
        precondition(result == 0, "no thread can be started: errno \(result)")
        pthread_detach(id)
    }

    deinit { close(wakeUp) }

    /// Whether the caller runs on this loop's thread.
    public var isCurrent: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let wake = shared.withLock { shared in
            shared.jobs.append(job)
            defer { shared.isAsleep = false }
            return shared.isAsleep
        }
        if wake { poke() }
    }

    public func checkIsolated() {
        precondition(isCurrent, "this code runs only on the thread of its event loop")
    }

    public func isIsolatingCurrentContext() -> Bool? { isCurrent }

    /// Ends the thread after the jobs that are queued now. Connections on this loop have to be closed before.
    public func stop() {
        let wake = shared.withLock { shared in
            shared.isStopping = true
            defer { shared.isAsleep = false }
            return shared.isAsleep
        }
        if wake { poke() }
    }

    private func poke() {
        var one: UInt64 = 1
        // It fails only when the counter is full, and then the thread wakes up anyway.
        _ = write(wakeUp, &one, 8)
    }

    // MARK: What runs on the thread

    /// State of the loop's own thread.
    private final class Local: @unchecked Sendable {
        // Invariant: read and written by the loop's thread alone.
        var timers = TimerQueue<@Sendable () -> Void>()
        var sources: [ObjectIdentifier: any EventSource] = [:]
    }

    /// Calls `action` on the loop's thread once, at `deadline` on the monotonic clock. On the loop's thread only.
    package func schedule(at deadline: MonotonicTime, _ action: @escaping @Sendable () -> Void) -> Timer {
        checkIsolated()
        return Timer(id: local.timers.add(deadline: deadline.nanoseconds, action))
    }

    /// A deadline that waits.
    package struct Timer: Sendable { fileprivate let id: TimerQueue<@Sendable () -> Void>.ID }

    /// Forgets a timer; nothing happens if it has fired. On the loop's thread only.
    package func cancel(_ timer: Timer) {
        checkIsolated()
        local.timers.cancel(timer.id)
    }

    /// Watches a source until ``remove(_:)``. On the loop's thread only.
    func add(_ source: any EventSource) {
        checkIsolated()
        local.sources[ObjectIdentifier(source)] = source
    }

    func remove(_ source: any EventSource) {
        checkIsolated()
        local.sources[ObjectIdentifier(source)] = nil
    }

    fileprivate func run() {
        thread.store(UInt(pthread_self()), ordering: .relaxed)
        var descriptors: [pollfd] = []
        var jobs: [UnownedJob] = []
        while true {
            let stopping = shared.withLock { shared in
                swap(&jobs, &shared.jobs)
                return shared.isStopping && jobs.isEmpty
            }
            if stopping { return }
            for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
            jobs.removeAll(keepingCapacity: true)

            for source in local.sources.values { source.processPending() }
            let now = MonotonicTime.now.nanoseconds
            while let action = local.timers.popDue(now: now) { action() }
            wait(&descriptors)
        }
    }

    /// Sleeps until something happens, and hands what happened to its source.
    private func wait(_ descriptors: inout [pollfd]) {
        // The set is made anew each turn: libdbus adds, removes and toggles its watches at any time.
        descriptors.removeAll(keepingCapacity: true)
        descriptors.append(pollfd(fd: wakeUp, events: Int16(POLLIN), revents: 0))
        var ranges: [(source: any EventSource, start: Int, count: Int)] = []
        for source in local.sources.values {
            let start = descriptors.count
            source.collect(into: &descriptors)
            ranges.append((source, start, descriptors.count - start))
        }
        let busy = shared.withLock { shared in
            let busy = !shared.jobs.isEmpty || shared.isStopping
            shared.isAsleep = !busy
            return busy
        }
        var timeout: Int64 = busy ? 0 : -1
        if !busy, let deadline = local.timers.nextDeadline {
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
        for (source, start, count) in ranges {
            let ready = descriptors[start..<start + count]
            if ready.contains(where: { $0.revents != 0 }) { source.handle(ready) }
        }
    }
}

/// Something with file descriptors that an ``EventLoop`` waits for. All its methods run on the loop's thread.
protocol EventSource: AnyObject, Sendable {
    /// Adds the descriptors to wait for, before each wait.
    func collect(into descriptors: inout [pollfd])
    /// Takes the answers of a wait in which at least one of its descriptors was ready.
    func handle(_ ready: ArraySlice<pollfd>)
    /// Does what can be done without waiting, before each wait.
    func processPending()
}

/// Time on the monotonic clock.
package struct MonotonicTime: Comparable, Sendable {
    package var nanoseconds: UInt64

    package static var now: MonotonicTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
    }

    package static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }

    /// The time `duration` later; a negative duration counts as none.
    package static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else { return time }
        // A century is as good as for ever, and keeps the sum in range.
        let capped = UInt64(min(seconds, 3_153_600_000))
        return MonotonicTime(nanoseconds: time.nanoseconds + capped * 1_000_000_000 + UInt64(attoseconds) / 1_000_000_000)
    }
}

/// What the new thread is given.
private final class Start: Sendable {
    let loop: EventLoop
    let name: String

    init(loop: EventLoop, name: String) {
        self.loop = loop
        self.name = name
    }
}

private func runEventLoop(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
    csystem_set_thread_name(start.name)
    start.loop.run()
    return nil
}
