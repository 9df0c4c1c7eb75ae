internal import Glibc
internal import DBus
internal import Synchronization

/// A thread that lives as long as the process and may block. Programs that should die with this process are started
/// here, because the kernel counts the *thread* that started them as their parent.
package final class SpawningThread: Sendable {
    package static let shared = SpawningThread()

    private let queue = Locked<[@Sendable () -> Void]>([])
    private let channel: (read: CInt, write: CInt)

    private init() {
        var ends: [CInt] = [-1, -1]
        precondition(pipe(&ends) == 0, "no pipe can be made")
        channel = (ends[0], ends[1])
        var id = pthread_t()
        let argument = Unmanaged.passRetained(self).toOpaque()
        let result = pthread_create(
            &id, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<SpawningThread>.fromOpaque(argument).takeUnretainedValue().loop()
                return nil
            }, argument)
        precondition(result == 0, "no thread can be started")
    }

    private func loop() {
        var byte: UInt8 = 0
        while true {
            // An interrupting signal is the only reason for anything but a byte.
            guard read(channel.read, &byte, 1) == 1 else { continue }
            let work = queue.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            work?()
        }
    }

    /// Runs `work` after what was given before it.
    package func run(_ work: @escaping @Sendable () -> Void) {
        queue.withLock { $0.append(work) }
        var byte: UInt8 = 1
        _ = write(channel.write, &byte, 1)
    }
}

/// Runs `work`, which may block, on a thread of its own.
func startThread(_ work: @escaping @Sendable () -> Void) {
    final class Box: Sendable {
        let work: @Sendable () -> Void
        init(_ work: @escaping @Sendable () -> Void) { self.work = work }
    }
    var id = pthread_t()
    let result = pthread_create(
        &id, nil,
        { argument in
            if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().work() }
            return nil
        }, Unmanaged.passRetained(Box(work)).toOpaque())
    precondition(result == 0, "no thread can be started")
    pthread_detach(id)
}

/// A flag that one caller gets to set.
package final class OnceFlag: Sendable {
    private let taken = Atomic<Bool>(false)
    package init() {}

    /// Returns true to the first caller only.
    package func claim() -> Bool { !taken.exchange(true, ordering: .acquiringAndReleasing) }
}
