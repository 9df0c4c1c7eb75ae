#if Panel
    internal import CTodayGtk
    internal import TodayHost
    internal import TodayModel

    /// The page on which the user finds widgets and adds them to Today.
    @MainActor final class GalleryPage {
        let widget = Box(GTK_ORIENTATION_VERTICAL, role: GTK_ACCESSIBLE_ROLE_GROUP)
        /// Called when the user is done.
        var onDone: () -> Void = {}
        /// Called when the user adds another instance of a widget.
        var onAddAnother: (WidgetIdentifier) -> Void = { _ in }
        /// Called when the user opens the menu of a widget that isn't in Today.
        var onMenu: (EditRow, MenuAnchor) -> Void = { _, _ in }
        /// A button that leads to a page.
        enum Door: CaseIterable { case script, remote }

        /// Called when the user presses a button that leads to a page.
        var onDoor: (Door) -> Void = { _ in }

        private let editor: ArrangementEditor
        private let center: CenterSession
        private let search = SearchEntry(placeholder: tr("Search widgets"))
        private let message = Label(wraps: true)
        private let nothing = Label(tr("No widgets match your search."), wraps: true)
        private let list = Box(GTK_ORIENTATION_VERTICAL, spacing: 8)
        private let removed: RemovedCopies
        private var doors: [Door: Button] = [:]
        private var views: [WidgetIdentifier: GalleryEntryView] = [:]
        private var shown: Gallery?
        /// The sample content that has been read.
        private var samples: [WidgetIdentifier: Content] = [:]
        private var reading: Task<Void, Never>?

        init(_ editor: ArrangementEditor, _ center: CenterSession) {
            (self.editor, self.center) = (editor, center)
            removed = RemovedCopies(center)
            removed.onRestore = { [weak editor] in editor?.make(.restore($0, behind: [])) }
            widget.addClass("gallery")
            widget.setAccessibleLabel(tr("Add Widgets"))
            let done = Button(tr("Done"))
            done.onPress { [weak self] in self?.onDone() }
            let header = pageHeader(tr("Add Widgets"), done)
            search.setMargins(top: 0, left: 12, bottom: 8, right: 12)
            search.takeKeys(of: widget)
            search.onChange { [weak self] _ in self?.refresh() }
            search.onSubmit { [weak self] in
                guard let self, let first = self.shown?.identifiers.first else { return }
                self.views[first]?.grabFocus()
            }
            search.onStop { [weak self] in self?.stop() }
            message.addClass("notice")
            nothing.addClass("edit-nothing")
            let page = Box(GTK_ORIENTATION_VERTICAL, spacing: 12)
            page.addClass("edit-page")
            for part: Widget in [nothing, list, removed.widget] { page.append(part) }
            for door in Door.allCases {
                let button = Button(door.label)
                button.addClass("edit-button")
                button.setFrame(false)
                button.align(horizontally: GTK_ALIGN_CENTER)
                button.setTooltip(door.details)
                button.onPress { [weak self] in self?.onDoor(door) }
                // The widgets are added to this machine.
                button.isVisible = center.machine == nil
                doors[door] = button
                page.append(button)
            }
            let scroller = Scroller(page, label: tr("Widgets to add"))
            scroller.expand(vertically: true)
            for part: Widget in [header, search, message, scroller] { widget.append(part) }
            widget.isVisible = false
        }

        /// Starts with all widgets and gives the focus to the search.
        func begin() {
            search.text = ""
            shown = nil
            refresh()
            removed.refresh()
            readSamples()
        }

        func grabFocus() { search.grabInnerFocus() }

        /// Gives the focus to a widget.
        func grabFocus(on identifier: WidgetIdentifier) {
            if let view = views[identifier.widget] ?? views[identifier] { view.grabFocus() } else { grabFocus() }
        }

        /// Gives the focus to the button that led to a page.
        func grabFocus(on door: Door) { doors[door]?.grabFocus() }

        /// Ends the search; without a search, the page.
        private func stop() { if search.text.isEmpty { onDone() } else { search.text = "" } }

        /// Shows the current widgets.
        func refresh() {
            message.text = editor.refusal ?? ""
            message.isVisible = editor.refusal != nil
            let text = search.text
            let gallery = editor.gallery { SearchEntry.finds(text, in: $0) }
            if gallery == shown { return }
            if shown != nil, text.isEmpty { removed.refresh() }
            let hadFocus = views.first { $0.value.widget.holdsFocus }?.key
            let isSameOrder = shown.map { $0.identifiers == gallery.identifiers } ?? false
            shown = gallery
            nothing.isVisible = gallery.groups.isEmpty
            for entry in gallery.groups.flatMap(\.entries) {
                if let view = views[entry.row.identifier] {
                    if view.shown != entry { view.show(entry) }
                } else {
                    views[entry.row.identifier] = make(entry)
                }
            }
            // A widget that was just added has nothing to click any longer.
            if let hadFocus, views[hadFocus]?.shown.offer == .added { search.grabInnerFocus() }
            if isSameOrder { return }
            if hadFocus != nil { search.grabInnerFocus() }
            list.removeAll()
            for group in gallery.groups {
                let heading = Label(group.title)
                heading.addClass("edit-heading")
                list.append(heading)
                for entry in group.entries { if let view = views[entry.row.identifier] { list.append(view.widget) } }
            }
            let isThere = Set(gallery.groups.flatMap(\.entries).map(\.row.identifier))
            if text.isEmpty { views = views.filter { isThere.contains($0.key) } }
            if let hadFocus, isThere.contains(hadFocus) { grabFocus(on: hadFocus) }
        }

        private func make(_ entry: Gallery.Entry) -> GalleryEntryView {
            let view = GalleryEntryView(entry)
            let identifier = entry.row.identifier
            view.onPress = { [weak self, weak view] in
                switch view?.shown.offer {
                case .add: self?.editor.make(.add(identifier))
                case .addAnother: self?.onAddAnother(identifier)
                case .added, nil: break
                }
            }
            view.onMenu = { [weak self, weak view] anchor in
                if let row = view?.shown.row { self?.onMenu(row, anchor) }
            }
            showSample(view)
            return view
        }

        // MARK: Samples

        /// Reads the sample content of all widgets, one after the other.
        private func readSamples() {
            reading?.cancel()
            let identifiers = shown?.identifiers ?? []
            reading = Task { [weak self, center] in
                for identifier in identifiers where self?.samples[identifier] == nil {
                    let sample = await center.sample(of: identifier)
                    guard let self, !Task.isCancelled else { return }
                    self.samples[identifier] = sample ?? .empty
                    if let view = self.views[identifier] { self.showSample(view) }
                }
            }
        }

        /// Draws the sample content of a widget; without any, what the widget shows now.
        private func showSample(_ view: GalleryEntryView) {
            let identifier = view.shown.row.identifier
            guard let sample = samples[identifier], let card = editor.sampleCard(of: identifier, sample) else { return }
            view.show(sample: card)
        }
    }

    extension GalleryPage.Door {
        fileprivate var label: String {
            switch self {
            case .script: tr("Add Script…")
            case .remote: tr("Add from Network…")
            }
        }

        fileprivate var details: String {
            switch self {
            // Translators: xbar, Argos and Waybar are names of programs.
            case .script: tr("Show the output of an xbar, Argos or Waybar script, or of any program")
            case .remote: tr("Show the widgets of another computer, or smart home devices")
            }
        }
    }

    extension Gallery {
        /// The widgets in the order of the page.
        fileprivate var identifiers: [WidgetIdentifier] { groups.flatMap(\.entries).map(\.row.identifier) }
    }
#endif
