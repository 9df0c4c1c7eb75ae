internal import DBus
internal import Logging
package import TodayModel
internal import TodayProtocol

/// Widgets are installed and uninstalled as their manifests come and go.
extension Center {
    /// Follows the manifests from now on, until the watch ends.
    package func follow(_ watch: ManifestWatch) {
        Task { [weak self] in
            for await manifests in watch.readings { await self?.follow(manifests) }
        }
    }

    /// Brings the widgets in line with the manifests that there are.
    package func follow(_ manifests: [Manifest]) {
        if isStopping { return }
        carryOut(self.manifests.read(manifests, at: clock.steady().nanoseconds), isSnapshot: false)
        watchRemovals()
    }

    /// Installs what is there when the center starts.
    func installAtStart(_ manifests: [Manifest]) {
        carryOut(self.manifests.read(manifests, at: clock.steady().nanoseconds), isSnapshot: true)
    }

    /// A widget has gone: another may take its place, or its provider's name.
    func installWaiting() {
        if !isStopping { carryOut(manifests.waiting, isSnapshot: false) }
    }

    private func carryOut(_ steps: [InstalledManifests.Step], isSnapshot: Bool) {
        for step in steps {
            switch step {
            case .keep, .removeLater: break
            case .install(let manifest), .redefine(let manifest):
                do {
                    try install(manifest, isSnapshot: isSnapshot)
                    manifests.carriedOut(manifest)
                } catch {
                    let reason = "\(error)"
                    if manifests.refused(manifest, reason) {
                        logger.warning("\(manifest.identifier).widget: \(reason)")
                    }
                }
            }
        }
    }

    /// Makes a widget what its manifest says, whether it is new, was something else, or was registered at run time.
    private func install(_ manifest: Manifest, isSnapshot: Bool) throws {
        var record = WidgetRecord(manifest.identifier, manifest.definition, source: .manifest)
        try checkProviderIsFree(record)
        if let known = registry[record.path] { return redefine(known, record) }
        guard registry.count < Limits.widgets else {
            throw CenterError(
                .limitExceeded, "there are \(registry.count) widgets, Widgets is \(Limits.widgets)")
        }
        if let kept = registry.recall(manifest.identifier, at: clock.wall()) {
            // What a manifest gives besides the definition are first values.
            record.restore(kept, isSnapshot: isSnapshot)
        } else {
            try registry.checkTotalSize(manifest.definition.changes.content, for: record.path)
            _ = try record.apply(manifest.definition.changes, from: .definition, at: clock.wall())
        }
        try add(record)
    }

    /// Place, flags and content stay.
    private func redefine(_ known: WidgetRecord, _ new: WidgetRecord) {
        let providerChanged = known.provider != new.provider || known.providerPlace != new.providerPlace
        change(known.path) { known in
            known.registrant = nil
            known.endpoint = .center
            known.sandboxedApp = nil
            return known.redefine(new.definition, source: .manifest)
                .union(known.state == .unavailable ? known.setState(.idle) : [])
        }
        if providerChanged { endProvider(at: known.path) }
        followGroups(of: known.path)
        reschedule(known.path)
        lookUpIcon(known.path)
    }

    // MARK: Removal

    private func watchRemovals() {
        if let timer = manifestTimer.take() { loop.cancel(timer) }
        guard let time = manifests.nextRemoval else { return }
        manifestTimer = loop.schedule(at: MonotonicTime(nanoseconds: time)) { [weak self] in
            self?.assumeIsolated { $0.removeDue() }
        }
    }

    private func removeDue() {
        manifestTimer = nil
        for identifier in manifests.takeRemovals(at: clock.steady().nanoseconds) {
            if let record = registry[identifier], record.source == .manifest { remove(record.path) }
        }
        watchRemovals()
    }
}
