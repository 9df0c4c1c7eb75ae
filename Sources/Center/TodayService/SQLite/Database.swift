internal import CTodaySQLite
internal import Glibc

/// An open SQLite database, closed with its last reference. One thread at a time uses it and its statements.
final class Database {
    let path: String
    fileprivate let handle: OpaquePointer

    /// The way to open a file.
    enum Access: Hashable, Sendable {
        /// The file is created if it is absent.
        case readWrite
        /// As ``readWrite``, but exclusively. It needs no new file beside an existing one, so it works on a full disk.
        case alone
        /// Nothing is written, not even beside the file. The contents of its write-ahead log are not visible.
        case immutable
    }

    init(_ path: String, _ access: Access = .readWrite) throws(DatabaseError) {
        let common = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        if access != .immutable { Self.keepPrivate(path) }
        var opened: OpaquePointer?
        let code =
            switch access {
            case .readWrite, .alone:
                sqlite3_open_v2(path, &opened, common | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
            case .immutable:
                sqlite3_open_v2(
                    "file:\(Self.escaped(path))?immutable=1", &opened,
                    common | SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nil)
            }
        // SQLite may return a handle to close even if opening fails.
        guard code == SQLITE_OK, let opened else {
            let message = opened.map(Self.message) ?? String(cString: sqlite3_errstr(code))
            sqlite3_close_v2(opened)
            throw DatabaseError(path: path, code: code, message: message)
        }
        self.path = path
        handle = opened
        sqlite3_busy_timeout(opened, 2000)
        _ = csqlite_defend(opened)
        // It takes effect with the first access.
        if access == .alone { try execute("PRAGMA locking_mode = EXCLUSIVE") }
    }

    deinit { sqlite3_close_v2(handle) }

    /// Removes the access of other users from a file that an earlier version created. SQLite gives the files beside it
    /// the same mode.
    private static func keepPrivate(_ path: String) {
        for file in [path, path + "-wal", path + "-shm"] {
            var status = stat()
            guard lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 != 0 else {
                continue
            }
            chmod(file, status.st_mode & 0o700)
        }
    }

    /// Escapes characters that are special in the path of a `file:` URI.
    private static func escaped(_ path: String) -> String {
        path.unicodeScalars.map { scalar in
            switch scalar {
            case "%": "%25"
            case "?": "%3f"
            case "#": "%23"
            default: String(scalar)
            }
        }.joined()
    }

    fileprivate func check(_ code: Int32) throws(DatabaseError) {
        guard code == SQLITE_OK else { throw failure(code) }
    }

    fileprivate func failure(_ code: Int32) -> DatabaseError {
        DatabaseError(
            path: path, code: code, message: Self.message(handle), systemCode: sqlite3_system_errno(handle))
    }

    /// Returns SQLite's message for the last failure, with the system's message if the system caused it.
    private static func message(_ handle: OpaquePointer) -> String {
        let text = String(cString: sqlite3_errmsg(handle))
        let error = sqlite3_system_errno(handle)
        let isOfTheSystem = [SQLITE_IOERR, SQLITE_CANTOPEN].contains(sqlite3_errcode(handle) & 0xFF)
        return isOfTheSystem && error != 0 ? "\(text): \(String(cString: strerror(error)))" : text
    }

    /// Frees the page cache.
    func freeMemory() { _ = sqlite3_db_release_memory(handle) }

    /// Runs statements without results, separated by semicolons.
    func execute(_ sql: String) throws(DatabaseError) { try check(sqlite3_exec(handle, sql, nil, nil, nil)) }

    func prepare(_ sql: String) throws(DatabaseError) -> Statement { try Statement(self, sql) }

    /// Returns the integer result of a statement, such as a pragma; 0 without a result.
    func integer(_ sql: String) throws(DatabaseError) -> Int64 {
        var result: Int64 = 0
        try prepare(sql).rows { result = $0.integer(0) }
        return result
    }

    /// Checks that each row is found by its keys, and everything else that SQLite can check.
    ///
    /// A row that is missing in an index can still be read, but a write to it goes into another row with the same key.
    ///
    /// - Throws: ``DatabaseError``, ``DamagedTables``.
    func checkIntegrity() throws {
        var fault = ""
        try prepare("PRAGMA integrity_check(1)").rows { fault = $0.text(0) }
        if fault != "ok" { throw DamagedTables(path: path, fault: fault) }
    }

    /// Runs all of `body` or none of it. Ends a transaction that an earlier failure left open.
    func transaction(_ begin: String = "BEGIN IMMEDIATE", _ body: () throws(DatabaseError) -> Void)
        throws(DatabaseError)
    {
        if sqlite3_get_autocommit(handle) == 0 { try execute("ROLLBACK") }
        try execute(begin)
        do throws(DatabaseError) {
            try body()
            try execute("COMMIT")
        } catch {
            // SQLite rolls back by itself after some errors. If the transaction stays open, the next one ends it.
            try? execute("ROLLBACK")
            throw error
        }
    }
}

/// The value of a parameter.
enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// A prepared statement. Each run binds all its parameters and always resets it afterwards.
final class Statement {
    private let database: Database
    private let handle: OpaquePointer

    fileprivate init(_ database: Database, _ sql: String) throws(DatabaseError) {
        var prepared: OpaquePointer?
        try database.check(sqlite3_prepare_v3(database.handle, sql, -1, 0, &prepared, nil))
        guard let prepared else {
            throw DatabaseError(path: database.path, code: SQLITE_MISUSE, message: "no statement")
        }
        self.database = database
        handle = prepared
    }

    deinit { sqlite3_finalize(handle) }

    /// Runs the statement, ignoring its results.
    func run(_ values: SQLValue...) throws(DatabaseError) { try rows(values) { _ in } }

    /// Runs the statement, and calls `body` for each row.
    func rows(_ values: [SQLValue] = [], _ body: (borrowing Row) -> Void) throws(DatabaseError) {
        defer {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        for (index, value) in values.enumerated() { try database.check(bind(value, Int32(index + 1))) }
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: body(Row(handle: handle))
            case SQLITE_DONE: return
            case let code: throw database.failure(code)
            }
        }
    }

    private func bind(_ value: SQLValue, _ index: Int32) -> Int32 {
        switch value {
        case .null: sqlite3_bind_null(handle, index)
        case .integer(let value): sqlite3_bind_int64(handle, index, value)
        case .real(let value): sqlite3_bind_double(handle, index, value)
        case .text(let text): csqlite_bind_text(handle, index, text, Int32(clamping: text.utf8.count))
        case .blob(let bytes):
            bytes.withUnsafeBytes { csqlite_bind_blob(handle, index, $0.baseAddress, Int32(clamping: $0.count)) }
        }
    }
}

/// The current row of a statement. Columns count from 0; a value of another type is converted as SQLite does.
struct Row: ~Copyable {
    fileprivate let handle: OpaquePointer

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    func text(_ column: Int32) -> String { sqlite3_column_text(handle, column).map { String(cString: $0) } ?? "" }

    /// Returns the text of a column that identifies its row, or nil if it can't be a key of ours. That is a value of
    /// another type, a text that isn't UTF-8, or one with a NUL. ``text(_:)`` makes such a value equal to the text of
    /// another row.
    func key(_ column: Int32) -> String? {
        guard sqlite3_column_type(handle, column) == SQLITE_TEXT else { return nil }
        return withBytes(column) { bytes in
            bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
        }
    }

    /// The bytes are valid only during `body`.
    func withBytes<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        // The order matters: asking for the bytes may move them.
        let start = sqlite3_column_blob(handle, column)
        return body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }
}
