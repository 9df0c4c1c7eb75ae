internal import DBus
internal import Glibc

/// Threads for work that may never come back, each for one piece of it. What hangs holds up nothing but itself.
final class BlockingThreads: Sendable {
    private let running = Locked(0)
    private let limit: Int

    /// - Parameter limit: how many may be at work at once.
    init(limit: Int) { self.limit = limit }

    /// Starts `work` on a thread of its own. Returns false, and does nothing, when too many are at work.
    func run(_ work: @escaping @Sendable () -> Void) -> Bool {
        let isFree = running.withLock { count in
            guard count < limit else { return false }
            count += 1
            return true
        }
        guard isFree else { return false }
        let box = Box { [self] in
            work()
            running.withLock { $0 -= 1 }
        }
        let argument = Unmanaged.passRetained(box)
        var id = pthread_t()
        let result = pthread_create(
            &id, nil,
            { argument in
                if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().work() }
                return nil
            }, argument.toOpaque())
        guard result == 0 else {
            argument.release()
            running.withLock { $0 -= 1 }
            return false
        }
        pthread_detach(id)
        return true
    }

    private final class Box: Sendable {
        let work: @Sendable () -> Void
        init(_ work: @escaping @Sendable () -> Void) { self.work = work }
    }
}
