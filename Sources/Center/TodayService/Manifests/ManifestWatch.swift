package import DBus
internal import TodayPlatform
internal import Logging

/// Reads the installed manifests, now and whenever their files change. It runs where files are read, which is not the
/// thread of the bus.
package actor ManifestWatch {
    private nonisolated let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// What is installed after each change. Whoever is slow gets the newest only.
    package nonisolated let readings: AsyncStream<ManifestReading>

    private let folders: ManifestFolders
    private let settling: Duration
    private let sink: AsyncStream<ManifestReading>.Continuation
    private var watch: FolderWatch?
    /// What was said last time.
    private var obstacles: [String: ManifestFolders.Obstacle] = [:]

    /// - Parameters:
    ///   - loop: where files are read.
    ///   - settling: how long several changes are waited for, to be read at once.
    package init(_ folders: ManifestFolders, loop: EventLoop, settling: Duration) {
        self.folders = folders
        self.loop = loop
        self.settling = settling
        (readings, sink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Starts to watch, and returns what is installed.
    package func begin() -> ManifestReading {
        let watch = FolderWatch(
            folders.paths, suffix: ".widget", settling: settling, loop: loop,
            complaint: { [logger = folders.logger] in logger.warning("\($0)") }
        ) { [weak self] in
            self?.assumeIsolated { $0.changed() }
        }
        self.watch = watch
        watch.assumeIsolated { $0.begin() }
        return read()
    }

    /// Ends the watch, and with it ``readings``.
    package func end() {
        watch.take()?.assumeIsolated { $0.end() }
        sink.finish()
    }

    private func changed() { sink.yield(read()) }

    private func read() -> ManifestReading {
        let reading = folders.read()
        folders.log(reading.obstacles, after: obstacles)
        obstacles = reading.obstacles
        return ManifestReading(reading.manifests)
    }
}
