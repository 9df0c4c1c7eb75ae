internal import Glibc
internal import TodayModel

/// Moves an unusable database out of the way of a new one.
enum DamagedFile {
    /// Whether an error means that the file is damaged, not just unusable at present.
    static func isDamage(_ error: any Error) -> Bool {
        (error as? DatabaseError)?.isDamage ?? (error is ForeignSchema || error is DamagedTables)
    }

    /// The reason why a file could not be moved.
    struct NotSetAside: Error, CustomStringConvertible {
        let code: CInt
        var description: String { "it can't be renamed: \(String(cString: strerror(code)))" }
    }

    /// Renames a damaged file, with its write-ahead log, for later inspection. The file must not be open.
    ///
    /// - Returns: its new name.
    static func setAside(_ path: String, at now: Timestamp) throws(NotSetAside) -> String {
        let base = "\(path).damaged-\(now.microseconds / 1_000_000)"
        var target = base
        var number = 2
        while access(target, F_OK) == 0 {
            target = "\(base)-\(number)"
            number += 1
        }
        guard rename(path, target) == 0 else { throw NotSetAside(code: errno) }
        rename(path + "-wal", target + "-wal")
        unlink(path + "-shm")
        return target
    }
}
