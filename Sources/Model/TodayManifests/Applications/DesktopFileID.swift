/// The id of a desktop file, without `.desktop`.
///
/// Desktop Entry Specification, "Desktop File ID": the path below a folder `applications`, with `-` for `/`. So a `-`
/// in the id is either a hyphen or the end of a folder's name.
package struct DesktopFileID: Hashable, Sendable {
    package let rawValue: String

    /// Returns nil if the value can't be a file name, or would lead out of the folder.
    package init?(_ rawValue: String) {
        let length = rawValue.utf8.count
        guard (1...Self.maximumBytes).contains(length), !rawValue.utf8.contains(0),
            !rawValue.utf8.contains(UInt8(ascii: "/"))
        else { return nil }
        self.rawValue = rawValue
    }

    /// The longest file name, minus the suffix.
    private static let maximumBytes = 255 - ".desktop".utf8.count
    /// The maximum depth of folders; links can make the tree endless.
    private static let maximumDepth = 8

    /// Returns the paths below a folder `applications` where the file may be, best first.
    ///
    /// - Parameter isFolder: Whether a path below that folder is a folder. Called only for paths that can lead further.
    package func candidates(where isFolder: (String) -> Bool) -> [String] {
        var found: [String] = []
        Self.add(to: &found, "", rawValue.utf8[...], 1, isFolder)
        return found
    }

    private static func add(
        to found: inout [String], _ folder: String, _ rest: Substring.UTF8View, _ depth: Int,
        _ isFolder: (String) -> Bool
    ) {
        found.append(folder + String(Substring(rest)) + ".desktop")
        if depth == maximumDepth { return }
        for index in rest.indices where rest[index] == UInt8(ascii: "-") {
            let name = rest[..<index]
            let behind = rest[rest.index(after: index)...]
            // Application folders are never hidden, and never `..`.
            if name.isEmpty || name.first == UInt8(ascii: ".") || behind.isEmpty { continue }
            let next = folder + String(Substring(name))
            if isFolder(next) { add(to: &found, next + "/", behind, depth + 1, isFolder) }
        }
    }
}
