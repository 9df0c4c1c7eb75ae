#if Bridge
    internal import DBus
    internal import NotificationCenter
    internal import TodayBridgeRules
    internal import TodayModel

    /// The widgets of a broker by the ends of their identifiers.
    @WidgetActor
    final class BrokerWidgets {
        private let remote: RemoteWidgets
        private let retry: () -> Void
        private let report: (String) -> Void
        private let limits = BrokerLimits()
        private var widgets: [String: BrokerWidget] = [:]
        /// The names of widgets that the center has stored and that no feed has defined yet.
        private var unclaimed: Set<String> = []
        private var outage: (failure: NCWidgetError, retry: Timestamp)?

        /// - Parameter retry: Tries to reach the broker now.
        init(_ remote: RemoteWidgets, retry: @escaping () -> Void, report: @escaping (String) -> Void) {
            self.remote = remote
            self.retry = retry
            self.report = report
        }

        /// Takes over the widgets of the broker that the center has stored.
        func adopt(_ stored: [WidgetProperties]) async {
            for properties in stored {
                guard let name = remote.name(of: properties.identifier) else { continue }
                let widget = BrokerWidget(properties.identifier, remote, limits, retry: retry, report: report)
                do { try await widget.adopt(properties) } catch {
                    report("\(properties.identifier): \(error)")
                    continue
                }
                widgets[name] = widget
                unclaimed.insert(name)
                widget.setOutage(outage)
            }
        }

        /// Removes the stored widgets that no feed has defined, and that no feed may still define.
        func removeUnclaimed(except isKept: (String) -> Bool) {
            for name in unclaimed where !isKept(name) { remove(name) }
        }

        /// Returns a widget, which is added if it is new; nil if it can't be added.
        func widget(_ name: String, as definition: BrokerWidget.Definition) -> BrokerWidget? {
            let widget: BrokerWidget
            unclaimed.remove(name)
            if let known = widgets[name] {
                widget = known
            } else {
                guard let identifier = remote.identifier(of: name) else {
                    report("\(name.excerpt) is skipped: it makes no identifier of a widget")
                    return nil
                }
                if widgets.count >= RemoteWidgets.maximumCount {
                    report(
                        "\(identifier) and others are skipped: \(RemoteWidgets.maximumCount) widgets are shown already")
                    return nil
                }
                widget = BrokerWidget(identifier, remote, limits, retry: retry, report: report)
                widgets[name] = widget
                widget.setOutage(outage)
            }
            widget.define(definition)
            return widget
        }

        func remove(_ name: String) {
            unclaimed.remove(name)
            guard let widget = widgets.removeValue(forKey: name) else { return }
            Task { await widget.remove() }
        }

        /// Sends everything again to a center that has started.
        ///
        /// - Parameter stored: The widgets that it knows.
        func centerStarted(_ stored: [WidgetIdentifier: WidgetProperties]) {
            remote.follow(stored)
            for widget in widgets.values { widget.centerStarted() }
        }

        /// Stops providing the widgets. The center keeps them.
        func release() async {
            for widget in widgets.values { widget.release() }
            widgets = [:]
            await remote.release()
        }

        func removeAll() async {
            let all = widgets.values
            widgets = [:]
            for widget in all { await widget.remove() }
        }

        /// Shows on all widgets that the broker can't be reached; nil when it can be reached again.
        func setOutage(_ outage: (failure: NCWidgetError, retry: Timestamp)?) {
            self.outage = outage
            for widget in widgets.values { widget.setOutage(outage) }
        }
    }
#endif
