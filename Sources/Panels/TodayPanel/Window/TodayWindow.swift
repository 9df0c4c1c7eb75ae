#if Panel
    internal import CTodayGtk
    internal import Glibc
    internal import TodayPlatform
    internal import TodayHost
    internal import TodayModel

    /// The column at the edge of the screen.
    @MainActor final class TodayWindow {
        /// Called when the user dismisses the window.
        var onDismiss: () -> Void = {}
        /// Called when the user sees all widgets.
        var onEdit: () -> Void = {}
        /// Called when the user pins or unpins the window.
        var onPin: (_ isPinned: Bool) -> Void = { _ in }
        /// Called when the user asks to search for the center again.
        var onTryAgain: () -> Void = {}
        /// Called when the viewing options have changed.
        var onAppearanceChange: () -> Void = {}

        private let window: Widget
        let column: CardColumn
        let statusPage = StatusPage()
        private let notice = Label(wraps: true)
        /// The page outside of the edit view.
        let today = Box(GTK_ORIENTATION_VERTICAL)
        /// The content of the window, which is animated as a whole.
        private let root = Box(GTK_ORIENTATION_VERTICAL)
        let footer = EditFooter()
        private var navigation: CardNavigation?
        private let scroller: Scroller
        let editor: ArrangementEditor
        let editView: EditView
        let gallery: GalleryPage
        let scriptPage: ScriptPage
        let remotePage = RemotePage()
        let preferencesPage = PreferencesPage()
        let settingsPage: SettingsPage
        private let menus: WidgetMenus
        private let undoBar = UndoBar()
        var isEditing = false
        /// Whether the gallery is open.
        var isAdding = false
        var new: Set<WidgetIdentifier> = []
        var view: TodayView?
        var absence: CenterAbsence?
        private var isLocked = false
        private let focus: FocusWatch
        private let ticker = Alarm()
        private let departure = Alarm()
        /// In milliseconds, as in the style sheet.
        private static let departureTime: UInt32 = 120
        private(set) var isPresented = false
        /// How often the window got its width again since the preferences changed.
        private var widthCorrections = 0

        /// In logical pixels. It follows the text size.
        static var width: Int32 {
            Int32((Double(EdgePlacement.preferences.shownWidth) * Motion.textScale).rounded())
        }

        /// The width of a column of cards, in logical pixels.
        static var columnWidth: Int32 {
            let (room, gap) = (Int(width - 2 * CardColumn.margin), Int(CardColumn.margin))
            let columns =
                EdgePlacement.preferences.columns
                ?? CardPlacement.columns(in: room, spacing: gap, textScale: Motion.textScale)
            return Int32(CardPlacement.width(isPaired: false, columns: columns, in: room, spacing: gap))
        }

        private var width: Int32 { Self.width }
        private var screenWatch: ScreenWatch?
        private var clockWatch: ClockWatch?
        private let userStyle = UserStyle()
        private let touchMode: TouchMode

        init(_ application: UnsafeMutablePointer<GtkApplication>, _ center: CenterSession) {
            window = Widget(gtk_application_window_new(application))
            focus = FocusWatch(window)
            touchMode = TouchMode(window)
            column = CardColumn(center)
            editor = ArrangementEditor(center)
            editView = EditView(editor)
            gallery = GalleryPage(editor, center)
            scriptPage = ScriptPage(in: window)
            settingsPage = SettingsPage(center, in: window)
            Self.readPreferences()
            column.widget.columns = EdgePlacement.preferences.columns
            menus = WidgetMenus(in: root, center, column, editView, editor)
            StyleSheet.install(for: window)
            let page = Box(GTK_ORIENTATION_VERTICAL)
            page.append(notice)
            page.append(statusPage.widget)
            page.append(column.widget)
            notice.addClass("notice")
            notice.isVisible = false
            column.widget.isVisible = false
            // Translators: the name of the panel.
            scroller = Scroller(page, label: tr("Today"))
            scroller.onScroll { [weak column] in column?.widget.viewportChanged() }
            column.makeDraggable(in: scroller)
            column.onPortion = { [weak self] in self?.setTicker() }
            scroller.expand(vertically: true)
            today.append(scroller)
            today.append(footer.widget)
            footer.widget.isVisible = false
            editView.widget.isVisible = false
            root.append(today)
            for page in pages { root.append(page) }
            root.append(undoBar.widget)
            gtk_window_set_child(window.cast(), root.pointer)
            let title = center.machine.map { "\(tr("Today")) · \($0.name)" } ?? tr("Today")
            gtk_window_set_title(window.cast(), title)
            gtk_window_set_decorated(window.cast(), 0)
            gtk_window_set_icon_name(window.cast(), PanelApplication.identifier)
            window.addClass("today")
            EdgePlacement.prepare(window, width: width)
            listen()
        }

        private func listen() {
            Callback.connect(window.pointer, "close-request") { [weak self] _ in
                self?.onDismiss()
                return 1
            }
            focus.onLeave = { [weak self] in self?.onDismiss() }
            window.on("notify::default-width") { [weak self] in self?.keepWidth() }
            window.on("notify::focus-widget") { [weak self] in self?.column.revealFocus() }
            let keys = gtk_event_controller_key_new()
            if let keys {
                Callback.connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] arguments in
                    guard let self, arguments.unsigned(1) == UInt32(GDK_KEY_Escape) else { return 0 }
                    if !self.column.cancelDrag() { self.leavePage() }
                    return 1
                }
                gtk_widget_add_controller(window.pointer, keys)
            }
            window.onKey { [weak self] press in
                guard press == KeyPress(GDK_KEY_z, control: true), let self, !self.window.isFocusOnInput else {
                    return false
                }
                return self.undoBar.undo()
            }
            navigation = CardNavigation(window, area: scroller, footer: footer.widget) { [weak self] in
                guard let self, self.today.isVisible, !self.menus.isOpen, self.column.widget.isVisible else {
                    return []
                }
                return self.column.cardWidgets
            } perform: { [weak self] command, card in
                self?.perform(command, card)
            }
            statusPage.onPress = { [weak self] offer in
                switch offer {
                case .tryAgain: self?.onTryAgain()
                case .add: self?.beginAdding()
                }
            }
            footer.setPinned(focus.isPinned)
            footer.onPin = { [weak self] isPinned in self?.setPinned(isPinned) }
            footer.onEdit = { [weak self] in self?.beginEditing() }
            footer.onPreferences = { [weak self] in
                self?.preferencesPage.begin()
                self?.showPage()
                self?.preferencesPage.grabFocus()
            }
            preferencesPage.onDone = { [weak self] in
                self?.showPage()
                self?.footer.grabFocus(on: .preferences)
            }
            PreferencesFile.watch { [weak self] in self?.preferencesChanged() }
            footer.onAdd = { [weak self] in self?.beginAdding() }
            editView.onDone = { [weak self] in self?.endEditing() }
            editView.onAdd = { [weak self] in self?.beginAdding() }
            gallery.onDone = { [weak self] in self?.endAdding() }
            gallery.onMenu = { [weak self] in self?.menus.openMenu(of: $0, $1) }
            gallery.onAddAnother = { [weak self] identifier in
                self?.menus.addAnother(identifier) { self?.editor.report($0) }
            }
            gallery.onDoor = { [weak self] in self?.openPage(of: $0) }
            scriptPage.onDialog = { [weak self] in self?.focus.setDialog($0) }
            scriptPage.onEnd = { [weak self] in self?.endPage(of: .script) }
            remotePage.onEnd = { [weak self] in self?.endPage(of: .remote) }
            menus.onCopy = { [weak self] in self?.undoBar.say(tr("{name} copied", ["name": $0])) }
            menus.onSettings = { [weak self] in self?.openSettings(of: $0, $1) }
            editor.onRemoval = { [weak self] in self?.undoBar.add($0) }
            undoBar.onUndo = { [weak self] removal in
                guard let self else { return }
                self.editor.make(removal.undo)
                if self.today.isVisible {
                    self.column.focusWhenShown(removal.identifier)
                } else if self.editView.widget.isVisible {
                    self.editView.grabFocus(on: removal.identifier)
                }
            }
            settingsPage.onEnd = { [weak self] in self?.endSettings(of: $0) }
            settingsPage.onDialog = { [weak self] in self?.focus.setDialog($0) }
            editor.onChange = { [weak self] in
                guard let self else { return }
                self.showCards(isAnimated: true)
                if self.isEditing { self.editView.refresh() }
                if self.isAdding { self.gallery.refresh() }
            }
            StyleSheet.onPreferencesChange = { [weak self] in self?.appearanceChanged() }
            screenWatch = ScreenWatch { [weak self] in self?.updatePlacement() }
            clockWatch = ClockWatch { [weak self] in
                self?.column.followClock()
                self?.setTicker()
            }
            // The new colors are computed with the next frame.
            func followTheme() { Callback.once(afterMilliseconds: 50) { [weak self] in self?.appearanceChanged() } }
            AdwaitaStyle.onChange { followTheme() }
            if let settings = gtk_settings_get_default() {
                for name in ["gtk-application-prefer-dark-theme", "gtk-theme-name", "gtk-xft-dpi"] {
                    Callback.connect(UnsafeMutableRawPointer(settings), "notify::" + name) { followTheme() }
                }
            }
        }

        private func appearanceChanged() {
            adaptLook()
            updatePlacement()
            onAppearanceChange()
        }

        private func adaptLook() {
            StyleSheet.adapt(to: window)
            // Without a compositor, the shadow of a menu is a black frame.
            window.setClass("solid", gdk_display_is_composited(gtk_widget_get_display(window.pointer)) == 0)
        }

        /// Binds the key that opens the panel if the user has chosen that.
        func useShortcut(_ shortcut: GlobalShortcut) { preferencesPage.shortcut.use(shortcut) }

        private static func readPreferences() {
            EdgePlacement.preferences = PreferencesFile.read { problem in
                _ = writeAll("today-panel: \(problem)\n", to: STDERR_FILENO)
            }
        }

        private func preferencesChanged() {
            let former = EdgePlacement.preferences
            Self.readPreferences()
            if former == EdgePlacement.preferences { return }
            widthCorrections = 0
            column.widget.columns = EdgePlacement.preferences.columns
            updatePlacement()
            onAppearanceChange()
        }

        /// Gives the window its width again, but doesn't fight a window manager that refuses it.
        private func keepWidth() {
            guard isPresented, widthCorrections < 3, EdgePlacement.hasLostWidth(window) else { return }
            widthCorrections += 1
            Callback.whenIdle { [weak self] in
                self?.updatePlacement()
                return false
            }
        }

        private func updatePlacement() {
            if isPresented { EdgePlacement.place(window, width: width) }
            // Forms and lists don't get wider with the columns.
            let inset = max(0, (width - Int32(Self.widestPage * Motion.textScale)) / 2)
            for page in pages { page.setMargins(top: 0, left: inset, bottom: 0, right: inset) }
        }

        func setPinned(_ isPinned: Bool) {
            if isPinned == focus.isPinned { return }
            focus.isPinned = isPinned
            footer.setPinned(isPinned)
            onPin(isPinned)
        }

        // MARK: Visibility

        /// Whether the view is known, so that the window can show more than the search for it.
        var hasContent: Bool { view != nil }

        func present() {
            isPresented = true
            userStyle.follow()
            redraw(isAnimated: false)
            adaptLook()
            departure.cancel()
            root.removeClass("departing")
            if !window.isVisible, Motion.isEnabled { Fading.appear(root, "arriving") }
            EdgePlacement.bringToCurrentWorkspace(window)
            gtk_window_present(window.cast())
            focus.begin()
            navigation?.begin()
            updatePlacement()
        }

        func dismiss() {
            isPresented = false
            focus.end()
            menus.dismiss()
            column.forgetFocus()
            settingsPage.dismiss()
            if scriptPage.isOpen { scriptPage.cancel() }
            remotePage.dismiss()
            preferencesPage.end()
            endAdding()
            endEditing()
            undoBar.clear()
            ticker.cancel()
            column.clearRefusals()
            guard Motion.isEnabled, window.isVisible else { return window.isVisible = false }
            root.addClass("departing")
            departure.set(milliseconds: Self.departureTime) { [weak self] in
                guard let self else { return }
                self.window.isVisible = false
                self.root.removeClass("departing")
            }
        }

        /// The options with which the panel registers with the center.
        var viewingOptions: ViewingOptions {
            var options = ViewingOptions()
            options.name = "today-panel"
            let width = Double(Self.columnWidth)
            options.compactSize = Size(width: width, height: Double(CardContent.heightLimit(.compact)))
            options.expandedSize = Size(width: width, height: Double(CardContent.heightLimit(.expanded)))
            options.smallSize = Size(
                width: Double((Self.columnWidth - CardColumn.margin) / 2),
                height: Double(CardContent.heightLimit(.compact)))
            options.version = TodayBus.version
            options.proposedMarginInsets = EdgeInsets(
                top: Double(Margins.top), left: Double(Margins.side), bottom: Double(Margins.bottom),
                right: Double(Margins.side))
            options.colorScheme = StyleSheet.isDark(window) ? .dark : .light
            options.locale = Environment.locale()
            return options
        }

        // MARK: Content

        /// - Parameter absence: why the center is unavailable, while the view is still its last one.
        func show(_ view: TodayView, absence: CenterAbsence?) {
            self.view = view
            self.absence = absence
            if isPresented { redraw(isAnimated: true) }
        }

        func setLocked(_ isLocked: Bool) {
            self.isLocked = isLocked
            if isPresented { redraw(isAnimated: false) }
        }

        private func redraw(isAnimated: Bool) {
            guard let view else { return }
            let page = TodayPage(view)
            statusPage.show(page)
            column.widget.isVisible = page == .cards
            editor.apply(view)
            showCards(isAnimated: isAnimated)
            column.widget.setClass("away", absence != nil)
            let isAvailable = view.isAvailable && absence == nil
            footer.widget.isVisible = view.isAvailable && !view.known.isEmpty
            footer.setEditable(isAvailable)
            menus.view = view
            // The page has a button for the same.
            footer.setOffersEdit(page != .nothingArranged)
            settingsPage.apply(view, isCenterUnavailable: !isAvailable)
            if isAdding { isAvailable ? gallery.refresh() : endAdding() }
            if isEditing { isAvailable ? editView.refresh() : endEditing() }
            let notices = absence.map { TodayPage.absent(because: $0) } ?? view.notices
            notice.text = notices.joined(separator: "\n")
            notice.isVisible = !notices.isEmpty
            setTicker()
        }

        /// Shows the cards in the order that the user sees.
        private func showCards(isAnimated: Bool) {
            guard let view else { return }
            let widgets = editor.today.compactMap { view.known[$0] }.map(view.named)
            column.show(widgets, isLocked: isLocked, isAnimated: isAnimated)
        }

        /// Performs a command on the card of an index, or updates all cards.
        private func perform(_ command: CardCommand, _ card: Int?) {
            if absence != nil { return }
            guard let identifier = card.map({ column.identifiers[$0] }) else { return column.updateAll() }
            switch command {
            case .update: column.update(identifier)
            case .copy: menus.copy(identifier)
            case .moveUp: menus.move(identifier, by: -1)
            case .moveDown: menus.move(identifier, by: 1)
            case .remove: menus.remove(identifier)
            }
        }

        /// Sets one alarm for all changes that time alone makes.
        private func setTicker() {
            guard isPresented, let next = column.nextChange else { return ticker.cancel() }
            let now = WallClock.now.microseconds
            let wait = next.microseconds > now ? next.microseconds - now : 0
            // The alarm is slightly late, so that it doesn't find unchanged text. It stays within the range of a
            // timeout.
            ticker.set(milliseconds: UInt32(clamping: min(wait / 1000, 3_600_000) + 1)) { [weak self] in
                guard let self else { return }
                self.column.tick(now: WallClock.now)
                self.setTicker()
            }
        }
    }
#endif
