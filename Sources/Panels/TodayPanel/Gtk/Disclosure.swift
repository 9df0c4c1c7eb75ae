#if Panel
    internal import CTodayGtk

    /// A title that shows or hides a text below it when it is clicked. The text can be selected.
    @MainActor final class Disclosure {
        let widget = Box(GTK_ORIENTATION_VERTICAL)

        private let title: String
        private let openTitle: String
        private let button = Button()
        private let arrow = Icon()
        private let text: Label

        /// - Parameter openTitle: the title for screen readers while the text is visible.
        init(_ title: String, whenOpen openTitle: String, _ text: String) {
            (self.title, self.openTitle) = (title, openTitle)
            self.text = Label(text, wraps: true)
            let content = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 4)
            arrow.hideFromAccessibility()
            content.append(Label(title))
            content.append(arrow)
            button.setChild(content)
            button.setFrame(false)
            button.addClass("disclosure")
            button.align(horizontally: GTK_ALIGN_START)
            self.text.addClass("disclosed")
            self.text.makeSelectable()
            widget.append(button)
            widget.append(self.text)
            setOpen(false)
            button.onPress { [weak self] in
                guard let self else { return }
                self.setOpen(!self.text.isVisible)
            }
        }

        private func setOpen(_ isOpen: Bool) {
            text.isVisible = isOpen
            arrow.set(isOpen ? "pan-up-symbolic" : "pan-down-symbolic")
            button.setAccessibleLabel(isOpen ? openTitle : title)
        }
    }
#endif
