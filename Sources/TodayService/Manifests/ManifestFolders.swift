internal import Glibc
package import Logging
internal import Processes
package import TodayModel

/// The folders that widgets are installed into: `todaycenter/widgets` below `$XDG_DATA_HOME` and each of
/// `$XDG_DATA_DIRS`. XDG Base Directory Specification.
package struct ManifestFolders: Sendable {
    /// In the order of precedence.
    package let paths: [String]
    /// Which localised values count; a POSIX locale name.
    private let locale: String?
    /// Where programs are looked for, as in `PATH`.
    private let programs: String?
    private let logger: Logger

    /// A manifest is a screen of text; whatever is larger is something else.
    private static let maximumBytes = 64 << 10

    package init(environment: [String: String], logger: Logger) {
        paths = DataFolders.paths(environment).map { $0 + "/todaycenter/widgets" }
        locale = DataFolders.locale(environment)
        programs = environment["PATH"].flatMap { $0.isEmpty ? nil : $0 }
        self.logger = logger
    }

    /// Reads all manifests. Of one identifier the first file wins; a hidden one masks the others. A bad file is logged,
    /// and masks nothing.
    package func load() -> [Manifest] {
        var found: [WidgetIdentifier: Manifest] = [:]
        for folder in paths {
            for name in Self.files(in: folder) {
                let path = folder + "/" + name
                guard let manifest = read(path, name: name), found[manifest.identifier] == nil else { continue }
                found[manifest.identifier] = manifest
            }
        }
        return found.values.filter { !$0.hidden && canRun($0) }.sorted { $0.identifier < $1.identifier }
    }

    private func read(_ path: String, name: String) -> Manifest? {
        do {
            let identifier = try WidgetIdentifier(String(name.dropLast(".widget".count)))
            return try Manifest.parse(
                try TextFile.read(path, maximumBytes: Self.maximumBytes), identifier: identifier, locale: locale)
        } catch {
            logger.warning("\(path): \(error)")
            return nil
        }
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
