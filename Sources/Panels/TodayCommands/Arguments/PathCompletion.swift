internal import Glibc
internal import TodayPlatform

/// Paths that a shell offers to complete the beginning of a path.
enum PathCompletion {
    /// Returns the matching entries of the folder that the beginning names, or of the current folder. Folders end with
    /// `/`.
    ///
    /// - Parameter isFolder: whether only folders match.
    static func paths(beginningWith beginning: some StringProtocol, isFolder: Bool) -> [String] {
        let scalars = beginning.unicodeScalars
        let slash = scalars.lastIndex(of: "/").map { scalars.index(after: $0) } ?? beginning.startIndex
        let (folder, start) = (String(beginning[..<slash]), beginning[slash...])
        let names = (FolderContents.names(in: folder.isEmpty ? "." : folder) ?? []).sorted()
        return names.compactMap { name in
            // Hidden entries match only if the beginning of the name has the dot.
            guard name.hasPrefix(start), !name.hasPrefix(".") || start.hasPrefix(".") else { return nil }
            let path = folder + name
            var status = stat()
            if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return path + "/" }
            return isFolder ? nil : path
        }
    }
}
