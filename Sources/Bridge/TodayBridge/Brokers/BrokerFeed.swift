#if Bridge
    internal import DBus
    internal import NotificationCenter
    internal import TodayBridgeRules
    internal import TodayModel

    /// The reader of some topics of a broker, which shows them as widgets.
    @WidgetActor
    protocol BrokerFeed: AnyObject {
        /// The topics to subscribe to when the broker is connected.
        var filters: [TopicFilter] { get }

        /// Returns whether the feed reads a topic.
        func reads(_ topic: String) -> Bool

        /// Reads a message.
        ///
        /// - Throws: The reason why it is ignored.
        func receive(_ message: MQTTClient.Message) throws(Fault)

        /// Whether a stored widget may belong to a topic that has sent nothing yet.
        func keeps(_ name: String) -> Bool

        /// Shows the widgets that exist before the first message.
        func begin()

        /// Stops timers.
        func end()
    }

    extension BrokerFeed {
        func reads(_ topic: String) -> Bool { filters.contains { $0.matches(topic) } }
        func keeps(_ name: String) -> Bool { false }
        func end() {}
    }
#endif
