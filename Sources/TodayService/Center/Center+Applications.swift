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
        for path in registry.objects { lookUpIcon(path) }
    }

    /// Looks whether the containing app of a registered widget is installed.
    func lookUpApp(_ path: ObjectPath) {
        guard let record = registry[path], record.source == .registered, let app = record.definition.containingApp
        else { return forgetApp(of: path) }
        Task {
            let isInstalled = await applications.isInstalled(app)
            // It may be another widget's turn by now.
            guard let record = registry[path], record.source == .registered, record.definition.containingApp == app
            else { return }
            if isInstalled {
                forgetApp(of: path)
                if !record.containingAppSeen { change(path, Self.noteApp) }
            } else if record.containingAppSeen, appTimers[path] == nil {
                // An upgrade removes the file, and writes it anew.
                appTimers[path] = loop.schedule(at: clock.steady() + timing.uninstalling) { [weak self] in
                    self?.assumeIsolated { $0.appMayHaveGone(path, app) }
                }
            }
        }
    }

    private static func noteApp(_ record: inout WidgetRecord) -> Set<WidgetMember> {
        record.containingAppSeen = true
        return []
    }

    /// The time is over: what counts is what is there now.
    private func appMayHaveGone(_ path: ObjectPath, _ app: String) {
        appTimers[path] = nil
        Task {
            if isStopping { return }
            let isInstalled = await applications.isInstalled(app)
            guard !isInstalled, let record = registry[path], record.source == .registered,
                record.definition.containingApp == app, record.containingAppSeen
            else { return }
            logger.info("\(record.identifier) goes, as \(app).desktop has gone")
            remove(path)
        }
    }

    /// Lets a widget stay, or be gone already.
    func forgetApp(of path: ObjectPath) {
        if let timer = appTimers.removeValue(forKey: path) { loop.cancel(timer) }
    }
}
