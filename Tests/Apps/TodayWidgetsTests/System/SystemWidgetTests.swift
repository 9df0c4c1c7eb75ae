#if Widgets
    import DBusTesting
    import NotificationCenter
    import NotificationCenterTesting
    import Testing

    @testable import TodayWidgets

    /// The widget on a machine whose readings a test chooses.
    @Suite struct SystemWidgetTests {
        private static func stat(_ busy: Int, _ idle: Int) -> ProcessorTime? {
            ProcessorTime(stat: "cpu \(busy) 0 0 \(idle) 0 0 0 0\n")
        }

        /// Returns a widget whose readings are these, the last of them for ever.
        @WidgetActor private static func driver(_ readings: SystemReading...) -> WidgetDriver<SystemWidget> {
            let rest = WatchedValue(readings)
            return WidgetDriver {
                let widget = SystemWidget()
                widget.read = { _, includingDisks in
                    var reading = SystemReading()
                    rest.change { reading = $0.count > 1 ? $0.removeFirst() : $0[0] }
                    if !includingDisks { reading.disks = [] }
                    return reading
                }
                widget.buses = []
                return widget
            }
        }

        private static func reading(_ busy: Int, _ idle: Int, used: UInt64 = 50) -> SystemReading {
            let space = DiskSpace(total: 100_000_000_000, used: used * 1_000_000_000)
            return SystemReading(
                processor: stat(busy, idle),
                memory: MemoryUse(meminfo: "MemTotal: 8388608 kB\nMemAvailable: 6291456 kB\n"),
                disk: space, disks: [SystemReading.Disk(name: "System", path: "/", space: space)])
        }

        @Test @WidgetActor func threeRings() async throws {
            let driver = Self.driver(Self.reading(0, 0), Self.reading(30, 70))
            #expect(await driver.update() == .newData)
            for word in ["30%", "25%", "50%", "Processor", "Memory", "Disk"] { #expect(driver.text.contains(word)) }
            #expect(!driver.text.contains("free"))
            #expect(driver.messages.isEmpty)
        }

        /// Three rings are wider than half of a panel.
        @Test @WidgetActor func aSmallCardHasLines() async throws {
            let driver = Self.driver(Self.reading(0, 0), Self.reading(30, 70))
            driver.setPanel(size: .small)
            await driver.update()
            for word in ["30%", "25%", "50%", "Processor", "Memory", "Disk"] { #expect(driver.text.contains(word)) }
            #expect(!driver.json.contains("circle"))
            try driver.setDisplayMode(.expanded)
            await driver.update()
            #expect(driver.json.contains("circle"))
        }

        @Test @WidgetActor func expandedItShowsDisksAndCurves() async throws {
            let driver = Self.driver(
                Self.reading(0, 0), Self.reading(30, 70), Self.reading(60, 140), Self.reading(99, 201))
            try driver.setDisplayMode(.expanded)
            await driver.update()
            await driver.update()
            #expect(driver.text.contains("2 GiB of 8 GiB"))
            #expect(driver.text.contains("50 GB free"))
            #expect(driver.json.contains("\"chart\""))
            #expect(driver.widget.loads.values == [0.3, 0.3])
        }

        @Test @WidgetActor func highValuesHaveColors() {
            let driver = Self.driver(SystemReading())
            let colors = [0, 0.84, 0.85, 0.94, 0.95, 1].map(driver.widget.color)
            #expect(colors == [.accent, .accent, .warning, .warning, .error, .error])
        }

        @Test @WidgetActor func aMachineWithoutNumbersIsEmpty() async {
            let driver = Self.driver(SystemReading())
            #expect(await driver.update() == .noData)
            #expect(driver.content.isEmpty)
        }

        @Test func curvesHaveAnEnd() {
            var history = LoadHistory()
            for number in 0..<(LoadHistory.capacity + 5) { history.add(Double(number)) }
            #expect(history.values.count == LoadHistory.capacity)
            #expect(history.values.first == 5)
        }

        /// It measures again and again while a panel looks, and not otherwise.
        @Test @WidgetActor func itMeasuresOnlyWhileAPanelLooks() async throws {
            let count = WatchedValue(0)
            let driver = WidgetDriver {
                let widget = SystemWidget()
                widget.read = { _, _ in
                    count.change { $0 += 1 }
                    return Self.reading(count.value, 100)
                }
                (widget.buses, widget.period) = ([], .milliseconds(1))
                return widget
            }
            driver.begin()
            #expect(count.value == 0)
            driver.appear()
            try await count.wait { $0 >= 3 }
            driver.disappear()
            #expect(!driver.widget.isWatching)
        }
    }
#endif
