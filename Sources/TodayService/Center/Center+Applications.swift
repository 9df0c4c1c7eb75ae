internal import DBus
internal import Logging
internal import TodayModel
internal import TodayProtocol

/// Widgets that were registered at run time go with the app that they belong to.
extension Center {
    /// Follows from now on which applications are installed.
    package func followApplications() async {
        await applications.begin(settling: timing.settlingOfFiles) { [weak self] in
            Task { await self?.applicationsChanged() }
        }
        applicationsChanged()
    }

    package func endFollowingApplications() async { await applications.end() }

    /// Looks at the apps of all widgets anew.
    package func applicationsChanged() {
        if isStopping { return }
        for widget in registry.widgets { lookUpIcon(widget) }
    }

    /// Looks whether the containing app of a registered widget is installed.
    func lookUpApp(_ widget: HostedWidget) {
        guard let app = widget.registeredApp else { return forgetApp(of: widget) }
        Task {
            let isInstalled = await applications.isInstalled(app)
            // It may be another app's by now.
            guard registry.contains(widget), widget.registeredApp == app else { return }
            if isInstalled {
                forgetApp(of: widget)
                if !widget.record.containingAppSeen { change(widget, Self.noteApp) }
            } else if widget.record.containingAppSeen, widget.appTimer == nil {
                // An upgrade removes the file, and writes it anew.
                widget.appTimer = timer(at: clock.steady() + timing.uninstalling, for: widget) { center, widget in
                    center.appMayHaveGone(widget, app)
                }
            }
        }
    }

    private static func noteApp(_ record: inout WidgetRecord) -> Set<WidgetMember> {
        record.containingAppSeen = true
        return []
    }

    /// The time is over: what counts is what is there now.
    private func appMayHaveGone(_ widget: HostedWidget, _ app: String) {
        widget.appTimer = nil
        Task {
            if isStopping { return }
            let isInstalled = await applications.isInstalled(app)
            guard !isInstalled, registry.contains(widget), widget.registeredApp == app, widget.record.containingAppSeen
            else { return }
            logger.info("\(widget.identifier) goes, as \(app).desktop has gone")
            remove(widget)
        }
    }

    /// Lets a widget stay, or be gone already.
    func forgetApp(of widget: HostedWidget) {
        if let timer = widget.appTimer.take() { loop.cancel(timer) }
    }
}

extension HostedWidget {
    /// The containing app of a widget that was registered at run time; nil for any other.
    fileprivate var registeredApp: String? {
        record.source == .registered ? record.definition.containingApp : nil
    }
}
