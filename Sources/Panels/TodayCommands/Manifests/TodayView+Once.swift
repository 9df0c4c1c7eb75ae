internal import DBus
internal import TodayPlatform
internal import TodayHost
internal import TodayModel

/// A view that is printed once: what was installed a moment ago is in it, with content.
extension TodayView {
    /// The view of the center on the session bus, after the first updates of widgets that were never updated.
    ///
    /// - Throws: ``CommandFailure`` when there is no center.
    static func readOnce() async throws -> TodayView {
        let host = try await TodayViewHost.session()
        var view = await host.view
        let center = CenterClient(host.connection)
        let new = NewManifests(environment: Environment.current)
        if !new.identifiers.isSubset(of: view.known.keys) {
            _ = await host.view(within: new.rest) { new.identifiers.isSubset(of: $0.known.keys) }
            // A widget is there before it is to be shown; by the time of this reply it is both.
            _ = try await center.arrangement()
            view = await host.view
        }
        let programless = await center.programless(among: view.untried)
        let untried = view.untried.filter { !programless.contains($0) }
        if untried.isEmpty { return view }
        let names = untried.map(\.rawValue).joined(separator: ", ")
        let inTime = try await Progress.shown("Waiting for the first update of \(names) …") {
            await center.update(untried)
        }
        view = await host.view
        let late = view.untried.filter { !programless.contains($0) }
        if !inTime, !late.isEmpty {
            let names = late.map(\.rawValue).joined(separator: ", ")
            let limit = CenterClient.patience.components.seconds
            try Output.report("no first update within \(limit) seconds: \(names)")
        }
        return view
    }

    /// The widgets to show that have nothing to show, and were never updated.
    var untried: [WidgetIdentifier] {
        widgets.filter { widget in
            widget.content.isEmpty && widget.updatedAt == .never && widget.lastResult == nil && widget.error.isEmpty
                && widget.state != .unavailable
        }.map(\.identifier)
    }
}

extension CenterClient {
    /// How long widgets have for their updates, all together.
    static let patience = Duration.seconds(25)
    /// How many are updated at once.
    private static let width = 8

    /// Those among widgets that have no program: they show what was pushed, and no update of theirs ever comes.
    func programless(among widgets: [WidgetIdentifier]) async -> Set<WidgetIdentifier> {
        var found: Set<WidgetIdentifier> = []
        for widget in widgets {
            if let values = try? await explain(widget), !Explanation(values).hasProgram { found.insert(widget) }
        }
        return found
    }

    /// Has widgets updated, a few at a time. Returns whether all have been, well or not, in time.
    func update(_ widgets: [WidgetIdentifier]) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                try? await Task.sleep(for: Self.patience)
                return false
            }
            group.addTask {
                await withTaskGroup(of: Void.self) { updates in
                    for (number, widget) in widgets.enumerated() {
                        if number >= Self.width { await updates.next() }
                        // What goes wrong shows in the widget.
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
