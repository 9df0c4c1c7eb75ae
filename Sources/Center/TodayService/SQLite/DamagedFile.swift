internal import Glibc
internal import TodayModel

/// A database that cannot be used makes way for a new one.
enum DamagedFile {
    /// Whether an error says that the file is broken, and not that it cannot be used at present.
    static func isDamage(_ error: any Error) -> Bool {
        (error as? DatabaseError)?.isDamage ?? (error is ForeignSchema || error is DamagedTables)
    }

    /// Why a file is still where it was.
    struct NotSetAside: Error, CustomStringConvertible {
        let code: CInt
        var description: String { "it cannot be set aside: \(String(cString: strerror(code)))" }
    }

    /// Renames a broken file, with its write-ahead log, for whoever wants to look into it. Nobody has it open.
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
