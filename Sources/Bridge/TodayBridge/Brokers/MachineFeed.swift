#if Bridge
    internal import DBus
    internal import NotificationCenter
    internal import TodayBridgeRules
    internal import TodayModel

    /// The widgets of other machines that publish them: Today over MQTT.
    @WidgetActor
    final class MachineFeed: BrokerFeed {
        private struct Key: Hashable {
            let machine: String
            let identifier: WidgetIdentifier
        }

        private struct Entry {
            var definition: PublishedDefinition?
            var content: Content?
            /// The time of the content; never if it is unknown.
            var time = Timestamp.never
            var state: PublishedState?
        }

        let filters: [TopicFilter]
        private let group: SubscriptionGroup
        /// The names of this machine, whose widgets are here already.
        private let own: Set<String>
        private let widgets: BrokerWidgets
        private let sending: BrokerSending
        private var entries: [Key: Entry] = [:]
        private var offline: Set<String> = []

        /// - Parameter own: The names of this machine in topics.
        init(_ group: SubscriptionGroup, own: Set<String>, _ widgets: BrokerWidgets, _ sending: BrokerSending) {
            self.group = group
            self.own = own
            filters = [group.topic] + (PublishedTopic.states(of: group.topic).map { [$0] } ?? [])
            self.widgets = widgets
            self.sending = sending
        }

        func begin() {}

        func receive(_ message: MQTTClient.Message) throws(Fault) {
            guard let topic = PublishedTopic(message.topic), !own.contains(topic.machine) else { return }
            guard let (identifier, part) = topic.widget else { return receiveState(of: topic.machine, message.payload) }
            if part == .tap { return }
            let key = Key(machine: topic.machine, identifier: identifier)
            if entries[key] == nil, entries.count >= RemoteWidgets.maximumCount {
                throw Fault(message: "ignored, because \(entries.count) widgets are shown already")
            }
            var entry = entries[key] ?? Entry()
            let text = try Payload.text(message.payload)
            let now = Timestamp.now
            switch part {
            case .definition: entry.definition = text.isEmpty ? nil : try PublishedDefinition(json: text)
            case .content:
                entry.content = text.isEmpty ? nil : try Payload.content(text)
                if entry.state == nil { entry.time = message.isRetained ? .never : now }
            case .state:
                entry.state = text.isEmpty ? nil : try PublishedState(json: text)
                entry.time = entry.state?.time(isRetained: message.isRetained, at: now) ?? .never
            case .tap: break
            }
            let isGone = entry.definition == nil && entry.content == nil && entry.state == nil
            entries[key] = isGone ? nil : entry
            show(key)
        }

        private func receiveState(of machine: String, _ payload: [UInt8]) {
            let isOffline = payload.elementsEqual(PublishedTopic.offline.utf8)
            if isOffline {
                if offline.count < Fleet.maximumMachines { offline.insert(machine) }
            } else {
                offline.remove(machine)
            }
            for key in entries.keys where key.machine == machine { show(key) }
        }

        private func name(of key: Key) -> String {
            IdentifierElement.element(of: key.machine) + "." + key.identifier.rawValue
        }

        private func show(_ key: Key) {
            guard let entry = entries[key] else { return widgets.remove(name(of: key)) }
            // A widget without a definition may be one that the machine has just removed.
            guard let definition = entry.definition else { return }
            let title = definition.name.isEmpty ? key.identifier.rawValue : definition.name
            let widget = widgets.widget(
                name(of: key),
                as: BrokerWidget.Definition(
                    name: group.title.map { "\($0) · \(title)" } ?? "\(title) · \(ForeignText.title(key.machine))",
                    description: definition.description, icon: definition.icon, category: definition.category,
                    largestDisplayMode: definition.largestDisplayMode, sizes: definition.sizes))
            guard let widget else { return }
            widget.tap = nil
            if definition.taps {
                widget.tap = { [weak self] action, parameter in try await self?.tap(key, action, parameter) }
            }
            let state = entry.state
            if let content = entry.content {
                widget.show(
                    content, from: entry.time, attention: state?.attention ?? .none, badge: state?.badge ?? 0,
                    hasContent: state?.hasContent)
            }
            if offline.contains(key.machine) {
                widget.fail(unreachable(key))
            } else if let state, !state.error.isEmpty {
                widget.fail(NCWidgetError(state.error, isUnreachable: state.errorKind == .unreachable))
            }
        }

        private func unreachable(_ key: Key) -> NCWidgetError {
            NCWidgetError(tr("{host} can’t be reached", ["host": ForeignText.title(key.machine)]), isUnreachable: true)
        }

        private func tap(_ key: Key, _ action: String, _ parameter: NCValue?) async throws {
            if offline.contains(key.machine) { throw unreachable(key) }
            let topic = PublishedTopic(.tap, of: key.identifier, on: key.machine)
            let tap = PublishedTap(action: action, parameter: parameter?.dbusValue)
            do { try await sending.publish(.init(topic: topic.text, payload: tap.json)) } catch {
                throw unreachable(key)
            }
        }
    }
#endif
