internal import Glibc

/// A thread of its own for work that blocks.
struct Thread: Sendable {
    private let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) { self.work = work }

    /// Starts it. Returns false when the system has no threads left.
    @discardableResult
    func start() -> Bool {
        final class Box: Sendable {
            let work: @Sendable () -> Void
            init(_ work: @escaping @Sendable () -> Void) { self.work = work }
        }
        let box = Unmanaged.passRetained(Box(work))
        var id = pthread_t()
        let result = pthread_create(
            &id, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().work()
                return nil
            }, box.toOpaque())
        if result != 0 {
            box.release()
            return false
        }
        pthread_detach(id)
        return true
    }
}
