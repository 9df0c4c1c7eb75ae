internal import CTodaySystem
package import DBus
package import Logging
internal import TodayPlatform

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
        // From here on: who is told to end while starting ends in order after it.
        _ = csystem_stop_signals()
        let store = StateStore(folder: StatePlaces(environment: environment).folder, logger: logger)
        let (loop, files) = (EventLoop(), EventLoop(name: "files"))
        let installed = ManifestWatch(
            ManifestFolders(environment: environment, logger: logger), loop: files,
            settling: ServiceTiming().settlingOfFiles)
        // The disk and the bus do their work at the same time.
        async let manifests = installed.begin()
        async let snapshot = store.load()
        async let connection = Connection.open(address, on: loop)
        async let apps = Connection.open(address, on: loop)
        async let inquiries = Connection.open(address, on: loop)
        let center = Center(
            connection: try await connection, apps: try await apps, inquiries: try await inquiries,
            logger: logger, environment: environment, store: store, files: files, ownsProcess: true)
        do {
            try await center.prepare(await snapshot)
            try await center.start(manifests: await manifests)
        } catch {
            await center.close()
            throw error
        }
        await center.follow(installed)
        await center.followApplications()
        await endOnSignal(center)
        await letGoOfStart(center)
        let reason = await center.ended
        await installed.end()
        await center.endFollowingApplications()
        await center.finishStoring()
        if reason == .disconnected {
            await center.close()
            throw BusLost()
        }
    }

    /// Gives back the memory of code that has only run while starting, which is more than half of all.
    private func letGoOfStart(_ center: isolated Center) {
        _ = center.loop.schedule(at: .now + center.timing.settlingOfStart) { csystem_unmap_code() }
    }

    /// Ends in order when the process is told to.
    private func endOnSignal(_ center: isolated Center) {
        center.loop.onStopSignal {
            Task {
                if await center.isEnding { return }
                await center.stop()
                // The names go with the connections, and whoever takes them next reads what is on disk.
                _ = await center.flush()
                await center.close()
            }
        }
    }

    /// The bus went away; whoever started this process starts it again.
    package struct BusLost: Error, CustomStringConvertible {
        package let description = "the bus has gone away"
    }
}
