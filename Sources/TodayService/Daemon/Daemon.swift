package import DBus
package import Logging
internal import Platform
internal import ServiceLifecycle
internal import UnixSignals

/// The whole service in one process: connects, loads what is installed, takes the names, and runs until it is told to
/// end or the bus goes.
package struct Daemon: Sendable {
    private let address: BusAddress
    private let environment: [String: String]
    private let logger: Logger

    /// - Parameters:
    ///   - address: the bus to serve.
    ///   - environment: where folders are looked up, and what providers are started with.
    package init(address: BusAddress = .session, environment: [String: String] = Environment.current, logger: Logger) {
        self.address = address
        self.environment = environment
        self.logger = logger
    }

    /// Runs the service. It returns after SIGTERM or SIGINT.
    ///
    /// - Throws: when the bus cannot be reached, the name is taken, or the bus goes away.
    package func run() async throws {
        let group = ServiceGroup(
            configuration: .init(
                services: [
                    .init(service: CenterService(daemon: self), successTerminationBehavior: .gracefullyShutdownGroup)
                ],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: Logger(label: "lifecycle") { _ in SwiftLogNoOpLogHandler() }))
        try await group.run()
    }

    /// The bus went away; whoever started this process starts it again.
    package struct BusLost: Error, CustomStringConvertible {
        package let description = "the bus has gone away"
    }

    /// The center as a service with a graceful end.
    private struct CenterService: Service {
        let daemon: Daemon

        func run() async throws {
            let store = StateStore(
                folder: StatePlaces(environment: daemon.environment).folder, logger: daemon.logger)
            let (loop, files) = (EventLoop(), EventLoop(name: "files"))
            let installed = ManifestWatch(
                ManifestFolders(environment: daemon.environment, logger: daemon.logger), loop: files,
                settling: ServiceTiming().settlingOfFiles)
            // The disk and the bus do their work at the same time.
            async let snapshot = store.load()
            async let manifests = installed.begin()
            async let connection = Connection.open(daemon.address, on: loop)
            async let apps = Connection.open(daemon.address, on: loop)
            async let inquiries = Connection.open(daemon.address, on: loop)
            let center = Center(
                connection: try await connection, apps: try await apps, inquiries: try await inquiries,
                logger: daemon.logger, environment: daemon.environment, store: store, files: files,
                ownsProcess: true)
            do { try await center.start(manifests: await manifests, snapshot: await snapshot) } catch {
                await center.close()
                throw error
            }
            await center.follow(installed)
            await center.followApplications()
            let reason = await withGracefulShutdownHandler {
                await center.ended
            } onGracefulShutdown: {
                Task {
                    await center.stop()
                    // The names go with the connections, and whoever takes them next reads what is on disk.
                    _ = await center.flush()
                    await center.close()
                }
            }
            await installed.end()
            await center.endFollowingApplications()
            await center.finishStoring()
            if reason == .disconnected {
                await center.close()
                throw BusLost()
            }
        }
    }
}
