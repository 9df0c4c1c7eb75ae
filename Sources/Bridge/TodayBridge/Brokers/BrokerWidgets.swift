#if Bridge
    internal import DBus
    internal import NotificationCenter
    internal import TodayBridgeRules
    internal import TodayModel

    /// The widgets of a broker by the ends of their identifiers.
    @WidgetActor
    final class BrokerWidgets {
        private let remote: RemoteWidgets
        private let report: (String) -> Void
        private var widgets: [String: BrokerWidget] = [:]
        private var outage: (failure: NCWidgetError, retry: Timestamp)?

        init(_ remote: RemoteWidgets, report: @escaping (String) -> Void) {
            self.remote = remote
            self.report = report
        }

        /// Returns a widget, which is added if it is new; nil if it can't be added.
        func widget(_ name: String, as definition: BrokerWidget.Definition) -> BrokerWidget? {
            let widget: BrokerWidget
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
                widget = BrokerWidget(identifier, remote, report: report)
                widgets[name] = widget
                widget.setOutage(outage)
            }
            widget.define(definition)
            return widget
        }

        func remove(_ name: String) {
            guard let widget = widgets.removeValue(forKey: name) else { return }
            Task { await widget.remove() }
        }

        func centerStarted() {
            // The new center may not know the definitions.
            remote.follow([:])
            for widget in widgets.values { widget.centerStarted() }
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
