internal import TodayCLibrary

/// A value behind a lock that the thread sanitizer understands.
///
/// The standard library's `Mutex` would also work. But on Linux it waits in code that the sanitizer doesn't see, so
/// that it reports every protected value as a race. `@unchecked`: `value` is used only with the lock held.
///
/// `Value` must not be a closure, not even an optional one: put it into a struct. Each access to a bare closure wraps
/// it once more.
package final class Locked<Value>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    package init(_ value: sending Value) {
        self.value = value
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` with the lock held. `body` must not block, and must not use the same lock.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
