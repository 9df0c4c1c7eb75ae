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
