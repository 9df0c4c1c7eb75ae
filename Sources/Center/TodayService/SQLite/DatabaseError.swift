internal import CTodaySQLite
internal import Glibc
internal import TodayModel

/// An error from SQLite, or a value that SQLite can't store, with the file.
struct DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
    let path: String
    /// The extended result code. <https://www.sqlite.org/rescode.html>
    let code: Int32
    let message: String
    /// The `errno` of the system call that failed last; 0 for none.
    var systemCode: Int32 = 0

    /// A value that no column can hold.
    static func unencodable(at path: String, _ message: String) -> DatabaseError {
        DatabaseError(path: path, code: SQLITE_MISMATCH, message: message)
    }

    var description: String { "\(reason) (SQLite \(code))" }

    /// The same for the user.
    var reason: String { "\(path): \(message)" }

    /// Whether another attempt has to reopen the file: its disk may have come back, or may have become writable.
    var isOfTheFile: Bool { [SQLITE_READONLY, SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xFF) }

    /// Whether SQLite has no specific code for the error. A statement that doesn't fit the tables causes it, and so
    /// does a connection in a wrong state. Reopening the file shows which: ``DatabaseSchema`` checks the tables then.
    var isUnnamed: Bool { code & 0xFF == SQLITE_ERROR }

    /// The kind of problem for panels.
    var kind: StateErrorKind {
        switch code & 0xFF {
        case SQLITE_FULL: .full
        case SQLITE_READONLY, SQLITE_PERM: .readOnly
        case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
        case SQLITE_IOERR, SQLITE_CANTOPEN:
            switch systemCode {
            case ENOSPC, EDQUOT: .full
            case EROFS, EACCES, EPERM: .readOnly
            default: .other
            }
        default: .other
        }
    }

    /// Whether two rows have the same key, or a row lacks a value, which the tables don't allow.
    var isConstraint: Bool { code & 0xFF == SQLITE_CONSTRAINT }

    /// Whether the file isn't a database, or is damaged.
    var isDamage: Bool { [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xFF) }
}
