/// The calls that report panels to one provider: `Appear` and `Disappear` alternate, starting with `Appear`, one call
/// at a time. Pure.
///
/// A panel that comes and goes while a call is pending isn't reported. A provider without `Appear` gets no calls.
package struct Appearance: Hashable, Sendable {
    /// A call to make.
    package enum Call: Hashable, Sendable, CaseIterable {
        case appear
        case disappear
    }

    private enum State: Hashable, Sendable {
        case hidden, appearing, shown, disappearing
        /// No more calls follow.
        case over
    }

    private var state = State.hidden

    package init() {}

    /// Returns the call that reports whether a panel shows the widget. Returns nil if the provider already knows, and
    /// while a call is pending; ask again after its reply.
    package mutating func update(isShown: Bool) -> Call? {
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

    /// Records that the call was answered, or never will be.
    ///
    /// - Parameter isMissing: whether the provider doesn't implement the method.
    package mutating func ended(isMissing: Bool) {
        switch state {
        case .appearing: state = isMissing ? .over : .shown
        case .disappearing: state = .hidden
        case .hidden, .shown, .over: break
        }
    }

    /// Ends the calls, because the widget no longer has this provider. Returns the last call.
    package mutating func end() -> Call? {
        defer { state = .over }
        switch state {
        case .appearing, .shown: return .disappear
        case .hidden, .disappearing, .over: return nil
        }
    }
}
