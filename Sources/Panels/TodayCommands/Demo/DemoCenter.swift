internal import Glibc
internal import TodayModel
internal import TodayPlatform

/// A center for the demo only, without earlier state.
struct DemoCenter: Sendable {
    private let process: RunningProcess
    private let folder: TemporaryFolder

    /// The folder for the state of the demo's programs.
    var state: String { folder.path + "/state" }

    /// Starts `todayd`.
    ///
    /// - Parameter ending: ends when `todayd` ends, with the last lines of its log.
    static func start(
        _ installation: Installation, _ contents: DemoContents, ending: Ending
    ) async throws -> DemoCenter {
        guard let program = installation.program("todayd") else {
            throw CommandFailure(.failed, tr("todayd not found next to this program or in PATH"))
        }
        let manifests = try contents.manifests(of: installation)
        let folder = try TemporaryFolder(prefix: "todayctl-demo")
        do {
            let log = folder.path + "/log"
            let descriptor = open(log, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else {
                throw CommandFailure.cannotCreate(log, errno)
            }
            defer { close(descriptor) }
            var request = ChildProcess.Request([program])
            request.environment = try environment(folder, installation, manifests: manifests)
            request.error = descriptor
            request.output = descriptor
            let process = try await RunningProcess.start(request, patience: .seconds(6)) { exit in
                let reason = tail(of: log)
                let message =
                    reason.isEmpty
                    ? tr("todayd ended ({status})", ["status": "\(exit)"])
                    : tr("todayd ended ({status}): {reason}", ["status": "\(exit)", "reason": reason])
                ending.end(.failure(CommandFailure(.failed, message)))
            }
            return DemoCenter(process: process, folder: folder)
        } catch {
            folder.remove()
            throw error
        }
    }

    /// Returns a note that the demo doesn't show the user's own widgets; nil if the user has none.
    static func absence(of count: Int) -> String? {
        if count == 0 { return nil }
        return trn(
            "the demo doesn't show the widget that you have installed; 'todayctl today' does",
            "the demo doesn't show the {count} widgets that you have installed; 'todayctl today' does", count)
    }

    /// Ends the center and deletes its state.
    func stop() async {
        process.end()
        _ = await process.exit()
        folder.remove()
    }

    /// Returns the environment in which the center finds its widgets and programs, but no installed widgets. Its state is
    /// separate, because another center of this user may be running on another bus.
    private static func environment(
        _ folder: TemporaryFolder, _ installation: Installation, manifests: String?
    ) throws -> [String: String] {
        var environment = Environment.current
        func makeLink(_ name: String, to path: String?) throws {
            let link = "\(folder.path)/\(name)"
            guard let path, symlink(path, link) != 0 else { return }
            throw CommandFailure.cannotCreate(link, errno)
        }
        try folder.makeFolder("share/todaycenter")
        try makeLink("share/todaycenter/widgets", to: manifests)
        try makeLink(
            "share/todaycenter/default-arrangement", to: installation.manifests.map { $0 + "/../default-arrangement" })
        try makeLink("share/applications", to: installation.checkout.map { $0 + "/data/examples/applications" })
        var shared = [folder.path + "/share"]
        for path in UserFolders.allData(["XDG_DATA_DIRS": Environment["XDG_DATA_DIRS"] ?? ""]) {
            let copy = try folder.makeFolder("shared/\(shared.count)")
            for name in FolderContents.names(in: path) ?? [] where name != "todaycenter" {
                try makeLink("shared/\(shared.count)/\(name)", to: "\(path)/\(name)")
            }
            shared.append(copy)
        }
        environment["XDG_DATA_DIRS"] = shared.joined(separator: ":")
        for (variable, name) in [("XDG_DATA_HOME", "data"), ("XDG_STATE_HOME", "state"), ("XDG_CACHE_HOME", "cache")] {
            environment[variable] = try folder.makeFolder(name)
        }
        environment[DemoPlace.variable] =
            try Environment[DemoPlace.variable] ?? DemoPlace.write(into: folder)
        if let programs = installation.programs {
            environment["PATH"] = programs + ":" + (Environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin")
        }
        return environment
    }

    /// Returns the end of a log.
    private static func tail(of path: String) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        let size = lseek(descriptor, 0, SEEK_END)
        lseek(descriptor, max(0, size - 1000), SEEK_SET)
        var buffer = [UInt8](repeating: 0, count: 1000)
        let count = read(descriptor, &buffer, buffer.count)
        let text = String(decoding: buffer[..<max(0, count)], as: UTF8.self)
        return text.split(separator: "\n").suffix(4).joined(separator: " | ")
    }
}
