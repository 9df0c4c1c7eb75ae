/// The recorded changes of the owners in one place.
struct ChangesElsewhere {
    var pending = PendingChanges()
    /// The changes that were recorded first, whose values are being read.
    var sending: [PendingChanges.Item] = []
}

/// Reads and sends the changes of owners that live outside of the loop's thread.
///
/// Values are read where the owner lives, which takes time. Later signals of the same place, and replies to calls of
/// it, wait behind them. Messages of other places don't.
extension Connection {
    /// A request for the property values of an object's interface, all or some.
    struct Question: Sendable {
        let path: ObjectPath
        let interface: any ExportedInterface
        var names: Set<String>?
    }

    // MARK: Reading

    /// Returns the interfaces with the requested values. Each place is visited once, so that all its values are from
    /// the same moment. Interfaces whose owners live on the loop's thread are returned unchanged.
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

    // MARK: Sending

    /// Whether something from there still waits to be sent.
    func isEmitting(from isolation: any Actor) -> Bool { changesElsewhere[ObjectIdentifier(isolation)] != nil }

    /// Queues an item behind everything to be sent from there.
    func queueElsewhere(_ item: PendingChanges.Item, from isolation: any Actor) {
        recordElsewhere(from: isolation) { $0.hold(item) }
    }

    func recordElsewhere(from isolation: any Actor, _ record: (inout PendingChanges) -> Void) {
        let isIdle = !isEmitting(from: isolation)
        record(&changesElsewhere[ObjectIdentifier(isolation), default: ChangesElsewhere()].pending)
        if isIdle { Task { await self.emitAll(from: isolation) } }
    }

    private func emitAll(from isolation: any Actor) async {
        let place = ObjectIdentifier(isolation)
        while changesElsewhere[place]?.pending.isEmpty == false {
            // When this arrives, so has everything recorded by code that ran there before.
            _ = await Self.visit([], on: isolation)
            let items = changesElsewhere[place]?.pending.popAll() ?? []
            changesElsewhere[place]?.sending = items
            var questions: [Question] = []
            var ends: [Int] = []
            for item in items {
                questions += self.questions(of: item)
                ends.append(questions.count)
            }
            var interfaces = await visit(questions)[...]
            for (item, end) in zip(items, ends) {
                emitItem(item, interfaces.prefix(upTo: end))
                interfaces = interfaces.suffix(from: end)
            }
            changesElsewhere[place]?.sending = []
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
        case .signal, .callback: return []
        }
    }

    private func emitItem(_ item: PendingChanges.Item, _ interfaces: ArraySlice<any ExportedInterface>) {
        switch item {
        case .change(let path, _, let names):
            for interface in interfaces { emitPropertiesChanged(path, interface, names) }
        case .added(let manager, let path, _): emitInterfacesAdded(Array(interfaces), of: path, from: manager)
        // A failure is ignored: it may be too late, as for every sent signal that waits to be written.
        case .signal(let message): _ = try? sendInOrder(message)
        case .callback(let call): call()
        }
    }

    /// Waits until everything recorded there is sent.
    func waitUntilSent(from isolations: [any Actor]) async {
        for isolation in isolations where isEmitting(from: isolation) {
            await withCheckedContinuation { continuation in
                queueElsewhere(.callback { continuation.resume() }, from: isolation)
            }
        }
    }

    /// Sends the signals that wait for values, because the values can no longer be read.
    func sendWaitingSignals() {
        for place in changesElsewhere.values {
            for case .signal(let message) in place.sending + place.pending.items { _ = try? send(message) }
        }
    }
}
