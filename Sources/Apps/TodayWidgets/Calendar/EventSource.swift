#if Widgets
    internal import NotificationCenter

    /// A source of events: a service, or files.
    @WidgetActor
    protocol EventSource: AnyObject {
        /// The events in the window, in any order.
        var events: [CalendarEvent] { get }
        /// Sentences for the user about what can't be read.
        var warnings: [String] { get }

        /// Reads the events, and follows them until ``stop()``.
        ///
        /// - Parameters:
        ///   - window: The days of interest.
        ///   - changed: Called after each later change.
        /// - Throws: An error if the source doesn't answer.
        func start(_ window: EventWindow, changed: @escaping @WidgetActor () -> Void) async throws

        /// Stops following. The events stay.
        func stop()
    }
#endif
