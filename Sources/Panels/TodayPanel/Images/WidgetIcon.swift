#if Panel
    internal import TodayModel

    /// The icon that a widget has: one of the theme, or a file. The puzzle piece stands for one that is not there. It is for
    /// the eye alone.
    @MainActor final class WidgetIcon {
        let widget = Icon()

        private var shown: String??
        private var loading: Task<Void, Never>?

        init() { widget.hideFromAccessibility() }

        /// Shows the icon of a plain name, or of an absolute path; nil for a widget without an icon. Anything else, such as a
        /// URL, counts as none.
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

        /// What was shown stays until it is known what is in the file.
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
