internal import Glibc
internal import TodayModel

/// The check for other users who could change the file at a path, as sshd does for its files.
///
/// Each folder on the path must belong to the user or to root, and others must not be able to write to it. The same
/// applies to the file. For a link, the path to it and the path to its target count. Others may write to a sticky
/// folder, because they can only replace their own files in it.
enum FileAccess {
    /// Returns what others could change, and why; nil if they can't change anything, or the file is missing.
    ///
    /// It checks from the root down, so a part that passed stays unchanged: a folder above would have revealed any user
    /// who could replace it.
    ///
    /// - Parameter path: An absolute path.
    static func refusal(_ path: String) -> String? {
        // Compare bytes: a name may begin with a scalar that combines with the slash.
        var current: [UInt8] = []
        var rest: [ArraySlice<UInt8>] = parts(Array(path.utf8))
        var links = 0
        if let fault = fault([UInt8(ascii: "/")]).reason { return fault }
        while let part = rest.popLast() {
            if part.elementsEqual(".".utf8) { continue }
            if part.elementsEqual("..".utf8) {
                // The links on the way are already resolved.
                current = Array(current[..<(current.lastIndex(of: UInt8(ascii: "/")) ?? 0)])
                continue
            }
            let next = current + [UInt8(ascii: "/")] + part
            let (reason, isLink) = fault(next)
            if let reason { return reason }
            guard isLink else {
                current = next
                continue
            }
            links += 1
            guard links <= 40, let target = target(next) else {
                return tr("{file} is a broken link", ["file": next.text])
            }
            if target.first == UInt8(ascii: "/") { current = [] }
            rest += parts(target)
        }
        return nil
    }

    /// Returns the parts of a path, last part first.
    private static func parts(_ path: [UInt8]) -> [ArraySlice<UInt8>] {
        path.split(separator: UInt8(ascii: "/")).reversed()
    }

    private static func fault(_ path: [UInt8]) -> (reason: String?, isLink: Bool) {
        var status = stat()
        guard lstat(path.cString, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return (nil, false) }
            let reason = Language.systemError(errno)
            return (tr("{file} cannot be checked: {reason}", ["file": path.text, "reason": reason]), false)
        }
        let kind = status.st_mode & S_IFMT
        if status.st_uid != getuid(), status.st_uid != 0 {
            return (tr("{file} belongs to another user", ["file": path.text]), false)
        }
        if kind == S_IFLNK { return (nil, true) }
        if kind == S_IFDIR, status.st_mode & S_ISVTX != 0 { return (nil, false) }
        if status.st_mode & S_IWOTH != 0 {
            // Translators: chmod is a command.
            return (tr("every user can change {file} (chmod o-w)", ["file": path.text]), false)
        }
        // If each user has a group of the same number, it has no other members.
        let isOwnGroup = status.st_gid == getgid() && status.st_gid == status.st_uid
        if status.st_mode & S_IWGRP != 0, !isOwnGroup {
            // Translators: chmod is a command.
            return (tr("the group of {file} can change it (chmod g-w)", ["file": path.text]), false)
        }
        return (nil, false)
    }

    private static func target(_ link: [UInt8]) -> [UInt8]? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link.cString, &buffer, buffer.count)
        return count > 0 && count < buffer.count ? buffer[..<count].map { UInt8(bitPattern: $0) } : nil
    }
}

extension [UInt8] {
    fileprivate var text: String { String(decoding: self, as: UTF8.self) }

    fileprivate var cString: [CChar] { map { CChar(bitPattern: $0) } + [0] }
}
