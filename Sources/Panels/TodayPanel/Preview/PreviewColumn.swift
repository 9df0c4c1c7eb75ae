#if Panel
    internal import CTodayGtk
    internal import DBus
    internal import Glibc
    internal import TodayHost
    internal import TodayModel
    internal import TodayPlatform

    /// The card of a preview in one display mode.
    @MainActor final class PreviewColumn {
        let widget = Box(GTK_ORIENTATION_VERTICAL, spacing: 6)

        private let mode: DisplayMode
        private var card: Card?
        private var properties: WidgetProperties
        private let taps = PreviewTaps()
        private let ticker = Alarm()

        init(_ mode: DisplayMode, name: String) {
            self.mode = mode
            properties = WidgetProperties(previewNamed: name, in: mode)
            // Translators: the two sizes of a card.
            let caption = Label(mode == .compact ? trc("display mode", "Compact") : trc("display mode", "Expanded"))
            caption.addClass("settings-caption")
            widget.append(caption)
            widget.request(width: TodayWindow.width)
            widget.align(vertically: GTK_ALIGN_START)
        }

        /// Shows content that was read now.
        func show(_ content: Content) {
            properties.content = content
            properties.revision += 1
            properties.updatedAt = WallClock.now
            draw()
        }

        private func draw() {
            let presentation = CardPresentation(properties, now: WallClock.now)
            if let card {
                card.show(presentation, isAnimated: true)
            } else {
                let card = Card(presentation, taps)
                widget.append(card.widget)
                self.card = card
            }
            guard let next = presentation.nextChange else { return ticker.cancel() }
            let (wait, isPast) = next.microseconds.subtractingReportingOverflow(WallClock.now.microseconds)
            ticker.set(milliseconds: isPast ? 1 : UInt32(clamping: wait / 1000 + 1)) { [weak self] in self?.draw() }
        }
    }

    /// Prints taps, since content in a file has no program.
    private final class PreviewTaps: CardDelegate {
        func tap(_ tap: NodeTap, parameter: DBusValue?, node: String?, card: CardPresentation) async -> Refusal? {
            switch tap {
            case .action(let name, let own):
                let value = (parameter ?? own).map { " " + $0.json() } ?? ""
                print("action \(name)\(value)")
            case .url(let url): print("open \(url)")
            }
            return nil
        }

        func setDisplayMode(_ mode: DisplayMode, of identifier: WidgetIdentifier) async -> Refusal? { nil }

        func update(_ identifier: WidgetIdentifier) async -> Refusal? { nil }

        private func print(_ line: String) { _ = writeAll(ForeignText.cleaned(line) + "\n", to: STDOUT_FILENO) }
    }
#endif
