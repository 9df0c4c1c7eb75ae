internal import Glibc
package import Logging
internal import Processes
internal import TodayModel

/// The folders that widgets are installed into: `todaycenter/widgets` below `$XDG_DATA_HOME` and each of
/// `$XDG_DATA_DIRS`. XDG Base Directory Specification.
package struct ManifestFolders: Sendable {
    /// In the order of precedence.
    package let paths: [String]
    /// Which localised values count; a POSIX locale name.
    private let locale: String?
    /// Where programs are looked for, as in `PATH`.
    private let programs: String?
    let logger: Logger

    /// A manifest is a screen of text; whatever is larger is something else.
    private static let maximumBytes = 64 << 10

    package init(environment: [String: String], logger: Logger) {
        paths = UserFolders.allData(environment).map { $0 + "/todaycenter/widgets" }
        locale = Environment.locale(environment)
        programs = environment["PATH"].flatMap { $0.isEmpty ? nil : $0 }
        self.logger = logger
    }

    /// What was found at one moment.
    struct Reading: Sendable {
        /// One for each widget, in the order of their identifiers.
        var manifests: [Manifest] = []
        /// What is wrong with files that cannot be used, by path.
        var faults: [String: String] = [:]
    }

    /// Reads all manifests, and logs what is wrong with them; see ``read()``.
    package func load() -> ManifestReading {
        let reading = read()
        for (path, fault) in reading.faults.sorted(by: { $0.key < $1.key }) { logger.warning("\(path): \(fault)") }
        return ManifestReading(reading.manifests)
    }

    /// Reads all manifests. Of one identifier the first file wins; a hidden one masks the others. A bad file masks
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
                    // It went while the folder was read.
                } catch {
                    reading.faults[path] = "\(error)"
                }
            }
        }
        reading.manifests = found.values.filter { !$0.hidden && canRun($0) }.sorted { $0.identifier < $1.identifier }
        return reading
    }

    private func read(_ path: String, name: String) throws -> Manifest {
        let identifier = try WidgetIdentifier(String(name.dropLast(".widget".count)))
        return try Manifest.parse(
            try TextFile.read(path, maximumBytes: Self.maximumBytes), identifier: identifier, locale: locale)
    }

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// `TryExec`, as in the Desktop Entry Specification: the widget is there only if that program is.
    private func canRun(_ manifest: Manifest) -> Bool {
        guard let program = manifest.tryExec, let path = Environment.locate(program, path: programs) else {
            return manifest.tryExec == nil
        }
        return access(path, X_OK) == 0
    }

    private static func files(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { start in
                start.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".widget"), !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
