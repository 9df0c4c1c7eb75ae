#if Bridge
    internal import DBus
    internal import Glibc
    internal import NotificationCenter
    internal import TodayBridgeRules
    internal import TodayModel

    /// The widgets of an MQTT broker, `[Broker NAME]`, over one connection.
    @WidgetActor
    final class Broker {
        private let plan: BrokerPlan
        private let widgets: BrokerWidgets
        private let report: (String) -> Void
        private var feeds: [any BrokerFeed] = []
        private var publishers: [Publisher] = []
        private var client: MQTTClient?
        private var isConnected = false
        private var delay = Backoff()
        private var retry: EventLoop.Timer?
        /// Looks up the password of the next connection.
        private var starting: Task<Void, Never>?
        private var ignoredCount = 0
        /// Runs when the retained messages have arrived.
        private var cleaning: EventLoop.Timer?
        private var isEnded = false
        /// The last message, to recognize the copies that overlapping subscriptions cause.
        private var last: MQTTClient.Message?

        /// The time that a broker takes to send all retained messages.
        private static let retainedTime = Duration.seconds(10)
        /// The ignored messages that are reported after each connection.
        private static let reportedMessages = 10
        /// The size of the longest topic that is read.
        private static let maximumTopicBytes = 1024

        private var group: BrokerGroup { plan.broker }
        private var loop: EventLoop { WidgetActor.shared.loop }

        init(_ plan: BrokerPlan, _ widgets: RemoteWidgets, report: @escaping (String) -> Void) {
            self.plan = plan
            let name = plan.broker.name
            let report = { (text: String) in report("[Broker \(name)]: " + ForeignText.logLine(text)) }
            self.report = report
            var retry: () -> Void = {}
            self.widgets = BrokerWidgets(widgets, retry: { retry() }, report: report)
            retry = { [weak self] in self?.retryNow() }
            let own = Set(plan.publications.map { $0.machine ?? LocalHost.name })
            feeds = plan.subscriptions.map { group in
                if group.group { return FleetFeed(group, self.widgets) }
                return if group.kind == .content, PublishedTopic.states(of: group.topic) != nil {
                    MachineFeed(group, own: own, self.widgets, sending)
                } else {
                    SubscriptionFeed(group, self.widgets)
                }
            }
            if let prefix = plan.broker.discovery {
                feeds.append(DeviceFeed(prefix, self.widgets, sending, report: report))
            }
            publishers = plan.publications.map { Publisher($0, sending, report: report) }
            if own.count > 1 { report("only the first Machine of the [Publish] groups has a last will") }
        }

        /// The requests of feeds and publishers to the broker.
        private var sending: BrokerSending {
            BrokerSending(
                subscribe: { [weak self] in self?.client?.subscribe($0) },
                unsubscribe: { [weak self] in self?.client?.unsubscribe($0) },
                publish: { [weak self] message in
                    guard let self, isConnected, let client else {
                        self?.retryNow()
                        throw MQTTFailure(tr("The broker isn’t connected"))
                    }
                    try await client.publish(
                        Array(message.payload.utf8), to: message.topic, isRetained: message.isRetained,
                        expiry: message.expiry)
                })
        }

        // MARK: Connection

        /// Connects, and stays connected.
        ///
        /// - Parameter stored: The widgets of the broker that the center has stored.
        func begin(_ stored: [WidgetProperties]) async {
            await widgets.adopt(stored)
            for feed in feeds { feed.begin() }
            for publisher in publishers { publisher.begin() }
            connect()
        }

        /// Tries to connect now, if the broker can't be reached.
        func retryNow() {
            if isEnded || client != nil || starting != nil { return }
            delay.reset()
            connect()
        }

        /// Sends all widgets again, because the center has started.
        ///
        /// - Parameter stored: The widgets that it knows.
        func centerStarted(_ stored: [WidgetIdentifier: WidgetProperties]) { widgets.centerStarted(stored) }

        private func connect() {
            if let timer = retry.take() { loop.cancel(timer) }
            starting = Task {
                do throws(MQTTFailure) {
                    var options = try await Self.options(of: group, clientID: group.clientID ?? standardClientID)
                    options.will = publishers.first.map { ($0.stateTopic, PublishedTopic.offline) }
                    starting = nil
                    if isEnded { return }
                    try connect(options)
                } catch {
                    starting = nil
                    failed(error)
                }
            }
        }

        /// Returns the options of a connection without a last will.
        static func options(of group: BrokerGroup, clientID: String = "") async throws(MQTTFailure)
            -> MQTTClient.Options
        {
            MQTTClient.Options(
                host: group.address.host, port: group.address.port, isEncrypted: group.address.isEncrypted,
                caFile: group.caFile, user: group.user, password: try await password(of: group), clientID: clientID,
                will: nil)
        }

        private static func password(of group: BrokerGroup) async throws(MQTTFailure) -> String? {
            guard group.user != nil else { return nil }
            do throws(PasswordFailure) {
                if let file = group.passwordFile { return try PasswordFile.read(file) }
                return try await SecretService.password(ofBroker: group.name)
            } catch {
                throw MQTTFailure(error.description)
            }
        }

        private func connect(_ options: MQTTClient.Options) throws(MQTTFailure) {
            let handlers = MQTTClient.Handlers(
                connected: { [weak self] in self?.connected() }, received: { [weak self] in self?.received($0) },
                refused: { [weak self] in self?.report("the broker refused \($0) subscriptions") },
                ended: { [weak self] in self?.failed($0) })
            guard let client = MQTTClient(options, handlers) else { throw MQTTFailure(Language.systemError(ENOMEM)) }
            self.client = client
            client.connect()
        }

        /// The name of this process at the broker. A broker ends the former of two connections with the same name, and
        /// two machines may have the same name.
        private let standardClientID =
            "today-bridge-\(LocalHost.name)-" + String(UInt32.random(in: .min ... .max), radix: 16)

        private func connected() {
            delay.reset()
            isConnected = true
            last = nil
            ignoredCount = 0
            client?.subscribe(feeds.flatMap(\.filters) + publishers.flatMap(\.filters))
            widgets.setOutage(nil)
            for publisher in publishers { publisher.connected() }
            cleaning = loop.schedule(at: .now + Self.retainedTime) { [weak self] in
                Task { @WidgetActor in self?.removeUnclaimed() }
            }
        }

        /// Removes the stored widgets whose devices and machines no longer exist.
        private func removeUnclaimed() {
            cleaning = nil
            if isConnected { widgets.removeUnclaimed { name in feeds.contains { $0.keeps(name) } } }
        }

        private func failed(_ failure: MQTTFailure) {
            client = nil
            isConnected = false
            if let timer = cleaning.take() { loop.cancel(timer) }
            for publisher in publishers { publisher.disconnected() }
            if isEnded { return }
            report("\(group.address.host) can't be used: \(failure)")
            let wait = delay.next()
            retry = loop.schedule(at: .now + wait) { [weak self] in Task { @WidgetActor in self?.connect() } }
            let text = tr("{host} can’t be reached", ["host": group.name]) + "\n" + failure.description
            let time = Timestamp.now.microseconds + UInt64(clamping: wait.components.seconds) * 1_000_000
            widgets.setOutage((NCWidgetError(text, isUnreachable: true), Timestamp(microseconds: time)))
        }

        /// Ends the connection. Removes the widgets if the group is gone.
        func end(removing: Bool = false) async {
            isEnded = true
            if let timer = retry.take() { loop.cancel(timer) }
            starting?.cancel()
            // A broker that doesn't answer doesn't delay the end.
            let timer = loop.schedule(at: .now + .seconds(1)) { [weak client] in
                Task { @WidgetActor in client?.close() }
            }
            for publisher in publishers { await publisher.end() }
            loop.cancel(timer)
            client?.close()
            client = nil
            for feed in feeds { feed.end() }
            if let timer = cleaning.take() { loop.cancel(timer) }
            if removing { await widgets.removeAll() } else { await widgets.release() }
        }

        // MARK: Messages

        /// Reports the first messages that are ignored; a flood of them doesn't fill the log.
        private func ignored(_ message: MQTTClient.Message, _ fault: Fault) {
            ignoredCount += 1
            if ignoredCount <= Self.reportedMessages { report("\(message.topic.excerpt): \(fault)") }
            if ignoredCount == Self.reportedMessages { report("more messages are ignored without a report") }
        }

        private func received(_ message: MQTTClient.Message) {
            if message.topic.utf8.count > Self.maximumTopicBytes {
                return report("topics of more than \(Self.maximumTopicBytes) bytes are ignored")
            }
            for publisher in publishers where publisher.reads(message.topic) { publisher.receive(message) }
            let readers = feeds.filter { $0.reads(message.topic) }
            // A broker may send a message once for each subscription.
            if readers.count > 1, !message.isRetained {
                if let last, last.topic == message.topic, last.payload == message.payload {
                    self.last = nil
                    return
                }
                last = message
            }
            for reader in readers {
                do throws(Fault) { try reader.receive(message) } catch { ignored(message, error) }
            }
        }
    }
#endif
