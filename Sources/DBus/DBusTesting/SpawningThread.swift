internal import DBus
internal import Glibc
internal import Synchronization

/// A thread that lives as long as the process and may block. It starts the programs that must die with this process,
/// because the kernel treats the *thread* that started them as their parent.
package final class SpawningThread: Sendable {
    package static let shared = SpawningThread()

    private let queue = Locked<[@Sendable () -> Void]>([])
    private let channel: (read: CInt, write: CInt)

    private init() {
        var ends: [CInt] = [-1, -1]
        precondition(pipe(&ends) == 0, "cannot create a pipe")
        channel = (ends[0], ends[1])
        startThread { [self] in loop() }
    }

    private func loop() {
        var byte: UInt8 = 0
        while true {
            // An interrupting signal is the only reason to read anything but one byte.
            guard read(channel.read, &byte, 1) == 1 else { continue }
            let work = queue.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            work?()
        }
    }

    /// Runs `work` after all earlier work.
    package func run(_ work: @escaping @Sendable () -> Void) {
        queue.withLock { $0.append(work) }
        var byte: UInt8 = 1
        _ = write(channel.write, &byte, 1)
    }
}

/// Runs `work`, which may block, on a separate thread.
func startThread(_ work: @escaping @Sendable () -> Void) {
    let isStarted = WorkThread.start(work)
    precondition(isStarted, "cannot start a thread")
}

/// A flag that only one caller can set.
package final class OnceFlag: Sendable {
    private let isSet = Atomic<Bool>(false)
    package init() {}

    /// Returns true to the first caller only.
    package func claim() -> Bool { !isSet.exchange(true, ordering: .acquiringAndReleasing) }
}
