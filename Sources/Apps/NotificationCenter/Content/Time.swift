internal import DBus
internal import TodayPlatform
public import TodayModel

/// A clock that runs in the panel, so that the widget need not wake up.
public struct Timer: ContentNode {
    /// What the clock counts.
    public typealias Style = ContentTimerStyle

    public let widgetContent: WidgetContent

    /// Counts down.
    ///
    /// - Parameters:
    ///   - until: when it has finished.
    ///   - style: nil is `countdown`.
    ///   - finishedText: what it shows from then on; nil is `0:00`.
    public init(until: Timestamp, style: Style? = nil, finishedText: String? = nil) {
        widgetContent = WidgetContent(
            node: .timer,
            [
                .until: .uint64(until.microseconds), .style: style.map { .string($0.rawValue) },
                .finishedText: finishedText.map { .string($0) },
            ])
    }

    /// Counts up from a moment. `style` nil is `elapsed`.
    public init(since: Timestamp, style: Style? = nil) {
        widgetContent = WidgetContent(
            node: .timer, [.since: .uint64(since.microseconds), .style: style.map { .string($0.rawValue) }])
    }
}

/// How far something has come.
public struct Progress: ContentNode {
    /// What it looks like.
    public typealias Style = ContentProgressStyle

    public let widgetContent: WidgetContent

    /// - Parameters:
    ///   - value: 0 to 1; nil when it is not known.
    ///   - style: nil is `bar`.
    public init(value: Double?, style: Style? = nil) {
        widgetContent = WidgetContent(
            node: .progress, [.value: value.map { .double($0) }, .style: style.map { .string($0.rawValue) }])
    }

    /// Advances by itself from one moment to the other. `style` nil is `bar`.
    public init(since: Timestamp, until: Timestamp, style: Style? = nil) {
        widgetContent = WidgetContent(
            node: .progress,
            [
                .since: .uint64(since.microseconds), .until: .uint64(until.microseconds),
                .style: style.map { .string($0.rawValue) },
            ])
    }
}

/// The clock behind ``TodayModel/Timestamp/now``.
package enum WallClock {
    /// What tells the time instead in the tasks of a test; see `NotificationCenterTesting`.
    @TaskLocal package static var replacement: (@Sendable () -> Timestamp)?
}

extension Timestamp {
    /// This moment, by the wall clock; in a widget under test, by the clock of its driver.
    public static var now: Timestamp {
        if let replacement = WallClock.replacement { return replacement() }
        return Timestamp(microseconds: SystemClock.microseconds)
    }

    /// The moment `duration` later, or earlier; kept within what a timestamp can hold.
    public static func + (moment: Timestamp, duration: Duration) -> Timestamp {
        let (seconds, attoseconds) = duration.components
        let (scaled, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let whole = isTooLong ? (seconds < 0 ? Int64.min : .max) : scaled
        let offset = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        if offset.overflow { return Timestamp(microseconds: whole < 0 ? 0 : .max) }
        let amount = offset.partialValue.magnitude
        let (sum, overflow) =
            offset.partialValue < 0
            ? moment.microseconds.subtractingReportingOverflow(amount)
            : moment.microseconds.addingReportingOverflow(amount)
        return Timestamp(microseconds: overflow ? (offset.partialValue < 0 ? 0 : .max) : sum)
    }
}
