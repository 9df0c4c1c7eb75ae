internal import DBus
internal import NotificationCenter
internal import TodayPlatform
internal import TodayManifests
internal import TodayModel

/// A manifest on disk.
enum ManifestFile {
    /// Reads a manifest, without a locale.
    ///
    /// - Throws: `NCError` with code `invalidDefinition`, or `invalidIdentifier` if the file name isn't an identifier.
    static func read(_ path: String) throws(NCError) -> Manifest {
        let file = path.split(at: "/").last ?? ""
        let ending = ".widget"
        guard file.hasSuffix(ending),
            let identifier = WidgetIdentifier(rawValue: String(file.dropLast(ending.utf8.count)))
        else { throw NCError(.invalidIdentifier, "\(path.debugDescription) is not IDENTIFIER\(ending)") }
        do {
            let text = try TextFile.read(path, maximumBytes: 1 << 20)
            return try Manifest.parse(text, identifier: identifier, locale: nil)
        } catch { throw NCError(.invalidDefinition, "\(path): \(error)") }
    }
}
