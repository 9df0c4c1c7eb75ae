internal import DBus
internal import Glibc
internal import NotificationCenter
internal import TodayBridgeRules
internal import TodayModel
internal import TodayPlatform

/// Connects once to what a group of the configuration names, and prints the result: `today-bridge --test NAME`.
@WidgetActor
enum RemoteTest {
    /// The time in which a broker sends the messages that it has kept.
    private static let retainedTime = Duration.seconds(2)

    /// Returns the exit status: 0 if the connection works.
    static func run(_ name: String, _ configuration: BridgeConfiguration) async -> CInt {
        do {
            print("\(name): \(try await result(of: name, configuration))")
            return EXIT_SUCCESS
        } catch {
            print("\(name): \(error)")
            return EXIT_FAILURE
        }
    }

    private struct Failure: Error, CustomStringConvertible { let description: String }

    private static func result(of name: String, _ configuration: BridgeConfiguration) async throws -> String {
        if let host = configuration.hosts.first(where: { $0.name == name }) { return try await result(of: host) }
        let subscriptions = configuration.subscriptions.filter { $0.name == name || $0.broker == name }
        let publication = configuration.publications.first { $0.name == name }
        let broker = publication?.broker ?? subscriptions.first?.broker ?? name
        guard let group = configuration.brokers.first(where: { $0.name == broker }) else {
            throw Failure(
                description: configuration.kinds[name] == nil
                    ? "it isn't in bridge.conf" : "its group has a fault: run 'todayctl remote check'")
        }
        #if Bridge
            var filters = subscriptions.map(\.topic)
            if broker == name, let prefix = group.discovery { filters.append(TopicFilter(unchecked: prefix + "/#")) }
            return try await result(of: group, filters)
        #else
            throw Failure(description: "this build of today-bridge has no MQTT")
        #endif
    }

    private static func result(of host: HostGroup) async throws -> String {
        let connection = try await Connection.open(host.busAddress, on: WidgetActor.shared.loop)
        let widgets = try await CenterClient(connection).widgets().values.compactMap { try? WidgetProperties($0) }
        let wanted = widgets.filter { widget in host.widgets.contains { $0.matches(widget.identifier.rawValue) } }
        await connection.close()
        return "connected; \(wanted.count) of \(widgets.count) widgets match"
    }

    #if Bridge
        private static func result(of group: BrokerGroup, _ filters: [TopicFilter]) async throws -> String {
            let (events, continuation) = AsyncStream.makeStream(of: Result<String?, MQTTFailure>.self)
            var options = try await Broker.options(of: group)
            options.clientID = "today-bridge-test-\(getpid())"
            let handlers = MQTTClient.Handlers(
                connected: { continuation.yield(.success(nil)) }, received: { continuation.yield(.success($0.topic)) },
                refused: { _ in }, ended: { continuation.yield(.failure($0)) })
            guard let client = MQTTClient(options, handlers) else { throw MQTTFailure(Language.systemError(ENOMEM)) }
            client.connect()
            defer { client.close() }
            var topics: Set<String> = []
            for await event in events {
                guard let topic = try event.get() else {
                    if filters.isEmpty { return "connected" }
                    client.subscribe(filters)
                    _ = WidgetActor.shared.loop.schedule(at: .now + retainedTime) { continuation.finish() }
                    continue
                }
                topics.insert(topic)
            }
            return "connected; \(topics.count) topics have a message"
        }
    #endif
}
