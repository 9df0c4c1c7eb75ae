internal import DBus
internal import Logging
internal import TodayModel
internal import TodayProtocol

/// Widgets are installed and uninstalled as their manifests come and go.
extension Center {
    /// Follows the manifests from now on, until the watch ends.
    package func follow(_ watch: ManifestWatch) {
        Task { [weak self] in
            for await reading in watch.readings { await self?.follow(reading) }
        }
    }

    /// Brings the widgets in line with the manifests that there are, a few at a time.
    package func follow(_ reading: ManifestReading) {
        if isStopping { return }
        manifests.read(reading, at: clock.steady().nanoseconds)
        workOnManifests()
        watchRemovals()
    }

    /// Installs what is there when the center starts: nobody calls yet.
    func installAtStart(_ reading: ManifestReading) {
        manifests.read(reading, at: clock.steady().nanoseconds)
        while manifests.hasMore(hasRoom: hasRoomForManifest) { carryOutSlice(isSnapshot: true) }
    }

    /// A widget has gone: another may take its place, or its provider's name.
    func installWaiting(for place: WidgetRecord.ProviderPlace?) {
        manifests.freed(place)
        workOnManifests()
    }

    /// Does what is to be done about manifests, in turns between which callers have theirs.
    private func workOnManifests() {
        guard manifestWork == nil, !isStopping, manifests.hasMore(hasRoom: hasRoomForManifest) else { return }
        manifestWork = loop.schedule(at: .now) { [weak self] in
            self?.assumeIsolated { center in
                center.manifestWork = nil
                if center.isStopping { return }
                center.carryOutSlice(isSnapshot: false)
                center.workOnManifests()
            }
        }
    }

    private func carryOutSlice(isSnapshot: Bool) {
        var slice = InstalledManifests.Slice()
        while let step = manifests.next(hasRoom: hasRoomForManifest, in: &slice) {
            let manifest =
                switch step {
                case .install(let manifest), .redefine(let manifest): manifest
                }
            do throws(Refusal) {
                try install(manifest, isSnapshot: isSnapshot)
                manifests.carriedOut(manifest)
            } catch {
                if manifests.refused(manifest, error.obstacle, error.reason) {
                    logger.warning("\(manifest.identifier).widget: \(error.reason)")
                }
            }
        }
    }

    /// Why a manifest is not carried out.
    private struct Refusal: Error {
        let obstacle: InstalledManifests.Obstacle
        let reason: String
    }

    /// Whether one more widget may be there: a manifest finds room before what was registered at run time.
    private var hasRoomForManifest: Bool {
        registry.count < Limits.widgets || registry.index.registrationCount > 0
    }

    /// Makes a widget what its manifest says, whether it is new, was something else, or was registered at run time.
    private func install(_ manifest: Manifest, isSnapshot: Bool) throws(Refusal) {
        guard hasRoomForManifest || registry[manifest.identifier] != nil else {
            throw Refusal(
                obstacle: .room, reason: "there are \(registry.count) widgets, Widgets is \(Limits.widgets)")
        }
        var record = WidgetRecord(manifest.identifier, manifest.definition, source: .manifest)
        do throws(CenterError) { try checkProviderIsFree(record) } catch {
            throw Refusal(
                obstacle: record.providerPlace.map { .provider($0) } ?? .definition, reason: error.description)
        }
        if let widget = registry[record.path] { return redefine(widget, record) }
        let kept = registry.recall(manifest.identifier, at: clock.wall())
        if let kept {
            // What a manifest gives besides the definition are first values.
            record.restore(kept, isSnapshot: isSnapshot)
        } else {
            let changes = manifest.definition.changes
            do throws(CenterError) { try registry.checkTotalSize(changes.content, of: nil, for: record.path) } catch {
                throw Refusal(obstacle: .content, reason: error.description)
            }
            do throws(Fault) { _ = try record.apply(changes, from: .definition, at: clock.wall()) } catch {
                throw Refusal(obstacle: .definition, reason: error.description)
            }
        }
        makeRoom(for: manifest)
        // What a manifest itself gives is shown until the first update.
        let isUntried = kept == nil || record.isUntried
        do { try add(record, isUntried: isUntried) } catch {
            throw Refusal(obstacle: .definition, reason: "\(error)")
        }
    }

    /// Has a registration give way where there is room for a manifest no more. What it had is there again when it is
    /// registered again.
    private func makeRoom(for manifest: Manifest) {
        guard registry.count >= Limits.widgets, let widget = registry.mostDispensable else { return }
        logger.notice("\(widget.path) gives way to \(manifest.identifier).widget, as Widgets is \(Limits.widgets)")
        remove(widget)
    }

    /// Place, flags and content stay.
    private func redefine(_ widget: HostedWidget, _ new: WidgetRecord) {
        let known = widget.record
        let providerChanged = known.provider != new.provider || known.providerPlace != new.providerPlace
        change(widget) { known in
            known.registrant = nil
            known.endpoint = .center
            known.sandboxedApp = nil
            return known.redefine(new.definition, source: .manifest)
                .union(known.state == .unavailable ? known.setState(.idle) : [])
        }
        if providerChanged { endProvider(of: widget) }
        followGroups(of: new)
        reschedule(widget)
        lookUpIcon(widget)
    }

    // MARK: Removal

    private func watchRemovals() {
        if let timer = manifestTimer.take() { loop.cancel(timer) }
        guard let time = manifests.nextRemoval else { return }
        manifestTimer = loop.schedule(at: MonotonicTime(nanoseconds: time)) { [weak self] in
            self?.assumeIsolated { $0.removeDue() }
        }
    }

    /// Removes what is to go by now. If that is more than one turn may remove, the timer comes at once again.
    private func removeDue() {
        manifestTimer = nil
        for identifier in manifests.takeRemovals(at: clock.steady().nanoseconds) {
            if let widget = registry[identifier], widget.record.source == .manifest { remove(widget) }
        }
        watchRemovals()
    }
}
