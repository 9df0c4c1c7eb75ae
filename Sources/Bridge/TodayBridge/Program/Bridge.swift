internal import DBus
internal import NotificationCenter
internal import TodayBridgeRules
internal import TodayManifests
internal import TodayModel
internal import TodayPlatform

/// Shows the widgets of all hosts and brokers of the configuration, as long as a bus and a center are running.
@WidgetActor
final class Bridge {
    private let file: String
    private let provider: NCWidgetProvider
    private let links = CenterLinks()
    private var hosts: [String: (group: HostGroup, host: RemoteHost)] = [:]
    #if Bridge
        private var brokers: [String: (plan: BrokerPlan, broker: Broker)] = [:]
    #endif
    private var center: CenterWatch?
    private var watch: FolderWatch?
    private var absence: EventLoop.Timer?
    /// The current reading of the configuration. If ``readsAgain`` is set, another one follows it.
    private var reading: Task<Void, Never>?
    private var readsAgain = false
    private var reported: Set<String> = []
    /// The widgets that the center has stored and that no source has taken yet.
    private var stored: [WidgetIdentifier: WidgetProperties] = [:]
    /// Whether the current center was asked for them.
    private var isRead = false

    /// The time that this program keeps running without a center.
    private static let patience = Duration.seconds(10)

    private var loop: EventLoop { WidgetActor.shared.loop }

    /// - Parameter file: The path of the configuration.
    init(_ file: String) throws {
        self.file = file
        provider = try NCWidgetProvider(busName: TodayBus.bridgeName.rawValue, endsOnRequest: false)
    }

    /// Runs until asked to end. Returns the exit status.
    func run() async throws -> CInt {
        let connection = try await CenterLink.shared.connection()
        let folder = String(file[..<(file.utf8.lastIndex(of: UInt8(ascii: "/")) ?? file.startIndex)])
        let watch = FolderWatch([folder], suffix: ".conf", settling: .milliseconds(100), loop: loop) { text in
            StandardError.print("today-bridge: \(text)")
        } changed: { [weak self] in
            Task { @WidgetActor in self?.reread() }
        }
        self.watch = watch
        let center = CenterWatch { [weak self] in
            self?.panelsChanged()
        } presence: { [weak self] in
            self?.centerChanged(isAvailable: $0)
        } removed: { _ in
        }
        self.center = center
        let network = NetworkWatch { [weak self] in self?.networkChanged() }
        await network.begin()
        await watch.begin()
        let status = try await provider.run {
            do { try await center.begin(on: connection) } catch { report("\(error)") }
            reread()
        }
        center.end()
        await watch.end()
        await network.end()
        for entry in hosts.values { await entry.host.end() }
        #if Bridge
            for entry in brokers.values { await entry.broker.end() }
        #endif
        return status
    }

    /// Prints a line to the log, unless it repeats one.
    func report(_ text: String) {
        if reported.count < 1000, reported.insert(text).inserted { StandardError.print("today-bridge: \(text)") }
    }

    // MARK: Configuration

    /// Reads the configuration and applies changes.
    private func reread() {
        if reading != nil {
            readsAgain = true
            return
        }
        reading = Task {
            repeat {
                readsAgain = false
                if let configuration = read() { await apply(configuration) }
            } while readsAgain
            reading = nil
        }
    }

    /// Returns the configuration of a file; an empty one if the file is missing.
    static func configuration(in file: String) throws(TextFile.ReadError) -> BridgeConfiguration {
        do throws(TextFile.ReadError) {
            return BridgeConfiguration(try TextFile.read(file, maximumBytes: BridgeFile.maximumBytes))
        } catch {
            if error.isMissing { return BridgeConfiguration() }
            throw error
        }
    }

    /// Returns the configuration; nil if it can't be read at the moment.
    private func read() -> BridgeConfiguration? {
        do throws(TextFile.ReadError) {
            let configuration = try Self.configuration(in: file)
            for fault in configuration.faults { report("\(file): \(fault); the group is ignored") }
            for warning in configuration.warnings { report("\(file): \(warning)") }
            return configuration
        } catch {
            report("\(file): \(error)")
            return nil
        }
    }

    /// Starts, restarts and ends sources to match a configuration.
    private func apply(_ configuration: BridgeConfiguration) async {
        let wanted = Dictionary(uniqueKeysWithValues: configuration.hosts.map { ($0.name, $0) })
        for (name, entry) in hosts where wanted[name] != entry.group {
            hosts[name] = nil
            await entry.host.end(removing: configuration.kinds[name] == nil)
            // The next source of that name takes its widgets.
            isRead = false
        }
        await endBrokers(configuration)
        if !isRead { await readStored() }
        for (identifier, _) in stored where isAbandoned(identifier, configuration) { await abandon(identifier) }
        for (name, group) in wanted where hosts[name] == nil {
            let host = RemoteHost(group, RemoteWidgets(of: name, provider: provider, links: links)) { [weak self] in
                self?.report($0)
            }
            hosts[name] = (group, host)
            await host.begin(takeStored(of: name), isViewing: center?.isViewing ?? false)
        }
        await beginBrokers(configuration)
        for identifier in stored.keys { await failFaulty(identifier) }
    }

    // MARK: Stored widgets

    /// Reads the widgets that the center has stored.
    private func readStored() async {
        do { stored = try await RemoteWidgets.stored() } catch { return report("\(error)") }
        isRead = true
        for entry in hosts.values { entry.host.follow(stored) }
        #if Bridge
            for entry in brokers.values { entry.broker.centerStarted(stored) }
            stored = stored.filter { brokers[RemoteIdentifier.source(of: $0.key) ?? ""] == nil }
        #endif
        stored = stored.filter { hosts[RemoteIdentifier.source(of: $0.key) ?? ""] == nil }
    }

    /// Returns the stored widgets of a source, which takes them.
    private func takeStored(of name: String) -> [WidgetProperties] {
        let own = stored.values.filter { RemoteIdentifier.source(of: $0.identifier) == name }
        for widget in own { stored[widget.identifier] = nil }
        return own
    }

    /// Whether the source of a stored widget is gone from the configuration. A faulty group keeps its widgets.
    private func isAbandoned(_ identifier: WidgetIdentifier, _ configuration: BridgeConfiguration) -> Bool {
        RemoteIdentifier.source(of: identifier).map { configuration.kinds[$0] == nil } ?? false
    }

    /// Shows that the group of a stored widget has a fault, so that nothing keeps it current.
    private func failFaulty(_ identifier: WidgetIdentifier) async {
        guard let name = RemoteIdentifier.source(of: identifier) else { return }
        let text = tr("The entry {name} in bridge.conf is invalid. See ‘todayctl remote check’", ["name": name])
        if stored[identifier]?.error == text { return }
        do {
            try await RemoteWidgets.fail(identifier, text)
            stored[identifier]?.error = text
        } catch { report("\(identifier): \(error)") }
    }

    private func abandon(_ identifier: WidgetIdentifier) async {
        stored[identifier] = nil
        do { try await NCWidgetController().unregister(identifier.rawValue) } catch {
            report("\(identifier): \(error)")
        }
    }

    /// Ends the brokers that the configuration has no longer, or differently.
    private func endBrokers(_ configuration: BridgeConfiguration) async {
        #if Bridge
            let wanted = BrokerPlan.plans(configuration)
            for (name, entry) in brokers where wanted[name] != entry.plan {
                brokers[name] = nil
                await entry.broker.end(removing: configuration.kinds[name] == nil)
                isRead = false
            }
        #endif
    }

    private func beginBrokers(_ configuration: BridgeConfiguration) async {
        #if Bridge
            for (name, plan) in BrokerPlan.plans(configuration) where brokers[name] == nil {
                let broker = Broker(plan, RemoteWidgets(of: name, provider: provider, links: links)) { [weak self] in
                    self?.report($0)
                }
                brokers[name] = (plan, broker)
                await broker.begin(takeStored(of: name))
            }
        #else
            let isUsed = !configuration.brokers.isEmpty
            if isUsed { report("\(file): [Broker] groups are ignored: this build has no MQTT") }
        #endif
    }

    // MARK: The center

    private func panelsChanged() {
        guard let center else { return }
        for entry in hosts.values { entry.host.panelsChanged(isViewing: center.isViewing) }
        #if Bridge
            if center.isViewing { for entry in brokers.values { entry.broker.retryNow() } }
        #endif
    }

    /// The network is up, or the machine was resumed.
    private func networkChanged() {
        for entry in hosts.values { entry.host.networkChanged() }
        #if Bridge
            for entry in brokers.values { entry.broker.retryNow() }
        #endif
    }

    private func centerChanged(isAvailable: Bool) {
        if let absence = absence.take() { loop.cancel(absence) }
        isRead = false
        if isAvailable { return reread() }
        absence = loop.schedule(at: .now + Self.patience) { [weak self] in
            Task { @WidgetActor in self?.provider.end() }
        }
    }
}
