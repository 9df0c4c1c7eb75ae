import Testing
import TodayBridgeRules
import TodayManifests

struct BridgeConfigurationTests {
    @Test func aFaultDisablesItsGroupOnly() {
        let configuration = BridgeConfiguration(
            """
            stray=1
            [Host nas]
            Address=me@nas
            Port=99999
            [Host desk]
            Address=me@desk
            Widgets=org.example.*;org.test.Disk
            Wigets=x
            [Broker home]
            Address=mqtt://broker.example
            User=desk
            [Broker local]
            Address=mqtts://[::1]:8884
            [Subscription garden]
            Broker=home
            Topic=garden/#
            [Subscription hall]
            Broker=local
            Topic=hall/+/x+
            [Subscription attic]
            Broker=local
            Topic=attic/+/temperature
            Kind=chart
            Expires=2min
            [Publish 1x]
            Broker=local
            [Publish hub]
            Broker=local
            [Publish desk]
            Broker=local
            """)
        #expect(configuration.names == ["desk", "local", "attic"])
        #expect(configuration.hosts.first?.widgets.map(\.text) == ["org.example.*", "org.test.Disk"])
        #expect(configuration.brokers.first?.address.port == 8884)
        #expect(configuration.subscriptions.first?.expires == .seconds(120))
        #expect(
            configuration.faults.map(\.description) == [
                #"line 1: "stray=1" comes before the first group"#,
                "line 4, Port: 99999 isn't between 1 and 65535",
                #"line 10, Address: "mqtt://broker.example" would send the password unencrypted: use mqtts://, or set "#
                    + "Insecure=true",
                #"line 15, Broker: "home" isn't the name of a working [Broker] group"#,
                #"line 19, Topic: "hall/+/x+" has a + that isn't a whole level"#,
                #"line 25: "1x" isn't the name of a group: a letter, then up to 31 letters, digits, _ and -"#,
                "line 27, Widgets: the key is required",
                #"line 29: the name "desk" is taken by [Host desk]"#,
            ])
        #expect(configuration.warnings.map(\.description) == ["line 8, Wigets: the key has no effect in [Host desk]"])
    }

    /// Nothing in an address can become an option or a command of ssh.
    @Test(arguments: ["-oProxyCommand=id", "me@-x", "a b", "a;b", "a'b", "$(id)", "me@", "@nas", "a\\nb"])
    func anAddressIsAHost(_ address: String) {
        let configuration = BridgeConfiguration("[Host nas]\nAddress=\(address)\n")
        #expect(configuration.hosts.isEmpty)
        #expect(configuration.faults.map(\.line) == [2])
        #expect(configuration.faults.first?.description.hasPrefix("line 2, Address: ") == true)
    }

    @Test(arguments: [
        ("*", "a.b", true), ("a.*", "a.b", true), ("a.*", "b.a.b", false), ("*.b", "a.b.b", true),
        ("a*b*c", "aXbYc", true),
        ("a*b*c", "aXbY", false), ("", "", true), ("", "a", false), ("a", "a", true), ("**", "", true),
    ])
    func aStarStandsForAnyText(_ pattern: String, _ identifier: String, _ matches: Bool) {
        #expect(WidgetPattern(pattern).matches(identifier) == matches)
    }

    @Test(arguments: [
        ("a/+/c", "a/b/c", true), ("a/+/c", "a/b/d", false), ("a/#", "a", true), ("a/#", "a/b/c", true),
        ("#", "a/b", true),
        ("#", "$SYS/x", false), ("+/x", "$SYS/x", false), ("a/+", "a/", true), ("a/+", "a", false), ("/+", "/a", true),
        ("a", "a", true), ("a/b", "a", false),
    ])
    func aFilterMatchesByLevels(_ filter: String, _ topic: String, _ matches: Bool) {
        #expect(TopicFilter.fault(in: filter) == nil)
        #expect(TopicFilter(unchecked: filter).matches(topic) == matches)
    }
}
