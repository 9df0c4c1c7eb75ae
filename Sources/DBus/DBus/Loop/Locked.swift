internal import Glibc

/// A value behind a lock that the thread sanitizer understands.
///
/// The standard library's `Mutex` would do as well, but on Linux it waits in code that the sanitizer does not see, so
/// that every value it protects is reported as a race. `@unchecked`: `value` is touched with the lock held, only.
///
/// `Value` must not be a closure, also not an optional one: put it into a structure. Each access to a bare closure wraps it
/// once more.
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

    /// Runs `body` with the lock held. It must not wait, and not take the same lock.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
