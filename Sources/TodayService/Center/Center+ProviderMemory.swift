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
        for (other, trouble) in excess where other !== session { noteExcess(other, trouble) }
        if let trouble = excess.first(where: { $0.session === session })?.trouble { throw trouble }
    }

    /// Ends a process that uses more than one of its widgets lets it: all of what it uses counts for each of them.
    /// Returns those widgets.
    private func endExcess(
        of process: SpawnedProcess
    ) async -> [(session: ProviderSession, trouble: ProviderTrouble)] {
        guard let family = processes[process]?.family, let used = await descendants.memory(of: family) else {
            return []
        }
        var excess: [(session: ProviderSession, trouble: ProviderTrouble)] = []
        for user in processes.users(of: process) {
            guard let session = sessions[user.widget], session.process === process, session.life.process != nil,
                let limit = registry[session.path]?.definition.memoryMax, used > limit
            else { continue }
            let trouble = ProviderTrouble(
                .memory, "the provider used \(used) bytes of memory, MemoryMax is \(limit)")
            session.ended = (session.life.owner, trouble)
            excess.append((session, trouble))
        }
        // All of them know why before the process is ended for the first.
        let actions = excess.map { $0.session.life.exceeded($0.trouble) }
        for (entry, actions) in zip(excess, actions) { perform(actions, entry.session) }
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
            for (session, trouble) in await endExcess(of: entry.process) { noteExcess(session, trouble) }
        }
        memoryTimer = nil
        watchMemory()
    }

    /// A run tells of it by itself; there may be none.
    private func noteExcess(_ session: ProviderSession, _ trouble: ProviderTrouble) {
        guard !runs.isRunning(session.path) else { return }
        schedule[session.path]?.failure = .memory
        change(session.path) { $0.fail(trouble.text.text, nextUpdate: nil) }
        if let record = registry[session.path] { log(.notice, record.identifier, trouble.description) }
    }
}
