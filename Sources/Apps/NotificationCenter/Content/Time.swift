internal import DBus
internal import TodayPlatform
public import TodayModel

/// A timer that runs in the panel, so the widget doesn't need to wake up.
public struct Timer: ContentNode {
    /// The quantity that the timer counts.
    public typealias Style = ContentTimerStyle

    public let widgetContent: WidgetContent

    /// Makes a timer that counts down.
    ///
    /// - Parameters:
    ///   - until: The end of the countdown.
    ///   - style: The appearance; nil means `countdown`.
    ///   - finishedText: The text that the timer shows after the end; nil means `0:00`.
    public init(until: Timestamp, style: Style? = nil, finishedText: String? = nil) {
        widgetContent = WidgetContent(
            node: .timer,
            [
                .until: .uint64(until.microseconds), .style: style.map { .string($0.rawValue) },
                .finishedText: finishedText.map { .string($0) },
            ])
    }

    /// Makes a timer that counts up from a time. For `style`, nil means `elapsed`.
    public init(since: Timestamp, style: Style? = nil) {
        widgetContent = WidgetContent(
            node: .timer, [.since: .uint64(since.microseconds), .style: style.map { .string($0.rawValue) }])
    }
}

/// A clock with the wall time. It runs in the panel, so the widget doesn't need to wake up.
public struct Clock: ContentNode {
    /// The parts of the time that the clock shows.
    public typealias Style = ContentClockStyle

    public let widgetContent: WidgetContent

    /// - Parameters:
    ///   - zone: The name of a time zone in the IANA database, such as `Europe/Berlin`; nil means the panel's zone.
    ///   - style: The parts of the time; nil means `time`, such as `14:05`.
    public init(zone: String? = nil, style: Style? = nil) {
        widgetContent = WidgetContent(
            node: .clock, [.zone: zone.map { .string($0) }, .style: style.map { .string($0.rawValue) }])
    }
}

/// The progress of a task.
public struct Progress: ContentNode {
    /// The appearance of the progress.
    public typealias Style = ContentProgressStyle
    /// The role of its color.
    public typealias Color = ContentProgressColor

    public let widgetContent: WidgetContent

    /// - Parameters:
    ///   - value: A number from 0 to 1; nil if unknown.
    ///   - style: The appearance; nil means `bar`.
    ///   - color: The role of its color; nil means `accent`.
    ///   - label: The text inside a circle or behind a bar; nil means none.
    public init(value: Double?, style: Style? = nil, color: Color? = nil, label: String? = nil) {
        widgetContent = Self.content([.value: value.map { .double($0) }], style, color, label)
    }

    /// Makes progress that advances from one time to another without updates. The other parameters are the same.
    public init(
        since: Timestamp, until: Timestamp, style: Style? = nil, color: Color? = nil, label: String? = nil
    ) {
        widgetContent = Self.content(
            [.since: .uint64(since.microseconds), .until: .uint64(until.microseconds)], style, color, label)
    }

    private static func content(
        _ value: [ContentAttribute: DBusValue?], _ style: Style?, _ color: Color?, _ label: String?
    ) -> WidgetContent {
        let look: [ContentAttribute: DBusValue?] = [
            .style: style.map { .string($0.rawValue) }, .color: color.map { .string($0.rawValue) },
            .label: label.map { .string($0) },
        ]
        return WidgetContent(node: .progress, value.merging(look) { $1 })
    }
}

/// The clock behind ``TodayModel/Timestamp/now``.
package enum WallClock {
    /// The replacement clock in the tasks of a test; see `NotificationCenterTesting`.
    @TaskLocal package static var replacement: (@Sendable () -> Timestamp)?
}

extension Timestamp {
    /// The current wall-clock time; in a widget under test, the time of its driver.
    public static var now: Timestamp {
        if let replacement = WallClock.replacement { return replacement() }
        return Timestamp(microseconds: SystemClock.microseconds)
    }

    /// Returns the time `duration` later, or earlier if it is negative; limited to the range of a timestamp.
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
