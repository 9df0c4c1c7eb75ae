#if Panel
    internal import CTodayGtk
    internal import TodayModel

    /// The icon of a widget: one of the theme, or a file. The first letter of the widget's name on a tile replaces a
    /// missing icon, and the icon of scripts, which all scripts share. Screen readers ignore it.
    @MainActor final class WidgetIcon {
        let widget: Overlay

        private let image = Icon()
        private let letter = Label()
        private var shown: (icon: String?, identifier: WidgetIdentifier, name: String)?
        private var loading: Task<Void, Never>?

        /// The number of tile colors in the style sheet.
        private static let colors: UInt32 = 8
        /// The icon of scripts.
        private static let script = "text-x-script"

        init() {
            widget = Overlay(image)
            letter.addClass("letter-tile")
            letter.setAlignment(0.5, GTK_JUSTIFY_CENTER)
            letter.isVisible = false
            widget.add(letter)
            widget.align(vertically: GTK_ALIGN_CENTER)
            widget.hideFromAccessibility()
            image.hideFromAccessibility()
        }

        /// Shows the icon of a plain name or an absolute path; nil for a widget without an icon. Anything else, such as
        /// a URL, counts as no icon.
        func show(_ icon: String?, of identifier: WidgetIdentifier, named name: String) {
            if let shown, shown == (icon, identifier, name), !IconRule.isPath(icon ?? "") { return }
            shown = (icon, identifier, name)
            loading?.cancel()
            let icon = icon.flatMap { IconRule.fault(in: $0) == nil ? $0 : nil }
            if let icon, IconRule.isPath(icon) {
                showFile(icon)
            } else if let icon, icon != Self.script, Icon.isInTheme(icon) {
                image.setSymbolic(icon)
                setLetter(isVisible: false)
            } else {
                showLetter()
            }
        }

        /// Shows a file. The former icon stays until the file is read.
        private func showFile(_ path: String) {
            loading = Task { [weak self] in
                let texture = await IconFiles.shared.texture(of: path)
                guard !Task.isCancelled, let self else { return }
                guard let texture else { return self.showLetter() }
                self.image.set(texture)
                self.setLetter(isVisible: false)
            }
        }

        private func showLetter() {
            guard let shown else { return }
            let first = shown.name.first { $0.isLetter || $0.isNumber } ?? shown.name.first ?? "?"
            letter.text = first.uppercased()
            let color = Self.color(of: shown.identifier)
            for index in 0..<Self.colors { letter.setClass("tile-\(index)", index == color) }
            setLetter(isVisible: true)
        }

        private func setLetter(isVisible: Bool) {
            letter.isVisible = isVisible
            // Its room is that of the letter.
            gtk_widget_set_opacity(image.pointer, isVisible ? 0 : 1)
            letter.hideFromAccessibility()
        }

        /// Returns the color of a widget's tile: the same in every session (FNV-1a).
        private static func color(of identifier: WidgetIdentifier) -> UInt32 {
            identifier.rawValue.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 } % colors
        }

        isolated deinit { loading?.cancel() }
    }
#endif
