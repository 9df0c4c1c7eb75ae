package import TodayManifests
package import TodayModel
internal import TodayServiceRules

/// The installed widgets, and the changes that a reading of the manifests makes to them. Pure: times are arguments, in
/// nanoseconds of one steady clock.
///
/// The number of files may be in the thousands, so the work is returned in slices, between which other work gets its
/// turn.
package struct InstalledManifests: Sendable {
    /// A step for one widget.
    package enum Step: Equatable, Sendable {
        case install(Manifest)
        /// Its manifest has changed.
        case redefine(Manifest)
    }

    /// The reason why a manifest could not be applied, and so the condition that it waits for.
    package enum Obstacle: Hashable, Sendable {
        /// The number of widgets is at its limit.
        case room
        /// Another widget uses the provider.
        case provider(WidgetRecord.ProviderPlace)
        /// Its content exceeds the limit on all content.
        case content
        /// Its definition. It waits for a new manifest.
        case definition
    }

    /// The work limit of one turn of the thread.
    package struct Slice: Equatable, Sendable {
        package private(set) var steps = 0
        package private(set) var examined = 0

        /// Each step emits signals, and may end a program.
        package static let maximumSteps = 16
        /// Each examination is a few lookups.
        package static let maximumExamined = 1024

        package init() {}

        fileprivate var isFull: Bool { steps >= Self.maximumSteps || examined >= Self.maximumExamined }
        fileprivate mutating func examine() { examined += 1 }
        fileprivate mutating func step() { steps += 1 }
    }

    /// The time for which a widget stays without its manifest: an upgrade may remove the file and write it again.
    private let patience: UInt64
    /// The time for which a widget stays without its `TryBusName`: a program may be restarted.
    private let patienceWithoutName: UInt64
    /// The latest contents of the files.
    private var reading = ManifestReading()
    /// The number of entries of ``reading`` that were examined.
    private var position = 0
    /// The applied manifests.
    private var installed: [WidgetIdentifier: Manifest] = [:]
    /// The removal times of widgets whose manifests are gone.
    private var leaving: [WidgetIdentifier: UInt64] = [:]
    /// The manifests that could not be applied, with the obstacle and the logged reason.
    private var refusals: [WidgetIdentifier: (obstacle: Obstacle, reason: String)] = [:]
    /// The same manifests by obstacle.
    private var waiting: [Obstacle: Set<WidgetIdentifier>] = [:]
    /// Manifests that wait for something other than room, and may be applicable now; the first one is last.
    private var ready: [WidgetIdentifier] = []
    /// Manifests that wait for room, in the order in which they get it; the first one is last.
    private var queue: [WidgetIdentifier] = []

    package init(patience: UInt64, withoutName: UInt64? = nil) {
        self.patience = patience
        patienceWithoutName = withoutName ?? patience
    }

    /// Adopts a new reading. Then ``next(hasRoom:in:)`` returns the steps.
    package mutating func read(_ reading: ManifestReading, at now: UInt64) {
        self.reading = reading
        position = 0
        ready = []
        queue = []
        for identifier in refusals.keys where reading.manifests[identifier] == nil { forgetRefusal(of: identifier) }
        for identifier in leaving.keys where reading.manifests[identifier] != nil { leaving[identifier] = nil }
        for identifier in installed.keys where reading.manifests[identifier] == nil && leaving[identifier] == nil {
            let isOnDisk = reading.withoutBusName[identifier] != nil
            leaving[identifier] = now.adding(isOnDisk ? patienceWithoutName : patience)
        }
    }

    /// Records that a widget is gone, which may free what other manifests wait for.
    package mutating func freed(_ place: WidgetRecord.ProviderPlace?) {
        var freed = waiting[.content] ?? []
        if let place { freed.formUnion(waiting[.provider(place)] ?? []) }
        if !freed.isEmpty { ready = Set(ready).union(freed).sorted(by: >) }
    }

    /// Returns the next step, in the order of the identifiers; nil if no work is left or the slice is full. Report the
    /// result with ``applied(_:)`` or ``refused(_:_:_:)``.
    ///
    /// - Parameter hasRoom: whether one more widget may be added.
    package mutating func next(hasRoom: Bool, in slice: inout Slice) -> Step? {
        while !slice.isFull, let identifier = nextIdentifier(hasRoom) {
            slice.examine()
            guard let step = step(identifier, hasRoom) else { continue }
            slice.step()
            return step
        }
        return nil
    }

    private mutating func nextIdentifier(_ hasRoom: Bool) -> WidgetIdentifier? {
        if position < reading.order.count {
            position += 1
            return reading.order[position - 1]
        }
        if let identifier = ready.popLast() { return identifier }
        guard hasRoom, let waiting = waiting[.room] else { return nil }
        if queue.isEmpty { queue = reading.order.reversed().filter(waiting.contains) }
        return queue.popLast()
    }

    private mutating func step(_ identifier: WidgetIdentifier, _ hasRoom: Bool) -> Step? {
        guard let manifest = reading.manifests[identifier] else { return nil }
        guard let current = installed[identifier] else {
            // The lack of room was already logged.
            return hasRoom || refusals[identifier]?.obstacle != .room ? .install(manifest) : nil
        }
        if current != manifest { return .redefine(manifest) }
        forgetRefusal(of: identifier)
        return nil
    }

    /// Whether any work is left.
    package func hasMore(hasRoom: Bool) -> Bool {
        position < reading.order.count || !ready.isEmpty || hasRoom && waiting[.room] != nil
    }

    /// Records that a manifest was applied.
    package mutating func applied(_ manifest: Manifest) {
        installed[manifest.identifier] = manifest
        forgetRefusal(of: manifest.identifier)
    }

    /// Records that a manifest could not be applied; the widget is unchanged. Returns whether the reason is new.
    package mutating func refused(_ manifest: Manifest, _ obstacle: Obstacle, _ reason: String) -> Bool {
        let before = refusals[manifest.identifier]?.reason
        forgetRefusal(of: manifest.identifier)
        refusals[manifest.identifier] = (obstacle, reason)
        waiting[obstacle, default: []].insert(manifest.identifier)
        return before != reason
    }

    private mutating func forgetRefusal(of identifier: WidgetIdentifier) {
        guard let (obstacle, _) = refusals.removeValue(forKey: identifier) else { return }
        waiting[obstacle]?.remove(identifier)
        if waiting[obstacle]?.isEmpty == true { waiting[obstacle] = nil }
    }

    /// The time when the next widget is removed; nil if no removal is planned.
    package var nextRemoval: UInt64? { leaving.values.min() }

    /// Removes and returns the widgets whose removal is due, as many as one turn may remove.
    package mutating func popRemovals(at now: UInt64) -> [WidgetIdentifier] {
        let due = leaving.filter { $0.value <= now }.keys.sorted().prefix(Slice.maximumSteps)
        for identifier in due {
            leaving[identifier] = nil
            installed[identifier] = nil
        }
        return Array(due)
    }
}
