#if Widgets
    internal import DBus
    internal import NotificationCenter

    /// Processor, memory and disk as rings; when expanded, also their curves, all disks, and the services that failed.
    ///
    /// It measures only while a panel is visible: every two seconds, because the kernel reports no changes of these
    /// numbers. Failed services come as signals of the service managers, the names of disks as signals of UDisks2.
    final class SystemWidget: NCWidgetProviding {
        static let widgetIdentifier: String? = "org.todaycenter.widgets.system"
        static let busName: String? = WidgetPlace.busName
        static let objectPath: String? = WidgetPlace.path("System")

        @NCSetting("Folder") var folder = ""
        @NCSetting("Warning") var warning = 85

        /// Reads the state of the system: the file system of a folder, and all disks if the second argument is true.
        var read: @Sendable (String, Bool) async -> SystemReading = { folder, includingDisks in
            await SystemReading.read(folder: folder, includingDisks: includingDisks)
        }
        /// Returns the time of a measurement.
        var time: () -> MonotonicTime = { .now }
        /// The time between two measurements while a panel is visible.
        var period = Duration.seconds(2)
        /// The buses of the service managers: that of the system, and that of the user.
        var buses: [BusAddress] = [.system, .session]

        private(set) var reading = SystemReading()
        /// The share of processor time with work since the measurement before; nil before the second one.
        private(set) var load: Double?
        private(set) var loads = LoadHistory()
        private(set) var memories = LoadHistory()
        private var measuredAt: MonotonicTime?
        private var failedUnits: [Int: [SystemdUnit]] = [:]
        private(set) var diskNames = DiskNames()
        private var watch: Task<Void, Never>?
        private var naming: Task<Void, Never>?

        /// Whether it measures at intervals.
        var isWatching: Bool { watch != nil }

        /// The longest time between two measurements of one curve.
        static let gap = Duration.seconds(10)

        init() {}

        /// The failed services of all managers.
        var failed: [SystemdUnit] { failedUnits.sorted { $0.key < $1.key }.flatMap(\.value) }

        /// Whether the user sees more than the rings.
        var isExpanded: Bool { extensionContext?.widgetActiveDisplayMode == .expanded }

        func widgetPerformUpdate() async throws -> NCUpdateResult {
            followDiskNames()
            await measure()
            if load == nil {
                // The load is a difference of two readings.
                try await WidgetActor.shared.loop.sleep(for: .milliseconds(200))
                await measure()
            }
            return .newData
        }

        /// Adds a reading. After a time without readings, the curves begin again.
        func measure() async {
            let new = await read(folder.isEmpty ? NCDirectories.home : folder, isExpanded)
            let now = time()
            if let measuredAt, now - measuredAt > Self.gap {
                (loads, memories) = (LoadHistory(), LoadHistory())
                reading.processor = nil
                load = nil
            }
            measuredAt = now
            if let earlier = reading.processor, let share = new.processor?.load(since: earlier) {
                load = share
                loads.add(share)
            }
            if let memory = new.memory { memories.add(memory.rate) }
            let disks = reading.disks
            reading = new
            // A compact widget doesn't read them; it keeps the last ones for the moment when it is expanded.
            if new.disks.isEmpty { reading.disks = disks }
        }

        func widgetActiveDisplayModeDidChange(_ activeDisplayMode: NCWidgetDisplayMode, withMaximumSize maxSize: Size) {
            followDiskNames()
            guard activeDisplayMode == .expanded, watch != nil else { return }
            Task { await self.measureAndPush() }
        }

        func widgetDidAppear() {
            guard watch == nil else { return }
            let (period, buses) = (period, buses)
            watch = Task { [weak self] in
                await withDiscardingTaskGroup { group in
                    for (index, bus) in buses.enumerated() {
                        group.addTask { await FailedUnits.follow(on: bus) { units in self?.show(units, of: index) } }
                    }
                    group.addTask {
                        while (try? await WidgetActor.shared.loop.sleep(for: period)) != nil {
                            await self?.measureAndPush()
                        }
                    }
                }
            }
            followDiskNames()
        }

        func widgetDidDisappear() {
            watch.take()?.cancel()
            followDiskNames()
        }

        /// Follows the names of the disks while a panel shows them.
        private func followDiskNames() {
            guard watch != nil, isExpanded, let bus = buses.first else {
                naming.take()?.cancel()
                return
            }
            naming =
                naming
                ?? Task { [weak self] in
                    await DiskNames.follow(on: bus) { names in
                        guard let self, self.diskNames != names else { return }
                        self.diskNames = names
                        self.push()
                    }
                }
        }

        private func measureAndPush() async {
            await measure()
            push()
        }

        private func show(_ units: [SystemdUnit], of manager: Int) {
            failedUnits[manager] = units
            extensionContext?.widgetBadge = UInt32(clamping: failed.count)
            push()
        }

        /// Sends the content to the panels. If the center isn't running, its next call gets the content.
        private func push() { Task { try? await extensionContext?.contentDidChange() } }
    }
#endif
