#if Widgets
    internal import NotificationCenter

    /// The state of a service on a bus, from ``start()`` to ``stop()``.
    @WidgetActor
    protocol Source: AnyObject {
        /// Reads the state, and follows it.
        func start() async throws

        /// Stops following. The state stays.
        func stop()
    }

    extension Source {
        /// Starts the source, and returns it. A widget shows the former one until then. A source whose start fails or
        /// is canceled is stopped.
        func started() async throws -> Self {
            do {
                try await start()
                try Task.checkCancellation()
            } catch {
                stop()
                throw error
            }
            return self
        }
    }
#endif
