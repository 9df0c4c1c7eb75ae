#if Bridge
    internal import DBus
    internal import NotificationCenter
    internal import TodayBridgeRules
    internal import TodayModel

    /// Sends the widgets of this machine to a broker: `[Publish NAME]`.
    @WidgetActor
    final class Publisher {
        /// A widget, and the parts that the broker has.
        private struct Entry {
            var widget: WidgetProperties
            var definition: PublishedDefinition?
            var state: PublishedState?
            var content: Content?
            /// When the content was sent.
            var sentAt = MonotonicTime(nanoseconds: 0)

            /// Forgets what the broker has, so that it is sent again.
            mutating func reset(isDefinitionKept: Bool = false) {
                if !isDefinitionKept { definition = nil }
                (state, content) = (nil, nil)
            }
        }

        /// The time between checks whether the broker is about to drop content.
        private static let refreshInterval = Duration.seconds(60)
        /// The shortest time after which the broker drops content is twice this.
        private static let shortestInterval: UInt32 = 60
        /// The interval of a widget that is updated only while a panel is visible.
        private static let standardInterval: UInt32 = 900

        private let group: PublishGroup
        private let machine: String
        private let sending: BrokerSending
        private let report: (String) -> Void
        private var objects: ObjectManagerClient?
        private var entries: [ObjectPath: Entry] = [:]
        /// The widgets to compare with the broker's parts, in order.
        private var pending: [ObjectPath] = []
        /// The topics of removed widgets, to delete at the broker.
        private var removed: Set<String> = []
        /// The widgets that the broker has kept, until the widgets of this machine are known.
        private var kept: Set<WidgetIdentifier> = []
        private var isListed = false
        /// The widgets of the former center that the current one hasn't listed yet.
        private var unlisted: Set<ObjectPath> = []
        private var isConnected = false
        private var pump: Task<Void, Never>?
        private var timer: EventLoop.Timer?

        init(_ group: PublishGroup, _ sending: BrokerSending, report: @escaping (String) -> Void) {
            self.group = group
            self.sending = sending
            self.report = { report("[Publish \(group.name)]: \($0)") }
            machine = group.machine ?? LocalHost.name
        }

        /// The topic of the state of this machine, which the last will sets.
        var stateTopic: String { PublishedTopic(stateOf: machine).text }

        /// The topics to subscribe to: the definitions that the broker has kept, and taps, if they are accepted.
        var filters: [TopicFilter] {
            [PublishedTopic.Part.definition, .tap].filter { $0 == .definition || group.taps }.map {
                TopicFilter(unchecked: "\(PublishedTopic.prefix)\(machine)/+/\($0.rawValue)")
            }
        }

        // MARK: Life

        /// Begins to follow the widgets of this machine.
        func begin() {
            Task {
                do {
                    let connection = try await CenterLink.shared.connection()
                    objects = try await ObjectManagerClient.follow(
                        connection, TodayBus.name, at: TodayBus.path, including: TodayBus.center,
                        options: .noAutoStart
                    ) { [weak self] _, events in
                        Task { @WidgetActor in self?.receive(events) }
                    }
                } catch {
                    report("the widgets of this machine can't be followed: \(error)")
                }
            }
            refreshLater()
        }

        /// Sends everything, because the broker may have lost it.
        func connected() {
            isConnected = true
            for path in entries.keys { entries[path]?.reset() }
            pending = entries.keys.sorted { $0.rawValue < $1.rawValue }
            Task {
                await publish(.init(topic: stateTopic, payload: PublishedTopic.online, isRetained: true))
                send()
            }
        }

        func disconnected() {
            isConnected = false
            pump?.cancel()
            pump = nil
        }

        /// Stops following, and says that this machine is offline.
        func end() async {
            objects = nil
            if let timer = timer.take() { WidgetActor.shared.loop.cancel(timer) }
            pump?.cancel()
            pump = nil
            if isConnected {
                await publish(.init(topic: stateTopic, payload: PublishedTopic.offline, isRetained: true))
            }
            isConnected = false
        }

        // MARK: Widgets

        private func receive(_ events: [ObjectEvent]) {
            // All objects of the former owner are removed before the event of another owner. Their parts stay.
            let start = events.firstIndex { if case .ownerChanged = $0 { true } else { false } } ?? 0
            for event in events[start...] {
                switch event {
                case .ownerChanged: (isListed, unlisted) = (false, Set(entries.keys))
                // The center's own properties are the last that is read.
                case .added(TodayBus.path, _):
                    for path in unlisted { remove(path) }
                    (isListed, unlisted) = (true, [])
                case .added(let path, let interfaces): if let values = interfaces[TodayBus.widget] { set(path, values) }
                case .changed(let path, TodayBus.widget, let values, _): set(path, values)
                case .removed(let path, let interfaces) where interfaces.contains(TodayBus.widget): remove(path)
                default: break
                }
            }
            removeKept()
            send()
        }

        /// Removes the widgets from the broker that this machine no longer has.
        private func removeKept() {
            guard isListed else { return }
            for identifier in kept where isPublished(identifier) {
                if entries.values.contains(where: { $0.widget.identifier.published == identifier }) { continue }
                for part in PublishedTopic.Part.kept {
                    removed.insert(PublishedTopic(part, of: identifier, on: machine).text)
                }
            }
            kept = []
        }

        private func set(_ path: ObjectPath, _ values: [String: DBusValue]) {
            guard let widget = try? WidgetProperties(values), isPublished(widget.identifier) else { return }
            unlisted.remove(path)
            entries[path, default: Entry(widget: widget)].widget = widget
            if !pending.contains(path) { pending.append(path) }
        }

        /// Whether a pattern names a widget. A widget that comes from elsewhere isn't sent back, unless a pattern names
        /// such widgets.
        private func isPublished(_ identifier: WidgetIdentifier) -> Bool {
            if RemoteProbe.isProbe(identifier) { return false }
            let isRemote = identifier.rawValue.utf8.starts(with: RemoteIdentifier.prefix.utf8)
            return group.widgets.contains {
                $0.matches(identifier.widget.rawValue)
                    && (!isRemote || $0.text.utf8.starts(with: RemoteIdentifier.prefix.utf8))
            }
        }

        private func remove(_ path: ObjectPath) {
            guard let entry = entries.removeValue(forKey: path) else { return }
            pending.removeAll { $0 == path }
            for part in PublishedTopic.Part.kept { removed.insert(topic(part, of: entry)) }
        }

        private func topic(_ part: PublishedTopic.Part, of entry: Entry) -> String {
            PublishedTopic(part, of: entry.widget.identifier.published, on: machine).text
        }

        // MARK: Sending

        /// Sends what has changed, one message after the other: the newest state of each widget.
        private func send() {
            if pump != nil || !isConnected { return }
            pump = Task {
                while isConnected, !Task.isCancelled, await sendNext() {}
                if !Task.isCancelled { pump = nil }
            }
        }

        /// Returns whether anything is left.
        private func sendNext() async -> Bool {
            if let topic = removed.popFirst() {
                await publish(.init(topic: topic, payload: "", isRetained: true))
                return true
            }
            guard let path = pending.first, let entry = entries[path] else {
                if !pending.isEmpty { pending.removeFirst() }
                return !pending.isEmpty
            }
            let definition = PublishedDefinition(entry.widget, taps: group.taps)
            if entry.definition != definition {
                entries[path]?.definition = definition
                await publish(.init(topic: topic(.definition, of: entry), payload: definition.json, isRetained: true))
                return true
            }
            var state = PublishedState(entry.widget, at: .never)
            let content = entry.widget.content.published(isPrivate: group.isPrivate)
            if entry.state != state {
                entries[path]?.state = state
                state.sentAt = .now
                await publish(.init(topic: topic(.state, of: entry), payload: state.json, isRetained: true))
                return true
            }
            if entry.content != content {
                entries[path]?.content = content
                entries[path]?.sentAt = .now
                await publish(
                    .init(
                        topic: topic(.content, of: entry), payload: content.json(), isRetained: true,
                        expiry: .seconds(2 * Int64(interval(of: entry)))))
                return true
            }
            pending.removeFirst()
            return true
        }

        private func publish(_ message: BrokerSending.Message) async {
            do { try await sending.publish(message) } catch {
                if isConnected { report("\(message.topic.excerpt) isn't sent: \(error)") }
            }
        }

        /// Returns the seconds after which the content is sent again.
        private func interval(of entry: Entry) -> UInt32 {
            let interval = entry.widget.options.updateInterval
            return max(interval == 0 ? Self.standardInterval : interval, Self.shortestInterval)
        }

        private func refreshLater() {
            timer = WidgetActor.shared.loop.schedule(at: .now + Self.refreshInterval) { [weak self] in
                Task { @WidgetActor in self?.refresh() }
            }
        }

        /// Sends content again before the broker drops it.
        private func refresh() {
            let now = MonotonicTime.now
            for (path, entry) in entries where entry.content != nil {
                if now - entry.sentAt < .seconds(Int64(interval(of: entry)) - 1) { continue }
                entries[path]?.reset(isDefinitionKept: true)
                if !pending.contains(path) { pending.append(path) }
            }
            send()
            refreshLater()
        }

        // MARK: Taps

        func reads(_ topic: String) -> Bool { filters.contains { $0.matches(topic) } }

        /// Reads a message of one of the topics.
        func receive(_ message: MQTTClient.Message) {
            guard let (identifier, part) = PublishedTopic(message.topic)?.widget else { return }
            if part == .tap { return tap(message, identifier) }
            if !message.isRetained || message.payload.isEmpty || kept.count >= Limits.widgets { return }
            kept.insert(identifier)
            removeKept()
            send()
        }

        /// Carries out a tap on a published widget.
        private func tap(_ message: MQTTClient.Message, _ identifier: WidgetIdentifier) {
            // A kept tap would be carried out again after each connection.
            if message.isRetained || message.payload.isEmpty { return }
            let tap: PublishedTap
            do throws(Fault) { tap = try PublishedTap(json: try Payload.text(message.payload)) } catch {
                return report("\(message.topic.excerpt): \(error)")
            }
            guard let entry = entries.values.first(where: { $0.widget.identifier.published == identifier }) else {
                return report("\(message.topic.excerpt): the widget isn't published")
            }
            // Only what other machines can see is tapped there.
            guard entry.widget.content.published(isPrivate: group.isPrivate).node(calling: tap.action) != nil else {
                return report("\(message.topic.excerpt): the widget has no action \(tap.action.excerpt)")
            }
            Task {
                do {
                    let client = CenterClient(try await CenterLink.shared.connection())
                    try await client.invokeAction(
                        tap.action, of: entry.widget.identifier, parameter: tap.parameter)
                } catch {
                    report("\(message.topic.excerpt): \(error)")
                }
            }
        }
    }

    extension WidgetIdentifier {
        /// The identifier in topics, which can't have `#`.
        fileprivate var published: WidgetIdentifier { WidgetIdentifier(rawValue: withoutNumberSign) ?? self }
    }
#endif
