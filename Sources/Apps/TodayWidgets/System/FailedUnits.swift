#if Widgets
    internal import DBus
    internal import NotificationCenter

    /// The failed units of a service manager: systemd's on the system bus, and that of the user on the session bus.
    enum FailedUnits {
        private static let manager: BusName = "org.freedesktop.systemd1"

        /// The pause between two lists, because units change in bursts.
        private static let settling = Duration.milliseconds(250)

        /// Reports the failed units, and each change, until the task is canceled. It reports nothing if the bus isn't
        /// running, no units if the manager isn't running, and doesn't start either.
        static func follow(
            on address: BusAddress, _ report: @escaping @WidgetActor @Sendable ([SystemdUnit]) -> Void
        ) async {
            let loop = WidgetActor.shared.loop
            try? await Connection.maintain(address, on: loop) { try await follow($0, report) }
        }

        @WidgetActor
        private static func follow(
            _ bus: Connection, _ report: @WidgetActor @Sendable ([SystemdUnit]) -> Void
        ) async throws {
            let (news, sink) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            let owner = Locked<BusName?>(nil)
            for rule in rules { _ = try await bus.subscribe(rule, finished: { sink.finish() }) { _ in sink.yield() } }
            _ = try await bus.watchOwner(of: manager) { name in
                owner.withLock { $0 = name }
                sink.yield()
            }
            var (subscribed, reported): (BusName?, [SystemdUnit]?) = (nil, nil)
            for await _ in news {
                let client = Systemd1Manager(bus).with(options: .noAutoStart)
                let current = owner.withLock { $0 }
                // Without a subscription, a manager emits signals for few units. It ends with this connection.
                if let current, current != subscribed { try? await client.subscribe() }
                subscribed = current
                let units = current == nil ? [] : (try? await client.listUnitsFiltered(states: ["failed"])) ?? []
                if units != reported { report(units) }
                reported = units
                try await WidgetActor.shared.loop.sleep(for: settling)
            }
        }

        /// The signals after which the list may have changed.
        private static var rules: [MatchRule] {
            [
                MatchRule(
                    sender: manager, pathNamespace: "/org/freedesktop/systemd1/unit", interface: .properties,
                    member: "PropertiesChanged", firstArgument: "org.freedesktop.systemd1.Unit"),
                MatchRule(
                    sender: manager, interface: Systemd1ManagerInterface.name,
                    member: Systemd1ManagerInterface.jobRemoved.name),
            ]
        }
    }
#endif
