package import TodayModel
internal import TodayServiceRules

/// When the pushes of one widget are applied: at once, or together with others a moment later. Pure: times are given, in
/// nanoseconds of one steady clock.
///
/// Each application takes a token of a bucket, whether it applies one push or many that were held. While there is none,
/// pushes are held, for ``patience`` at most, and merge into what the widget will be. Whoever changes the widget by other
/// means calls ``release(at:)`` first, so that everything happens in the order of the calls, and what is held stays
/// valid.
///
/// Merging is key by key, and the later value wins. A key also does what it would have done alone: `HasContent` false,
/// then true leaves the content empty and `NextUpdate` cleared; false, content, then true leaves that content, shown;
/// content, then false leaves none, as long as the widget had content at that time. So panels find what they would have
/// found had each push been applied by itself, but with one revision instead of several, or none if nothing differs in
/// the end.
///
/// `HasContent` alone, as it is already, is no push: it takes no token, and is not held.
///
/// A push that is refused takes a token like one that is applied, and one of a second bucket of the same size. While that
/// one is empty, no push is looked at: a flood of wrong ones costs no more than the rate, and who was wrong less often
/// than that notices nothing.
package struct PushGate<Waiter: Sendable>: Sendable {
    /// How long a push is held at most, whatever happens to the rate: a second, in nanoseconds.
    package static var patience: UInt64 { 1_000_000_000 }

    /// Pushes that are not applied yet.
    package struct Held: Sendable {
        /// What the widget will be.
        package fileprivate(set) var target: WidgetRecord
        /// What the pushes do together.
        package var changes: WidgetChanges { WidgetChanges(settingAllOf: target) }
        /// How those are to be applied.
        package var origin: WidgetRecord.Origin { .held(confirms: effect.contains(.confirms)) }
        /// What they do to when the widget is due.
        package fileprivate(set) var effect: PushEffect
        /// Who waits for the reply, in the order of the calls.
        package fileprivate(set) var waiters: [Waiter]
        /// When the first of them came.
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

    /// Panels became visible, or hidden.
    package mutating func setViewing(_ isViewing: Bool, at now: UInt64) {
        bucket.setRate(perSecond: Self.rate(isViewing), at: now)
        refusals.setRate(perSecond: Self.rate(isViewing), at: now)
    }

    /// When pushes are looked at again, after too many that were wrong; nil when they are.
    package mutating func closedUntil(at now: UInt64) -> UInt64? {
        refusals.hasToken(at: now) ? nil : refusals.nextToken
    }

    /// A push was looked at, and refused.
    package mutating func refused(at now: UInt64) {
        bucket.take(at: now)
        refusals.take(at: now)
    }

    /// Returns whether changes say nothing but `HasContent` as it is, also after what is held.
    package func isRepetition(_ changes: WidgetChanges, of record: WidgetRecord) -> Bool {
        guard let flag = changes.hasContent, flag == record.hasContent, held?.target.hasContent ?? flag == flag else {
            return false
        }
        var others = changes
        others.hasContent = nil
        return others.isEmpty
    }

    /// Whether a push is within the rate. Call ``applied(at:)`` when it was, and ``hold(_:on:at:_:)`` when it is not.
    package mutating func isOpen(at now: UInt64) -> Bool { held == nil && bucket.hasToken(at: now) }

    /// A push was applied at once.
    package mutating func applied(at now: UInt64) { bucket.take(at: now) }

    /// Holds a push, behind those that are held already.
    ///
    /// - Parameters:
    ///   - record: the widget as it is.
    ///   - time: the time of day.
    ///   - waiter: who waits for the reply.
    /// - Throws: what ``WidgetRecord/apply(_:from:at:)`` does when the push comes behind the others; nothing has changed
    ///   then.
    package mutating func hold(
        _ changes: WidgetChanges, on record: WidgetRecord, at now: UInt64, _ time: Timestamp, _ waiter: Waiter
    ) throws(Fault) {
        var next = held ?? Held(target: record, effect: PushEffect(), waiters: [], since: now)
        next.effect.formUnion(PushEffect(changes, on: next.target))
        _ = try next.target.apply(changes, from: .push, at: time)
        next.waiters.append(waiter)
        held = next
    }

    /// When what is held has to be released; nil when nothing is.
    package var due: UInt64? {
        guard let held else { return nil }
        return min(bucket.nextToken, held.since.adding(Self.patience))
    }

    /// Takes out what is held, to be applied now: it is due, or the widget is about to be changed by other means.
    package mutating func release(at now: UInt64) -> Held? {
        guard let held else { return nil }
        bucket.take(at: now)
        self.held = nil
        return held
    }
}

/// What a push does to when a widget is due.
package struct PushEffect: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The content is as fresh as after an update.
    package static let confirms = PushEffect(rawValue: 1)
    /// The widget has something to show again, and is due now.
    package static let asks = PushEffect(rawValue: 2)

    /// - Parameter record: the widget before the push.
    init(_ changes: WidgetChanges, on record: WidgetRecord) {
        self = []
        if changes.confirms || changes.hasContent ?? record.hasContent != record.hasContent { insert(.confirms) }
        if changes.hasContent == true, !record.hasContent { insert(.asks) }
    }
}

extension WidgetChanges {
    /// Everything that a push can set, as it is in a record.
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
    }
}
