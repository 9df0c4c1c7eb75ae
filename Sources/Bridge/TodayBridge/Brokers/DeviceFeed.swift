#if Bridge
    internal import DBus
    internal import NotificationCenter
    internal import TodayBridgeRules
    internal import TodayModel

    /// The devices that Home Assistant discovery announces at a broker, each as a widget.
    @WidgetActor
    final class DeviceFeed: BrokerFeed {
        /// The time that a tap waits for the new state of its device.
        private static let answerTimeout = Duration.seconds(2)

        /// The time in which a broker sends the retained states of new topics.
        private static let retainedTime = Duration.milliseconds(500)

        /// The unsupported templates that are reported.
        private static let reportedTemplates = 20

        private var board = DeviceBoard()
        private let prefix: String
        private let widgets: BrokerWidgets
        private let sending: BrokerSending
        private let report: (String) -> Void
        private var subscribed: Set<String> = []
        private var changed: Set<String> = []
        private var areTopicsChanged = false
        private var flushing: Task<Void, Never>?
        /// Runs until the retained states of new topics have arrived. Without them, a lamp that is on would look off.
        private var settling: EventLoop.Timer?
        private var shown: Set<String> = []
        /// The taps that wait for a new state, by device.
        private var waiters: [String: [Int: CheckedContinuation<Void, Never>]] = [:]
        private var lastWaiter = 0

        init(
            _ prefix: String, _ widgets: BrokerWidgets, _ sending: BrokerSending, report: @escaping (String) -> Void
        ) {
            self.prefix = prefix
            self.widgets = widgets
            self.sending = sending
            self.report = report
        }

        var filters: [TopicFilter] {
            subscribed = board.topics
            _ = board.takeUnread()
            return DiscoveryTopic.filters(prefix: prefix) + subscribed.sorted().map { TopicFilter(unchecked: $0) }
        }

        func reads(_ topic: String) -> Bool { board.uses(topic) || DiscoveryTopic(topic, prefix: prefix) != nil }

        func begin() {}

        func receive(_ message: MQTTClient.Message) throws(Fault) {
            defer { flushLater() }
            if DiscoveryTopic(message.topic, prefix: prefix) != nil {
                areTopicsChanged = true
                changed.formUnion(try board.discover(message.topic, message.payload, prefix: prefix))
            } else {
                let now = Timestamp.now
                changed.formUnion(
                    try board.receive(message.topic, message.payload, isRetained: message.isRetained, at: now))
            }
        }

        // MARK: Showing

        /// Shows changed devices after the messages that have already arrived.
        private func flushLater() {
            if flushing != nil || settling != nil || changed.isEmpty && !areTopicsChanged { return }
            flushing = Task {
                flushing = nil
                if !subscribe() { return flush() }
                settling = WidgetActor.shared.loop.schedule(at: .now + Self.retainedTime) { [weak self] in
                    Task { @WidgetActor in self?.settled() }
                }
            }
        }

        private func settled() {
            settling = nil
            _ = subscribe()
            flush()
        }

        /// Subscribes to the topics of the devices. Returns whether there are new ones.
        private func subscribe() -> Bool {
            if !areTopicsChanged { return false }
            areTopicsChanged = false
            let topics = board.topics
            let new = board.takeUnread().sorted()
            if !new.isEmpty { sending.subscribe(new.map { TopicFilter(unchecked: $0) }) }
            for topic in subscribed.subtracting(topics) { sending.unsubscribe(TopicFilter(unchecked: topic)) }
            subscribed = topics
            for template in board.unsupported.prefix(Self.reportedTemplates) { report("\(template)") }
            return !new.isEmpty
        }

        private func flush() {
            let devices = changed
            changed = []
            for device in devices { show(device) }
            for device in devices {
                for waiter in (waiters.removeValue(forKey: device) ?? [:]).values { waiter.resume() }
            }
        }

        private func name(of device: String) -> String { "device." + IdentifierElement.element(of: device) }

        private func show(_ device: String) {
            guard let information = board.information(device) else {
                shown.remove(device)
                return widgets.remove(name(of: device))
            }
            let definition = BrokerWidget.Definition(
                name: information.name, description: information.model, icon: board.icon(of: device),
                category: "Utility",
                isArranged: false)
            guard let widget = widgets.widget(name(of: device), as: definition) else { return }
            if shown.insert(device).inserted {
                widget.tap = { [weak self] action, parameter in try await self?.tap(device, action, parameter) }
            }
            widget.show(board.content(of: device), from: board.time(device))
            if !board.isAvailable(device) { widget.fail(unreachable(information.name)) }
        }

        private func unreachable(_ name: String) -> NCWidgetError {
            NCWidgetError(tr("{host} can’t be reached", ["host": name]), isUnreachable: true)
        }

        // MARK: Taps

        private func tap(_ device: String, _ action: String, _ parameter: NCValue?) async throws {
            guard let information = board.information(device), board.isAvailable(device) else {
                throw unreachable(board.information(device)?.name ?? device)
            }
            guard let command = board.command(device, action, parameter?.dbusValue) else {
                throw NCWidgetError(tr("The device doesn’t have this control"))
            }
            do { try await sending.publish(.init(topic: command.topic, payload: command.payload)) } catch {
                throw unreachable(information.name)
            }
            if command.isAnswered { await answer(of: device) } else { show(device) }
        }

        /// Waits until the device reports a new state, so that a switch doesn't jump back meanwhile.
        private func answer(of device: String) async {
            lastWaiter += 1
            let number = lastWaiter
            let timer = WidgetActor.shared.loop.schedule(at: .now + Self.answerTimeout) { [weak self] in
                Task { @WidgetActor in self?.waiters[device]?.removeValue(forKey: number)?.resume() }
            }
            await withCheckedContinuation { waiters[device, default: [:]][number] = $0 }
            WidgetActor.shared.loop.cancel(timer)
        }

        func end() {
            flushing?.cancel()
            if let settling = settling.take() { WidgetActor.shared.loop.cancel(settling) }
            for waiter in waiters.values.flatMap(\.values) { waiter.resume() }
            waiters = [:]
        }
    }
#endif
