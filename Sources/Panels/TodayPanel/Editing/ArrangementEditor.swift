#if Panel
    internal import TodayHost
    internal import TodayModel

    /// The user's edits of the arrangement: shown immediately, sent in sequence, undone when refused.
    @MainActor final class ArrangementEditor {
        /// Called when the rows have changed.
        var onChange: () -> Void = {}
        /// Called when the center has removed a widget.
        var onRemoval: (Removals.Removal) -> Void = { _ in }
        /// The reason why the last edit failed.
        private(set) var refusal: String?
        /// The widgets to mark as new.
        var new: Set<WidgetIdentifier> = []

        private let center: CenterSession
        private var view = TodayView()
        private var list = EditList()
        /// Sends edits in the order in which they were made.
        private var sending: Task<Void, Never>?

        init(_ center: CenterSession) { self.center = center }

        /// The rows to show.
        var rows: [EditRow] { EditRow.rows(view, list, new: new) }

        /// Returns the widgets to choose from that the user's search finds.
        func gallery(_ isFound: (String) -> Bool) -> Gallery { Gallery(view, list, new: new, isFound: isFound) }

        /// Returns the card of a widget with sample content; with what the widget shows now if the sample is empty.
        func sampleCard(of identifier: WidgetIdentifier, _ sample: Content) -> CardPresentation? {
            guard var widget = view.known[identifier] else { return nil }
            if !sample.isEmpty { widget.content = sample }
            widget.hasContent = true
            widget.displayMode = .compact
            return CardPresentation(widget, now: WallClock.now)
        }

        /// The widgets with content in the order that the user sees, with the edits that the center hasn't answered.
        var today: [WidgetIdentifier] {
            if list.isSettled { return view.today }
            let shown = Set(view.today)
            return list.arranged.filter { shown.contains($0) }
        }

        /// Applies the current view of the center.
        func apply(_ view: TodayView) {
            self.view = view
            list.apply(view.arrangement)
        }

        /// Starts a new session of edits.
        func begin() { refusal = nil }

        /// Shows why another request of the user failed.
        func report(_ problem: String?) {
            refusal = problem.map { tr("Can’t change this: {reason}", ["reason": $0]) }
            onChange()
        }

        /// Moves a widget to an index of the rows.
        func move(_ identifier: WidgetIdentifier, to index: Int) {
            // Arranged widgets that aren't known aren't shown, so the index of a row isn't the index of the widget.
            let shown = rows.map(\.identifier)
            if let edit = ArrangementEdit.move(identifier, to: index, in: shown) { make(edit) }
        }

        /// Makes an edit.
        ///
        /// - Parameter report: shows why it failed, in place of the notice in the edit view.
        func make(_ edit: ArrangementEdit, report: (@MainActor (String) -> Void)? = nil) {
            let removal = removal(edit)
            guard let pending = list.make(edit) else { return }
            refusal = nil
            onChange()
            let former = sending
            sending = Task {
                await former?.value
                do throws(Refusal) {
                    list.confirm(pending, try await center.rearrange(edit))
                } catch {
                    list.undo(pending)
                    onChange()
                    return (report ?? self.report)(error.description)
                }
                if let removal { onRemoval(removal) }
                onChange()
            }
        }

        /// Returns what is needed to undo an edit; nil if it removes nothing.
        private func removal(_ edit: ArrangementEdit) -> Removals.Removal? {
            guard case .remove(let identifier) = edit, let widget = view.known[identifier] else { return nil }
            return Removals.Removal(identifier, name: view.named(widget).title, in: list.arranged)
        }
    }
#endif
