#if Panel
    internal import CTodayGtk
    internal import TodayHost
    internal import TodayModel

    /// The page with the preferences of the panel. Each change applies at once.
    @MainActor final class PreferencesPage: SettingDelegate {
        let widget = Box(GTK_ORIENTATION_VERTICAL, role: GTK_ACCESSIBLE_ROLE_GROUP)
        /// Called when the user is done.
        var onDone: () -> Void = {}

        private(set) var isOpen = false
        private let list = Box(GTK_ORIENTATION_VERTICAL)
        private let message = Label(wraps: true)
        private let done = Button(tr("Done"))
        private let autostart = Switch()
        let shortcut = ShortcutRow()
        private var rows: [Widget] = []

        init() {
            widget.addClass("settings-view")
            widget.setAccessibleLabel(tr("Preferences"))
            done.onPress { [weak self] in self?.end() }
            let header = pageHeader(tr("Preferences"), done)
            message.addClass("notice")
            list.addClass("settings-list")
            let page = Box(GTK_ORIENTATION_VERTICAL, spacing: 12)
            page.addClass("settings-page")
            page.append(list)
            let scroller = Scroller(page, label: tr("Preferences"))
            scroller.expand(vertically: true)
            for part: Widget in [header, message, scroller] { widget.append(part) }
            let start = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 12)
            start.addClass("setting")
            let name = Label(tr("Start at login"), wraps: true)
            name.addClass("setting-name")
            name.hideFromAccessibility()
            name.expand(horizontally: true)
            autostart.setAccessibleLabel(tr("Start at login"))
            autostart.align(vertically: GTK_ALIGN_CENTER)
            autostart.on("notify::active") { [weak self] in self?.setAutostart() }
            start.append(name)
            start.append(autostart)
            list.append(start)
            list.append(shortcut.widget)
            shortcut.onProblem = { [weak self] in self?.report($0) }
            shortcut.onBind = { [weak self] in
                // The key reaches the panel only while the panel runs.
                if !AutostartEntry.exists { self?.report(AutostartEntry.set(true, isShown: false)) }
                self?.autostart.isOn = AutostartEntry.exists
            }
            widget.isVisible = false
        }

        /// Shows the preferences in force.
        func begin() {
            isOpen = true
            shortcut.begin()
            for row in rows { list.remove(row) }
            var former: Widget?
            rows = PreferencesFile.read().fields(monitors: ScreenWatch.connectors).map { field in
                let row = SettingRow(field, self).widget
                list.insert(row, after: former)
                former = row
                return row
            }
            report(nil)
            autostart.isOn = AutostartEntry.exists
        }

        func grabFocus() { rows.first?.grabInnerFocus() }

        /// Closes the page.
        func end() {
            guard isOpen else { return }
            isOpen = false
            onDone()
        }

        private func setAutostart() {
            guard isOpen, autostart.isOn != AutostartEntry.exists else { return }
            report(AutostartEntry.set(autostart.isOn))
        }

        private func report(_ problem: String?) {
            message.text = problem.map { tr("Can’t save: {reason}", ["reason": $0]) } ?? ""
            message.isVisible = problem != nil
        }

        // MARK: Controls

        func set(_ text: String, for key: String) {
            guard isOpen, let key = PanelPreferences.Key(rawValue: key) else { return }
            report(PreferencesFile.set([(key, text)]))
        }

        func leave(_ key: String) {}
        func submit() { end() }
    }
#endif
