#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import TodayModel

    /// A widget on the test's own connection, which records its calls.
    actor NotingProvider {
        struct Tap: Sendable, Equatable {
            let action: String
            let parameters: [DBusValue]
            let node: DBusValue?
            let hasRevision: Bool
        }

        static let identifier: WidgetIdentifier = "org.example.Taps"

        let loop: EventLoop
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
        nonisolated let taps = WatchedValue<[Tap]>([])
        /// Whether the widget carries out its actions.
        nonisolated let isWilling = WatchedValue(true)
        /// Whether the widget answers its taps, or keeps them waiting.
        nonisolated let isAnswering = WatchedValue(true)

        /// The color schemes in the contexts of updates.
        nonisolated let schemes = WatchedValue<[DBusValue?]>([])

        private static let content = #"""
            {"kind":"column","action":"card","children":[
              {"kind":"button","id":"go","label":"Go","action":"go","parameter":7},
              {"kind":"toggle","id":"light","label":"Light","value":%,"action":"light"},
              {"kind":"row","action":"row","parameter":"r","children":[{"kind":"text","text":"A row"}]},
              {"kind":"button","label":"Off","action":"off","enabled":false}]}
            """#

        private static func content(_ isOn: Bool) -> String {
            content.split(separator: "%", maxSplits: 1).joined(separator: isOn ? "true" : "false")
        }

        private init(_ loop: EventLoop) { self.loop = loop }

        static func start(_ desk: PanelDesk, showing json: String? = nil) async throws -> NotingProvider {
            let connection = desk.client.connection
            let provider = NotingProvider(connection.loop)
            try await connection.export(interface, of: provider, at: "/org/example/Taps")
            try await desk.client.registerWidget(
                identifier,
                [
                    "Name": "Taps", "ObjectPath": .objectPath("/org/example/Taps"),
                    "Content": .string(json ?? content(false)), "LargestDisplayMode": "expanded",
                    "DisplayMode": "expanded",
                ])
            return provider
        }

        private static let interface = Interface<NotingProvider>(TodayBus.provider) {
            Method.async("InvokeAction", in: ["action", "parameter", "platform_data"], out: ["changes"]) {
                (
                    it: isolated NotingProvider, _: MethodCall, action: String, parameters: [DBusValue],
                    data: [String: DBusValue]
                ) async throws -> [String: DBusValue] in
                try await it.take(action, parameters, data)
            }
            Method("PerformUpdate", in: ["context"], out: ["result", "changes"]) {
                (it: isolated NotingProvider, context: [String: DBusValue]) -> (String, [String: DBusValue]) in
                it.schemes.change { $0.append(context["ColorScheme"]) }
                return ("no-data", [:])
            }
        }

        private func take(
            _ action: String, _ parameters: [DBusValue], _ data: [String: DBusValue]
        ) async throws -> [String: DBusValue] {
            let tap = Tap(
                action: action, parameters: parameters, node: data["node"], hasRevision: data["revision"] != nil)
            // A test that has seen the tap may change this.
            let isWilling = isWilling.value
            taps.change { $0.append(tap) }
            try await isAnswering.wait { $0 }
            guard isWilling else { throw RemoteError(.failed, "the lamp is broken") }
            if action == "light" { return ["Content": .string(Self.content(parameters.first == .boolean(true)))] }
            return [:]
        }
    }
#endif
