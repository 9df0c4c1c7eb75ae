internal import DBus
internal import DBusTesting

/// A connection of a transcript: it calls the center, provides widgets, and records all received messages in order.
actor BusClient {
    nonisolated let connection: Connection
    nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }
    /// The received messages.
    nonisolated let log = WatchedValue<[Event]>([])
    private var lastCall = 0
    /// The automatic replies, by path and method.
    private var answers: [String: Answer] = [:]

    /// A received message.
    enum Event: Sendable {
        case signal(Signal)
        case asked(ProviderCall)
        case reply(to: Int, Result<[DBusValue], any Error>)

        var isReply: Bool { if case .reply = self { true } else { false } }
    }

    /// A call to one of this connection's objects.
    struct ProviderCall: Sendable {
        let path: String
        let member: String
        /// The unique name of the calling connection.
        let sender: BusName?
        let arguments: [DBusValue]
        /// Whether it was answered on arrival.
        let isAnswered: Bool
        fileprivate let reply: @Sendable (Answer) -> Void
    }

    /// The answer of a provider.
    enum Answer: Sendable {
        case values([DBusValue])
        case error(String, String)
    }

    private init(_ connection: Connection) { self.connection = connection }

    /// Opens a connection that receives the center's broadcasts and its directed messages.
    static func open(on bus: PrivateBus) async throws -> BusClient {
        let client = BusClient(try await bus.connect())
        let log = client.log
        for name in [CenterNames.center, CenterNames.apps] {
            _ = try await client.connection.subscribe(MatchRule(sender: name)) { signal in
                log.change { $0.append(.signal(signal)) }
            }
        }
        return client
    }

    // MARK: Calling

    /// A method to call, with its arguments.
    struct Target: Sendable {
        let name: BusName
        let path: ObjectPath
        let interface: InterfaceName
        let member: MemberName
        let arguments: [DBusValue]
    }

    /// Sends calls. Returns their numbers, which identify their replies in the log.
    func call(_ targets: [Target]) throws -> [Int] {
        try targets.map { target in
            lastCall += 1
            let (number, log) = (lastCall, log)
            try connection.assumeIsolated {
                try $0.call(
                    target.name, path: target.path, interface: target.interface, target.member, timeout: .seconds(40),
                    values: target.arguments
                ) { result in
                    log.change { $0.append(.reply(to: number, result)) }
                }
            }
            return number
        }
    }

    // MARK: Providing

    /// Exports a provider's object with these methods; replaces an existing one.
    func serve(_ path: ObjectPath, _ members: [String], answers: [String: Answer]) throws {
        for (member, answer) in answers { self.answers[path.rawValue + " " + member] = answer }
        let methods = Self.providerMethods.filter { members.contains($0.name.rawValue) }
        let interface = Interface<BusClient>(CenterNames.provider) {
            return methods.flatMap { InterfaceBuilder.buildExpression($0) }
        }
        try connection.assumeIsolated { connection in
            connection.unexport(path)
            try connection.export(interface, of: self, at: path)
            try connection.export(Self.startedInterface, of: self, at: path)
        }
    }

    /// Removes a provider's object.
    func unserve(_ path: ObjectPath) { connection.assumeIsolated { $0.unexport(path) } }

    /// Answers a call.
    func answer(_ call: ProviderCall, _ answer: Answer) { call.reply(answer) }

    private func record(
        _ call: MethodCall, _ arguments: [DBusValue], _ reply: @escaping @Sendable (Answer) -> Void
    ) {
        let known = answers[call.path.rawValue + " " + call.member.rawValue]
        let event = ProviderCall(
            path: call.path.rawValue, member: call.member.rawValue, sender: call.sender, arguments: arguments,
            isAnswered: known != nil, reply: reply)
        log.change { $0.append(.asked(event)) }
        if let known { reply(known) }
    }

    private static let startedInterface = Interface<BusClient>(CenterNames.started) {
        Method<BusClient>.later("Started", in: ["widget"]) {
            (client: isolated BusClient, call: MethodCall, reply: DeferredReply<>, widget: String) in
            client.record(call, [.string(widget)]) { send($0, by: reply) }
        }
    }

    private typealias Properties = [String: DBusValue]

    private static let providerMethods: [Method<BusClient>] = [
        .later("BeginRequest", in: ["context"], out: ["changes"]) {
            (client: isolated BusClient, call: MethodCall, reply: DeferredReply<Properties>, context: Properties) in
            client.record(call, [.properties(context)]) { send($0, by: reply) }
        },
        .later("PerformUpdate", in: ["context"], out: ["result", "changes"]) {
            (
                client: isolated BusClient, call: MethodCall, reply: DeferredReply<String, Properties>,
                context: Properties
            )
            in client.record(call, [.properties(context)]) { send($0, by: reply) }
        },
        .later("DisplayModeChanged", in: ["mode", "maximum_size"], out: ["changes"]) {
            (
                client: isolated BusClient, call: MethodCall, reply: DeferredReply<Properties>, mode: String,
                size: Struct<Double, Double>
            ) in
            let (width, height) = size.fields
            client.record(call, [.string(mode), .structure([.double(width), .double(height)])]) { send($0, by: reply) }
        },
        .later("InvokeAction", in: ["action", "parameter", "platform_data"], out: ["changes"]) {
            (
                client: isolated BusClient, call: MethodCall, reply: DeferredReply<Properties>, action: String,
                parameter: [DBusValue], data: Properties
            ) in
            client.record(call, [.string(action), .variants(parameter), .properties(data)]) { send($0, by: reply) }
        },
        .later("Appear") { (client: isolated BusClient, call: MethodCall, reply: DeferredReply<>) in
            client.record(call, []) { send($0, by: reply) }
        },
        .later("Disappear") { (client: isolated BusClient, call: MethodCall, reply: DeferredReply<>) in
            client.record(call, []) { send($0, by: reply) }
        },
        .later("EndRequest") { (client: isolated BusClient, call: MethodCall, reply: DeferredReply<>) in
            client.record(call, []) { send($0, by: reply) }
        },
    ]

    private static func send<each Output: DBusType>(_ answer: Answer, by reply: DeferredReply<repeat each Output>) {
        switch answer {
        case .values(let values): reply.send(values: values)
        case .error(let name, let message):
            reply.send(error: RemoteError(ErrorName(rawValue: name) ?? .failed, message))
        }
    }
}
