internal import TodayPlatform
internal import DBus
internal import Logging
internal import TodayModel
internal import TodayServiceRules

/// The shared state of all providers: their processes, the memory that these use, and missing service files. Used only
/// by the center.
final class Providers {
    private let service: ServiceContext
    /// Processes that were started and aren't collected yet.
    var processes = ProviderProcesses()
    /// The descendants of those processes. Created with the first provider, because it has a thread.
    private(set) lazy var descendants = makeDescendants()
    private var hasDescendants = false
    private let ownsProcess: Bool
    private var memoryTimer: EventLoop.Timer?
    /// Whether the bus reports changes of its service files.
    private var followsServiceFiles = false

    /// - Parameter ownsProcess: whether this process runs only the service, which then becomes the parent of processes
    ///   that providers leave behind.
    init(_ service: ServiceContext, ownsProcess: Bool) {
        self.service = service
        self.ownsProcess = ownsProcess
    }

    private func makeDescendants() -> Descendants {
        hasDescendants = true
        return Descendants(adopts: ownsProcess, patience: service.timing.ending, logger: service.logger)
    }

    /// Ends every provider that the center started, all at once, and waits for that.
    ///
    /// It takes as long as the slowest of them, at most twice ``ServiceTiming/ending`` and a little more. Processes
    /// that no signal has ended by then are left to the kernel, which kills them with the service.
    func endAll(_ center: isolated Center) async {
        for widget in center.registry.widgets { center.endProvider(of: widget) }
        let deadline = MonotonicTime.now + service.timing.ending * 2 + .seconds(1)
        let timer = service.loop.schedule(at: deadline, on: center, with: self) { _, providers in
            for entry in providers.processes.entries.values { providers.processes.remove(entry.process) }
        }
        await withCheckedContinuation { processes.wait(for: nil, $0) }
        service.loop.cancel(timer)
        if hasDescendants { await descendants.endAll() }
    }

    // MARK: Memory

    /// Returns a size as text for the user, rounded up: in KiB if it is small.
    private static func text(_ bytes: UInt64) -> String {
        let (unit, name): (UInt64, String) = bytes < 10 << 20 ? (1 << 10, "KiB") : (1 << 20, "MiB")
        return "\(bytes / unit + (bytes % unit == 0 ? 0 : 1)) \(name)"
    }

    /// Returns the memory of a provider's process and its descendants, in bytes; nil if the center hasn't started it.
    func memory(of session: ProviderSession) async -> UInt64? {
        guard let process = session.process, let family = processes[process]?.family else { return nil }
        return await descendants.memory(of: family)
    }

    /// - Throws: if the provider exceeds its memory limit. It is ended then.
    func checkMemory(_ session: ProviderSession, _ center: isolated Center) async throws(ProviderTrouble) {
        guard session.life.process != nil, let process = session.process else { return }
        let excess = await endExcess(of: process, center)
        for entry in excess where entry.session !== session { reportExcess(entry, center) }
        if let trouble = excess.first(where: { $0.session === session })?.trouble { throw trouble }
    }

    /// A provider that exceeded the limit of one of its widgets.
    private typealias Excess = (session: ProviderSession, trouble: ProviderTrouble)

    /// Ends a process that exceeds the limit of one of its widgets: its whole memory counts for each of them. Returns
    /// those widgets.
    private func endExcess(of process: RunningProcess, _ center: isolated Center) async -> [Excess] {
        guard let family = processes[process]?.family, let used = await descendants.memory(of: family) else {
            return []
        }
        var excess: [Excess] = []
        for user in processes.users(of: process) {
            guard let session = center.registry[user.widget]?.session, session.process === process,
                session.life.process != nil, case let limit = session.widget.record.definition.memoryMax, used > limit
            else { continue }
            let trouble = ProviderTrouble(
                .memory, "the provider used \(Self.text(used)) of memory, MemoryMax is \(Self.text(limit))")
            session.ended = (session.life.owner, trouble)
            excess.append((session, trouble))
        }
        // All of them know the reason before the process is ended for the first one.
        let actions = excess.map { $0.session.life.exceeded($0.trouble) }
        for (entry, actions) in zip(excess, actions) { entry.session.perform(actions, center) }
        return excess
    }

    /// Checks the memory of running providers from time to time.
    func watchMemory(_ center: isolated Center) {
        guard memoryTimer == nil, !processes.isEmpty else { return }
        let next = MonotonicTime.now + service.timing.memoryInterval
        memoryTimer = service.loop.schedule(at: next, on: center, with: self) { center, providers in
            Task { await providers.memoryIsDue(center) }
        }
    }

    private func memoryIsDue(_ center: isolated Center) async {
        for entry in processes.entries.values {
            for excess in await endExcess(of: entry.process, center) { reportExcess(excess, center) }
        }
        memoryTimer = nil
        watchMemory(center)
    }

    /// Reports the failure, unless a run is in progress, which reports it.
    private func reportExcess(_ excess: Excess, _ center: isolated Center) {
        let widget = excess.session.widget
        if widget.run.isRunning { return }
        center.change(widget) { $0.fail(excess.trouble.text.text, kind: excess.trouble.errorKind, nextUpdate: nil) }
        service.log(.notice, widget.identifier, excess.trouble.description)
    }

    // MARK: Service files

    /// Handles a widget that is unavailable because the bus can't start its provider: looks for the provider again when
    /// the service files of the bus change. D-Bus specification, `org.freedesktop.DBus.ActivatableServicesChanged`.
    func awaitServiceFile(_ center: isolated Center) async {
        if !followsServiceFiles {
            followsServiceFiles = true
            let rule = MatchRule(sender: .bus, path: .bus, interface: .bus, member: "ActivatableServicesChanged")
            do {
                _ = try await service.connection.subscribe(rule) { [weak center] _ in
                    Task { await center?.checkServiceFiles() }
                }
            } catch {
                followsServiceFiles = false
                service.logger.warning("cannot watch for new service files: \(error)")
            }
        }
        // A service file may have been installed since the bus was asked.
        await center.checkServiceFiles()
    }
}

extension Center {
    fileprivate func checkServiceFiles() async {
        guard registry.widgets.contains(where: { $0.record.awaitedName != nil }) else { return }
        let names: [String]
        do { names = try await service.connection.call(.bus, "ListActivatableNames") } catch {
            return service.logger.warning("cannot list the names that the bus can start: \(error)")
        }
        let known = Set(names)
        for widget in registry.widgets where widget.record.awaitedName.map({ known.contains($0.rawValue) }) ?? false {
            change(widget) { $0.setState(.idle) }
            reschedule(widget)
        }
    }
}

extension WidgetRecord {
    /// The name of a provider that can't be started at present; nil for any other widget.
    fileprivate var awaitedName: BusName? {
        guard state == .unavailable, case .bus(let name, _) = provider else { return nil }
        return name
    }
}
