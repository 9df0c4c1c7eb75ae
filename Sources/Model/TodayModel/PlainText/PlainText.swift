/// The plain-text form of content: for terminals, bars and screen readers.
public enum PlainText {
    /// When, where and to whom content is shown.
    public struct Context: Hashable, Sendable {
        /// The wall clock.
        public var now: Timestamp
        /// The mode the widget is shown in.
        public var displayMode: DisplayMode
        /// How many cells of a terminal a line may have, at least 1. Above 1000 there is no end: text is not broken, and
        /// what is drawn has 80.
        public var width: Int
        /// Whether the session is locked, which hides what is private.
        public var locked: Bool

        /// Makes options.
        public init(now: Timestamp, displayMode: DisplayMode = .compact, width: Int = 60, locked: Bool = false) {
            self.now = now
            self.displayMode = displayMode
            self.width = width
            self.locked = locked
        }
    }
}

extension Content {
    /// The tree as lines of text without a line feed at the end; empty if there is nothing to show.
    ///
    /// Columns go downwards, the parts of a row are joined by two spaces as far as they fit into the width. There are
    /// no control characters but line feeds in it, whatever the tree holds.
    public func plainText(_ context: PlainText.Context) -> String {
        guard let root = drawing(context.drawing).root else { return "" }
        return PlainTextRenderer(width: context.width).text(of: root)
    }

    /// When the plain text changes next by time alone, or nil if it never does: a timer ticks, progress advances, or
    /// something appears or disappears.
    ///
    /// - Returns: A moment later than `now`; until then the text stays as it is.
    public func nextChange(after now: Timestamp, displayMode: DisplayMode = .compact) -> Timestamp? {
        drawing(PlainText.Context(now: now, displayMode: displayMode).drawing).nextChange
    }
}

extension PlainText.Context {
    fileprivate var drawing: DrawingContext {
        DrawingContext(now: now, displayMode: displayMode, isLocked: locked, progressSteps: .percents)
    }
}
