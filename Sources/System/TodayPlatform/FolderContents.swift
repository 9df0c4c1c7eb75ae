internal import Glibc

/// What is in a folder.
package enum FolderContents {
    /// The names, but for `.` and `..`, in any order; nil when the folder cannot be read.
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

    /// Deletes the folder with all that is in it. Links are not followed.
    package static func removeTree(_ path: String) {
        for name in names(in: path) ?? [] {
            let child = path + "/" + name
            if unlink(child) != 0, errno == EISDIR || errno == EPERM { removeTree(child) }
        }
        rmdir(path)
    }
}
