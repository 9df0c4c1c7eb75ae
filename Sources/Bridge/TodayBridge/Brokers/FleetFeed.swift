#if Bridge
    internal import DBus
    internal import NotificationCenter
    internal import TodayBridgeRules
    internal import TodayModel

    /// The widget of a `[Subscription NAME]` with `Group`: all machines, their number, failures and extremes.
    @WidgetActor
    final class FleetFeed: BrokerFeed {
        let filters: [TopicFilter]
        private var board: FleetBoard
        private let widgets: BrokerWidgets
        private var pace = SignalPace()
        private var timer: EventLoop.Timer?
        private var wasTroubled = false

        private var group: SubscriptionGroup { board.group }

        init(_ group: SubscriptionGroup, _ widgets: BrokerWidgets) {
            board = FleetBoard(group)
            filters = board.filters
            self.widgets = widgets
        }

        func begin() { _ = widgets.widget(group.name, as: definition) }

        private var definition: BrokerWidget.Definition {
            let name = group.title ?? (board.title.isEmpty ? group.name : board.title)
            return BrokerWidget.Definition(
                name: name, description: group.topic.text, icon: group.icon ?? "network-server")
        }

        func receive(_ message: MQTTClient.Message) throws(Fault) {
            let now = Timestamp.now
            let (isChanged, isTrouble) = try board.receive(
                message.topic, message.payload, isRetained: message.isRetained, at: now)
            if !isChanged { return }
            let isUrgent = isTrouble && !wasTroubled
            if isTrouble { wasTroubled = true }
            guard let wait = pace.change(isUrgent: isUrgent, at: .now) else { return }
            if let timer = timer.take() { WidgetActor.shared.loop.cancel(timer) }
            // Even at once, the messages that have already arrived come first.
            timer = WidgetActor.shared.loop.schedule(at: .now + wait) { [weak self] in
                Task { @WidgetActor in self?.show() }
            }
        }

        private func show() {
            timer = nil
            pace.sent(at: .now)
            let fleet = board.fleet
            wasTroubled = fleet.failingCount + fleet.offlineCount > 0
            let widget = widgets.widget(group.name, as: definition)
            widget?.show(
                fleet.content(), from: fleet.time, attention: fleet.failingCount > 0 ? .badge : .none,
                badge: UInt32(clamping: fleet.failingCount))
        }

        func end() { if let timer = timer.take() { WidgetActor.shared.loop.cancel(timer) } }
    }
#endif
