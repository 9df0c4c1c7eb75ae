internal import DBus
internal import Logging
internal import TodayManifests
internal import TodayModel
internal import TodayServiceRules

/// Installs and uninstalls widgets as their manifests are added and removed, as ``InstalledManifests`` decides. Used
/// only by the center.
final class ManifestInstaller {
    private let service: ServiceContext
    private var manifests: InstalledManifests
    /// The latest contents of the files, with those that wait for a name on a bus.
    private var reading = ManifestReading()
    /// Reads the files; nil until the center follows them.
    var watch: ManifestWatch?
    /// The last change of the language. They run one after the other.
    private var translation: Task<Void, Never>?
    /// The names that manifests wait for.
    private let busNames: [BusNames]
    /// The last look-up of names. They run one after the other.
    private var following: Task<Void, Never>?
    /// The removal of the next widget whose manifest is gone.
    private var removal: EventLoop.Timer?
    /// The next turn of the work; nil without any work.
    private var work: EventLoop.Timer?

    init(_ service: ServiceContext) {
        self.service = service
        manifests = InstalledManifests(
            patience: service.timing.uninstalling.nanoseconds,
            withoutName: service.timing.withoutBusName.nanoseconds)
        busNames = BusNameCondition.Bus.allCases.map { bus in
            BusNames(bus, bus == .session ? service.connection : nil, logger: service.logger)
        }
    }

    // MARK: Names on the buses

    /// Looks up the names that manifests wait for.
    func followNames(of reading: ManifestReading, _ center: isolated Center) async {
        let wanted = reading.busNames
        for names in busNames { await names.follow(wanted, center) }
    }

    /// Adds the widgets whose name has come at once, and removes those without one after a while.
    func busNamesChanged(_ center: isolated Center) {
        if center.isEnding || !center.isServing { return }
        apply(reading, center)
    }

    private func read(_ new: ManifestReading) {
        reading = new.filtered { condition in busNames.contains { $0.bus == condition.bus && $0.isPresent(condition) } }
        manifests.read(reading, at: service.clock.steady().nanoseconds)
    }

    private func apply(_ new: ManifestReading, _ center: isolated Center) {
        read(new)
        scheduleWork(center)
        watchRemovals(center)
    }

    // MARK: Files

    /// Installs the existing manifests when the service starts, before any client can call.
    func installAtStart(_ reading: ManifestReading, _ center: isolated Center) {
        read(reading)
        while hasMore(center) { applySlice(isSnapshot: true, center) }
    }

    /// Has the files read again if the panels now have another language.
    func followLanguage(_ center: isolated Center) {
        guard let watch, let locale = center.panels.locale else { return }
        let former = translation
        translation = Task {
            await former?.value
            await watch.use(locale)
        }
    }

    /// Updates the widgets to match the current manifests, a few at a time.
    func follow(_ reading: ManifestReading, _ center: isolated Center) {
        if center.isEnding { return }
        apply(reading, center)
        // Names that no manifest has asked for yet are looked up now, and then their widgets appear.
        let former = following
        following = Task {
            await former?.value
            await followNames(of: reading, center)
            busNamesChanged(center)
        }
    }

    /// Handles a removed widget: another one may take its place, or its provider's name.
    func installWaiting(for place: WidgetRecord.ProviderPlace?, _ center: isolated Center) {
        manifests.freed(place)
        scheduleWork(center)
    }

    /// Continues the pending work in turns, between which calls are served.
    private func scheduleWork(_ center: isolated Center) {
        guard work == nil, !center.isEnding, hasMore(center) else { return }
        work = service.loop.schedule(at: .now, on: center, with: self) { center, installer in
            installer.work = nil
            if center.isEnding { return }
            installer.applySlice(isSnapshot: false, center)
            installer.scheduleWork(center)
        }
    }

    private func hasMore(_ center: isolated Center) -> Bool {
        manifests.hasMore(hasRoom: center.registry.hasRoomForManifest)
    }

    private func applySlice(isSnapshot: Bool, _ center: isolated Center) {
        var slice = InstalledManifests.Slice()
        while let step = manifests.next(hasRoom: center.registry.hasRoomForManifest, in: &slice) {
            let manifest =
                switch step {
                case .install(let manifest), .redefine(let manifest): manifest
                }
            do throws(Refusal) {
                try install(manifest, isSnapshot: isSnapshot, center)
                manifests.applied(manifest)
            } catch {
                if manifests.refused(manifest, error.obstacle, error.reason) {
                    service.logger.warning("\(manifest.identifier).widget: \(error.reason)")
                }
            }
        }
    }

    /// The reason why a manifest is not applied.
    private struct Refusal: Error {
        let obstacle: InstalledManifests.Obstacle
        let reason: String

        init(_ obstacle: InstalledManifests.Obstacle, _ error: any Error) {
            self.obstacle = obstacle
            reason = "\(error)"
        }
    }

    /// Applies a manifest to its widget, which may be new, installed, or registered at run time.
    private func install(
        _ manifest: Manifest, isSnapshot: Bool, _ center: isolated Center
    ) throws(Refusal) {
        let (identifier, definition) = (manifest.identifier, manifest.definition)
        let known = center.registry[identifier]
        if known == nil, !center.registry.hasRoomForManifest { throw Refusal(.room, center.registry.isFull) }
        var record = WidgetRecord(identifier, definition, source: .manifest)
        do throws(CenterError) { try center.registry.checkProviderIsFree(record) } catch {
            throw Refusal(record.providerPlace.map { .provider($0) } ?? .definition, error)
        }
        if let known {
            do { try center.redefine(known, as: record, nil) } catch { throw Refusal(.definition, error) }
            return
        }
        let kept = center.registry.recall(identifier, at: service.clock.wall())
        if let kept {
            // Other values in a manifest are only initial values.
            record.restore(kept, isSnapshot: isSnapshot)
        } else {
            let changes = definition.changes
            do throws(CenterError) {
                try center.registry.checkTotalSize(changes.content, of: nil, for: record.path)
            } catch { throw Refusal(.content, error) }
            do throws(Fault) { _ = try record.apply(changes, from: .definition, at: service.clock.wall()) } catch {
                throw Refusal(.definition, error)
            }
        }
        makeRoom(for: manifest, center)
        // Content from the manifest itself is shown until the first update.
        let isUntried = kept == nil || record.isUntried
        do { try center.add(record, isUntried: isUntried) } catch { throw Refusal(.definition, error) }
    }

    /// Removes a registered widget if the limit leaves no room for a manifest. Its state is restored when it is
    /// registered again.
    private func makeRoom(for manifest: Manifest, _ center: isolated Center) {
        guard center.registry.count >= Limits.widgets, let widget = center.registry.evictionCandidate else { return }
        service.logger.notice(
            "\(widget.path) is removed to make room for \(manifest.identifier).widget, because Widgets is \(Limits.widgets)"
        )
        center.remove(widget, keeping: .everything)
    }

    // MARK: Removal

    private func watchRemovals(_ center: isolated Center) {
        if let timer = removal.take() { service.loop.cancel(timer) }
        guard let time = manifests.nextRemoval else { return }
        removal = service.loop.schedule(at: MonotonicTime(nanoseconds: time), on: center, with: self) {
            $1.removeDue($0)
        }
    }

    /// Removes the widgets that are due. If they are more than one turn may remove, the timer fires again at once.
    private func removeDue(_ center: isolated Center) {
        removal = nil
        for identifier in manifests.popRemovals(at: service.clock.steady().nanoseconds) {
            guard let widget = center.registry[identifier], widget.record.source == .manifest else { continue }
            center.remove(widget, keeping: .everything)
        }
        watchRemovals(center)
    }
}

extension Registry {
    /// Whether a manifest's widget may be added: a manifest takes precedence over widgets registered at run time.
    fileprivate var hasRoomForManifest: Bool { count < Limits.widgets || index.registrationCount > 0 }
}
