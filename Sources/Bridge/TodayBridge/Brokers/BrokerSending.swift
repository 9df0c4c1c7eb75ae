#if Bridge
    internal import NotificationCenter
    internal import TodayBridgeRules

    /// The requests to a broker, which fail while it isn't connected.
    struct BrokerSending {
        struct Message {
            let topic: String
            let payload: String
            var isRetained = false
            var expiry: Duration?
        }

        let subscribe: @WidgetActor ([TopicFilter]) -> Void
        let unsubscribe: @WidgetActor (TopicFilter) -> Void
        /// Returns when the broker has the message.
        let publish: @WidgetActor (Message) async throws -> Void
    }
#endif
