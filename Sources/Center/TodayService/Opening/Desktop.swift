internal import DBus
internal import TodayServiceRules

/// What the service has to do with the desktop: its applications, and who opens URLs.
struct Desktop {
    /// Where files are read and programs started: a disk may take its time, and the thread of the bus waits for nobody.
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
