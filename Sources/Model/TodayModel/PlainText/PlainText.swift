internal import DBus

/// The plain-text form of content: for terminals, bars and screen readers.
public enum PlainText {
    /// The conditions for writing content as text.
    public struct Context: Hashable, Sendable {
        /// The wall clock.
        public var now: Timestamp
        /// The display mode of the widget.
        public var displayMode: DisplayMode
        /// The maximum line length in terminal cells, at least 1. Above 1000 the length is unlimited: text isn't
        /// wrapped, and drawings are 80 cells wide.
        public var width: Int
        /// Whether the session is locked, which hides private nodes.
        public var locked: Bool

        /// Makes a context.
        public init(now: Timestamp, displayMode: DisplayMode = .compact, width: Int = 60, locked: Bool = false) {
            self.now = now
            self.displayMode = displayMode
            self.width = width
            self.locked = locked
        }
    }
}

extension Content {
    /// Returns the tree as lines of text without a line feed at the end; empty if nothing is visible.
    ///
    /// Columns run downward. Two spaces join the parts of a row that fit into the width. The text never has control
    /// characters other than line feeds, for any tree.
    public func plainText(_ context: PlainText.Context) -> String {
        guard let root = drawing(context.drawing).root else { return "" }
        return PlainTextRenderer(width: context.width).text(of: root)
    }

    /// The text for panels that are older than the kind of the node: its plain text at a moment, whatever its modes and
    /// times are. Nil if all panels know the kind, and if the text is empty or longer than ``Limits/stringBytes``.
    package func fallbackText(now: Timestamp) -> String? {
        guard let kind = ContentKind(rawValue: kind), kind.needsFallback else { return nil }
        let own = Set(ContentSchema.ownAttributes(of: kind))
        let node = Content(kind: self.kind, attributes: attributes.filter { own.contains($0.key) })
        let text = node.plainText(PlainText.Context(now: now))
        return text.isEmpty || text.utf8.count > Limits.stringBytes ? nil : text
    }

    /// Adds the fallback text to all nodes that have none.
    package mutating func addFallbacks(now: Timestamp) {
        if self[.fallback] == nil { self[.fallback] = fallbackText(now: now).map { .string($0) } }
        for index in children.indices { children[index].addFallbacks(now: now) }
    }

    /// Returns the next time when the plain text changes without an update, or nil if it never does: a timer ticks,
    /// progress advances, or a node appears or disappears.
    ///
    /// - Returns: A moment later than `now`; until then the text stays the same.
    public func nextChange(after now: Timestamp, displayMode: DisplayMode = .compact) -> Timestamp? {
        drawing(PlainText.Context(now: now, displayMode: displayMode).drawing).nextChange
    }
}

extension PlainText.Context {
    fileprivate var drawing: DrawingContext {
        DrawingContext(now: now, displayMode: displayMode, isLocked: locked, progressSteps: .percents)
    }
}
