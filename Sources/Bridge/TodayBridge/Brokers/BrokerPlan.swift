internal import TodayBridgeRules

/// A broker and the groups of the configuration that use it.
struct BrokerPlan: Equatable, Sendable {
    let broker: BrokerGroup
    let subscriptions: [SubscriptionGroup]
    let publications: [PublishGroup]

    /// Returns the plans of a configuration by the names of their brokers.
    static func plans(_ configuration: BridgeConfiguration) -> [String: BrokerPlan] {
        Dictionary(
            uniqueKeysWithValues: configuration.brokers.map { broker in
                let plan = BrokerPlan(
                    broker: broker, subscriptions: configuration.subscriptions.filter { $0.broker == broker.name },
                    publications: configuration.publications.filter { $0.broker == broker.name })
                return (broker.name, plan)
            })
    }
}
