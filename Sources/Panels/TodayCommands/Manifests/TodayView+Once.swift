internal import DBus
internal import TodayPlatform
internal import TodayHost
internal import TodayModel

/// A view that is printed once. It includes widgets that were installed moments ago, with content.
extension TodayView {
    /// Returns the view of the center, after the first updates of widgets that were never updated.
    ///
    /// - Throws: ``CommandFailure`` if the center isn't running.
    static func readOnce() async throws -> TodayView {
        let host = try await TodayViewHost.session()
        var view = await host.view
        let center = CenterClient(host.connection)
        let new = NewManifests(environment: Environment.current)
        // The manifests of another machine can't be read.
        if CenterHost.current == nil, !new.identifiers.isSubset(of: view.known.keys) {
            _ = await host.view(within: new.remaining) { new.identifiers.isSubset(of: $0.known.keys) }
            // The center adds a widget before it shows it; by the time of this reply it has done both.
            _ = try await center.arrangement()
            view = await host.view
        }
        let programless = await center.programless(among: view.neverUpdated)
        let neverUpdated = view.neverUpdated.filter { !programless.contains($0) }
        if neverUpdated.isEmpty { return view }
        let names = neverUpdated.map(\.rawValue).joined(separator: ", ")
        let inTime = try await Progress.shown(tr("Waiting for the first update of {names}…", ["names": names])) {
            await center.update(neverUpdated)
        }
        view = await host.view
        let late = view.neverUpdated.filter { !programless.contains($0) }
        if !inTime, !late.isEmpty {
            try Output.report(CommandFailure.late(late, within: CenterClient.updateTimeout).message)
        }
        return view
    }

    /// The shown widgets without content that were never updated.
    var neverUpdated: [WidgetIdentifier] {
        widgets.filter { widget in
            widget.content.isEmpty && widget.updatedAt == .never && widget.lastResult == nil && widget.error.isEmpty
                && widget.state != .unavailable
        }.map(\.identifier)
    }
}

extension CenterClient {
    /// The time that all widgets together have for their updates.
    static let updateTimeout = Duration.seconds(25)
    /// The number of concurrent updates.
    private static let width = 8

    /// Returns the widgets without a program. They show pushed content and never update.
    func programless(among widgets: [WidgetIdentifier]) async -> Set<WidgetIdentifier> {
        var found: Set<WidgetIdentifier> = []
        for widget in widgets {
            if let values = try? await explain(widget), !Explanation(values).hasProgram { found.insert(widget) }
        }
        return found
    }

    /// Updates widgets, a few at a time. Returns whether all updates ended in time, successful or not.
    func update(_ widgets: [WidgetIdentifier]) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                try? await Task.sleep(for: Self.updateTimeout)
                return false
            }
            group.addTask {
                await withTaskGroup(of: Void.self) { updates in
                    for (number, widget) in widgets.enumerated() {
                        if number >= Self.width { await updates.next() }
                        // The widget shows a failure.
                        updates.addTask { _ = try? await self.performUpdate(widget) }
                    }
                }
                return true
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }
}
