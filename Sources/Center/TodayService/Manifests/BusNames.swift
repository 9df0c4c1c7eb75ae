internal import DBus
internal import Logging
internal import TodayManifests

/// The names on one bus that manifests wait for, and below whether they are owned or activatable. Used only by the
/// center.
final class BusNames {
    let bus: BusNameCondition.Bus
    private let logger: Logger
    /// The connection to the bus; nil before it is needed, and while the bus is missing.
    private var connection: Connection?
    private var conditions: Set<BusNameCondition> = []
    private var subscriptions: [BusNameCondition: Connection.Subscription] = [:]
    private var serviceFiles: Connection.Subscription?
    /// The matching names that have an owner, and those that the bus can start.
    private var owned: Set<String> = []
    private var activatable: Set<String> = []
    /// The changes that arrived while all names are read again; nil while they aren't.
    private var changesInReading: [(name: String, isOwned: Bool)]?
    /// Whether the names have to be read once more.
    private var isReadingStale = false
    private var isMissingLogged = false

    /// - Parameter connection: the connection of the center, if that is to this bus.
    init(_ bus: BusNameCondition.Bus, _ connection: Connection?, logger: Logger) {
        self.bus = bus
        self.connection = connection
        self.logger = logger
    }

    /// Whether a name is owned or activatable, as far as it is known.
    func isPresent(_ condition: BusNameCondition) -> Bool {
        owned.contains(where: condition.matches) || activatable.contains(where: condition.matches)
    }

    /// Follows these names and no others. Returns when it is known which of them are on the bus.
    func follow(_ wanted: Set<BusNameCondition>, _ center: isolated Center) async {
        let wanted = wanted.filter { $0.bus == bus }
        if wanted == conditions, connection != nil || wanted.isEmpty { return }
        conditions = wanted
        guard !wanted.isEmpty, let connection = await connected(center) else { return await forget(center) }
        do {
            for name in Set(subscriptions.keys).subtracting(wanted) {
                if let old = subscriptions.removeValue(forKey: name) { await connection.cancel(old) }
            }
            for name in wanted where subscriptions[name] == nil {
                subscriptions[name] = try await subscribe(to: name, connection, center)
            }
            if serviceFiles == nil {
                let rule = MatchRule(sender: .bus, path: .bus, interface: .bus, member: "ActivatableServicesChanged")
                let names = Confined(value: self)
                serviceFiles = try await connection.subscribe(rule) { [weak center] _ in
                    Task { await center?.readNames(names) }
                }
            }
            try await read(connection, center)
        } catch {
            conditions = []
            logger.warning("can't follow the names on the \(bus.rawValue) bus: \(error)")
        }
    }

    /// Reads again which names are on the bus.
    func readAgain(_ center: isolated Center) async {
        guard let connection, !conditions.isEmpty else { return }
        do { try await read(connection, center) } catch {
            logger.warning("the names on the \(bus.rawValue) bus can't be read: \(error)")
        }
    }

    // MARK: The bus

    /// Returns the connection to the bus. The system bus is connected when a manifest first asks for it.
    private func connected(_ center: isolated Center) async -> Connection? {
        if let connection { return connection }
        do {
            let opened = try await Connection.open(.system, on: center.loop)
            connection = opened
            isMissingLogged = false
            let names = Confined(value: self)
            await opened.onClose { [weak center, weak opened] _ in
                guard let opened else { return }
                center?.assumeIsolated { $0.busIsGone(names, opened) }
            }
            return opened
        } catch {
            if !isMissingLogged {
                logger.notice("the system bus isn't running: widgets that wait for its names don't exist")
            }
            isMissingLogged = true
            return nil
        }
    }

    /// Handles the end of a connection.
    func closed(_ closed: Connection) {
        guard connection === closed else { return }
        connection = nil
        (subscriptions, serviceFiles, owned, activatable) = ([:], nil, [], [])
    }

    /// Stops following names, and closes a connection of its own.
    private func forget(_ center: isolated Center) async {
        (owned, activatable) = ([], [])
        let old = subscriptions
        let files = serviceFiles.take()
        subscriptions = [:]
        guard let connection else { return }
        if connection !== center.connection {
            self.connection = nil
            return await connection.close()
        }
        for subscription in old.values { await connection.cancel(subscription) }
        if let files { await connection.cancel(files) }
    }

    private func subscribe(
        to condition: BusNameCondition, _ connection: Connection, _ center: isolated Center
    ) async throws -> Connection.Subscription {
        let rule = MatchRule(
            sender: .bus, path: .bus, interface: .bus, member: "NameOwnerChanged",
            arguments: [0: condition.isNamespace ? .namespace(condition.name) : .equals(condition.name)])
        let names = Confined(value: self)
        return try await connection.subscribe(rule) { [weak center] signal in
            guard let (name, _, owner) = try? signal.arguments(as: String.self, String.self, String.self) else {
                return
            }
            center?.assumeIsolated { names.value.ownerChanged(of: name, isOwned: !owner.isEmpty, $0) }
        }
    }

    private func ownerChanged(of name: String, isOwned: Bool, _ center: isolated Center) {
        changesInReading?.append((name, isOwned))
        let before = owned
        set(name, isOwned)
        if owned != before { center.busNamesChanged() }
    }

    private func set(_ name: String, _ isOwned: Bool) {
        // The rule for a namespace also matches the name without another element.
        if isOwned, conditions.contains(where: { $0.matches(name) }) {
            owned.insert(name)
        } else {
            owned.remove(name)
        }
    }

    /// Reads all names, and applies the changes that arrived meanwhile.
    private func read(_ connection: Connection, _ center: isolated Center) async throws {
        // The reading in progress starts again.
        if changesInReading != nil { return isReadingStale = true }
        changesInReading = []
        defer { changesInReading = nil }
        repeat {
            isReadingStale = false
            let all: [String] = try await connection.call(.bus, "ListNames")
            let startable: [String] = try await connection.call(.bus, "ListActivatableNames")
            let conditions = conditions
            owned = Set(all.filter { name in conditions.contains { $0.matches(name) } })
            activatable = Set(startable.filter { name in conditions.contains { $0.matches(name) } })
            for change in changesInReading ?? [] { set(change.name, change.isOwned) }
        } while isReadingStale
    }
}

extension Center {
    fileprivate func readNames(_ names: Confined<BusNames>) async {
        await names.value.readAgain(self)
        busNamesChanged()
    }

    fileprivate func busIsGone(_ names: Confined<BusNames>, _ connection: Connection) {
        names.value.closed(connection)
        busNamesChanged()
    }

    /// Adds and removes the widgets whose `TryBusName` is or isn't on the bus now.
    func busNamesChanged() { manifests.busNamesChanged(self) }
}
