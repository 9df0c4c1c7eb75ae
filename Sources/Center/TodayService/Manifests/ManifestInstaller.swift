internal import DBus
internal import Logging
internal import TodayManifests
internal import TodayModel
internal import TodayServiceRules

/// Installs and uninstalls widgets as their manifests come and go, as ``InstalledManifests`` has it. The center alone uses it.
final class ManifestInstaller {
    private let service: ServiceContext
    private var manifests: InstalledManifests
    /// When the next widget goes whose manifest has gone.
    private var removal: EventLoop.Timer?
    /// The next turn of the work; nil while there is none.
    private var work: EventLoop.Timer?

    init(_ service: ServiceContext) {
        self.service = service
        manifests = InstalledManifests(patience: service.timing.uninstalling.nanoseconds)
    }

    /// Installs what is there when the service starts: nobody calls yet.
    func installAtStart(_ reading: ManifestReading, _ center: isolated Center) {
        manifests.read(reading, at: service.clock.steady().nanoseconds)
        while hasMore(center) { carryOutSlice(isSnapshot: true, center) }
    }

    /// Brings the widgets in line with the manifests that there are, a few at a time.
    func follow(_ reading: ManifestReading, _ center: isolated Center) {
        if center.isEnding { return }
        manifests.read(reading, at: service.clock.steady().nanoseconds)
        goOn(center)
        watchRemovals(center)
    }

    /// A widget has gone: another may take its place, or its provider's name.
    func installWaiting(for place: WidgetRecord.ProviderPlace?, _ center: isolated Center) {
        manifests.freed(place)
        goOn(center)
    }

    /// Does what is to be done, in turns between which callers have theirs.
    private func goOn(_ center: isolated Center) {
        guard work == nil, !center.isEnding, hasMore(center) else { return }
        work = service.loop.schedule(at: .now, on: center, with: self) { center, installer in
            installer.work = nil
            if center.isEnding { return }
            installer.carryOutSlice(isSnapshot: false, center)
            installer.goOn(center)
        }
    }

    private func hasMore(_ center: isolated Center) -> Bool {
        manifests.hasMore(hasRoom: center.registry.hasRoomForManifest)
    }

    private func carryOutSlice(isSnapshot: Bool, _ center: isolated Center) {
        var slice = InstalledManifests.Slice()
        while let step = manifests.next(hasRoom: center.registry.hasRoomForManifest, in: &slice) {
            let manifest =
                switch step {
                case .install(let manifest), .redefine(let manifest): manifest
                }
            do throws(Refusal) {
                try install(manifest, isSnapshot: isSnapshot, center)
                manifests.carriedOut(manifest)
            } catch {
                if manifests.refused(manifest, error.obstacle, error.reason) {
                    service.logger.warning("\(manifest.identifier).widget: \(error.reason)")
                }
            }
        }
    }

    /// Why a manifest is not carried out.
    private struct Refusal: Error {
        let obstacle: InstalledManifests.Obstacle
        let reason: String

        init(_ obstacle: InstalledManifests.Obstacle, _ error: any Error) {
            self.obstacle = obstacle
            reason = "\(error)"
        }
    }

    /// Makes a widget what its manifest says, whether it is new, was something else, or was registered at run time.
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
            // What a manifest gives besides the definition are first values.
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
        // What a manifest itself gives is shown until the first update.
        let isUntried = kept == nil || record.isUntried
        do { try center.add(record, isUntried: isUntried) } catch { throw Refusal(.definition, error) }
    }

    /// Has a registration give way where there is room for a manifest no more. What it had is there again when it is
    /// registered again.
    private func makeRoom(for manifest: Manifest, _ center: isolated Center) {
        guard center.registry.count >= Limits.widgets, let widget = center.registry.mostDispensable else { return }
        service.logger.notice(
            "\(widget.path) gives way to \(manifest.identifier).widget, as Widgets is \(Limits.widgets)")
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

    /// Removes what is to go by now. If that is more than one turn may remove, the timer comes at once again.
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
    /// Whether one more widget may be there: a manifest finds room before what was registered at run time.
    fileprivate var hasRoomForManifest: Bool { count < Limits.widgets || index.registrationCount > 0 }
}
