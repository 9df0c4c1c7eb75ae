internal import CTodaySystem
package import DBus
package import Logging
internal import TodayPlatform

/// The whole service in one process: it connects, loads the installed widgets, requests the names, and runs until a
/// signal ends it or the bus goes away.
package struct Daemon: Sendable {
    private let address: BusAddress
    private let environment: [String: String]
    private let logger: Logger

    /// - Parameters:
    ///   - address: the bus to serve.
    ///   - environment: the variables for looking up folders and for starting providers.
    package init(address: BusAddress = .session, environment: [String: String] = Environment.current, logger: Logger) {
        self.address = address
        self.environment = environment
        self.logger = logger
    }

    /// Runs the service. It returns after SIGTERM or SIGINT.
    ///
    /// - Throws: if the bus can't be reached, a name is taken, or the bus goes away.
    package func run() async throws {
        // A signal that arrives during startup ends the service in order afterwards.
        _ = csystem_stop_signals()
        let store = StateStore(folder: StatePlaces(environment: environment).folder, logger: logger)
        let (loop, files) = (EventLoop(), EventLoop(name: "files"))
        let folders = ManifestFolders(environment: environment, logger: logger)
        let installed = ManifestWatch(folders, loop: files, settling: ServiceTiming().settlingOfFiles)
        // The disk and the bus work in parallel.
        async let manifests = installed.begin()
        async let snapshot = store.load()
        async let connection = Connection.open(address, on: loop)
        async let apps = Connection.open(address, on: loop)
        async let inquiries = Connection.open(address, on: loop)
        let center = Center(
            connection: try await connection, apps: try await apps, inquiries: try await inquiries,
            logger: logger, environment: environment, store: store, files: files, ownsProcess: true)
        do {
            try await center.prepare()
            var restored = await snapshot
            if restored.isNew { restored.expected = folders.defaultArrangement() }
            try await center.start(restoring: restored, manifests: await manifests)
        } catch {
            await center.close()
            throw error
        }
        await center.follow(installed)
        await center.followApplications()
        await endOnSignal(center)
        await freeStartupMemory(center)
        let reason = await center.ended
        await installed.end()
        await center.endFollowingApplications()
        await center.finishStoring()
        if reason == .disconnected {
            await center.close()
            throw BusLost()
        }
    }

    /// Frees the memory of code that only ran during startup, which is more than half of the total.
    private func freeStartupMemory(_ center: isolated Center) {
        _ = center.loop.schedule(at: .now + center.timing.settlingOfStart) { csystem_unmap_code() }
    }

    /// Ends the service in order when a stop signal arrives.
    private func endOnSignal(_ center: isolated Center) {
        center.loop.onStopSignal {
            Task {
                if await center.isEnding { return }
                await center.stop()
                // The names are released with the connections, and their next owner reads the state from disk.
                _ = await center.flush()
                await center.close()
            }
        }
    }

    /// The bus went away; the session starts this process again.
    package struct BusLost: Error, CustomStringConvertible {
        package let description = "lost the connection to the session bus"
    }
}
