/// What the owners in one place have noted.
struct ChangesElsewhere {
    var noted = PendingChanges()
    /// What was noted first, whose values are being read.
    var telling: [PendingChanges.Item] = []
}

/// How owners that live elsewhere than on the loop's thread are visited, and what they have to tell.
///
/// Values are read where the owner lives, which takes time. What is to come after them – later signals of the same place, and
/// replies to calls of it – waits in line with them; what others send does not.
extension Connection {
    /// An interface of an object that is asked for its values, of all its properties or of some.
    struct Question: Sendable {
        let path: ObjectPath
        let interface: any ExportedInterface
        var names: Set<String>?
    }

    // MARK: Reading

    /// Gives back the interfaces with the values that were asked for. Each place is visited once, so that all values from
    /// there are of one moment. Interfaces whose owners live on the loop's thread are given back as they are.
    func visit(_ questions: [Question]) async -> [any ExportedInterface] {
        var interfaces = questions.map(\.interface)
        var places: [(isolation: any Actor, indices: [Int])] = []
        for (index, interface) in interfaces.enumerated() {
            guard let isolation = interface.isolation else { continue }
            if let place = places.firstIndex(where: { $0.isolation === isolation }) {
                places[place].indices.append(index)
            } else {
                places.append((isolation, [index]))
            }
        }
        for place in places {
            let visited = await Self.visit(place.indices.map { questions[$0] }, on: place.isolation)
            for (index, interface) in zip(place.indices, visited) { interfaces[index] = interface }
        }
        return interfaces
    }

    private static func visit(
        _ questions: [Question], on isolation: isolated any Actor
    ) async -> [any ExportedInterface] {
        var visited: [any ExportedInterface] = []
        for question in questions {
            visited.append(await question.interface.visited(for: question.names, at: question.path))
        }
        return visited
    }

    // MARK: Telling

    /// Whether something from there has not been told yet.
    func isEmitting(from isolation: any Actor) -> Bool { changesElsewhere[ObjectIdentifier(isolation)] != nil }

    /// Puts something in line with what is told from there.
    func queueElsewhere(_ item: PendingChanges.Item, from isolation: any Actor) {
        recordElsewhere(from: isolation) { $0.hold(item) }
    }

    func recordElsewhere(from isolation: any Actor, _ note: (inout PendingChanges) -> Void) {
        let isIdle = !isEmitting(from: isolation)
        note(&changesElsewhere[ObjectIdentifier(isolation), default: ChangesElsewhere()].noted)
        if isIdle { Task { await self.emitAll(from: isolation) } }
    }

    private func emitAll(from isolation: any Actor) async {
        let place = ObjectIdentifier(isolation)
        while changesElsewhere[place]?.noted.isEmpty == false {
            // When it has come here, so has all that was noted by the code that ran there before.
            _ = await Self.visit([], on: isolation)
            let items = changesElsewhere[place]?.noted.take() ?? []
            changesElsewhere[place]?.telling = items
            var questions: [Question] = []
            var ends: [Int] = []
            for item in items {
                questions += self.questions(of: item)
                ends.append(questions.count)
            }
            var interfaces = await visit(questions)[...]
            for (item, end) in zip(items, ends) {
                tell(item, interfaces.prefix(upTo: end))
                interfaces = interfaces.suffix(from: end)
            }
            changesElsewhere[place]?.telling = []
        }
        changesElsewhere[place] = nil
    }

    private func questions(of item: PendingChanges.Item) -> [Question] {
        switch item {
        case .change(let path, let interface, let names):
            guard let bound = objects.interface(interface, at: path) else { return [] }
            let changed = Set(bound.changes(names).changed.map(\.rawValue))
            return [Question(path: path, interface: bound, names: changed)]
        case .added(_, let path, let interfaces): return interfaces.map { Question(path: path, interface: $0) }
        case .signal, .told: return []
        }
    }

    private func tell(_ item: PendingChanges.Item, _ interfaces: ArraySlice<any ExportedInterface>) {
        switch item {
        case .change(let path, _, let names):
            for interface in interfaces { emitPropertiesChanged(path, interface, names) }
        case .added(let manager, let path, _): emitInterfacesAdded(Array(interfaces), of: path, from: manager)
        // It may be too late for it, as for every signal that has been sent and waits to be written.
        case .signal(let message): _ = try? sendInOrder(message)
        case .told(let tell): tell()
        }
    }

    /// Waits until what was noted there has been told.
    func told(from isolations: [any Actor]) async {
        for isolation in isolations where isEmitting(from: isolation) {
            await withCheckedContinuation { continuation in
                queueElsewhere(.told { continuation.resume() }, from: isolation)
            }
        }
    }

    /// Sends the signals that wait for values. The values cannot be waited for any more.
    func giveUpElsewhere() {
        for place in changesElsewhere.values {
            for case .signal(let message) in place.telling + place.noted.items { _ = try? send(message) }
        }
    }
}
