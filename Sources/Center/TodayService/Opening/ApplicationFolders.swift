internal import Glibc
internal import Logging
internal import TodayPlatform
internal import TodayManifests

/// The folders of installed applications: `applications` below `$XDG_DATA_HOME` and each of `$XDG_DATA_DIRS`. Reading
/// them may wait for a disk.
struct ApplicationFolders: Sendable {
    /// An installed application.
    struct Application: Hashable, Sendable {
        /// Its id, without `.desktop`.
        let id: String
        /// The path of its desktop file.
        let path: String
        let file: DesktopFile
    }

    /// In the order of precedence.
    let paths: [String]
    private let locale: String?
    /// The search path of programs.
    private let programs: String?
    private let logger: Logger

    /// Some files with all their translations have half of that.
    private static let maximumBytes = 1 << 20

    init(environment: [String: String], logger: Logger) {
        paths = UserFolders.allData(environment).map { $0 + "/applications" }
        locale = Environment.locale(environment)
        programs = environment["PATH"]
        self.logger = logger
    }

    /// Returns an application by its desktop file id, without `.desktop`. The first file wins. A hidden file, or a
    /// `TryExec` that can't be run, means that the application isn't installed. A bad file is logged and masks nothing.
    func application(_ id: String) -> Application? {
        guard let fileID = DesktopFileID(id) else { return nil }
        for folder in paths {
            for name in fileID.candidates(where: { Self.isFolder(folder + "/" + $0) }) {
                let path = folder + "/" + name
                guard let file = read(path) else { continue }
                let canRun = file.tryExec.map { Environment.canRun($0, path: programs) } ?? true
                return file.isHidden || !canRun ? nil : Application(id: id, path: path, file: file)
            }
        }
        return nil
    }

    /// Whether an application has a desktop file that isn't marked as removed. A file that can't be used at the moment
    /// counts: it is being upgraded, or will be fixed.
    func hasFile(_ id: String) -> Bool {
        guard let fileID = DesktopFileID(id) else { return false }
        for folder in paths {
            for name in fileID.candidates(where: { Self.isFolder(folder + "/" + $0) })
            where access(folder + "/" + name, F_OK) == 0 {
                return read(folder + "/" + name)?.isHidden != true
            }
        }
        return false
    }

    private func read(_ path: String) -> DesktopFile? {
        do {
            return try DesktopFile.parse(try TextFile.read(path, maximumBytes: Self.maximumBytes), locale: locale)
        } catch let error as TextFile.ReadError where error.isMissing {
            return nil
        } catch {
            logger.warning("\(path): \(error)")
            return nil
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
