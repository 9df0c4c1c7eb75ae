package import TodayManifests
package import TodayModel
internal import TodayServiceRules

/// Which widgets are installed, and what a reading of the manifests changes about that. Pure: times are given, in
/// nanoseconds of one steady clock.
///
/// There may be thousands of files, so what is to be done is taken out in slices, between which others have their turn.
package struct InstalledManifests: Sendable {
    /// What to do about one widget.
    package enum Step: Equatable, Sendable {
        case install(Manifest)
        /// Its manifest says something else now.
        case redefine(Manifest)
    }

    /// Why a manifest could not be carried out, which is what it waits for.
    package enum Obstacle: Hashable, Sendable {
        /// There are as many widgets as there may be.
        case room
        /// Another widget has the provider.
        case provider(WidgetRecord.ProviderPlace)
        /// Its content has no room beside all other content.
        case content
        /// What it says. It waits for another manifest.
        case definition
    }

    /// How much one turn of the thread may do.
    package struct Slice: Equatable, Sendable {
        package private(set) var steps = 0
        package private(set) var looks = 0

        /// Each makes signals, and may end a program.
        package static let maximumSteps = 16
        /// Each is a few lookups.
        package static let maximumLooks = 1024

        package init() {}

        fileprivate var isFull: Bool { steps >= Self.maximumSteps || looks >= Self.maximumLooks }
        fileprivate mutating func look() { looks += 1 }
        fileprivate mutating func step() { steps += 1 }
    }

    /// How long a widget stays without its manifest: programs that upgrade it remove the file, and write it anew.
    private let patience: UInt64
    /// What the files said last.
    private var reading = ManifestReading()
    /// How much of ``reading`` has been looked at.
    private var position = 0
    /// What was carried out.
    private var installed: [WidgetIdentifier: Manifest] = [:]
    /// When those go whose manifests have gone.
    private var leaving: [WidgetIdentifier: UInt64] = [:]
    /// What was said about those that could not be carried out, and what they wait for.
    private var refusals: [WidgetIdentifier: (obstacle: Obstacle, reason: String)] = [:]
    /// The same by what they wait for.
    private var waiting: [Obstacle: Set<WidgetIdentifier>] = [:]
    /// Those that wait for something else than room, and may have it now; the first one last.
    private var ready: [WidgetIdentifier] = []
    /// Those that wait for room, in the order in which they get it; the first one last.
    private var queue: [WidgetIdentifier] = []

    package init(patience: UInt64) { self.patience = patience }

    /// Takes over what was read. ``next(hasRoom:in:)`` then tells what to do about it.
    package mutating func read(_ reading: ManifestReading, at now: UInt64) {
        self.reading = reading
        position = 0
        ready = []
        queue = []
        for identifier in refusals.keys where reading.manifests[identifier] == nil { forgetRefusal(of: identifier) }
        for identifier in leaving.keys where reading.manifests[identifier] != nil { leaving[identifier] = nil }
        for identifier in installed.keys where reading.manifests[identifier] == nil && leaving[identifier] == nil {
            leaving[identifier] = now.adding(patience)
        }
    }

    /// A widget has gone, and with it what others may have waited for.
    package mutating func freed(_ place: WidgetRecord.ProviderPlace?) {
        var freed = waiting[.content] ?? []
        if let place { freed.formUnion(waiting[.provider(place)] ?? []) }
        if !freed.isEmpty { ready = Set(ready).union(freed).sorted(by: >) }
    }

    /// What to do next, in the order of the identifiers; nil when there is nothing, or the slice is full. What was
    /// carried out is to be told by ``carriedOut(_:)``, and what was not by ``refused(_:_:_:)``.
    ///
    /// - Parameter hasRoom: whether one more widget may be there.
    package mutating func next(hasRoom: Bool, in slice: inout Slice) -> Step? {
        while !slice.isFull, let identifier = nextIdentifier(hasRoom) {
            slice.look()
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
            // That there is no room has been said already.
            return hasRoom || refusals[identifier]?.obstacle != .room ? .install(manifest) : nil
        }
        if current != manifest { return .redefine(manifest) }
        forgetRefusal(of: identifier)
        return nil
    }

    /// Whether there is something to do, or to look at.
    package func hasMore(hasRoom: Bool) -> Bool {
        position < reading.order.count || !ready.isEmpty || hasRoom && waiting[.room] != nil
    }

    /// A widget is as its manifest says.
    package mutating func carriedOut(_ manifest: Manifest) {
        installed[manifest.identifier] = manifest
        forgetRefusal(of: manifest.identifier)
    }

    /// A manifest could not be carried out; the widget is as it was. Returns whether that is news.
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

    /// When the next widget goes; nil while none is to.
    package var nextRemoval: UInt64? { leaving.values.min() }

    /// Takes out widgets that are to go by now, as many as one turn may remove.
    package mutating func popRemovals(at now: UInt64) -> [WidgetIdentifier] {
        let gone = leaving.filter { $0.value <= now }.keys.sorted().prefix(Slice.maximumSteps)
        for identifier in gone {
            leaving[identifier] = nil
            installed[identifier] = nil
        }
        return Array(gone)
    }
}
