#if Widgets
    import DBusTesting
    import NotificationCenter
    import NotificationCenterTesting
    import Testing

    @testable import TodayWidgets

    /// The widget with a clock that a test moves, and notifications that a test sees.
    @Suite struct TimerWidgetTests {
        private let folder = TemporaryFolder()
        private let notifications = WatchedValue<[String]>([])

        private struct Unavailable: Error {}

        @WidgetActor private func driver(
            now: Timestamp? = nil, failing: Int = 0
        ) throws -> WidgetDriver<TimerWidget> {
            let (notifications, path) = (notifications, folder.path + "/defaults")
            let failures = WatchedValue(failing)
            let make: @WidgetActor () -> TimerWidget = {
                let widget = TimerWidget()
                widget.defaults = NCWidgetDefaults(path: path)
                widget.notify = { title, text in
                    notifications.change { $0.append("\(title): \(text)") }
                    if failures.value > 0 {
                        failures.change { $0 -= 1 }
                        throw Unavailable()
                    }
                }
                return widget
            }
            guard let now else { return try WidgetDriver(manifest: Checkout.manifest("timer"), make: make) }
            return try WidgetDriver(manifest: Checkout.manifest("timer"), now: now, make: make)
        }

        @Test @WidgetActor func buttonsStartACountdown() async throws {
            let driver = try driver()
            await driver.update()
            #expect(driver.text == "[5 min]  [10 min]  [25 min]")
            try await driver.tap("5 min")
            #expect(driver.nextUpdate == driver.now + .seconds(300))
            #expect(driver.text.contains("5:00") && driver.text.contains("[Stop]"))
            await driver.advance(by: .seconds(2))
            #expect(driver.text.contains("4:58"))
            #expect(notifications.value.isEmpty)
            try await driver.tap("Stop")
            #expect(driver.nextUpdate == nil)
            await driver.advance(by: .seconds(600))
            #expect(notifications.value.isEmpty)
            #expect(driver.text == "[5 min]  [10 min]  [25 min]")
        }

        @Test @WidgetActor func aSmallCardHasTheLabelInItsOwnLine() async throws {
            let driver = try driver()
            driver.setPanel(size: .small)
            try driver.setDisplayMode(.expanded)
            await driver.update()
            try await driver.enter("Tea 4 min", in: "Start a timer")
            try driver.setDisplayMode(.compact)
            #expect(driver.text.hasPrefix("Tea\n4:00"), "\(driver.text)")
        }

        @Test @WidgetActor func theEndIsAnnouncedOnce() async throws {
            let driver = try driver()
            await driver.update()
            try await driver.tap("10 min")
            await driver.advance(by: .seconds(600))
            #expect(notifications.value == ["Time is up: The 10 min timer has ended."])
            #expect(driver.text.contains("Time is up") && driver.text.contains("[Done]"))
            #expect(driver.text.contains("[5 min]") && !driver.text.contains("[Stop]"))
            await driver.update()
            await driver.advance(by: .seconds(600))
            #expect(notifications.value.count == 1)
            try await driver.tap("Done")
            #expect(driver.text == "[5 min]  [10 min]  [25 min]")
        }

        @Test @WidgetActor func aNewCountdownReplacesAnOldOne() async throws {
            let driver = try driver()
            await driver.update()
            try await driver.tap("5 min")
            await driver.advance(by: .seconds(300))
            try await driver.tap("10 min")
            #expect(driver.nextUpdate == driver.now + .seconds(600))
            await driver.advance(by: .seconds(600))
            #expect(notifications.value.count == 2)
        }

        /// The process was gone, and the machine perhaps off.
        @Test @WidgetActor func anotherProcessGoesOn() async throws {
            let first = try driver()
            await first.update()
            try await first.perform("tap:#start", "Tea 4 min")
            let end = first.now + .seconds(240)

            let second = try driver(now: first.now + .seconds(60))
            second.begin()
            #expect(second.nextUpdate == end)
            #expect(second.text.contains("Tea") && second.text.contains("3:00"))

            let third = try driver(now: end + .seconds(7200))
            third.begin()
            await third.update()
            #expect(notifications.value == ["Tea: The 4 min timer ended 2 h ago."])

            let fourth = try driver(now: end + .seconds(7300))
            fourth.begin()
            await fourth.update()
            #expect(notifications.value.count == 1)
            #expect(fourth.nextUpdate == nil)
            #expect(fourth.text.contains("Time is up"))
        }

        /// A crash during the call doesn't repeat the notification.
        @Test @WidgetActor func itCountsAsSentBeforeTheCall() async throws {
            let driver = try driver()
            let path = folder.path + "/defaults"
            let announced = WatchedValue<Bool?>(nil)
            driver.widget.notify = { _, _ in
                announced.change { $0 = NCWidgetDefaults(path: path).bool(forKey: "announced") }
            }
            await driver.update()
            try await driver.tap("5 min")
            await driver.advance(by: .seconds(300))
            #expect(announced.value == true)
        }

        @Test @WidgetActor func aMissingServerIsTriedAgain() async throws {
            let driver = try driver(failing: 2)
            await driver.update()
            try await driver.tap("5 min")
            await driver.advance(by: .seconds(300))
            #expect(notifications.value.count == 1)
            #expect(driver.nextUpdate == driver.now + TimerWidget.retry.pause)
            await driver.advance(by: .seconds(3600))
            #expect(notifications.value.count == 3)
            #expect(driver.nextUpdate == nil)
        }

        @Test @WidgetActor func itDoesNotTryForEver() async throws {
            let driver = try driver(failing: 1000)
            await driver.update()
            try await driver.tap("5 min")
            await driver.advance(by: .seconds(36000))
            #expect(notifications.value.count == TimerWidget.retry.attempts)
            #expect(driver.text.contains("Time is up"))
        }

        @Test @WidgetActor func anyTimeCanBeTyped() async throws {
            let driver = try driver()
            await driver.update()
            try driver.setDisplayMode(.expanded)
            #expect(driver.text.contains("[Start a timer…]"))
            await #expect(throws: NCWidgetError("Enter a time up to 24 h, such as 12, 1:30 or Tea 4 min")) {
                try await driver.perform("tap:#start", "soon")
            }
            try await driver.perform("tap:#start", "1:30")
            #expect(driver.text.contains("1:30"))
        }

        @Test @WidgetActor func settings() async throws {
            let driver = try driver()
            await driver.update()
            try driver.setDisplayMode(.expanded)
            for name in ["New York", "London", "Tokyo"] { #expect(driver.text.contains(name)) }
            try await driver.setSettings(["Minutes": "3, 45", "Zones": "Berlin, Atlantis"])
            #expect(driver.text.contains("[3 min]  [45 min]"))
            #expect(driver.text.contains("Berlin") && driver.text.contains("Unknown: Atlantis"))
            #expect(driver.json.contains("\"Europe/Berlin\"") || driver.json.contains("Europe\\/Berlin"))
            try driver.setDisplayMode(.compact)
            #expect(!driver.text.contains("Berlin"))
        }
    }
#endif
