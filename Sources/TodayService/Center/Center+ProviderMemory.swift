internal import DBus
internal import Logging
internal import TodayModel

/// How much memory providers use that the center has started, with all that they have started.
extension Center {
    /// What the process of a widget's provider and its descendants use, in bytes; nil while the center has none running.
    func memory(of session: ProviderSession) async -> UInt64? {
        guard let process = session.process, let family = processes[process]?.family else { return nil }
        return await descendants.memory(of: family)
    }

    /// - Throws: when the provider uses more than it may. It is ended then.
    func checkMemory(_ session: ProviderSession) async throws(ProviderTrouble) {
        guard session.life.process != nil, let process = session.process else { return }
        let excess = await endExcess(of: process)
        for entry in excess where entry.session !== session { noteExcess(entry.widget, entry.trouble) }
        if let trouble = excess.first(where: { $0.session === session })?.trouble { throw trouble }
    }

    /// A provider that used more than one of its widgets lets it.
    private typealias Excess = (widget: HostedWidget, session: ProviderSession, trouble: ProviderTrouble)

    /// Ends a process that uses more than one of its widgets lets it: all of what it uses counts for each of them.
    /// Returns those widgets.
    private func endExcess(of process: SpawnedProcess) async -> [Excess] {
        guard let family = processes[process]?.family, let used = await descendants.memory(of: family) else {
            return []
        }
        var excess: [Excess] = []
        for user in processes.users(of: process) {
            guard let widget = registry[user.widget], let session = widget.session, session.process === process,
                session.life.process != nil, used > widget.record.definition.memoryMax
            else { continue }
            let trouble = ProviderTrouble(
                .memory, "the provider used \(used) bytes of memory, MemoryMax is \(widget.record.definition.memoryMax)"
            )
            session.ended = (session.life.owner, trouble)
            excess.append((widget, session, trouble))
        }
        // All of them know why before the process is ended for the first.
        let actions = excess.map { $0.session.life.exceeded($0.trouble) }
        for (entry, actions) in zip(excess, actions) { perform(actions, entry.session, entry.widget) }
        return excess
    }

    /// Looks at the memory of running providers from time to time, as long as there are any.
    func watchMemory() {
        guard memoryTimer == nil, !processes.isEmpty else { return }
        memoryTimer = loop.schedule(at: .now + timing.memoryInterval) { [weak self] in
            Task { await self?.memoryIsDue() }
        }
    }

    private func memoryIsDue() async {
        for entry in processes.entries.values {
            for excess in await endExcess(of: entry.process) { noteExcess(excess.widget, excess.trouble) }
        }
        memoryTimer = nil
        watchMemory()
    }

    /// A run tells of it by itself; there may be none.
    private func noteExcess(_ widget: HostedWidget, _ trouble: ProviderTrouble) {
        if widget.run.isRunning { return }
        widget.freshness.failure = .memory
        change(widget) { $0.fail(trouble.text.text, nextUpdate: nil) }
        service.log(.notice, widget.identifier, trouble.description)
    }
}
