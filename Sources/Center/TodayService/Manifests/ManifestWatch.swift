package import DBus
internal import TodayPlatform
internal import Logging

/// Reads the installed manifests at the start and whenever their files change. It runs on the thread that reads files,
/// not on the bus thread.
package actor ManifestWatch {
    private nonisolated let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// The installed manifests after each change. A slow reader gets only the newest.
    package nonisolated let readings: AsyncStream<ManifestReading>

    private var folders: ManifestFolders
    private let settling: Duration
    private let sink: AsyncStream<ManifestReading>.Continuation
    private var watch: FolderWatch?
    /// The obstacles that were logged last.
    private var obstacles: [String: ManifestFolders.Obstacle] = [:]

    /// - Parameters:
    ///   - loop: the loop that reads files.
    ///   - settling: the time to wait for more changes, so that they are read together.
    package init(_ folders: ManifestFolders, loop: EventLoop, settling: Duration) {
        self.folders = folders
        self.loop = loop
        self.settling = settling
        (readings, sink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Starts to watch, and returns the installed manifests.
    package func begin() -> ManifestReading {
        let watch = FolderWatch(
            folders.paths, suffix: ".widget", settling: settling, loop: loop,
            problem: { [logger = folders.logger] in logger.warning("\($0)") }
        ) { [weak self] in
            self?.assumeIsolated { $0.changed() }
        }
        self.watch = watch
        watch.assumeIsolated { $0.begin() }
        return read()
    }

    /// Ends the watch and ``readings``.
    package func end() {
        watch.take()?.assumeIsolated { $0.end() }
        sink.finish()
    }

    /// Reads the manifests in another locale from now on.
    func use(_ locale: String) {
        if folders.locale == locale { return }
        folders.locale = locale
        if watch != nil { changed() }
    }

    private func changed() { sink.yield(read()) }

    private func read() -> ManifestReading {
        let reading = folders.read()
        folders.log(reading.obstacles, after: obstacles)
        obstacles = reading.obstacles
        return ManifestReading(reading.manifests)
    }
}
