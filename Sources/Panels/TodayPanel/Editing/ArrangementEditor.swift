#if Panel
    internal import TodayHost
    internal import TodayModel

    /// What the user makes of the arrangement: shown at once, sent one after the other, taken back when refused.
    @MainActor final class ArrangementEditor {
        /// Called when there is something else to show.
        var onChange: () -> Void = {}
        /// Why the last edit came to nothing.
        private(set) var refusal: String?
        /// The widgets to mark as new.
        var new: Set<WidgetIdentifier> = []

        private let center: CenterSession
        private var view = TodayView()
        private var list = EditList()
        /// Edits go out in the order they were made in.
        private var sending: Task<Void, Never>?

        init(_ center: CenterSession) { self.center = center }

        /// What is to be shown.
        var rows: (arranged: [EditRow], others: [EditRow]) { EditRow.rows(view, list, new: new) }

        /// Takes what the center says now.
        func take(_ view: TodayView) {
            self.view = view
            list.take(view.arrangement)
        }

        /// The user begins anew.
        func begin() { refusal = nil }

        /// Says why something else that the user has asked for came to nothing.
        func report(_ problem: String?) {
            refusal = problem.map { "This could not be changed: \($0)" }
            onChange()
        }

        /// Moves a widget to an index.
        func move(_ identifier: WidgetIdentifier, to index: Int) {
            // What is arranged and not known is not shown, so that the row's index is not the widget's.
            let shown = rows.arranged.map(\.identifier)
            if let edit = ArrangementEdit.move(identifier, to: index, in: shown) { make(edit) }
        }

        /// Makes an edit.
        func make(_ edit: ArrangementEdit) {
            guard let pending = list.make(edit) else { return }
            refusal = nil
            onChange()
            let former = sending
            sending = Task {
                await former?.value
                do throws(Refusal) {
                    list.confirm(pending, try await center.rearrange(edit))
                } catch {
                    list.takeBack(pending)
                    return report(error.description)
                }
                onChange()
            }
        }
    }
#endif
