internal import Glibc

/// The contents of a folder, and the paths of files.
package enum FolderContents {
    /// Returns the absolute path of a file or folder, without symbolic links; nil if it doesn't exist.
    package static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Returns the names except `.` and `..`, in any order; nil if the folder can't be read.
    package static func names(in path: String) -> [String]? {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { start in
                start.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Deletes the folder and its contents. It doesn't follow links.
    package static func removeTree(_ path: String) {
        for name in names(in: path) ?? [] {
            let child = path + "/" + name
            if unlink(child) != 0, errno == EISDIR || errno == EPERM { removeTree(child) }
        }
        rmdir(path)
    }
}
