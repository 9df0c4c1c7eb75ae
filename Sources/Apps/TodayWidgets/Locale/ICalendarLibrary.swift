#if Widgets
    internal import CTodayIcal
    internal import DBus

    /// Access to libical. Some of its functions share data between threads, so one lock protects all calls.
    enum ICalendarLibrary {
        /// Whether the library is set up.
        private static let lock = Locked(false)

        /// Runs code that calls libical.
        static func use<Result>(_ body: () -> Result) -> Result {
            lock.withLock { isPrepared in
                // Errors in a file must not end the process.
                if !isPrepared { icalerror_set_errors_are_fatal(0) }
                isPrepared = true
                return body()
            }
        }
    }
#endif
