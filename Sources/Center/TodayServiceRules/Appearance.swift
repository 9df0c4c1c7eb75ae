/// What one provider is told of the panels: `Appear` and `Disappear` by turns, beginning with `Appear`, one call at a time.
/// Pure.
///
/// A panel that comes and goes while a call is not answered is not told of. A provider without `Appear` is told nothing.
package struct Appearance: Hashable, Sendable {
    /// What is to be called.
    package enum Call: Hashable, Sendable, CaseIterable {
        case appear
        case disappear
    }

    private enum State: Hashable, Sendable {
        case hidden, appearing, shown, disappearing
        /// Nothing more is told.
        case over
    }

    private var state = State.hidden

    package init() {}

    /// Returns the call that tells whether a panel shows the widget; nil when it was told, and while a call waits for its
    /// answer: then this is to be asked again.
    package mutating func look(isShown: Bool) -> Call? {
        switch (state, isShown) {
        case (.hidden, true):
            state = .appearing
            return .appear
        case (.shown, false):
            state = .disappearing
            return .disappear
        case (.hidden, false), (.shown, true), (.appearing, _), (.disappearing, _), (.over, _): return nil
        }
    }

    /// The call was answered, or never will be.
    ///
    /// - Parameter isMissing: whether the provider does not have the method.
    package mutating func ended(isMissing: Bool) {
        switch state {
        case .appearing: state = isMissing ? .over : .shown
        case .disappearing: state = .hidden
        case .hidden, .shown, .over: break
        }
    }

    /// The widget has this provider no longer. Returns the last call.
    package mutating func end() -> Call? {
        defer { state = .over }
        switch state {
        case .appearing, .shown: return .disappear
        case .hidden, .disappearing, .over: return nil
        }
    }
}
