/// When and to whom content is shown.
package struct DrawingContext: Hashable, Sendable {
    /// The wall clock.
    package var now: Timestamp
    /// The mode the widget is shown in.
    package var displayMode: DisplayMode
    /// Whether the session is locked, which hides what is private.
    package var isLocked: Bool
    /// How often a progress that advances by itself is another.
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

/// A whole tree as it is shown at one moment. Panels, plain text and the tests of widgets all show this.
package struct Drawing: Hashable, Sendable {
    /// The tree; nil when there is nothing to see.
    package var root: DrawnNode?
    /// The first moment after that at which the drawing is another by time alone; nil for never.
    package var nextChange: Timestamp?
    /// Whether nodes are not there yet that come by time alone.
    package var isIncomplete = false
}

extension Content {
    /// What is to be seen of this tree.
    package func drawing(_ context: DrawingContext) -> Drawing {
        var reader = DrawingReader(context)
        let root = isEmpty ? nil : reader.node(for: self)
        return Drawing(
            root: root, nextChange: reader.nextChange.map { Timestamp(microseconds: $0) },
            isIncomplete: reader.isIncomplete)
    }
}
