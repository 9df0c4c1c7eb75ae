package import TodayModel
internal import TodayServiceRules

/// Decides when the pushes of one widget are applied: at once, or together with others a moment later. Pure: times are
/// arguments, in nanoseconds of one steady clock.
///
/// Each application takes a token of a bucket, whether it applies one push or many held ones. While the bucket is
/// empty, pushes are held, for ``patience`` at most, and are merged into the future state of the widget. Any other
/// change of the widget calls ``release(at:)`` first, so that all changes happen in the order of the calls, and held
/// pushes stay valid.
/// Merging is key by key, and the later value wins. A key also has the effect that it would have had alone:
/// - `HasContent` false, then true leaves the content empty and `NextUpdate` cleared.
/// - `HasContent` false, content, then true leaves that content, shown.
/// - Content, then `HasContent` false leaves no content, as long as the widget had content at that time.
///
/// So panels get the same result as if each push had been applied by itself. But the result has one revision instead of
/// several, or no new revision if nothing differs in the end.
///
/// A change of `HasContent` alone to its current value isn't a push: it takes no token, and isn't held.
///
/// A refused push takes a token like an applied one, and another from a second bucket of the same size. While that
/// bucket is empty, pushes are rejected without a check. So a flood of invalid pushes costs no more than the rate
/// allows, and a client with fewer errors notices nothing.
package struct PushGate<Waiter: Sendable>: Sendable {
    /// The longest time that a push is held, regardless of the rate: a second, in nanoseconds.
    package static var patience: UInt64 { 1_000_000_000 }

    /// Pushes that aren't applied yet.
    package struct Held: Sendable {
        /// The widget after the pushes.
        package fileprivate(set) var target: WidgetRecord
        /// The combined changes of the pushes.
        package var changes: WidgetChanges {
            var changes = WidgetChanges(settingAllOf: target)
            changes.updatedAt = age
            return changes
        }
        /// The origin with which to apply them.
        package var origin: WidgetRecord.Origin { .held(confirms: effect.contains(.confirms)) }
        /// Their effect on when the widget is due.
        package fileprivate(set) var effect: PushEffect
        /// The `UpdatedAt` of the last one that confirms the widget; nil if that has none.
        fileprivate var age: Timestamp?
        /// The waiters for the reply, in the order of the calls.
        package fileprivate(set) var waiters: [Waiter]
        /// The time of the first of them.
        fileprivate let since: UInt64
    }

    private var bucket: TokenBucket
    /// Has a token for each push that may be refused.
    private var refusals: TokenBucket
    package private(set) var held: Held?

    /// - Parameter isViewing: whether a panel is visible.
    package init(isViewing: Bool, at now: UInt64) {
        bucket = TokenBucket(burst: Limits.pushBurst, perSecond: Self.rate(isViewing), at: now)
        refusals = bucket
    }

    private static func rate(_ isViewing: Bool) -> Int {
        isViewing ? Limits.pushPerSecondViewing : Limits.pushPerSecondHidden
    }

    /// Adjusts the rate when panels become visible or hidden.
    package mutating func setViewing(_ isViewing: Bool, at now: UInt64) {
        bucket.setRate(perSecond: Self.rate(isViewing), at: now)
        refusals.setRate(perSecond: Self.rate(isViewing), at: now)
    }

    /// Returns the time when pushes are checked again after too many invalid ones; nil if they are checked now.
    package mutating func closedUntil(at now: UInt64) -> UInt64? {
        refusals.hasToken(at: now) ? nil : refusals.nextToken
    }

    /// Records a push that was checked and refused.
    package mutating func refused(at now: UInt64) {
        bucket.consume(at: now)
        refusals.consume(at: now)
    }

    /// Returns whether changes only set `HasContent` to its current value, including held pushes.
    package func isRepetition(_ changes: WidgetChanges, of record: WidgetRecord) -> Bool {
        guard let flag = changes.hasContent, flag == record.hasContent, held?.target.hasContent ?? flag == flag else {
            return false
        }
        var others = changes
        others.hasContent = nil
        return others.isEmpty
    }

    /// Returns whether a push is within the rate. Call ``applied(at:)`` if it was applied, and ``hold(_:on:at:_:_:)``
    /// if the gate isn't open.
    package mutating func isOpen(at now: UInt64) -> Bool { held == nil && bucket.hasToken(at: now) }

    /// Records a push that was applied at once.
    package mutating func applied(at now: UInt64) { bucket.consume(at: now) }

    /// Holds a push, after those that are already held.
    ///
    /// - Parameters:
    ///   - record: the current widget.
    ///   - time: the time of day.
    ///   - waiter: the waiter for the reply.
    /// - Throws: the error of ``WidgetRecord/apply(_:from:at:)`` when the push follows the others; nothing has changed
    ///   then.
    package mutating func hold(
        _ changes: WidgetChanges, on record: WidgetRecord, at now: UInt64, _ time: Timestamp, _ waiter: Waiter
    ) throws(Fault) {
        var next = held ?? Held(target: record, effect: PushEffect(), waiters: [], since: now)
        let effect = PushEffect(changes, on: next.target)
        next.effect.formUnion(effect)
        if effect.contains(.confirms) { next.age = changes.updatedAt }
        _ = try next.target.apply(changes, from: .push, at: time)
        next.waiters.append(waiter)
        held = next
    }

    /// The time when held pushes have to be released; nil if no pushes are held.
    package var due: UInt64? {
        guard let held else { return nil }
        return min(bucket.nextToken, held.since.adding(Self.patience))
    }

    /// Removes and returns the held pushes to apply now: they are due, or something else is about to change the widget.
    package mutating func release(at now: UInt64) -> Held? {
        guard let held else { return nil }
        bucket.consume(at: now)
        self.held = nil
        return held
    }
}

/// The effect of a push on when a widget is due.
package struct PushEffect: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The content is as fresh as after an update.
    package static let confirms = PushEffect(rawValue: 1)
    /// The widget has content again, and is due now.
    package static let asks = PushEffect(rawValue: 2)

    /// - Parameter record: the widget before the push.
    init(_ changes: WidgetChanges, on record: WidgetRecord) {
        self = []
        if changes.confirms || changes.hasContent ?? record.hasContent != record.hasContent { insert(.confirms) }
        if changes.hasContent == true, !record.hasContent { insert(.asks) }
    }
}

extension WidgetChanges {
    /// Sets everything that a push can set to the values of a record.
    fileprivate init(settingAllOf record: WidgetRecord) {
        self.init()
        content = record.stored.content
        hasContent = record.hasContent
        preferredContentSize = record.preferredContentSize
        largestDisplayMode = record.largestDisplayMode
        displayMode = record.displayMode
        marginInsets = record.marginInsets
        nextUpdate = record.nextUpdate
        error = record.error
        errorKind = record.errorKind
        attention = record.attention
        badge = record.badge
    }
}
