/// Which provider a process belongs to, when it was not the center that has started it. Pure: it is told what was seen.
///
/// A child belongs where its parent does. What loses its parent becomes the center's child, which knows it if it has seen it
/// before. It belongs to the provider whose mark is in its environment, else to the one that has others in its session or
/// group; else it is a stray: of one of those providers that were there when it was started. A stray ends with the last of
/// them.
///
/// Nobody but providers leaves processes to the center, as long as it has not started anything else. From then on what has
/// neither mark nor session nor group of a provider may be an app that a URL has opened, and is left alone.
package struct ProcessFamilies: Sendable {
    /// Names a provider's process and what comes of it: a number that nobody else has had.
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
    /// When the first provider was started.
    private var firstStart: UInt64?
    /// The process group and the session of the center, which say nothing of who is in them.
    private let own: Set<Int32>

    /// - Parameter own: the process group and the session of the center.
    package init(own: Set<Int32>) { self.own = own }

    /// What is worth looking at: all providers, and what was known to belong to them.
    package var numbers: Set<Int32> { Set(roots.values.map(\.number)).union(known.keys.map(\.number)) }

    package mutating func begin(_ family: Family, root: ProcessSighting.ID) {
        roots[family] = root
        firstStart = min(firstStart ?? .max, root.start)
    }

    /// The provider and all that belongs to it are gone.
    package mutating func end(_ family: Family) { roots[family] = nil }

    /// Takes what is there now, parents before their children: providers, what was known, and the center's other children.
    ///
    /// - Parameter othersSince: when the center has started the first program that is no provider, in ticks; nil when it
    ///   has started none.
    package mutating func see(_ sightings: [ProcessSighting], othersSince: UInt64? = nil) {
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
        // A provider is its own, whoever its parent is.
        for process in sightings { places[process.id.number] = families[process.id].map { .family($0) } }
        go { known[$0.id]?.place }
        go { process in process.mark.flatMap { roots[$0] == nil ? nil : .family($0) } }
        var groups: [Int32: Place] = [:]
        // Those that have ended since they were seen count as well.
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

    /// What a provider and its descendants use, in bytes; nil when nothing of it is left. Strays are not counted.
    package func memory(of family: Family) -> UInt64? {
        let members = known.values.filter { $0.place == .family(family) }
        return members.isEmpty ? nil : members.reduce(0) { $0 &+ $1.memory }
    }

    /// Who ends with a provider: itself, its descendants, and strays that can be of no other provider still.
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

    /// The members that do not hear of signals to the process group of the provider.
    package func membersOutsideGroup(of family: Family) -> [ProcessSighting.ID] {
        members(of: family).filter { known[$0]?.group != roots[family]?.number }
    }

    /// All that belongs to any provider, also to one that is gone.
    package var everybody: [ProcessSighting.ID] { Array(known.keys) }
}
