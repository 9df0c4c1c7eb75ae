public import NotificationCenter

/// The countdown that the app has left to its widget, in their App Group.
public final class SharedCountdown: Sendable {
    /// The App Group, as the manifest of the widget names it.
    public static let suiteName = "group.simpleTimerSharedDefaults"
    /// The widget, as the file name of its manifest says.
    public static let widgetIdentifier = "org.example.SimpleTimer.Widget"

    private let defaults: NCGroupDefaults
    private let controller: NCWidgetController

    /// The countdown in a group.
    public init(_ defaults: NCGroupDefaults, _ controller: NCWidgetController) {
        self.defaults = defaults
        self.controller = controller
    }

    /// Opens that of the user.
    ///
    /// - Throws: `NCError`, for example with code `unknownGroup` when the widget is not installed.
    public static func open() async throws(NCError) -> SharedCountdown {
        SharedCountdown(try await NCGroupDefaults(suiteName: suiteName), NCWidgetController())
    }

    /// The countdown as it was saved, which may have finished since; nil when there is none.
    public var countdown: Countdown? { Countdown(saved: defaults.dictionaryRepresentation()) }

    /// Saves what is left of a countdown and when that was, and has the widget take over.
    ///
    /// - Throws: `NCError`.
    public func save(_ countdown: Countdown, at now: Timestamp) async throws(NCError) {
        try await defaults.set(countdown.saved(at: now))
        try await updateWidget()
    }

    /// Clears both: no countdown is under way.
    ///
    /// - Throws: `NCError`.
    public func clear() async throws(NCError) {
        try await defaults.removeObjects(forKeys: [Countdown.Key.timeLeft, Countdown.Key.quitDate])
        try await updateWidget()
    }

    /// Has the widget updated at once, whether it runs or not.
    private func updateWidget() async throws(NCError) {
        var changes = NCWidgetChanges()
        changes.nextUpdate = .now
        try await controller.update(Self.widgetIdentifier, changes)
    }
}
