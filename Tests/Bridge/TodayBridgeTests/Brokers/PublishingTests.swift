#if Bridge
    import DBus
    import DBusTesting
    import Glibc
    import Testing
    import TodayModel
    import TodayPlatform

    /// Two sessions, each with its own center and bridge, that meet at one broker.
    @Suite struct PublishingTests {
        private static let content = #"""
            {"kind": "column", "children": [{"kind": "text", "text": "hello"},
              {"kind": "text", "text": "secret", "private": true}, {"kind": "button", "label": "Go", "action": "go"}]}
            """#

        private static func push(_ json: String, to bench: BridgeBench, _ identifier: WidgetIdentifier) async throws {
            _ = try await bench.client.updateWidget(identifier, ["Content": .string(json)])
        }

        @Test func aWidgetIsPublishedAndShownElsewhere() async throws {
            let broker = try await MQTTBroker.start()
            let sender = try await BridgeBench.start(
                "[Publish mine]\nBroker=home\nWidgets=org.example.*\nMachine=nas\n", broker: broker)
            try await sender.client.registerWidget("org.example.Note", ["Name": .string("Note")])
            try await sender.client.registerWidget("org.other.Note", ["Name": .string("Other")])
            try await Self.push(Self.content, to: sender, "org.example.Note")
            try await Self.push(#"{"kind": "text", "text": "no"}"#, to: sender, "org.other.Note")
            let follower = try await broker.follow("todaycenter/1/#")
            try await follower.output {
                $0.utf8Contains("nas/$state online") && $0.utf8Contains("org.example.Note/content {")
                    && $0.utf8Contains("hello")
            }
            #expect(!follower.text.utf8Contains("secret") && !follower.text.utf8Contains("org.other"))
            // Another session shows it.
            let receiver = try await BridgeBench.start(
                "[Subscription others]\nBroker=home\nKind=content\nTopic=todaycenter/1/+/#\n", broker: broker)
            let name = "home.nas.org.example.Note"
            let widget = try await receiver.widget(name, shows: "hello")
            #expect(widget.name == "Note · nas" && widget.updatedAt != .never)
            await #expect(throws: (any Error).self) {
                try await receiver.client.invokeAction("go", of: try BridgeBench.identifier(name))
            }
            try await Self.push(#"{"kind": "text", "text": "changed"}"#, to: sender, "org.example.Note")
            try await receiver.widget(name, shows: "changed")
            // The last will of a machine that was cut off.
            let id = try await sender.startBridge()
            kill(id, SIGKILL)
            try await end(of: id)
            try await follower.output { $0.utf8Contains("nas/$state offline") }
            try await receiver.widget(name) { $0.errorKind == .unreachable && $0.content.texts == ["changed"] }
            try await sender.startBridge()
            try await receiver.widget(name) { $0.error.isEmpty }
            // A removed widget is removed everywhere, even if the bridge wasn't running.
            try await sender.client.registerWidget("org.example.Second", ["Name": .string("Second")])
            try await Self.push(#"{"kind": "text", "text": "2"}"#, to: sender, "org.example.Second")
            try await receiver.widget("home.nas.org.example.Second", shows: "2")
            try await sender.client.unregisterWidget("org.example.Note")
            try await receiver.waitUntilGone(name)
            let last = try await sender.startBridge()
            kill(last, SIGKILL)
            try await end(of: last)
            try await sender.client.unregisterWidget("org.example.Second")
            try await sender.startBridge()
            try await receiver.waitUntilGone("home.nas.org.example.Second")
        }

        /// The broker drops content that nothing sends again for two intervals. The rest has no such time.
        @Test func contentExpires() async throws {
            let broker = try await MQTTBroker.start()
            let follower = try await broker.follow("todaycenter/1/#", format: "%t expires=%E.")
            let sender = try await BridgeBench.start(
                "[Publish mine]\nBroker=home\nWidgets=org.example.*\nMachine=nas\n", broker: broker)
            for (identifier, interval, expiry) in [
                ("org.example.Often", 60, 120), ("org.example.Hourly", 3600, 7200), ("org.example.Viewed", 0, 1800),
            ] as [(WidgetIdentifier, UInt32, Int)] {
                try await sender.client.registerWidget(identifier, ["UpdateInterval": .uint32(interval)])
                try await Self.push(#"{"kind": "text", "text": "\#(interval)"}"#, to: sender, identifier)
                // The broker may have had it for a moment.
                let seconds = expiry - 10...expiry
                try await follower.output { output in
                    seconds.contains { output.utf8Contains("\(identifier)/content expires=\($0).") }
                }
                for part in ["definition", "state"] {
                    try await follower.output { $0.utf8Contains("\(identifier)/\(part) expires=.") }
                }
            }
        }

        @Test func aTapReachesTheMachine() async throws {
            let broker = try await MQTTBroker.start()
            let sender = try await BridgeBench.start(
                "[Publish mine]\nBroker=home\nWidgets=org.example.*\nMachine=nas\nTaps=true\n", broker: broker)
            let file = sender.bus.folder + "/tapped"
            let shown = #"""
                echo '{"kind": "toggle", "label": "Lamp", "value": false, "action": "lamp"}'
                """#
            let provider = try await sender.bus.start(
                try Programs.path("todayctl"), "serve", "org.example.Tap", "--on-update", shown, "--on-action",
                "echo \"$TODAYCENTER_ACTION $TODAYCENTER_PARAMETER\" > '\(file)'; \(shown)")
            defer { provider.signal(SIGTERM) }
            let receiver = try await BridgeBench.start(
                "[Subscription others]\nBroker=home\nKind=content\nTopic=todaycenter/1/+/#\n", broker: broker)
            let panel = try await sender.panel()
            let name = "home.nas.org.example.Tap"
            try await receiver.widget(name, shows: "Lamp")
            try await receiver.client.invokeAction(
                "lamp", of: try BridgeBench.identifier(name), parameter: .boolean(true))
            let text = await poll(within: .seconds(60), every: .milliseconds(10)) { () -> String? in
                let text = try? TextFile.read(file, maximumBytes: 1000)
                return text?.isEmpty == false ? text : nil
            }
            #expect(text == "lamp true\n")
            // Only actions of the content are carried out, and no tap that the broker has kept.
            try await broker.publish(#"{"Action": "other"}"#, to: "todaycenter/1/nas/org.example.Tap/tap")
            try await sender.log(has: "the widget has no action")
            _ = panel
        }
    }
#endif
