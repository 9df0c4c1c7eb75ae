internal import DBus
internal import NotificationCenter
internal import TodayBridgeRules
internal import TodayModel

/// The widgets of another machine, `[Host NAME]`, over one ssh connection.
@WidgetActor
final class RemoteHost {
    private let group: HostGroup
    private let widgets: RemoteWidgets
    private let report: (String) -> Void

    init(_ group: HostGroup, _ widgets: RemoteWidgets, report: @escaping (String) -> Void) {
        self.group = group
        self.widgets = widgets
        self.report = report
    }

    /// Connects, and stays connected.
    func begin() {}

    /// Tries to connect now, if the host can't be reached.
    func retryNow() {}

    /// Ends the connection. Removes the widgets if the group is gone.
    func end(removing: Bool = false) async {}
}
