internal import Glibc
internal import TodayPlatform

/// Paths that a shell offers for the beginning of one.
enum PathCompletion {
    /// What lies in the folder that the beginning names, or in the current one: folders with `/` behind them.
    ///
    /// - Parameter isFolder: whether a folder is wanted, so that files are left out.
    static func paths(beginningWith beginning: some StringProtocol, isFolder: Bool) -> [String] {
        let scalars = beginning.unicodeScalars
        let slash = scalars.lastIndex(of: "/").map { scalars.index(after: $0) } ?? beginning.startIndex
        let (folder, start) = (String(beginning[..<slash]), beginning[slash...])
        let names = (FolderContents.names(in: folder.isEmpty ? "." : folder) ?? []).sorted()
        return names.compactMap { name in
            // What is hidden is offered when its dot is there.
            guard name.hasPrefix(start), !name.hasPrefix(".") || start.hasPrefix(".") else { return nil }
            let path = folder + name
            var status = stat()
            if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return path + "/" }
            return isFolder ? nil : path
        }
    }
}
