internal import DBus
internal import Logging
internal import TodayManifests
internal import TodayModel
internal import TodayServiceRules

/// The apps that widgets belong to: a widget uses the icon of its app, and a widget registered at run time is removed
/// with its app. Used only by the center.
final class ContainingApps {
    private let service: ServiceContext
    private let applications: Applications

    init(_ applications: Applications, _ service: ServiceContext) {
        self.applications = applications
        self.service = service
    }

    /// Checks the app of a widget, now and whenever applications were added or removed.
    func follow(_ widget: HostedWidget, _ center: isolated Center) {
        checkApp(of: widget, center)
        let definition = widget.record.definition
        guard definition.icon == nil || definition.category == nil, let app = definition.containingApp else { return }
        Task {
            let file = await applications.desktopFile(of: app)
            center.change(widget) { $0.setApp(icon: file?.icon, category: file?.mainCategory, of: app) }
        }
    }

    /// Checks whether the app of a registered widget is installed.
    private func checkApp(of widget: HostedWidget, _ center: isolated Center) {
        guard let app = widget.record.registeredApp else { return forget(widget) }
        Task {
            let isInstalled = await applications.isInstalled(app)
            // The widget may belong to another app by now.
            guard center.registry.contains(widget), widget.record.registeredApp == app else { return }
            if isInstalled {
                forget(widget)
                if !widget.record.containingAppSeen { center.change(widget, Self.appChanged) }
            } else if widget.record.containingAppSeen, widget.appTimer == nil {
                // An upgrade removes the file and writes it again.
                let end = service.clock.steady() + service.timing.uninstalling
                widget.appTimer = service.loop.schedule(at: end, on: center, with: (self, widget)) { center, held in
                    held.0.recheckApp(app, of: held.1, center)
                }
            }
        }
    }

    private static func appChanged(_ record: inout WidgetRecord) -> Set<WidgetMember> {
        record.containingAppSeen = true
        return []
    }

    /// Checks again after the delay; the current state decides.
    private func recheckApp(_ app: String, of widget: HostedWidget, _ center: isolated Center) {
        widget.appTimer = nil
        Task {
            if center.isEnding { return }
            let isInstalled = await applications.isInstalled(app)
            guard !isInstalled, center.registry.contains(widget), widget.record.registeredApp == app,
                widget.record.containingAppSeen
            else { return }
            service.logger.info("\(widget.identifier) is removed, because \(app).desktop no longer exists")
            center.remove(widget, keeping: .everything)
        }
    }

    /// Cancels the planned removal of a widget.
    func forget(_ widget: HostedWidget) {
        if let timer = widget.appTimer.take() { service.loop.cancel(timer) }
    }
}

extension WidgetRecord {
    /// The containing app of a widget that was registered at run time; nil for any other.
    fileprivate var registeredApp: String? {
        source == .registered ? definition.containingApp : nil
    }
}
