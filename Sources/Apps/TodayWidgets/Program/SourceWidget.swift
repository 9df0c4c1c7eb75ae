#if Widgets
    internal import NotificationCenter

    /// A widget that shows a source, such as a service on the bus, a file or the web.
    ///
    /// All widgets of the program follow their sources while a panel looks, the hidden ones too: so a player that
    /// starts appears at once, although the center never updates a hidden widget by itself. No widget follows anything
    /// while no panel looks, so nothing wakes the process then; the center ends it half a minute later. See
    /// ``Watching``.
    @WidgetActor
    protocol SourceWidget: NCWidgetProviding {
        /// Reads the source, and follows it until ``stopSource()``. Returns when the content is that of the source.
        ///
        /// Call ``sourceDidChange()`` for each later change. If this throws, the update has failed; the next update
        /// tries again.
        func startSource() async throws

        /// Why the content isn't that of the source; nil while it is. A change of the source then counts as a failed
        /// update.
        var sourceError: (any Error)? { get }

        /// Stops following the source, also if ``startSource()`` has failed. The content stays.
        func stopSource()
    }

    extension SourceWidget {
        var sourceError: (any Error)? { nil }

        /// Sends the content to the panels. Changes that arrive while it is being sent are sent together.
        func sourceDidChange() { Watching.shared.changed(self) }

        /// Handles a tap while the source is followed. The tap may be the first call to this process.
        func withSource(_ tap: () async throws -> Void) async throws { try await Watching.shared.handle(self, tap) }

        func widgetPerformUpdate() async throws -> NCUpdateResult {
            try await Watching.shared.update(self)
            return .newData
        }

        func widgetDidAppear() { Watching.shared.appeared(self) }
        func widgetDidDisappear() { Watching.shared.disappeared(self) }
        func widgetWillTerminate() { Watching.shared.remove(self) }
    }

    /// Where a widget of this program is on the bus.
    enum WidgetPlace {
        static let busName = "org.todaycenter.Widgets"

        /// Returns the path of a widget's object.
        static func path(_ name: String) -> String { "/org/todaycenter/Widgets/\(name)" }
    }
#endif
