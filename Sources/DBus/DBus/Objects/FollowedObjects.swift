/// What is known of the objects of another program. Pure: it is told what arrives, in the order of the stream, and answers
/// with what has changed by that and what is to be asked.
///
/// Of two messages of the other program the later one is right. So nothing is kept of what it says before it has told
/// everything, and from then on all that it says is applied.
struct FollowedObjects {
    typealias Interfaces = [InterfaceName: [String: DBusValue]]

    /// What a signal says.
    enum News: Equatable {
        case added(ObjectPath, Interfaces)
        case removed(ObjectPath, Set<InterfaceName>)
        case changed(ObjectPath, InterfaceName, values: [String: DBusValue], invalidated: Set<String>)
    }

    /// What is to be asked.
    enum Question: Hashable {
        /// What there is; ``listed(_:era:)`` takes the answer.
        case everything
        /// A property whose new value was not told; ``read(_:_:_:_:era:)`` takes the answer.
        case property(ObjectPath, InterfaceName, String)
    }

    private enum Phase {
        /// There is nobody.
        case absent
        /// It was asked what there is.
        case reading
        /// What there is, is known.
        case following
        /// What there is could not be told. Whoever says something may be able to tell now.
        case failed
    }

    private(set) var objects: [ObjectPath: ManagedObject] = [:]
    private(set) var owner: BusName?
    /// Why it could not be told at last what there is; nil when it could, or there is nobody.
    private(set) var failure: (any Error)?
    /// Counts who has answered; what was asked of one is not answered by another.
    private(set) var era = 0
    private var phase = Phase.absent
    /// Whether a change of something unknown shows that it is there, and all is to be asked again.
    private let asksForUnknown: Bool

    /// What the objects are read with.
    private let skipped: SkippedKeys?

    init(asksForUnknown: Bool, skipped: SkippedKeys? = nil) {
        self.asksForUnknown = asksForUnknown
        self.skipped = skipped
    }

    /// Somebody else answers from now on, or nobody. When there is somebody, everything is to be asked.
    ///
    /// - Parameter isPeer: there are no names on this connection, and none to be told of.
    mutating func replace(owner: BusName?, isPeer: Bool = false) -> [ObjectEvent] {
        let events = objects.keys.sorted { $0.rawValue < $1.rawValue }.flatMap { set($0, [:]) } + setFailure(nil)
        self.owner = owner
        era += 1
        phase = owner == nil && !isPeer ? .absent : .reading
        return isPeer ? events : events + [.ownerChanged(owner)]
    }

    /// What there is was told; nil when it could not be, and then there is an error.
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

    /// What could not be told is asked again. Returns false when it is asked already, or known.
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

    /// A signal has come.
    mutating func hear(_ news: News) -> (events: [ObjectEvent], questions: [Question]) {
        switch phase {
        case .absent, .reading: return ([], [])
        case .failed: return ([], [askAgain()])
        case .following: break
        }
        switch news {
        case .added(let path, let interfaces): return (set(path, known(path).merging(interfaces) { $1 }), [])
        case .removed(let path, let names): return (set(path, known(path).filter { !names.contains($0.key) }), [])
        case .changed(let path, let interface, let values, let invalidated):
            guard let properties = objects[path]?.interfaces[interface] else {
                return ([], asksForUnknown ? [askAgain()] : [])
            }
            let invalid = invalidated.subtracting(values.keys).sorted().map { Question.property(path, interface, $0) }
            let names = Set(values.keys.filter { properties[$0] != values[$0] })
            if names.isEmpty { return ([], invalid) }
            let new = properties.merging(values) { $1 }
            objects[path]?.interfaces[interface] = new
            return ([.changed(path, interface, values: new, names: names)], invalid)
        }
    }

    private mutating func askAgain() -> Question {
        phase = .reading
        return .everything
    }

    /// A property was read; nil when it cannot be.
    mutating func read(
        _ path: ObjectPath, _ interface: InterfaceName, _ property: String, _ value: DBusValue?, era: Int
    ) -> [ObjectEvent] {
        var interfaces = known(path)
        guard era == self.era, phase == .following, interfaces[interface] != nil else { return [] }
        interfaces[interface]?[property] = value
        return set(path, interfaces)
    }

    private func known(_ path: ObjectPath) -> Interfaces { objects[path]?.interfaces ?? [:] }

    /// Has an object have these interfaces, and tells what is other than before.
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
    /// The events that lead from nothing to what is known.
    var beginning: [ObjectEvent] {
        (owner == nil && phase != .absent ? [] : [.ownerChanged(owner)])  // A peer has no name.
            + (failure.map { [.failureChanged("\($0)")] } ?? [])
            + objects.values.sorted { $0.path.rawValue < $1.path.rawValue }.map { .added($0.path, $0.interfaces) }
    }
}

extension FollowedObjects.News {
    /// What a signal of an object manager, or of an object's properties, says; nil when it is another one. Parts that are
    /// no good are left out: interfaces whose names are none.
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

    /// The part that is about one interface of one object; nil when there is none.
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
    /// The interfaces whose names are good ones.
    static func named(_ interfaces: [String: [String: DBusValue]]) -> Interfaces {
        var named: Interfaces = [:]
        for (name, properties) in interfaces {
            if let name = InterfaceName(rawValue: name) { named[name] = properties }
        }
        return named
    }
}
