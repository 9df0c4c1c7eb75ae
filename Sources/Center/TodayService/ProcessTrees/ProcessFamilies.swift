/// Assigns processes that the center didn't start itself to providers. Pure: its input is a list of sightings.
///
/// A child belongs to its parent's provider. An orphan becomes the center's child, and keeps its provider if it was
/// seen before. Otherwise it belongs to the provider whose mark is in its environment, or else to the one with other
/// processes in its session or group. Any other orphan is a stray: it belongs to one of the providers that ran when it
/// was started, and ends with the last of them.
///
/// As long as the center has started only providers, every orphan comes from one of them. After that, an orphan without
/// the mark, session or group of a provider may be an app that a URL opened, and is left alone.
package struct ProcessFamilies: Sendable {
    /// Identifies a provider's process and its descendants: a unique number.
    package typealias Family = UInt64

    private enum Place: Hashable, Sendable {
        case family(Family)
        case oneOf(Set<Family>)
    }

    private struct Known {
        var place: Place
        var group: Int32
        var session: Int32
        var memory: UInt64
    }

    private var roots: [Family: ProcessSighting.ID] = [:]
    private var known: [ProcessSighting.ID: Known] = [:]
    /// The time when the first provider was started.
    private var firstStart: UInt64?
    /// The process group and the session of the center, which don't identify a provider.
    private let own: Set<Int32>

    /// - Parameter own: the process group and the session of the center.
    package init(own: Set<Int32>) { self.own = own }

    /// The processes to examine: all providers, and the known members of their families.
    package var numbers: Set<Int32> { Set(roots.values.map(\.number)).union(known.keys.map(\.number)) }

    package mutating func begin(_ family: Family, root: ProcessSighting.ID) {
        roots[family] = root
        firstStart = min(firstStart ?? .max, root.start)
    }

    /// Ends a family: the provider and all its members are gone.
    package mutating func end(_ family: Family) { roots[family] = nil }

    /// Records the current processes, parents before their children: providers, known members, and the center's other
    /// children.
    ///
    /// - Parameter othersSince: the time when the center started its first other program, in ticks; nil if it has
    ///   started only providers.
    package mutating func update(_ sightings: [ProcessSighting], othersSince: UInt64? = nil) {
        let seen = Dictionary(sightings.map { ($0.id.number, $0) }) { $1 }
        let families = Dictionary(roots.map { ($1, $0) }) { $1 }
        var places: [Int32: Place] = [:]
        func go(_ rule: (ProcessSighting) -> Place?) {
            for process in sightings where places[process.id.number] == nil {
                let isOrphan = seen[process.parent] == nil
                places[process.id.number] =
                    isOrphan ? rule(process) : places[process.parent] ?? known[process.id]?.place
            }
        }
        // A provider belongs to itself, regardless of its parent.
        for process in sightings { places[process.id.number] = families[process.id].map { .family($0) } }
        go { known[$0.id]?.place }
        go { process in process.mark.flatMap { roots[$0] == nil ? nil : .family($0) } }
        var groups: [Int32: Place] = [:]
        // Processes that have ended since they were seen count as well.
        for entry in known.values { for number in [entry.session, entry.group] { groups[number] = entry.place } }
        for process in sightings {
            guard let place = places[process.id.number] else { continue }
            for number in [process.session, process.group] { groups[number] = place }
        }
        for number in own { groups[number] = nil }
        go { groups[$0.session] ?? groups[$0.group] }
        go { stray($0, othersSince) }
        known = [:]
        for process in sightings where !process.isOver {
            guard let place = places[process.id.number] else { continue }
            known[process.id] = Known(
                place: place, group: process.group, session: process.session, memory: process.memory)
        }
    }

    private func stray(_ process: ProcessSighting, _ othersSince: UInt64?) -> Place? {
        let start = process.id.start
        guard let firstStart, start >= firstStart, othersSince.map({ start < $0 }) ?? true else { return nil }
        let candidates = Set(roots.filter { $0.value.start <= start }.keys)
        return candidates.count == 1 ? candidates.first.map { .family($0) } : .oneOf(candidates)
    }

    /// Returns the memory of a provider and its descendants, in bytes; nil if all have ended. Strays don't count.
    package func memory(of family: Family) -> UInt64? {
        let members = known.values.filter { $0.place == .family(family) }
        return members.isEmpty ? nil : members.reduce(0) { $0 &+ $1.memory }
    }

    /// Returns the processes that end with a provider: itself, its descendants, and strays that can't belong to another
    /// remaining provider.
    package func members(of family: Family) -> [ProcessSighting.ID] {
        known.filter { entry in
            switch entry.value.place {
            case .family(family): true
            case .family: false
            case .oneOf(let families):
                families.allSatisfy { $0 == family || roots[$0] == nil }
            }
        }.map(\.key)
    }

    /// Returns the members that don't receive signals to the provider's process group.
    package func membersOutsideGroup(of family: Family) -> [ProcessSighting.ID] {
        members(of: family).filter { known[$0]?.group != roots[family]?.number }
    }

    /// All members of all families, including those of providers that are gone.
    package var allMembers: [ProcessSighting.ID] { Array(known.keys) }
}
