#if Widgets
    import DBus
    import DBusTesting
    import Glibc
    import Testing
    import TodayModel

    /// A countdown in the real center, and the notification server of python-dbusmock.
    @Suite(
        .enabled(
            if: WidgetsDesk.hasMocks, "python-dbusmock is not installed (Debian package: python3-dbusmock)"))
    struct TimerStoryTests {
        private static let server: BusName = "org.freedesktop.Notifications"

        private func mock(_ desk: WidgetsDesk) -> Proxy {
            Proxy(
                desk.client.connection, Self.server, "/org/freedesktop/Notifications", "org.freedesktop.DBus.Mock")
        }

        /// Waits for the first notification, and returns all titles and texts.
        private func notifications(_ desk: WidgetsDesk, _ calls: SignalRecorder) async throws -> [String] {
            try await calls.wait(for: 1)
            // An update more repeats nothing.
            _ = try await desk.client.performUpdate(WidgetsDesk.identifier("timer"))
            return calls.signals.compactMap { signal in
                guard let call = try? signal.arguments(as: String.self, [DBusValue].self), call.0 == "Notify",
                    call.1.count > 4, case .string(let title) = call.1[3].unwrapped,
                    case .string(let text) = call.1[4].unwrapped
                else { return nil }
                return "\(title): \(text)"
            }
        }

        private func start() async throws -> (WidgetsDesk, SignalRecorder) {
            let desk = try await WidgetsDesk.start([("notification_daemon", Self.server)])
            let calls = try await SignalRecorder(
                desk.client.connection,
                MatchRule(sender: Self.server, interface: "org.freedesktop.DBus.Mock", member: "MethodCalled"))
            try await desk.view()
            try await desk.widget("timer") { $0.content.first("button") != nil }
            return (desk, calls)
        }

        @Test func theEndIsANotification() async throws {
            let (desk, calls) = try await start()
            try await desk.tap("tap:#start", .string("Tea 1s"), on: "timer")
            let counting = try await desk.widget("timer")
            #expect(counting.content.first("timer") != nil)
            #expect(try await notifications(desk, calls) == ["Tea: The 1 s timer has ended."])
            try await desk.tap("tap:#done", on: "timer")
            try await desk.widget("timer") { $0.content.first("timer") == nil }
            try await desk.end()
        }

        /// The program ends, in order or by a crash, and no panel is visible at the end of the countdown.
        @Test(arguments: [SIGTERM, SIGKILL]) func theProgramMayBeGone(_ signal: CInt) async throws {
            let (desk, calls) = try await start()
            let bus = desk.client.connection
            let process = try #require(try await bus.credentials(of: "org.todaycenter.Widgets").processID)
            try await desk.tap("tap:#start", .string("3s"), on: "timer")
            try await desk.view(false)
            kill(pid_t(process), signal)
            #expect(try await notifications(desk, calls) == ["Time is up: The 3 s timer has ended."])
            try await desk.end()
        }

        @Test func aStoppedCountdownIsSilent() async throws {
            let (desk, calls) = try await start()
            try await desk.tap("tap:#start", .string("never 2s"), on: "timer")
            try await desk.tap("tap:#stop", on: "timer")
            #expect(try await desk.widget("timer").nextUpdate == .never)
            try await desk.tap("tap:#start", .string("Tea 1s"), on: "timer")
            #expect(try await notifications(desk, calls) == ["Tea: The 1 s timer has ended."])
            try await desk.end()
        }
    }
#endif
