/// The known objects of another program. Pure: it gets the messages in the order of the stream, and returns the
/// resulting changes and questions.
///
/// Of two messages from the other program, the later one is right. So nothing is kept before its first complete list
/// arrives. From then on, every message is applied.
struct FollowedObjects {
    typealias Interfaces = [InterfaceName: [String: DBusValue]]

    /// The content of a signal.
    enum News: Equatable {
        case added(ObjectPath, Interfaces)
        case removed(ObjectPath, Set<InterfaceName>)
        case changed(ObjectPath, InterfaceName, values: [String: DBusValue], invalidated: Set<String>)
    }

    /// A question for the other program.
    enum Question: Hashable {
        /// All its objects; ``listed(_:era:)`` handles the answer.
        case everything
        /// A property that was invalidated without a new value; ``read(_:_:_:_:era:)`` handles the answer.
        case property(ObjectPath, InterfaceName, String)
    }

    private enum Phase {
        /// The name has no owner.
        case absent
        /// The list was requested.
        case reading
        /// The list is known.
        case following
        /// The list could not be read. The next signal is a reason to request it again.
        case failed
    }

    private(set) var objects: [ObjectPath: ManagedObject] = [:]
    private(set) var owner: BusName?
    /// The error of the last attempt to list the objects; nil if it succeeded, or the name has no owner.
    private(set) var failure: (any Error)?
    /// Counts the owners. An answer from an earlier owner is ignored.
    private(set) var era = 0
    private var phase = Phase.absent
    /// Whether a change of an unknown interface means that it exists, and the list is requested again.
    private let asksForUnknown: Bool

    /// The reader of the objects' properties as dictionary types.
    private let skipped: SkippedKeys?

    init(asksForUnknown: Bool, skipped: SkippedKeys? = nil) {
        self.asksForUnknown = asksForUnknown
        self.skipped = skipped
    }

    /// Handles a new owner, or the loss of the owner. With an owner, request the list.
    ///
    /// - Parameter isPeer: whether the connection is to a peer, without names and so without owner events.
    mutating func replace(owner: BusName?, isPeer: Bool = false) -> [ObjectEvent] {
        let events = objects.keys.sorted { $0.rawValue < $1.rawValue }.flatMap { set($0, [:]) } + setFailure(nil)
        self.owner = owner
        era += 1
        phase = owner == nil && !isPeer ? .absent : .reading
        return isPeer ? events : events + [.ownerChanged(owner)]
    }

    /// Handles the list of objects; nil if it could not be read, and then `error` is set.
    mutating func listed(
        _ found: [ObjectPath: Interfaces]?, because error: (any Error)? = nil, era: Int
    ) -> [ObjectEvent] {
        guard era == self.era else { return [] }
        phase = found == nil ? .failed : .following
        let change = setFailure(error)
        let found = found ?? [:]
        return change
            + Set(objects.keys).union(found.keys).sorted { $0.rawValue < $1.rawValue }
            .flatMap { set($0, found[$0] ?? [:]) }
    }

    /// Prepares another request of a list that could not be read. Returns false when it was requested already, or is
    /// known.
    mutating func tryAgain() -> Bool {
        guard phase == .failed else { return false }
        phase = .reading
        return true
    }

    private mutating func setFailure(_ error: (any Error)?) -> [ObjectEvent] {
        let (old, new) = (failure.map { "\($0)" }, error.map { "\($0)" })
        failure = error
        return old == new ? [] : [.failureChanged(new)]
    }

    /// Handles a signal.
    mutating func receive(_ news: News) -> (events: [ObjectEvent], questions: [Question]) {
        switch phase {
        case .absent, .reading: return ([], [])
        case .failed: return ([], [retry()])
        case .following: break
        }
        switch news {
        case .added(let path, let interfaces): return (set(path, known(path).merging(interfaces) { $1 }), [])
        case .removed(let path, let names): return (set(path, known(path).filter { !names.contains($0.key) }), [])
        case .changed(let path, let interface, let values, let invalidated):
            guard let properties = objects[path]?.interfaces[interface] else {
                return ([], asksForUnknown ? [retry()] : [])
            }
            let invalid = invalidated.subtracting(values.keys).sorted().map { Question.property(path, interface, $0) }
            let names = Set(values.keys.filter { properties[$0] != values[$0] })
            if names.isEmpty { return ([], invalid) }
            let new = properties.merging(values) { $1 }
            objects[path]?.interfaces[interface] = new
            return ([.changed(path, interface, values: new, names: names)], invalid)
        }
    }

    private mutating func retry() -> Question {
        phase = .reading
        return .everything
    }

    /// Handles the value of a property; nil if it can't be read.
    mutating func read(
        _ path: ObjectPath, _ interface: InterfaceName, _ property: String, _ value: DBusValue?, era: Int
    ) -> [ObjectEvent] {
        var interfaces = known(path)
        guard era == self.era, phase == .following, interfaces[interface] != nil else { return [] }
        interfaces[interface]?[property] = value
        return set(path, interfaces)
    }

    private func known(_ path: ObjectPath) -> Interfaces { objects[path]?.interfaces ?? [:] }

    /// Sets the interfaces of an object, and returns the differences.
    private mutating func set(_ path: ObjectPath, _ interfaces: Interfaces) -> [ObjectEvent] {
        let before = known(path)
        objects[path] =
            interfaces.isEmpty ? nil : ManagedObject(path: path, interfaces: interfaces, skipped: skipped)
        var events: [ObjectEvent] = []
        let removed = before.keys.filter { interfaces[$0] == nil }
        if !removed.isEmpty { events.append(.removed(path, Set(removed))) }
        let added = interfaces.filter { before[$0.key] == nil }
        if !added.isEmpty { events.append(.added(path, added)) }
        for (interface, old) in before.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            guard let new = interfaces[interface] else { continue }
            let names = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
            if !names.isEmpty { events.append(.changed(path, interface, values: new, names: names)) }
        }
        return events
    }
}

extension FollowedObjects {
    /// The events that lead from nothing to the known state.
    var beginning: [ObjectEvent] {
        (owner == nil && phase != .absent ? [] : [.ownerChanged(owner)])  // A peer has no name.
            + (failure.map { [.failureChanged("\($0)")] } ?? [])
            + objects.values.sorted { $0.path.rawValue < $1.path.rawValue }.map { .added($0.path, $0.interfaces) }
    }
}

extension FollowedObjects.News {
    /// Parses a signal of an object manager, or of an object's properties; nil for another signal. Invalid parts are
    /// left out: interfaces with invalid names.
    init?(_ signal: Signal) {
        switch (signal.interface, signal.member) {
        case (.objectManager, "InterfacesAdded"):
            guard
                let (path, interfaces) = try? signal.arguments(
                    as: ObjectPath.self, [String: [String: DBusValue]].self)
            else { return nil }
            self = .added(path, FollowedObjects.named(interfaces))
        case (.objectManager, "InterfacesRemoved"):
            guard let (path, names) = try? signal.arguments(as: ObjectPath.self, [String].self) else { return nil }
            self = .removed(path, Set(names.compactMap { InterfaceName(rawValue: $0) }))
        case (.properties, "PropertiesChanged"):
            guard
                let (name, values, invalidated) = try? signal.arguments(
                    as: String.self, [String: DBusValue].self, [String].self),
                let interface = InterfaceName(rawValue: name)
            else { return nil }
            self = .changed(signal.path, interface, values: values, invalidated: Set(invalidated))
        default: return nil
        }
    }

    /// Returns the part about one interface of one object; nil if it has none.
    func about(_ path: ObjectPath, _ interface: InterfaceName) -> Self? {
        switch self {
        case .added(path, let interfaces): interfaces[interface].map { .added(path, [interface: $0]) }
        case .removed(path, let names): names.contains(interface) ? .removed(path, [interface]) : nil
        case .changed(path, interface, _, _): self
        default: nil
        }
    }
}

extension FollowedObjects {
    /// Returns the interfaces with valid names.
    static func named(_ interfaces: [String: [String: DBusValue]]) -> Interfaces {
        var named: Interfaces = [:]
        for (name, properties) in interfaces {
            if let name = InterfaceName(rawValue: name) { named[name] = properties }
        }
        return named
    }
}
