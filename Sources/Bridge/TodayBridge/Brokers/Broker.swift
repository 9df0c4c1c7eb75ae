#if Bridge
    internal import DBus
    internal import Glibc
    internal import NotificationCenter
    internal import TodayBridgeRules
    internal import TodayModel
    internal import TodayPlatform

    /// The widgets of an MQTT broker, `[Broker NAME]`, over one connection.
    @WidgetActor
    final class Broker {
        private let plan: BrokerPlan
        private let widgets: BrokerWidgets
        private let report: (String) -> Void
        private var feeds: [any BrokerFeed] = []
        private var client: MQTTClient?
        private var isConnected = false
        private var delay = RetryDelay()
        private var retry: EventLoop.Timer?
        /// Looks up the password of the next connection.
        private var starting: Task<Void, Never>?
        private var isEnded = false
        /// The last message, to recognize the copies that overlapping subscriptions cause.
        private var last: MQTTClient.Message?

        /// The size of the longest topic that is read.
        private static let maximumTopicBytes = 1024

        private var group: BrokerGroup { plan.broker }
        private var loop: EventLoop { WidgetActor.shared.loop }

        init(_ plan: BrokerPlan, _ widgets: RemoteWidgets, report: @escaping (String) -> Void) {
            self.plan = plan
            let name = plan.broker.name
            let report = { (text: String) in report("[Broker \(name)]: " + ForeignText.logLine(text)) }
            self.report = report
            self.widgets = BrokerWidgets(widgets, report: report)
            feeds = plan.subscriptions.map { SubscriptionFeed($0, self.widgets) }
        }

        // MARK: Connection

        /// Connects, and stays connected.
        func begin() {
            for feed in feeds { feed.begin() }
            connect()
        }

        /// Tries to connect now, if the broker can't be reached.
        func retryNow() {
            if isEnded || client != nil || starting != nil { return }
            delay.reset()
            connect()
        }

        /// Sends all widgets again, because the center has started.
        func centerStarted() { widgets.centerStarted() }

        private func connect() {
            if let timer = retry.take() { loop.cancel(timer) }
            starting = Task {
                do throws(MQTTFailure) {
                    let password = try await password()
                    starting = nil
                    if isEnded { return }
                    try connect(password)
                } catch {
                    starting = nil
                    failed(error)
                }
            }
        }

        private func password() async throws(MQTTFailure) -> String? { nil }

        private func connect(_ password: String?) throws(MQTTFailure) {
            let options = MQTTClient.Options(
                host: group.address.host, port: group.address.port, isEncrypted: group.address.isEncrypted,
                caFile: group.caFile, user: group.user, password: password, clientID: group.clientID ?? standardClientID,
                will: nil)
            let handlers = MQTTClient.Handlers(
                connected: { [weak self] in self?.connected() }, received: { [weak self] in self?.received($0) },
                ended: { [weak self] in self?.failed($0) })
            guard let client = MQTTClient(options, handlers) else { throw MQTTFailure(Language.systemError(ENOMEM)) }
            self.client = client
            client.connect()
        }

        /// The name of this program at the broker, which two users and two machines don't share.
        private var standardClientID: String { "today-bridge-\(LocalHost.name)-\(getuid())-\(group.name)" }

        private func connected() {
            delay.reset()
            isConnected = true
            last = nil
            client?.subscribe(feeds.flatMap(\.filters))
            widgets.setOutage(nil)
        }

        private func failed(_ failure: MQTTFailure) {
            client = nil
            isConnected = false
            if isEnded { return }
            report("\(group.address.host) can't be used: \(failure)")
            let wait = delay.next()
            retry = loop.schedule(at: .now + wait) { [weak self] in Task { @WidgetActor in self?.connect() } }
            let text = tr("{host} can’t be reached", ["host": group.name]) + "\n" + failure.description
            let time = SystemClock.microseconds + UInt64(clamping: wait.components.seconds) * 1_000_000
            widgets.setOutage((NCWidgetError(text, isUnreachable: true), Timestamp(microseconds: time)))
        }

        /// Ends the connection. Removes the widgets if the group is gone.
        func end(removing: Bool = false) async {
            isEnded = true
            if let timer = retry.take() { loop.cancel(timer) }
            starting?.cancel()
            client?.close()
            client = nil
            for feed in feeds { feed.end() }
            if removing { await widgets.removeAll() }
        }

        // MARK: Messages

        private func received(_ message: MQTTClient.Message) {
            if message.topic.utf8.count > Self.maximumTopicBytes {
                return report("topics of more than \(Self.maximumTopicBytes) bytes are ignored")
            }
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
                do throws(Fault) { try reader.receive(message) } catch { report("\(message.topic.excerpt): \(error)") }
            }
        }
    }
#endif
