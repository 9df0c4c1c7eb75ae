internal import CTodaySystem
internal import Synchronization
internal import TodayCLibrary

/// A watch that calls a handler on the thread of an ``EventLoop`` whenever a file descriptor is ready; see
/// ``EventLoop/watch(_:for:_:)``.
public final class DescriptorWatch: EventSource {
    /// The operations that a file descriptor is ready for.
    public struct Readiness: OptionSet, Sendable {
        /// The bits of the set. Any bits may be set; bits without an option below are ignored.
        public let rawValue: UInt8

        /// Makes a set from its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Data is available to read, or the other end was closed.
        public static let reading = Readiness(rawValue: 1)
        /// Data can be written, or the other end was closed.
        public static let writing = Readiness(rawValue: 2)
    }

    private let loop: EventLoop
    private let descriptor: CInt
    private let events: Int16
    private let handler: @Sendable () -> Void
    private let isCancelled = Atomic<Bool>(false)

    /// Starts to watch.
    package init(
        _ descriptor: CInt, on loop: EventLoop, for readiness: Readiness = .reading,
        handler: @escaping @Sendable () -> Void
    ) {
        self.loop = loop
        self.descriptor = descriptor
        events = Int16((readiness.contains(.reading) ? POLLIN : 0) | (readiness.contains(.writing) ? POLLOUT : 0))
        self.handler = handler
        loop.add(self)
    }

    /// Ends the watch. On the loop's thread, the handler is no longer called, and you can then close the descriptor.
    /// Don't close it earlier, because its number may be reused. On another thread, the watch ends soon afterward.
    public func cancel() {
        isCancelled.store(true, ordering: .relaxed)
        loop.remove(self)
    }

    func collect(into descriptors: inout [pollfd]) {
        let descriptor = isCancelled.load(ordering: .relaxed) ? -1 : descriptor
        descriptors.append(pollfd(fd: descriptor, events: events, revents: 0))
    }

    func handle(_ ready: ArraySlice<pollfd>) {
        // A closed descriptor is always ready; the handler detects the error when it reads.
        if ready.contains(where: { $0.revents & Int16(POLLNVAL) != 0 }) { cancel() }
        handler()
    }

    func processPending() {}
}

extension EventLoop {
    /// Calls `handler` on the loop's thread whenever a file descriptor is ready, until the watch is canceled.
    ///
    /// Use it for other sources than D-Bus, such as a socket, a pipe or a device. The loop sleeps until one is ready.
    /// Readiness is level-triggered: the handler must read or write without blocking, or cancel the watch; otherwise it
    /// is called again immediately. You still own the descriptor; the loop keeps the watch.
    ///
    /// ```swift
    /// let watch = loop.watch(input) { [weak self] in self?.assumeIsolated { $0.readInput() } }
    /// ```
    @discardableResult
    public func watch(
        _ descriptor: CInt, for readiness: DescriptorWatch.Readiness = .reading,
        _ handler: @escaping @Sendable () -> Void
    ) -> DescriptorWatch {
        DescriptorWatch(descriptor, on: self, for: readiness, handler: handler)
    }

    /// Calls `action` once on the loop's thread, after `delay` on the monotonic clock. With zero or less, calls it
    /// before the loop waits next.
    ///
    /// ```swift
    /// timer = loop.schedule(after: .seconds(30)) { [weak self] in self?.assumeIsolated { $0.giveUp() } }
    /// ```
    @discardableResult
    public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> Timer {
        schedule(at: .now + delay, action)
    }

    /// Calls `action` on the loop's thread on SIGTERM and SIGINT, which then no longer end the process. If no file
    /// descriptor is available, they still end it.
    ///
    /// ```swift
    /// loop.onStopSignal { Task { await bus.close() } }
    /// ```
    ///
    /// Call it once per process.
    public func onStopSignal(_ action: @escaping @Sendable () -> Void) {
        let descriptor = csystem_stop_signals()
        guard descriptor >= 0 else { return }
        _ = DescriptorWatch(descriptor, on: self) {
            var count: UInt64 = 0
            _ = read(descriptor, &count, 8)
            action()
        }
    }
}
