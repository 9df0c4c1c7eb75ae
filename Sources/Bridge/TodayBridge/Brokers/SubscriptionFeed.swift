#if Bridge
    internal import DBus
    internal import NotificationCenter
    internal import TodayBridgeRules
    internal import TodayModel

    /// The widgets of a `[Subscription NAME]`: one, or one for each topic.
    @WidgetActor
    final class SubscriptionFeed: BrokerFeed {
        private var board: SubscriptionBoard
        private let widgets: BrokerWidgets
        private var timer: EventLoop.Timer?
        private var changed: Set<String> = []
        private var flushing: Task<Void, Never>?
        /// The names of the widgets of topics.
        private var names: [String: String] = [:]

        private var group: SubscriptionGroup { board.group }

        init(_ group: SubscriptionGroup, _ widgets: BrokerWidgets) {
            board = SubscriptionBoard(group)
            self.widgets = widgets
        }

        var filters: [TopicFilter] { [group.topic] }

        func begin() { if !group.each { _ = widgets.widget(group.name, as: definition()) } }

        func keeps(_ name: String) -> Bool { group.each && name.utf8.starts(with: (group.name + ".").utf8) }

        func receive(_ message: MQTTClient.Message) throws(Fault) {
            let isChanged = try board.receive(
                message.topic, message.payload, isRetained: message.isRetained, at: .now)
            guard isChanged else { return }
            changed.insert(message.topic)
            if flushing == nil {
                // The messages that have already arrived come first.
                flushing = Task {
                    flushing = nil
                    flush()
                }
            }
        }

        /// Shows the changed topics.
        private func flush() {
            let topics = changed
            changed = []
            if group.each { for topic in topics { show(topic) } } else { showAll() }
            expireLater()
        }

        private func definition(of topic: String? = nil) -> BrokerWidget.Definition {
            var name = group.title ?? group.name
            if let topic { name += " · " + ForeignText.title(group.topic.name(of: topic)) }
            return BrokerWidget.Definition(
                name: name, description: group.topic.text, icon: group.icon ?? "network-wireless")
        }

        private func show(_ topic: String) {
            let name = names[topic] ?? group.name + "." + IdentifierElement.element(of: group.topic.name(of: topic))
            guard board.topics.contains(topic) else {
                names[topic] = nil
                return widgets.remove(name)
            }
            names[topic] = name
            show(widgets.widget(name, as: definition(of: topic)), topic, at: .now)
        }

        private func showAll() { show(widgets.widget(group.name, as: definition()), nil, at: .now) }

        private func show(_ widget: BrokerWidget?, _ topic: String?, at now: Timestamp) {
            widget?.show(board.content(of: topic, at: now), from: board.time(of: topic))
            if board.isExpired(topic, at: now) {
                let name = topic.map { group.topic.name(of: $0) } ?? group.title ?? group.name
                widget?.fail(
                    NCWidgetError(tr("{name} has sent nothing for a long time", ["name": name]), isUnreachable: true))
            }
        }

        // MARK: Age

        private func expireLater() {
            if let timer = timer.take() { WidgetActor.shared.loop.cancel(timer) }
            let now = Timestamp.now
            guard let expiry = board.nextExpiry(after: now) else { return }
            let delay = Duration.microseconds(Int64(clamping: expiry.microseconds - now.microseconds))
            timer = WidgetActor.shared.loop.schedule(at: .now + delay) { [weak self] in
                Task { @WidgetActor in self?.expire() }
            }
        }

        private func expire() {
            if group.each { for topic in board.topics { show(topic) } } else { showAll() }
            expireLater()
        }

        func end() {
            flushing?.cancel()
            if let timer = timer.take() { WidgetActor.shared.loop.cancel(timer) }
        }
    }
#endif
