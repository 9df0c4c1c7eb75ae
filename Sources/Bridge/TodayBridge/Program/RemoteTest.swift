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
    /// The unsupported templates that are printed.
    private static let printedTemplates = 10

    /// Returns the exit status: 0 if the connection works.
    static func run(_ name: String, _ configuration: BridgeConfiguration) async -> CInt {
        do {
            for line in try await result(of: name, configuration) { print("\(name): \(ForeignText.logLine(line))") }
            return EXIT_SUCCESS
        } catch {
            print("\(name): \(error)")
            return EXIT_FAILURE
        }
    }

    private struct Failure: Error, CustomStringConvertible { let description: String }

    /// Returns the result and the things to note, each as a line.
    private static func result(of name: String, _ configuration: BridgeConfiguration) async throws -> [String] {
        if let host = configuration.hosts.first(where: { $0.name == name }) { return [try await result(of: host)] }
        let subscriptions = configuration.subscriptions.filter { $0.name == name || $0.broker == name }
        let publication = configuration.publications.first { $0.name == name }
        let broker = publication?.broker ?? subscriptions.first?.broker ?? name
        guard let group = configuration.brokers.first(where: { $0.name == broker }) else {
            throw Failure(
                description: configuration.kinds[name] == nil
                    ? "it isn't in bridge.conf" : "its group has a fault: run 'todayctl remote check'")
        }
        #if Bridge
            return try await result(
                of: group, subscriptions.map(\.topic), discovery: broker == name ? group.discovery : nil)
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
        private static func result(
            of group: BrokerGroup, _ topics: [TopicFilter], discovery prefix: String?
        ) async throws -> [String] {
            let filters = topics + (prefix.map(DiscoveryTopic.filters) ?? [])
            let (events, continuation) = AsyncStream.makeStream(of: Result<MQTTClient.Message?, MQTTFailure>.self)
            var options = try await Broker.options(of: group)
            options.clientID = "today-bridge-test-\(getpid())"
            let handlers = MQTTClient.Handlers(
                connected: { continuation.yield(.success(nil)) }, received: { continuation.yield(.success($0)) },
                refused: { _ in }, ended: { continuation.yield(.failure($0)) })
            guard let client = MQTTClient(options, handlers) else { throw MQTTFailure(Language.systemError(ENOMEM)) }
            client.connect()
            defer { client.close() }
            var (found, board): (Set<String>, _) = ([], DeviceBoard())
            for await event in events {
                guard let message = try event.get() else {
                    if filters.isEmpty { return ["connected"] }
                    client.subscribe(filters)
                    _ = WidgetActor.shared.loop.schedule(at: .now + retainedTime) { continuation.finish() }
                    continue
                }
                found.insert(message.topic)
                if let prefix { _ = try? board.discover(message.topic, message.payload, prefix: prefix) }
            }
            let templates = board.unsupported
            var lines = ["connected; \(found.count) topics have a message"]
            lines += templates.prefix(printedTemplates).map(\.description)
            if templates.count > printedTemplates { lines.append("and \(templates.count - printedTemplates) more") }
            return lines
        }
    #endif
}
