#if Panel
    internal import CTodayGtk
    internal import TodayHost
    internal import TodayModel

    /// The view in which the user chooses the widgets of Today and their order.
    @MainActor final class EditView {
        let widget = Box(GTK_ORIENTATION_VERTICAL)
        /// Called when the user is done.
        var onDone: () -> Void = {}
        /// Called when the user opens the menu of a row.
        var onMenu: (EditRow, MenuAnchor) -> Void = { _, _ in }

        private let editor: ArrangementEditor
        private let done = Button(tr("Done"))
        private let message = Label(wraps: true)
        /// Called when the user wants to add widgets.
        var onAdd: () -> Void = {}
        private let list = EditRowList()
        private let nothing = Label(tr("No widgets added"), wraps: true)
        private let add = Button(tr("Add Widgets…"))
        private let scroller: Scroller
        private let dragScroller: DragScroller
        private var dragging: DragGesture?
        /// The widget whose row gets the focus as soon as it exists.
        private var awaited: WidgetIdentifier?
        /// The row that is being dragged, its target index, the position of the pointer in the scroller, and the distance
        /// of the pointer from the row's upper edge.
        private var dragged: (view: EditRowView, index: Int, pointer: (x: Double, y: Double), grip: Double)?

        init(_ editor: ArrangementEditor) {
            self.editor = editor
            let page = Box(GTK_ORIENTATION_VERTICAL, spacing: 8)
            scroller = Scroller(page, label: tr("Widgets to edit"))
            dragScroller = DragScroller(scroller)
            for part: Widget in [nothing, list.widget, add] { page.append(part) }
            page.addClass("edit-page")
            nothing.addClass("edit-nothing")
            add.addClass("edit-button")
            add.setFrame(false)
            add.align(horizontally: GTK_ALIGN_CENTER)
            add.onPress { [weak self] in self?.onAdd() }
            done.onPress { [weak self] in self?.onDone() }
            let header = pageHeader(tr("Edit Today"), done)
            message.addClass("notice")
            scroller.expand(vertically: true)
            for part: Widget in [header, message, scroller] { widget.append(part) }
            widget.addClass("edit-view")
            listen()
        }

        private func listen() {
            list.onRemove = { [weak self] in self?.editor.make(.remove($0)) }
            list.onMenu = { [weak self] in self?.onMenu($0, $1) }
            list.widget.onKey { [weak self] in self?.handle($0) ?? false }
            dragging = DragGesture(
                on: list.widget,
                begin: { [weak self] x, y in self?.beginDrag(x, y) ?? false },
                move: { [weak self] x, y in self?.drag(x, y) },
                end: { [weak self] isCompleted in self?.endDrag(isCompleted) })
            dragScroller.onScroll = { [weak self] in self?.continueDrag() }
        }

        /// Shows the current rows.
        func refresh() {
            // A list that moves under the finger is hard to hit, so it is updated when the drag ends. If the dragged
            // row is gone, the drag ends now.
            let rows = editor.rows
            if let dragged, rows.contains(where: { $0.identifier == dragged.view.shown?.identifier }) {
                return
            }
            if cancelDrag() { return }
            message.text = editor.refusal ?? ""
            message.isVisible = editor.refusal != nil
            let lost = list.show(rows)
            list.widget.isVisible = !rows.isEmpty
            nothing.isVisible = rows.isEmpty
            if let awaited, list.focus(on: awaited) { self.awaited = nil }
            // After the user removes a row by key, the next row gets the focus.
            if let lost, !list.focus(at: lost) { add.grabFocus() }
        }

        /// Starts a new session of edits.
        func begin() {
            awaited = nil
            refresh()
        }

        /// Gives the focus to the first row.
        func grabFocus() { if !list.focus(at: 0) { add.grabFocus() } }

        /// Gives the focus to the row of a widget, now or as soon as it exists; until then to the first one.
        func grabFocus(on identifier: WidgetIdentifier) {
            if list.focus(on: identifier) { return }
            awaited = identifier
            grabFocus()
        }

        // MARK: Keys

        private func handle(_ press: KeyPress) -> Bool {
            guard let view = list.focused, let identifier = view.shown?.identifier,
                let index = list.views.firstIndex(where: { $0 === view })
            else { return false }
            switch press {
            case KeyPress(GDK_KEY_Up, alt: true), KeyPress(GDK_KEY_KP_Up, alt: true): move(identifier, to: index - 1)
            case KeyPress(GDK_KEY_Down, alt: true), KeyPress(GDK_KEY_KP_Down, alt: true):
                move(identifier, to: index + 1)
            case KeyPress(GDK_KEY_Home, alt: true): move(identifier, to: 0)
            case KeyPress(GDK_KEY_End, alt: true): move(identifier, to: list.views.count - 1)
            case KeyPress(GDK_KEY_Delete), KeyPress(GDK_KEY_KP_Delete): editor.make(.remove(identifier))
            default: return false
            }
            return true
        }

        private func move(_ identifier: WidgetIdentifier, to index: Int) {
            editor.move(identifier, to: index)
            if let view = list.focused { scroller.reveal(view.row) }
        }

        // MARK: Dragging

        private func beginDrag(_ x: Double, _ y: Double) -> Bool {
            guard let index = list.widget.index(atHeight: y), list.views.indices.contains(index) else {
                return false
            }
            let view = list.views[index]
            guard view.isHandle(x: x, y: y, in: list.widget) else { return false }
            guard let pointer = list.widget.place(x: x, y: y, in: scroller) else { return false }
            dragged = (view, index, pointer, y - top(of: index, in: list.views))
            view.setDragged(true)
            return true
        }

        private func drag(_ x: Double, _ y: Double) {
            guard dragged != nil, let pointer = list.widget.place(x: x, y: y, in: scroller) else { return }
            dragged?.pointer = pointer
            drag(to: y)
            dragScroller.pointer(atX: pointer.x, y: pointer.y)
        }

        /// Continues the drag after the list has moved under the pointer.
        private func continueDrag() {
            guard let dragged,
                let place = scroller.place(x: dragged.pointer.x, y: dragged.pointer.y, in: list.widget)
            else { return }
            drag(to: place.y)
        }

        private func drag(to y: Double) {
            guard let former = dragged else { return }
            let last = list.views.count - 1
            let index = min(y < 0 ? 0 : list.widget.index(atHeight: y) ?? last, last)
            let order = order(former.view, index)
            former.view.row.offset = y - former.grip - top(of: index, in: order)
            if index == former.index { return }
            dragged?.index = index
            list.widget.setOrder(order.map(\.row))
        }

        /// Returns the upper edge of the row at an index, in logical pixels from that of the list.
        private func top(of index: Int, in order: [EditRowView]) -> Double {
            order.prefix(index).reduce(0) { $0 + $1.row.height }
        }

        /// Returns the rows in the order with one of them at another index.
        private func order(_ view: EditRowView, _ index: Int) -> [EditRowView] {
            var order = list.views.filter { $0 !== view }
            order.insert(view, at: min(index, order.count))
            return order
        }

        private func endDrag(_ isCompleted: Bool) {
            guard let (view, index, _, _) = dragged else { return }
            view.setDragged(false)
            view.row.offset = nil
            dragged = nil
            dragScroller.stop()
            if isCompleted, let identifier = view.shown?.identifier, list.views[index] !== view {
                // The widgets before it when it was dropped, because the order may have changed in the meantime.
                let before = order(view, index)[..<index].compactMap { $0.shown?.identifier }
                editor.make(.move(identifier, behind: before.reversed()))
            }
            refresh()
        }

        /// Cancels the current drag. Returns whether there was one.
        func cancelDrag() -> Bool { dragging?.cancel { endDrag($0) } ?? false }
    }
#endif
