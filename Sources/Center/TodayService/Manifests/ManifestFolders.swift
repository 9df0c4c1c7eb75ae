internal import Glibc
package import Logging
internal import TodayPlatform
internal import TodayManifests
internal import TodayModel

/// The folders of installed widgets: `todaycenter/widgets` below `$XDG_DATA_HOME` and each of `$XDG_DATA_DIRS`. XDG
/// Base Directory Specification.
package struct ManifestFolders: Sendable {
    /// In the order of precedence.
    package let paths: [String]
    /// The locale of localized values; a POSIX locale name.
    var locale: String?
    /// The search path of programs, as in `PATH`.
    private let programs: String?
    let logger: Logger

    /// A manifest is a screen of text; a larger file is something else.
    private static let maximumBytes = 64 << 10

    /// The files with the default arrangement, in the order of precedence.
    private let arrangements: [String]

    package init(environment: [String: String], logger: Logger) {
        let folders = UserFolders.allData(environment).map { $0 + "/todaycenter/" }
        paths = folders.map { $0 + "widgets" }
        arrangements = folders.map { $0 + "default-arrangement" }
        locale = Environment.locale(environment)
        programs = environment["PATH"].flatMap { $0.isEmpty ? nil : $0 }
        self.logger = logger
    }

    /// The files found at one moment.
    struct Reading: Sendable {
        /// One per widget, in the order of their identifiers.
        var manifests: [Manifest] = []
        /// The obstacles, by the path of the file or the identifier.
        var obstacles: [String: Obstacle] = [:]
    }

    /// The reason why a widget isn't installed although it has a manifest.
    struct Obstacle: Hashable, Sendable {
        /// An unusable file is a fault; a program that isn't installed isn't.
        let level: Logger.Level
        let text: String
    }

    /// Reads all manifests, and logs why some widgets aren't installed; see ``read()``.
    package func load() -> ManifestReading {
        let reading = read()
        log(reading.obstacles, after: [:])
        return ManifestReading(reading.manifests)
    }

    /// Returns the widgets of the first file `todaycenter/default-arrangement`, in order: the arrangement of users who
    /// have none yet. It may name widgets that aren't installed, which take their places when they come. A line that
    /// begins with `#` is a comment.
    func defaultArrangement() -> [WidgetIdentifier] {
        for path in arrangements {
            do {
                let lines = try TextFile.read(path, maximumBytes: Self.maximumBytes).split(separator: "\n")
                return lines.filter { $0.utf8.first != UInt8(ascii: "#") }.compactMap { line in
                    let identifier = WidgetIdentifier(rawValue: String(line))
                    if identifier == nil {
                        logger.warning("\(path): \(line.debugDescription) isn't a widget identifier")
                    }
                    return identifier
                }
            } catch {
                if !error.isMissing { logger.warning("\(path): \(error)") }
            }
        }
        return []
    }

    /// Logs each obstacle once.
    func log(_ obstacles: [String: Obstacle], after former: [String: Obstacle]) {
        for (place, obstacle) in obstacles.sorted(by: { $0.key < $1.key }) where former[place] != obstacle {
            logger.log(level: obstacle.level, "\(place): \(obstacle.text)")
        }
    }

    /// Reads all manifests. The first file of an identifier wins; a hidden one masks the others. A bad file masks
    /// nothing.
    func read() -> Reading {
        var reading = Reading()
        var found: [WidgetIdentifier: Manifest] = [:]
        for folder in paths {
            for name in Self.files(in: folder) {
                let path = folder + "/" + name
                do {
                    let manifest = try read(path, name: name)
                    if found[manifest.identifier] == nil { found[manifest.identifier] = manifest }
                } catch let error as TextFile.ReadError where error.isMissing && !Self.isLink(path) {
                    // It was removed while the folder was read.
                } catch {
                    reading.obstacles[path] = Obstacle(level: .warning, text: "\(error)")
                }
            }
        }
        for manifest in found.values where !manifest.hidden {
            // As in the Desktop Entry Specification: the widget is installed only if that program is.
            if let program = manifest.tryExec, !Environment.canRun(program, path: programs) {
                reading.obstacles[manifest.identifier.rawValue] = Obstacle(
                    level: .notice, text: "TryExec: \(program) not found, so the widget is hidden")
            } else {
                reading.manifests.append(manifest)
            }
        }
        return reading
    }

    private func read(_ path: String, name: String) throws -> Manifest {
        let identifier = try WidgetIdentifier(widget: String(name.dropLast(".widget".count)))
        var manifest = try Manifest.parse(
            try TextFile.read(path, maximumBytes: Self.maximumBytes), identifier: identifier, locale: locale)
        if let sample = manifest.definition.sampleFile {
            manifest.definition.sampleFile = Self.resolved(sample, of: path)
        }
        return manifest
    }

    /// Returns the file of a sample, whose path may start from the folder of the manifest.
    private static func resolved(_ sample: SampleFile, of manifest: String) -> SampleFile {
        var status = stat()
        let owner = stat(manifest, &status) == 0 ? status.st_uid : getuid()
        if sample.path.utf8.first == UInt8(ascii: "/") { return SampleFile(path: sample.path, owner: owner) }
        let folder = manifest.utf8.prefix(
            through: manifest.utf8.lastIndex(of: UInt8(ascii: "/")) ?? manifest.startIndex)
        return SampleFile(path: String(Substring(folder)) + sample.path, owner: owner)
    }

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    private static func files(in folder: String) -> [String] {
        (FolderContents.names(in: folder) ?? []).filter { $0.hasSuffix(".widget") && !$0.hasPrefix(".") }
    }
}
