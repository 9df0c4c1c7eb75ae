#if Bridge
    internal import DBus
    internal import NotificationCenter
    internal import TodayBridgeRules
    internal import TodayModel

    /// A widget of a broker. Its definition and its content are sent one after the other; if they change faster than
    /// the center takes them, only the newest are sent.
    @WidgetActor
    final class BrokerWidget {
        /// The part of the definition that the user sees.
        struct Definition: Equatable {
            var name: String
            var description = ""
            var icon = ""
            var category = ""
            var largestDisplayMode = DisplayMode.expanded
            var sizes = [WidgetSize.regular]
            var isArranged = true
        }

        private struct State {
            var content: Content?
            var time = Timestamp.never
            var attention = WidgetAttention.none
            var badge: UInt32 = 0
            /// Whether there is anything to show; nil if this is unknown.
            var hasContent: Bool?
            var failure: NCWidgetError?
        }

        let identifier: WidgetIdentifier
        /// Sends a tap to the source; nil if it takes none.
        var tap: ((_ action: String, _ parameter: NCValue?) async throws -> Void)?

        /// Called when the user asks for an update while the broker can't be reached.
        private let retry: () -> Void
        private let widgets: RemoteWidgets
        private let limits: BrokerLimits
        /// Whether the last thing sent is a failure.
        private var showsFailure = false
        private let report: (String) -> Void
        private var definition: Definition?
        private var state = State()
        private var outage: (failure: NCWidgetError, retry: Timestamp)?
        private var isDefinitionSent = true
        private var isStateSent = true
        private var sending: Task<Void, Never>?
        private var isRemoved = false

        init(
            _ identifier: WidgetIdentifier, _ widgets: RemoteWidgets, _ limits: BrokerLimits,
            retry: @escaping () -> Void, report: @escaping (String) -> Void
        ) {
            self.retry = retry
            self.identifier = identifier
            self.widgets = widgets
            self.limits = limits
            self.report = report
        }

        /// Takes over a widget that the center has stored.
        func adopt(_ stored: WidgetProperties) async throws(NCError) {
            connect(try await widgets.adopt(stored))
            _ = limits.budget.set(stored.content, of: identifier)
            definition = Definition(
                name: stored.name, description: stored.description, icon: stored.icon, category: stored.category,
                largestDisplayMode: stored.largestDisplayMode, sizes: stored.sizes, isArranged: stored.arranged)
            state = State(content: stored.content, time: stored.updatedAt, hasContent: stored.hasContent)
            showsFailure = !stored.error.isEmpty
        }

        /// Sets the definition.
        func define(_ definition: Definition) {
            if self.definition == definition { return }
            self.definition = definition
            isDefinitionSent = false
            send()
        }

        /// Shows content, and removes a failure.
        func show(
            _ content: Content, from time: Timestamp, attention: WidgetAttention = .none, badge: UInt32 = 0,
            hasContent: Bool? = nil
        ) {
            if !limits.budget.set(content, of: identifier) {
                return fail(NCWidgetError(tr("The content of all widgets of this broker is too large")))
            }
            state = State(content: content, time: time, attention: attention, badge: badge, hasContent: hasContent)
            changed()
        }

        /// Keeps the content, and shows why it isn't current.
        func fail(_ failure: NCWidgetError) {
            state.failure = failure
            changed()
        }

        /// Keeps the content, and shows that the broker can't be reached; nil when it can be reached again.
        func setOutage(_ outage: (failure: NCWidgetError, retry: Timestamp)?) {
            if outage == nil, self.outage == nil { return }
            self.outage = outage
            changed()
        }

        /// Sends everything again, because the center has started.
        func centerStarted() {
            isDefinitionSent = false
            isStateSent = false
            send()
        }

        private func changed() {
            isStateSent = false
            send()
        }

        private func send() {
            if sending != nil || isRemoved || definition == nil { return }
            sending = Task {
                while !isRemoved, !isDefinitionSent || !isStateSent {
                    do { try await sendNext() } catch {
                        report("\(identifier): \(error)")
                        // A definition that isn't sent is sent with the next change, or when the center is back.
                        if !isDefinitionSent { break }
                    }
                }
                sending = nil
            }
        }

        private func sendNext() async throws {
            if !isDefinitionSent, let definition {
                while let wait = limits.pace.take(at: .now) { try await WidgetActor.shared.loop.sleep(for: wait) }
                let widget = try await widgets.set(identifier, as: NCWidgetDefinition(definition))
                isDefinitionSent = self.definition == definition
                connect(widget)
                return
            }
            isStateSent = true
            guard let widget = widgets.widgets[identifier] else { return }
            let hasFailed = showsFailure
            showsFailure = outage != nil || state.failure != nil
            if let outage { return try await widget.fail(outage.failure, retry: outage.retry) }
            let state = state
            if let content = state.content {
                widget.setAttention(state.attention, badge: state.badge)
                try await widget.show(content, from: state.time, hasContent: state.hasContent)
            } else if hasFailed, state.failure == nil {
                try await widget.show(.empty, from: .never)
            }
            if let failure = state.failure { try await widget.fail(failure) }
        }

        private func connect(_ widget: RemoteWidget) {
            widget.tap = { [weak self] action, parameter in try await self?.take(action, parameter) }
            widget.update = { [weak self, weak widget] in
                guard let self else { return .noData }
                let reason = widget?.extensionContext?.updateReason
                if outage != nil, reason == .requested || reason == .visible { retry() }
                if let failure = outage?.failure ?? state.failure { throw failure }
                return state.content == nil ? .noData : .newData
            }
        }

        private func take(_ action: String, _ parameter: NCValue?) async throws {
            guard let tap else { throw NCWidgetError(tr("This widget only shows, and takes no taps.")) }
            try await tap(action, parameter)
        }

        /// Sends nothing more.
        func release() { isRemoved = true }

        /// Removes the widget from the center.
        func remove() async {
            isRemoved = true
            limits.budget.remove(identifier)
            await sending?.value
            do { try await widgets.remove(identifier) } catch { report("\(identifier): \(error)") }
        }
    }

    /// The memory and the definitions that all widgets of a broker may take.
    @WidgetActor
    final class BrokerLimits {
        var budget = ContentBudget(bytes: RemoteWidgets.maximumBytes)
        var pace = RegistrationPace()
    }

    extension NCWidgetDefinition {
        init(_ definition: BrokerWidget.Definition) {
            self.init(name: definition.name)
            if !definition.description.isEmpty { description = definition.description }
            if !definition.icon.isEmpty { icon = definition.icon }
            if !definition.category.isEmpty { category = definition.category }
            largestDisplayMode = definition.largestDisplayMode
            sizes = definition.sizes
            isArranged = definition.isArranged
        }
    }
#endif
