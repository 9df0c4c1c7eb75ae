internal import CSystem
internal import Glibc

/// Calls a handler on the loop's thread whenever a file descriptor is readable, until it is cancelled.
///
/// Readiness is level-triggered: the handler reads, or cancels the watch. The descriptor stays its owner's.
package final class DescriptorWatch: EventSource {
    private let loop: EventLoop
    private let descriptor: CInt
    private let handler: @Sendable () -> Void

    /// Starts to watch. On the loop's thread only.
    package init(_ descriptor: CInt, on loop: EventLoop, handler: @escaping @Sendable () -> Void) {
        self.loop = loop
        self.descriptor = descriptor
        self.handler = handler
        loop.add(self)
    }

    /// Ends the watch. On the loop's thread only.
    package func cancel() { loop.remove(self) }

    func collect(into descriptors: inout [pollfd]) {
        descriptors.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    }

    func handle(_ ready: ArraySlice<pollfd>) {
        // A descriptor that was closed is "ready" for ever; the handler finds that out when it reads.
        if ready.contains(where: { $0.revents & Int16(POLLNVAL) != 0 }) { cancel() }
        handler()
    }

    func processPending() {}
}

extension EventLoop {
    /// Calls `action` on the loop's thread for SIGTERM and SIGINT, which from now on no longer end the process. Without a
    /// descriptor to spare they still do. On the loop's thread only.
    package func onStopSignal(_ action: @escaping @Sendable () -> Void) {
        let descriptor = csystem_stop_signals()
        guard descriptor >= 0 else { return }
        _ = DescriptorWatch(descriptor, on: self) {
            var count: UInt64 = 0
            _ = read(descriptor, &count, 8)
            action()
        }
    }
}
