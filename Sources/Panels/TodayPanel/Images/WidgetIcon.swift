#if Panel
    internal import TodayModel

    /// The icon of a widget: one of the theme, or a file. A puzzle piece replaces a missing icon. Screen readers ignore
    /// it.
    @MainActor final class WidgetIcon {
        let widget = Icon()

        private var shown: String??
        private var loading: Task<Void, Never>?

        init() { widget.hideFromAccessibility() }

        /// Shows the icon of a plain name or an absolute path; nil for a widget without an icon. Anything else, such as
        /// a URL, counts as no icon.
        func show(_ icon: String?) {
            let icon = icon.flatMap { IconRule.fault(in: $0) == nil ? $0 : nil }
            if let icon, IconRule.isPath(icon) {
                showFile(icon)
            } else if shown != .some(icon) {
                loading?.cancel()
                widget.setOfWidget(icon)
            }
            shown = .some(icon)
        }

        /// Shows a file. The former icon stays until the file is read.
        private func showFile(_ path: String) {
            loading?.cancel()
            loading = Task { [weak self] in
                let texture = await IconFiles.shared.texture(of: path)
                guard !Task.isCancelled, let self else { return }
                guard let texture else { return self.widget.setOfWidget(nil) }
                self.widget.set(texture)
                self.widget.removeClass("card-icon-missing")
            }
        }

        isolated deinit { loading?.cancel() }
    }
#endif
