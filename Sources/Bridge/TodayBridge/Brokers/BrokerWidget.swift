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
            var failure: NCWidgetError?
        }

        let identifier: WidgetIdentifier
        /// Sends a tap to the source; nil if it takes none.
        var tap: ((_ action: String, _ parameter: NCValue?) async throws -> Void)?

        private let widgets: RemoteWidgets
        private let report: (String) -> Void
        private var definition: Definition?
        private var state = State()
        private var outage: (failure: NCWidgetError, retry: Timestamp)?
        private var isDefinitionSent = true
        private var isStateSent = true
        private var sending: Task<Void, Never>?
        private var isRemoved = false

        init(_ identifier: WidgetIdentifier, _ widgets: RemoteWidgets, report: @escaping (String) -> Void) {
            self.identifier = identifier
            self.widgets = widgets
            self.report = report
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
            _ content: Content, from time: Timestamp, attention: WidgetAttention = .none, badge: UInt32 = 0
        ) {
            state = State(content: content, time: time, attention: attention, badge: badge)
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
                let widget = try await widgets.set(identifier, as: NCWidgetDefinition(definition))
                isDefinitionSent = self.definition == definition
                widget.tap = { [weak self] action, parameter in try await self?.take(action, parameter) }
                return
            }
            isStateSent = true
            guard let widget = widgets.widgets[identifier] else { return }
            if let outage { return try await widget.fail(outage.failure, retry: outage.retry) }
            if let failure = state.failure {
                // Content that nothing has shown yet is shown with the failure.
                if let content = state.content { try await widget.show(content, from: state.time) }
                return try await widget.fail(failure)
            }
            guard let content = state.content else { return }
            widget.extensionContext?.widgetAttention = state.attention
            widget.extensionContext?.widgetBadge = state.badge
            try await widget.show(content, from: state.time)
        }

        private func take(_ action: String, _ parameter: NCValue?) async throws {
            guard let tap else { throw NCWidgetError(tr("This widget only shows, and takes no taps.")) }
            try await tap(action, parameter)
        }

        /// Removes the widget from the center.
        func remove() async {
            isRemoved = true
            await sending?.value
            do { try await widgets.remove(identifier) } catch { report("\(identifier): \(error)") }
        }
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
