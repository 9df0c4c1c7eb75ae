internal import Glibc

/// Whether a file is this user's alone to change.
enum FileAccess {
    /// Why what is in a file must not be run: somebody else could have written it. Nil when it may be.
    ///
    /// - Parameter path: with links followed already.
    static func refusal(_ path: String, _ status: stat) -> String? {
        if let fault = fault(status) { return "it \(fault), and is not run" }
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        var above = stat()
        guard stat(folder.isEmpty ? "/" : folder, &above) == 0 else { return "its folder cannot be read" }
        return fault(above).map { "its folder \($0), and it is not run" }
    }

    private static func fault(_ status: stat) -> String? {
        if status.st_uid != getuid(), status.st_uid != 0 { return "belongs to another user" }
        if status.st_mode & S_IWOTH != 0 { return "can be changed by everybody" }
        // Where each user has a group of the same number, nobody else is in it.
        let isOwnGroup = status.st_gid == getgid() && status.st_gid == status.st_uid
        if status.st_mode & S_IWGRP != 0, !isOwnGroup { return "can be changed by its group" }
        return nil
    }
}
