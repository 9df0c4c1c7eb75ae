#if Panel
    internal import CTodayGtk

    /// Tries something again, and shows that it does.
    @MainActor final class RetryButton {
        let widget = Button()

        private let label = Label("Retry")
        private let spinner = Spinner(size: 14)
        /// The button is as wide as its label, also while that is not seen.
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

        /// Whether what was asked for is being done. It cannot be asked for again meanwhile.
        var isWorking = false {
            didSet { showWork() }
        }

        private func showWork() {
            if isWorking { widget.yieldFocus() }
            widget.isEnabled = !isWorking
            widget.setAccessibleLabel(isWorking ? "Trying again …" : "Retry")
            widget.setClass("working", isWorking)
            spinner.isVisible = isWorking
            spinner.isSpinning = isWorking
        }
    }
#endif
