/// The conditions under which content is drawn.
package struct DrawingContext: Hashable, Sendable {
    /// The wall clock.
    package var now: Timestamp
    /// The mode the widget is shown in.
    package var displayMode: DisplayMode
    /// Whether the session is locked, which hides private nodes.
    package var isLocked: Bool
    /// The number of steps in which a progress advances by itself.
    package var progressSteps: ProgressAdvance.Steps

    /// Makes a context.
    package init(
        now: Timestamp, displayMode: DisplayMode = .compact, isLocked: Bool = false,
        progressSteps: ProgressAdvance.Steps = .steady
    ) {
        self.now = now
        self.displayMode = displayMode
        self.isLocked = isLocked
        self.progressSteps = progressSteps
    }
}

/// A whole tree as it is shown at one moment. Panels, plain text and the tests of widgets all use it.
package struct Drawing: Hashable, Sendable {
    /// The tree; nil if nothing is visible.
    package var root: DrawnNode?
    /// The first later moment at which the drawing changes by time alone; nil for never.
    package var nextChange: Timestamp?
    /// Whether some nodes will only appear later, by time alone.
    package var isIncomplete = false
}

extension Content {
    /// Returns the visible part of this tree.
    package func drawing(_ context: DrawingContext) -> Drawing {
        var reader = DrawingReader(context)
        let root = isEmpty ? nil : reader.node(for: self)
        return Drawing(
            root: root, nextChange: reader.nextChange.map { Timestamp(microseconds: $0) },
            isIncomplete: reader.isIncomplete)
    }
}
