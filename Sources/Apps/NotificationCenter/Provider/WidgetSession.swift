package import DBus
package import TodayModel

/// A running widget: translates calls to the provider into calls to the widget, and the widget's content into changes.
///
/// Calls aren't queued: the widget's methods interleave where they wait, so a tap is answered while an update waits for
/// the network. Each answer has the content at the time of the answer.
@WidgetActor
package final class WidgetSession {
    package let widget: any NCWidgetProviding
    package let context: NSExtensionContext
    private let services: ContextServices
    /// The maximum time for an update; the center stops waiting after that.
    private let deadline: Duration
    private var work = BackgroundWork()
    private var workHandlers: [Int: NSExtensionContext.CompletionHandler] = [:]
    private let life: ProgramLife?
    private var sent = SentState()
    private var handlers: [String: WidgetContent.TapHandler] = [:]
    private var hasStarted = false
    /// Whether an update has ended in this process.
    private var hasUpdated = false
    private var update: SharedUpdate?

    /// A running update that all callers share.
    private struct SharedUpdate {
        let settings: [String: DBusValue]
        let task: Task<UpdateOutcome, Never>
    }

    /// - Parameters:
    ///   - services: The requests that the widget may send to the center.
    ///   - deadline: The maximum time for an update.
    ///   - life: The lifetime of the program, which doesn't end before the widget's work.
    package init(
        _ widget: any NCWidgetProviding, identifier: WidgetIdentifier, services: ContextServices = ContextServices(),
        deadline: Duration = .seconds(18), life: ProgramLife? = nil
    ) {
        self.widget = widget
        self.services = services
        self.deadline = deadline
        self.life = life
        context = NSExtensionContext(UpdateContext(identifier: identifier, reason: .start), services: services)
        ContextTable.set(context, for: widget)
        context.onChange = { [weak self] in try await self?.push() }
        context.onFailure = { [weak self] in try await self?.pushFailure($0) }
        context.onCompletion = { [weak self] in self?.complete($0) }
    }

    // MARK: Calls

    /// Answers `BeginRequest`. Invalid content is left out.
    package func begin(_ update: UpdateContext, for receiver: BusName?) -> WidgetChanges {
        callBegan()
        defer { callEnded() }
        use(update)
        sent.reset()
        begin()
        return answer(for: receiver)
    }

    /// Answers `PerformUpdate`. Callers that arrive while an update is running share it.
    ///
    /// New data always comes with the complete content: the center compares it anyway, and may show content that
    /// another program has pushed since.
    package func performUpdate(
        _ update: UpdateContext, for receiver: BusName?
    ) async -> (UpdateResult, WidgetChanges) {
        callBegan()
        defer { callEnded() }
        use(update)
        beginIfNeeded()
        // When a widget has no content, the center drops its old content.
        if update.reason == .hasContent { sent.reset() }
        return answer(to: await runUpdate(), because: update.reason, for: receiver)
    }

    /// Answers `DisplayModeChanged`.
    package func displayModeChanged(
        to mode: DisplayMode, maximum: Size, for receiver: BusName?
    ) -> WidgetChanges {
        callBegan()
        defer { callEnded() }
        context.current.displayMode = mode
        if mode == .compact { context.current.compactSize = maximum } else { context.current.expandedSize = maximum }
        beginIfNeeded()
        widget.widgetActiveDisplayModeDidChange(mode, withMaximumSize: maximum)
        return answer(for: receiver)
    }

    /// Answers `InvokeAction`.
    ///
    /// - Throws: The error that the widget throws, or a fault of its content afterward.
    package func invokeAction(
        _ name: String, parameter: NCValue?, activationToken: String?, for receiver: BusName?
    ) async throws -> WidgetChanges {
        callBegan()
        defer { callEnded() }
        beginIfNeeded()
        context.activationToken = activationToken
        if name.hasPrefix(NCActionName.tapPrefix) {
            try await handler(of: name)(parameter)
        } else {
            try await widget.widgetPerformAction(name, parameter: parameter)
        }
        return sent.changes(to: try state(for: receiver), for: receiver)
    }

    /// Returns the closure of a node. A process that was started for a tap hasn't shown anything yet, and the widget may
    /// read in its first update what it shows.
    private func handler(of name: String) async throws -> WidgetContent.TapHandler {
        if handlers[name] == nil { handlers = widget.content.resolved().handlers }
        if handlers[name] == nil, !hasUpdated {
            if case .error(let error) = await runUpdate() { throw error }
            handlers = widget.content.resolved().handlers
        }
        guard let handler = handlers[name] else {
            throw NCWidgetError("the widget no longer shows what was tapped, \(name.debugDescription)")
        }
        return handler
    }

    package func appear() {
        callBegan()
        defer { callEnded() }
        context.current.viewing = true
        beginIfNeeded()
        widget.widgetDidAppear()
    }

    package func disappear() {
        callBegan()
        defer { callEnded() }
        context.current.viewing = false
        beginIfNeeded()
        widget.widgetDidDisappear()
    }

    // MARK: Work

    /// Uses a context, and its language, from now on. Another widget of the process may have used another one.
    private func use(_ update: UpdateContext) {
        context.current = update
        Language.use(update.locale)
    }

    private func begin() {
        hasStarted = true
        widget.beginRequest(with: context)
    }

    private func callBegan() { work.callBegan() }

    private func callEnded() { for run in work.callEnded() { start(run) } }

    private func beginIfNeeded() { if !hasStarted { begin() } }

    /// Runs an update, and shares it with later callers that have the same settings. An update that takes too long is
    /// abandoned, so that the next one can run.
    private func runUpdate() async -> UpdateOutcome {
        let settings = context.current.settings
        while let update, update.settings != settings { _ = await update.task.value }
        if let update { return await update.task.value }
        let name = context.widgetIdentifier
        let run = WidgetUpdateRun(widget, deadline) { StandardError.print("\(name): \($0)") }
        let task = Task {
            let outcome = await run.outcome
            update = nil
            hasUpdated = true
            return outcome
        }
        update = SharedUpdate(settings: settings, task: task)
        return await task.value
    }

    private func answer(
        to outcome: UpdateOutcome, because reason: UpdateReason, for receiver: BusName?
    ) -> (UpdateResult, WidgetChanges) {
        var changes = WidgetChanges()
        do {
            switch outcome {
            case .error(let error): throw error
            case .timedOut:
                // The center didn't wait for this answer.
                sent.reset()
                let seconds = Int(deadline.components.seconds)
                throw NCWidgetError(
                    trn(
                        "the update took longer than {count} second", "the update took longer than {count} seconds",
                        seconds))
            case .result(.failed): return failure(nil)
            // The widget's result refers to its last content, which this receiver may not have. Other settings may
            // change the content even without new data.
            case .result(.noData)
            where reason != .settings && (sent.hasContent(for: receiver) || widget.content.tree.isEmpty):
                changes.nextUpdate = context.popRequestedUpdate()
                return (.noData, changes)
            case .result:
                let state = try state(for: receiver, canBeEmpty: true)
                changes = sent.changes(to: state, for: receiver)
                changes.content = state.content
                changes.updatedAt = state.updatedAt
                return (.newData, changes)
            }
        } catch {
            return failure(error)
        }
    }

    // MARK: Between calls

    /// Sends the changes since the last answer, or confirms the content.
    private func push() async throws {
        guard let push = services.push else {
            throw NCError(.noCenter, "cannot send content: not connected to a center")
        }
        let receiver = sent.receiver
        let changes: WidgetChanges
        do { changes = sent.confirmation(of: try state(for: receiver), for: receiver) } catch {
            throw NCError(.invalidContent, "\(error)")
        }
        if changes.isEmpty { return }
        do { try await push(changes) } catch {
            sent.reset()
            throw error
        }
    }

    private func pushFailure(_ error: any Error) async throws {
        guard let push = services.push else {
            throw NCError(.noCenter, "cannot report the failure: not connected to a center")
        }
        sent.fail()
        var changes = WidgetChanges()
        changes.nextUpdate = context.popRequestedUpdate()
        changes.error = Self.message(of: error)
        changes.errorKind = Self.kind(of: error)
        try await push(changes)
    }

    private func complete(_ handler: @escaping NSExtensionContext.CompletionHandler) {
        let (number, begins) = work.add()
        workHandlers[number] = handler
        for run in begins { start(run) }
    }

    private func start(_ run: BackgroundWork.Run) {
        guard let handler = workHandlers[run.number] else { return }
        life?.beginWork()
        Task {
            await handler(run.isExpired)
            if work.ended(run.number) { workHandlers[run.number] = nil }
            do { if services.push != nil { try await push() } } catch {
                StandardError.print("\(context.widgetIdentifier): \(error)")
            }
            life?.endWork()
        }
    }

    /// Notifies running work that its time is up.
    package func expire() { for run in work.expire() { start(run) } }

    // MARK: Answers

    private func failure(_ error: (any Error)?) -> (UpdateResult, WidgetChanges) {
        sent.fail()
        var changes = WidgetChanges()
        changes.nextUpdate = context.popRequestedUpdate()
        if let error {
            let message = Self.message(of: error)
            changes.error = message
            changes.errorKind = Self.kind(of: error)
            StandardError.print("\(context.widgetIdentifier): the update failed: \(message)")
        } else {
            StandardError.print("\(context.widgetIdentifier): the update failed")
        }
        return (.failed, changes)
    }

    /// Returns the changes; if the content is invalid, returns the fault as the error.
    private func answer(for receiver: BusName?) -> WidgetChanges {
        do {
            return sent.changes(to: try state(for: receiver), for: receiver)
        } catch {
            StandardError.print("\(context.widgetIdentifier): \(error)")
            sent.fail()
            var changes = WidgetChanges()
            changes.error = Self.message(of: error)
            return changes
        }
    }

    /// Returns the complete valid state of the widget for the center.
    ///
    /// - Parameter canBeEmpty: Whether empty content may go to a receiver without content. The receiver may show older
    ///   content, which is better than nothing.
    private func state(for receiver: BusName?, canBeEmpty: Bool = false) throws(Fault) -> WidgetChanges {
        var state = WidgetChanges()
        let (tree, handlers) = widget.content.resolved()
        state.hasContent = widget.widgetHasContent
        if state.hasContent != false, canBeEmpty || !tree.isEmpty || sent.hasContent(for: receiver) {
            state.content = tree
        }
        state.preferredContentSize = widget.preferredContentSize
        let proposed = context.current.proposedMarginInsets
        state.marginInsets = widget.widgetMarginInsets(forProposedMarginInsets: proposed).difference(from: proposed)
        state.largestDisplayMode = context.widgetLargestAvailableDisplayMode
        try state.validate()
        self.handlers = handlers
        state.attention = context.widgetAttention
        state.badge = context.widgetBadge
        state.updatedAt = state.content == nil ? nil : context.widgetContentTime
        state.displayMode = context.popRequestedMode()
        state.nextUpdate = context.popRequestedUpdate()
        return state
    }

    /// Returns the kind of an error; nil for the default.
    private static func kind(of error: any Error) -> ErrorKind? {
        (error as? NCWidgetError)?.isUnreachable == true ? .unreachable : nil
    }

    /// Returns an error's description as a text that the bus contract allows.
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
    /// Returns these insets with -1, "as the panel proposes", for each side that equals the proposal.
    fileprivate func difference(from proposed: EdgeInsets) -> EdgeInsets {
        func side(_ own: Double, _ other: Double) -> Double { own == other ? -1 : own }
        return EdgeInsets(
            top: side(top, proposed.top), left: side(left, proposed.left), bottom: side(bottom, proposed.bottom),
            right: side(right, proposed.right))
    }
}
