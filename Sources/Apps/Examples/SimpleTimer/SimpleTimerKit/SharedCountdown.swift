public import NotificationCenter

/// The countdown that the app hands over to its widget, in their App Group.
public final class SharedCountdown: Sendable {
    /// The App Group that the widget's manifest names.
    public static let suiteName = "group.simpleTimerSharedDefaults"
    /// The identifier of the widget, which is also the file name of its manifest.
    public static let widgetIdentifier = "org.example.SimpleTimer.Widget"

    private let defaults: NCGroupDefaults
    private let controller: NCWidgetController

    /// Makes the countdown of a group.
    public init(_ defaults: NCGroupDefaults, _ controller: NCWidgetController) {
        self.defaults = defaults
        self.controller = controller
    }

    /// Opens the user's countdown.
    ///
    /// - Throws: `NCError`, for example with code `unknownGroup` if the widget isn't installed.
    public static func open() async throws(NCError) -> SharedCountdown {
        SharedCountdown(try await NCGroupDefaults(suiteName: suiteName), NCWidgetController())
    }

    /// The countdown as it was saved, which may have finished since; nil if none was saved.
    public var countdown: Countdown? { Countdown(saved: defaults.dictionaryRepresentation()) }

    /// Saves the time left of a countdown and the current time, and lets the widget take over.
    ///
    /// - Throws: `NCError`.
    public func save(_ countdown: Countdown, at now: Timestamp) async throws(NCError) {
        try await defaults.set(countdown.saved(at: now))
        try await updateWidget()
    }

    /// Clears both values: no countdown is running.
    ///
    /// - Throws: `NCError`.
    public func clear() async throws(NCError) {
        try await defaults.removeObjects(forKeys: [Countdown.Key.timeLeft, Countdown.Key.quitDate])
        try await updateWidget()
    }

    /// Requests an update of the widget at once, whether it is running or not.
    private func updateWidget() async throws(NCError) {
        var changes = NCWidgetChanges()
        changes.nextUpdate = .now
        try await controller.update(Self.widgetIdentifier, changes)
    }
}
