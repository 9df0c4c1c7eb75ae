#if Panel
    internal import CTodayGtk
    internal import TodayModel

    /// A button that retries something, and shows that it does.
    @MainActor final class RetryButton {
        let widget = Button()

        private let label = Label(tr("Retry"))
        private let spinner = Spinner(size: 14)
        /// Keeps the button as wide as its label, even while the label is hidden.
        private let layers: Overlay

        init(_ body: @escaping @MainActor () -> Void) {
            layers = Overlay(label)
            spinner.align(horizontally: GTK_ALIGN_CENTER, vertically: GTK_ALIGN_CENTER)
            spinner.hideFromAccessibility()
            layers.add(spinner)
            widget.setChild(layers)
            widget.addClass("retry")
            widget.align(vertically: GTK_ALIGN_CENTER)
            widget.onPress(body)
            showWork()
        }

        /// Whether the request is in progress. The button is disabled meanwhile.
        var isWorking = false {
            didSet { showWork() }
        }

        private func showWork() {
            if isWorking { widget.yieldFocus() }
            widget.isEnabled = !isWorking
            widget.setAccessibleLabel(isWorking ? tr("Trying again…") : tr("Retry"))
            widget.setClass("working", isWorking)
            spinner.isVisible = isWorking
            spinner.isSpinning = isWorking
        }
    }
#endif
