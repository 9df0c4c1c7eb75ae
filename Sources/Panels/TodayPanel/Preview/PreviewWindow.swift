#if Panel
    internal import CTodayGtk
    internal import DBus
    internal import Glibc
    internal import TodayHost
    internal import TodayModel
    internal import TodayPlatform

    /// A window with a file of content as cards, one for each display mode, and with what is wrong in the file.
    @MainActor final class PreviewWindow {
        private let request: PreviewRequest
        private let window = Widget(gtk_window_new())
        private let findings = Label(wraps: true)
        private let cards = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 12)
        private let columns: [PreviewColumn]
        private var file: PreviewFile?
        private var watch: FolderWatch?
        private var isClosed = false

        /// Shows a preview until the user closes it. Returns the exit status, one of sysexits.h.
        static func run(_ request: PreviewRequest) -> Int32 {
            guard Renderer.startGTK() else { return PanelApplication.reportMissingDisplay() }
            DisplayEnd.watch()
            let window = PreviewWindow(request)
            window.load()
            if request.isWatched { window.follow() }
            gtk_window_present(window.window.cast())
            while !window.isClosed { g_main_context_iteration(nil, 1) }
            return EX_OK
        }

        private init(_ request: PreviewRequest) {
            self.request = request
            let name = request.fileName
            columns = [DisplayMode.compact, .expanded].map { PreviewColumn($0, name: name) }
            setDirection(isRightToLeft: request.isRightToLeft)
            if request.isDark { DesktopAppearance.apply(.dark) }
            window.addClass("today")
            StyleSheet.install(for: window)
            findings.addClass("notice")
            findings.makeSelectable()
            cards.addClass("cards")
            for column in columns { cards.append(column.widget) }
            let scroller = Scroller(cards, label: name)
            scroller.expand(vertically: true)
            let page = Box(GTK_ORIENTATION_VERTICAL)
            for part: Widget in [switches(), findings, scroller] { page.append(part) }
            gtk_window_set_child(window.cast(), page.pointer)
            gtk_window_set_title(window.cast(), tr("{name} – Preview", ["name": name]))
            gtk_window_set_default_size(window.cast(), 2 * TodayWindow.width + 36, 640)
            window.on("close-request") { [weak self] in self?.isClosed = true }
            listenToEscape()
        }

        /// The buttons that change what an author can't try by editing the file.
        private func switches() -> Box {
            let row = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 6)
            row.setMargins(top: 12, left: 12, bottom: 0, right: 12)
            var (isDark, isRightToLeft) = (request.isDark, request.isRightToLeft)
            // Translators: the colors of the window.
            let scheme = Button(isDark ? tr("Light") : tr("Dark"))
            scheme.onPress { [weak self, weak scheme] in
                isDark.toggle()
                scheme?.setLabel(isDark ? tr("Light") : tr("Dark"))
                DesktopAppearance.apply(isDark ? .dark : .light)
                guard let window = self?.window else { return }
                StyleSheet.adapt(to: window)
            }
            // Translators: the direction of writing.
            let direction = Button(isRightToLeft ? tr("Left to Right") : tr("Right to Left"))
            direction.onPress { [weak self, weak direction] in
                isRightToLeft.toggle()
                direction?.setLabel(isRightToLeft ? tr("Left to Right") : tr("Right to Left"))
                self?.setDirection(isRightToLeft: isRightToLeft)
            }
            for button in [scheme, direction] { row.append(button) }
            return row
        }

        private func setDirection(isRightToLeft: Bool) {
            gtk_widget_set_default_direction(isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
        }

        private func listenToEscape() {
            guard let keys = gtk_event_controller_key_new() else { return }
            Callback.connect(UnsafeMutableRawPointer(keys), "key-pressed") { [weak self] arguments in
                guard arguments.unsigned(1) == UInt32(GDK_KEY_Escape) else { return 0 }
                self?.isClosed = true
                return 1
            }
            gtk_widget_add_controller(window.pointer, keys)
        }

        /// Reads the file. While its content isn't valid, the cards keep the last valid content, dimmed.
        private func load() {
            let new = PreviewFile(request.file)
            if new == file { return }
            file = new
            for finding in new.findings {
                _ = writeAll("\(ForeignText.cleaned(request.file)): \(finding)\n", to: STDERR_FILENO)
            }
            findings.text = new.findings.joined(separator: "\n")
            findings.isVisible = !new.findings.isEmpty
            cards.setClass("away", new.content == nil)
            if let content = new.content { for column in columns { column.show(content) } }
        }

        /// Follows the file, including one that another file replaces.
        private func follow() {
            guard let folder = FolderContents.resolved(request.folder) else { return }
            let watch = FolderWatch(
                [folder], suffix: request.fileName, settling: .milliseconds(20),
                loop: EventLoop(name: "preview"),
                problem: { _ = writeAll("today-panel: \($0)\n", to: STDERR_FILENO) },
                changed: { [weak self] in Task { @MainActor in self?.load() } })
            self.watch = watch
            Task { [weak self] in
                await watch.begin()
                // The file may have changed in the meantime.
                self?.load()
            }
        }
    }
#endif
