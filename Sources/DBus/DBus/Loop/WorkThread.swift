internal import TodayCLibrary

/// A separate thread for work that blocks, and may never return.
package enum WorkThread {
    /// Starts the thread. Returns false when the system can't provide one.
    @discardableResult
    package static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
        let argument = Unmanaged.passRetained(Work(run: work))
        var id = pthread_t()
        let result = pthread_create(
            &id, nil,
            { argument in
                if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, argument.toOpaque())
        guard result == 0 else {
            argument.release()
            return false
        }
        pthread_detach(id)
        return true
    }

    private final class Work: Sendable {
        let run: @Sendable () -> Void
        init(run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
