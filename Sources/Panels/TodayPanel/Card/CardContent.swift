#if Panel
    internal import CTodayGtk
    internal import TodayHost
    internal import TodayModel

    /// The middle of a card: the content of the widget, or a placeholder.
    @MainActor final class CardContent {
        let widget: HeightBox

        private let context: NodeContext
        private let inner = Box(GTK_ORIENTATION_VERTICAL)
        private let placeholder = Label(wraps: true)
        private let placeholderRow = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 8)
        private let spinner = Spinner(size: 14)
        private var drawn: DrawnNode?
        private var root: NodeView?
        private var mode = DisplayMode.compact
        /// The user has asked for the cut-off part or more rows of a list, or moved the focus there. Nothing is cut off
        /// now.
        private(set) var isOpened = false
        /// Whether the content is higher than its mode allows.
        var isHigh: Bool { widget.isHigh }
        /// Called when one of them has changed.
        var onHigh: () -> Void = {}

        init(_ context: NodeContext) {
            self.context = context
            widget = HeightBox(inner)
            widget.addClass("today-content")
            placeholder.addClass("placeholder")
            // The text says the same.
            spinner.hideFromAccessibility()
            spinner.align(vertically: GTK_ALIGN_CENTER)
            placeholderRow.append(spinner)
            placeholderRow.append(placeholder)
            inner.append(placeholderRow)
            context.listChanged = { [weak self] isOpen in self?.setOpened(isOpen) }
            widget.onHigh = { [weak self] in self?.onHigh() }
            context.roomChanges = { [weak self] in self?.animateHeight() }
        }

        /// Lets nothing in it be clicked, as in a sample, and hides it until it is shown.
        func makePicture() {
            gtk_widget_set_can_target(widget.pointer, 0)
            gtk_widget_set_can_focus(widget.pointer, 0)
            widget.isVisible = false
        }

        /// Shows a sample.
        func show(picture card: CardPresentation) {
            show(card, isAnimated: false)
            widget.isVisible = card.content != nil
            // Screen readers would offer its buttons.
            inner.hideAllFromAccessibility()
        }

        func show(_ card: CardPresentation, isAnimated: Bool) {
            context.isAnimated = isAnimated && Motion.isEnabled
            let isOther = drawn != card.content || placeholderRow.isVisible != (card.placeholder != nil)
            if isOther || mode != card.displayMode { animateHeight() }
            if mode != card.displayMode { isOpened = false }
            mode = card.displayMode
            placeholder.text = card.placeholder ?? ""
            placeholderRow.isVisible = card.placeholder != nil
            spinner.isVisible = card.isStarting
            spinner.isSpinning = card.isStarting
            draw(card.content)
            widget.setClass("out-of-date", card.isOutOfDate)
            func side(_ requested: Double, _ proposed: Int32) -> Int32 {
                requested < 0 ? proposed : Int32(min(requested, Margins.most))
            }
            let margins = card.margins
            inner.setMargins(
                top: side(margins.top, Margins.top), left: side(margins.left, Margins.side),
                bottom: side(margins.bottom, Margins.bottom), right: side(margins.right, Margins.side))
            widget.least = card.content == nil ? 0 : Int32(min(card.preferredHeight, Double(heightLimit)))
            setLimit()
            context.isAnimated = Motion.isEnabled
        }

        /// Makes room for the element with the focus if it is cut off. Keys and screen readers can move the focus
        /// there.
        func revealFocus() {
            guard isHigh, !isOpened, let bottom = widget.bottomOfFocus, bottom > widget.visibleHeight else { return }
            setOpened(true)
        }

        /// Gives the content as much room as it needs, or as much as its mode allows.
        func setOpened(_ isOpened: Bool) {
            animateHeight()
            self.isOpened = isOpened
            setLimit()
            onHigh()
        }

        private func animateHeight() { if context.isAnimated { widget.animateFromCurrentHeight() } }

        private var heightLimit: Int32 { Self.heightLimit(mode) }

        /// Returns the largest height of content, in logical pixels. It grows with the text size.
        static func heightLimit(_ mode: DisplayMode) -> Int32 {
            let size = mode == .compact ? ViewingOptions.defaultCompactSize : ViewingOptions.defaultExpandedSize
            return Int32((size.height * Motion.textScale).rounded())
        }

        /// Sets the limit. A widget knows its room in the expanded mode, so larger content isn't cut off there.
        private func setLimit() {
            widget.limit = mode == .expanded ? .max : heightLimit
            widget.tolerance = Int32((Self.line * Motion.textScale).rounded())
            widget.isOpen = isOpened
        }

        /// The height of a line of text at the usual size, in logical pixels.
        private static let line = 20.0

        /// The visible text of the content, or of what replaces it, for screen readers.
        var spokenText: String { root?.spokenCard ?? placeholder.text }

        /// Applies the steps from the drawn content to the new content.
        private func draw(_ new: DrawnNode?) {
            defer {
                drawn = new
                root?.nameTappables()
            }
            if drawn == new { return }
            if let drawn, let new, let root {
                for step in drawn.steps(to: new) where !root.perform(step) { replace(new) }
            } else {
                replace(new)
            }
        }

        private func replace(_ new: DrawnNode?) {
            if let root {
                root.outer.yieldFocus()
                inner.remove(root.outer)
            }
            root = new.map { NodeView($0, in: .root, context) }
            if let root { inner.append(root.outer) }
        }
    }

    /// The margins around content that the panel proposes, in logical pixels.
    enum Margins {
        static let top: Int32 = 4
        static let side: Int32 = 14
        static let bottom: Int32 = 12
        /// The largest margin that leaves room for a line of content in the lowest card.
        static let most = 40.0
    }
#endif
