internal import DBus
internal import TodayServiceRules

/// The service's access to the desktop: its applications, and the opening of URLs.
struct Desktop {
    /// The loop that reads files and starts programs: a disk may be slow, and the bus thread must not wait.
    let files: EventLoop
    let applications: Applications
    let containingApps: ContainingApps
    let urlOpenings: URLOpeningQueue

    init(_ service: ServiceContext, files: EventLoop) {
        self.files = files
        applications = Applications(environment: service.environment, logger: service.logger, loop: files)
        containingApps = ContainingApps(applications, service)
        urlOpenings = URLOpeningQueue(service, applications)
    }
}
