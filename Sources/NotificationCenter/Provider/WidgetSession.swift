internal import DBus
internal import TodayModel
internal import TodayProtocol

/// One widget at work: turns the calls of a provider into calls of the widget, and what it shows into changes.
///
/// The calls are not queued behind one another: the widget's methods interleave only where they wait, so that a tap is
/// answered while an update waits for the network. Each answer holds what the widget shows when it is given.
@WidgetActor
final class WidgetSession {
    /// How long an answer may take before the center has given up on it.
    static let deadline: Duration = .seconds(18)

    let widget: any NCWidgetProviding
    let context: NSExtensionContext
    private var sent = SentState()
    private var handlers: [String: WidgetContent.TapHandler] = [:]
    private var hasBegun = false
    private var update: Task<UpdateOutcome, Never>?

    private enum UpdateOutcome {
        case result(UpdateResult)
        case error(any Error)
    }

    init(_ widget: any NCWidgetProviding, identifier: WidgetIdentifier, connection: Connection?) {
        self.widget = widget
        context = NSExtensionContext(UpdateContext(identifier: identifier, reason: .start), connection: connection)
        ContextTable.set(context, for: widget)
    }

    // MARK: Calls

    /// Answers `BeginRequest`. Content that is wrong is left out.
    func begin(_ update: UpdateContext, for receiver: BusName?) -> WidgetChanges {
        context.current = update
        sent.forget()
        begin()
        return answer(for: receiver)
    }

    /// Answers `PerformUpdate`. Callers that come while an update runs share it.
    ///
    /// New data always comes with the whole content: the center compares anyway, and it may show what another program
    /// has pushed since.
    func performUpdate(_ update: UpdateContext, for receiver: BusName?) async -> (UpdateResult, WidgetChanges) {
        context.current = update
        beginIfNeeded()
        // Without content the center drops what it had.
        if update.reason == .hasContent { sent.forget() }
        let start = MonotonicTime.now
        let outcome = await runUpdate()
        let answer = answer(to: outcome, for: receiver)
        if start + Self.deadline < .now { sent.forget() }
        return answer
    }

    /// Answers `DisplayModeChanged`.
    func displayModeChanged(to mode: DisplayMode, maximum: Size, for receiver: BusName?) -> WidgetChanges {
        context.current.displayMode = mode
        if mode == .compact { context.current.compactSize = maximum } else { context.current.expandedSize = maximum }
        beginIfNeeded()
        widget.widgetActiveDisplayModeDidChange(mode, withMaximumSize: maximum)
        return answer(for: receiver)
    }

    /// Answers `InvokeAction`.
    ///
    /// - Throws: what the widget throws, or a fault of the content it shows afterwards.
    func invokeAction(
        _ name: String, parameter: NCValue?, activationToken: String?, for receiver: BusName?
    ) async throws -> WidgetChanges {
        beginIfNeeded()
        context.activationToken = activationToken
        if name.hasPrefix(WidgetContent.tapPrefix) {
            // In a process that was started for this tap nothing has been shown yet.
            if handlers[name] == nil { handlers = widget.content.resolved().handlers }
            guard let handler = handlers[name] else {
                throw NCWidgetError("the widget no longer shows what was tapped, \(name.debugDescription)")
            }
            try await handler(parameter)
        } else {
            try await widget.widgetPerformAction(name, parameter: parameter)
        }
        return sent.changes(to: try state(for: receiver), for: receiver)
    }

    func appear() {
        context.current.viewing = true
        beginIfNeeded()
        widget.widgetDidAppear()
    }

    func disappear() {
        context.current.viewing = false
        beginIfNeeded()
        widget.widgetDidDisappear()
    }

    // MARK: Work

    private func begin() {
        hasBegun = true
        widget.beginRequest(with: context)
    }

    private func beginIfNeeded() { if !hasBegun { begin() } }

    private func runUpdate() async -> UpdateOutcome {
        if let update { return await update.value }
        let task = Task { [widget] () -> UpdateOutcome in
            do { return .result(try await widget.widgetPerformUpdate()) } catch { return .error(error) }
        }
        update = task
        defer { update = nil }
        return await task.value
    }

    private func answer(to outcome: UpdateOutcome, for receiver: BusName?) -> (UpdateResult, WidgetChanges) {
        var changes = WidgetChanges()
        do {
            switch outcome {
            case .error(let error): throw error
            case .result(.failed): return failure(nil)
            // The widget's word counts from what it last showed; this receiver may not have that.
            case .result(.noData) where sent.hasContent(for: receiver) || widget.content.tree.isEmpty:
                changes.nextUpdate = context.takeRequestedUpdate()
                return (.noData, changes)
            case .result:
                let state = try state(for: receiver, canBeEmpty: true)
                changes = sent.changes(to: state, for: receiver)
                changes.content = state.content
                return (.newData, changes)
            }
        } catch {
            return failure(error)
        }
    }

    private func failure(_ error: (any Error)?) -> (UpdateResult, WidgetChanges) {
        var changes = WidgetChanges()
        changes.nextUpdate = context.takeRequestedUpdate()
        if let error {
            let message = Self.message(of: error)
            changes.error = message
            StandardError.print("\(context.widgetIdentifier): the update failed: \(message)")
        } else {
            StandardError.print("\(context.widgetIdentifier): the update failed")
        }
        return (.failed, changes)
    }

    /// What changed; when the content is wrong, that as the error.
    private func answer(for receiver: BusName?) -> WidgetChanges {
        do {
            return sent.changes(to: try state(for: receiver), for: receiver)
        } catch {
            StandardError.print("\(context.widgetIdentifier): \(error)")
            var changes = WidgetChanges()
            changes.error = Self.message(of: error)
            return changes
        }
    }

    /// Everything about the widget that the center should know, valid.
    ///
    /// - Parameter canBeEmpty: whether empty content goes to a receiver that was told of none, and so may show an older
    ///   one that is better than nothing.
    private func state(for receiver: BusName?, canBeEmpty: Bool = false) throws(Fault) -> WidgetChanges {
        var state = WidgetChanges()
        let (tree, handlers) = widget.content.resolved()
        if canBeEmpty || !tree.isEmpty || sent.hasContent(for: receiver) { state.content = tree }
        state.preferredContentSize = widget.preferredContentSize
        let proposed = context.current.proposedMarginInsets
        state.marginInsets = widget.widgetMarginInsets(forProposedMarginInsets: proposed).difference(from: proposed)
        state.largestDisplayMode = context.widgetLargestAvailableDisplayMode
        let valid = try WidgetChanges(state.dictionary)
        self.handlers = handlers
        state = valid
        state.displayMode = context.takeRequestedMode()
        state.nextUpdate = context.takeRequestedUpdate()
        return state
    }

    /// An error's description as a text that the bus contract allows.
    private static func message(of error: any Error) -> String {
        var message = String()
        for scalar in String(describing: error).unicodeScalars {
            if message.utf8.count > Limits.stringBytes - 4 { break }
            message.unicodeScalars.append(scalar.value < 0x20 && scalar != "\n" ? " " : scalar)
        }
        return message
    }
}

extension EdgeInsets {
    /// These insets with -1, "as the panel proposes", for each side that is as it was proposed.
    fileprivate func difference(from proposed: EdgeInsets) -> EdgeInsets {
        func side(_ own: Double, _ other: Double) -> Double { own == other ? -1 : own }
        return EdgeInsets(
            top: side(top, proposed.top), left: side(left, proposed.left), bottom: side(bottom, proposed.bottom),
            right: side(right, proposed.right))
    }
}
