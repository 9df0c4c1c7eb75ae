internal import CSQLite

/// What SQLite refused, with its own words and the file.
struct DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
    let path: String
    /// The extended result code. <https://www.sqlite.org/rescode.html>
    let code: Int32
    let message: String

    var description: String { "\(reason) (SQLite \(code))" }

    /// The same for people.
    var reason: String { "\(path): \(message)" }

    /// Whether another attempt takes opening the file anew: the disk that it was on may be back, or be writable now.
    var isOfTheFile: Bool { [SQLITE_READONLY, SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xFF) }

    /// Whether a statement does not fit the tables.
    var isMissingTable: Bool { code & 0xFF == SQLITE_ERROR }

    /// Whether the file is no database, or a broken one.
    var isDamage: Bool { [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xFF) }
}
