internal import DBus
internal import NotificationCenter
internal import TodayBridgeRules
internal import TodayModel

/// The center of another machine, over one connection to its session bus: lists and follows its widgets, and calls it.
@WidgetActor
final class RemoteCenter {
    /// A change of the widgets there, or the end of the connection.
    enum Event {
        case reading(ObjectPath)
        case read(ObjectPath, [String: DBusValue]?)
        case unreadable(ObjectPath, String)
        case added(ObjectPath, [String: DBusValue])
        case changed(ObjectPath, [String: DBusValue])
        case removed(ObjectPath)
        /// The connection has ended, or the center there.
        case ended(String)
    }

    /// The reason why the widgets there can't be listed.
    struct ListError: Error, CustomStringConvertible { let description: String }

    /// The length of a message from there. Any widget fits; a longer message is dropped as it arrives.
    private nonisolated static let messageBytes = 1 << 20
    /// The number of widgets that are read at once.
    private static let readsAtOnce = 8
    /// The time between questions whether the other machine still answers, and the time for the answer.
    private static let pingInterval = Duration.seconds(5)
    private static let pingTimeout = Duration.seconds(8)
    /// The time after which the clock there is compared again.
    private static let clockInterval = Duration.seconds(600)
    /// A slower round trip says little about the clock there.
    private static let slowRoundTrip = Duration.seconds(1)

    private let connection: Connection
    private let handler: (RemoteCenter, Event) -> Void
    private(set) var clock = RemoteClock()
    private var owner: BusName?
    private var hasEnded = false
    private var clockTask: Task<Void, Never>?
    private var watch: Task<Void, Never>?

    var client: CenterClient { CenterClient(connection) }

    /// Connects to the bus of another machine.
    ///
    /// - Parameter handler: Receives the events, from ``begin()`` on.
    static func open(
        _ address: BusAddress, handler: @escaping (RemoteCenter, Event) -> Void
    ) async throws -> RemoteCenter {
        let connection = try await Connection.open(address, on: WidgetActor.shared.loop) {
            $0.setCallLimits(CallLimits(messageBytes: messageBytes))
        }
        return RemoteCenter(connection, handler)
    }

    private init(_ connection: Connection, _ handler: @escaping (RemoteCenter, Event) -> Void) {
        self.connection = connection
        self.handler = handler
    }

    /// Follows the center there, starts it if needed, and reads all its widgets.
    func begin() async throws {
        await connection.onClose { [weak self] _ in
            Task { @WidgetActor in self?.end("the connection has ended") }
        }
        try await follow()
        if try await connection.owner(of: TodayBus.name) == nil { try await startCenter() }
        owner = try await connection.owner(of: TodayBus.name)
        await measureClock()
        try await list()
        watch = Task { [weak self] in await Self.watch { self } }
    }

    private func startCenter() async throws {
        do {
            let _: UInt32 = try await connection.call(.bus, "StartServiceByName", TodayBus.name.rawValue, UInt32(0))
        } catch let error as RemoteError where error.name == .serviceUnknown {
            throw ListError(description: "Today isn't installed there, or isn't running")
        }
    }

    /// Ends the connection.
    func close() {
        hasEnded = true
        watch?.cancel()
        clockTask?.cancel()
        Task { [connection] in await connection.close(drainingFor: .zero) }
    }

    private func end(_ reason: String) {
        if hasEnded { return }
        close()
        handler(self, .ended(reason))
    }

    // MARK: Widgets

    private func follow() async throws {
        let objects = MatchRule(sender: TodayBus.name, path: TodayBus.path, interface: .objectManager)
        let properties = MatchRule(
            sender: TodayBus.name, pathNamespace: TodayBus.widgetsPath, interface: .properties,
            member: "PropertiesChanged", firstArgument: TodayBus.widget.rawValue)
        for rule in [objects, properties] {
            _ = try await connection.subscribe(rule) { [weak self] signal in
                Task { @WidgetActor in self?.receive(signal) }
            }
        }
        _ = try await connection.watchOwner(of: TodayBus.name) { [weak self] owner in
            Task { @WidgetActor in self?.ownerChanged(owner) }
        }
    }

    private func ownerChanged(_ new: BusName?) {
        // Another center knows nothing of what was read from this one.
        if let owner, new != owner { end("Today has ended there") }
    }

    private func receive(_ signal: Signal) {
        if hasEnded { return }
        switch signal.member {
        case "PropertiesChanged":
            if let (_, values) = try? signal.arguments(as: String.self, [String: DBusValue].self) {
                handler(self, .changed(signal.path, values))
            }
        case "InterfacesAdded":
            let added = try? signal.arguments(as: ObjectPath.self, [String: [String: DBusValue]].self)
            if let (path, interfaces) = added, let values = interfaces[TodayBus.widget.rawValue] {
                handler(self, .added(path, values))
            }
        case "InterfacesRemoved":
            if let (path, interfaces) = try? signal.arguments(as: ObjectPath.self, [String].self),
                interfaces.contains(TodayBus.widget.rawValue)
            {
                handler(self, .removed(path))
            }
        default: break
        }
    }

    /// Reads all widgets, each by a call of its own: the whole list can be too large for one message.
    private func list() async throws {
        let paths = try await paths()
        for path in paths { handler(self, .reading(path)) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, path) in paths.enumerated() {
                if index >= Self.readsAtOnce { try await group.next() }
                group.addTask { try await self.read(path) }
            }
            try await group.waitForAll()
        }
    }

    /// Returns the objects of the widgets there, arranged ones first in their order.
    private func paths() async throws -> [ObjectPath] {
        let document: String
        do {
            document = try await connection.call(
                TodayBus.name, path: TodayBus.widgetsPath, interface: .introspectable, "Introspect")
        } catch let error as RemoteError where error.name == .unknownObject {
            return []
        }
        let names = try IntrospectedNode(xml: document).children.compactMap(\.name)
        let present = Set(names.compactMap { ObjectPath(rawValue: "\(TodayBus.widgetsPath)/\($0)") })
        let arranged = try await client.arrangement().map { TodayBus.path(of: $0) }.filter(present.contains)
        let others = present.subtracting(arranged).sorted { $0.rawValue < $1.rawValue }
        return Array((arranged + others).prefix(Limits.widgets))
    }

    private func read(_ path: ObjectPath) async throws {
        var values: [String: DBusValue]?
        do {
            values = try await connection.call(
                TodayBus.name, path: path, interface: .properties, "GetAll", TodayBus.widget.rawValue)
        } catch is RemoteError {
            // It was removed meanwhile.
        } catch let error as ConnectionError where error.code != .closed && error.code != .timedOut {
            return handler(self, .unreadable(path, error.message))
        }
        handler(self, .read(path, values))
    }

    // MARK: Clock

    /// Measures the clock there, if its measurement doesn't fit a time there.
    func check(_ theirs: Timestamp) {
        guard clock.isOutdated(by: theirs, now: .now), clockTask == nil else { return }
        clockTask = Task {
            await measureClock()
            clockTask = nil
        }
    }

    /// Compares the clocks: a widget that is registered there for a moment shows the time there.
    private func measureClock() async {
        let name = connection.uniqueName?.rawValue ?? ""
        guard let probe = RemoteProbe.identifier(ofConnection: name) else { return }
        for _ in 1...3 {
            let (sent, start) = (Timestamp.now, MonotonicTime.now)
            do {
                try await client.registerWidget(probe, RemoteProbe.definition)
                let duration = MonotonicTime.now - start
                let properties = try await client.properties(of: probe)
                try await client.unregisterWidget(probe)
                if properties.updatedAt == .never { return }
                clock.measure(properties.updatedAt, sent: sent)
                if duration < Self.slowRoundTrip { return }
            } catch { return }
        }
    }

    // MARK: Life

    /// Asks from time to time whether the other machine still answers, and for the time there.
    private static func watch(_ center: () -> RemoteCenter?) async {
        let loop = WidgetActor.shared.loop
        var measured = MonotonicTime.now
        while (try? await loop.sleep(for: pingInterval)) != nil, let center = center() {
            await center.ping()
            if MonotonicTime.now - measured > clockInterval {
                await center.measureClock()
                measured = .now
            }
        }
    }

    /// Ends the connection unless the other machine answers soon.
    func ping(within limit: Duration = pingTimeout) async {
        do {
            let _: String = try await connection.call(.bus, "GetId", timeout: limit)
        } catch let error as ConnectionError where error.code == .timedOut {
            end("no answer")
        } catch {}
    }
}
