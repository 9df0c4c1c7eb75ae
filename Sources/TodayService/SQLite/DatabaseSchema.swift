/// The tables of one kind of file, as one version of this program knows them.
struct DatabaseSchema: Sendable {
    /// In `user_version`.
    let version: Int64
    /// Makes the tables in an empty file; sets `user_version`.
    let tables: String

    /// Opens the file, or makes it. A file of another version is looked at, and left alone.
    ///
    /// In WAL mode with `synchronous=NORMAL`: a commit is with the operating system when it returns, so that a killed
    /// process loses nothing. A power cut may take the last commits since a checkpoint with it, whole ones, latest first.
    ///
    /// - Returns: the database, and whether it has no tables because the file could not be written when it was made.
    /// - Throws: ``DatabaseError``, ``NewerSchema``, ``ForeignSchema``.
    func open(_ path: String, _ access: Database.Access = .readWrite) throws -> (Database, hasNoTables: Bool) {
        let database = try Database(path, access)
        // The version is looked at before anything is written.
        let found = try database.integer("PRAGMA user_version")
        if found > version { throw NewerSchema(path: path, version: found, known: version) }
        if found != version {
            guard found == 0, try database.integer("SELECT count(*) FROM sqlite_schema") == 0 else {
                throw ForeignSchema(path: path, known: version)
            }
        }
        // The defaults are made for larger databases.
        try database.execute("PRAGMA cache_size = -256")
        if access == .immutable { return (database, found == 0) }
        try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
        if found == 0 {
            try database.transaction { () throws(DatabaseError) in try database.execute(tables) }
        }
        return (database, false)
    }
}

/// Why a file is left alone.
struct NewerSchema: Error, CustomStringConvertible {
    let path: String
    let version: Int64
    let known: Int64

    var description: String { "\(path): its schema has version \(version), and this program knows \(known)" }
}

/// The file has tables, but not those of this schema.
struct ForeignSchema: Error, CustomStringConvertible {
    let path: String
    let known: Int64
    var description: String { "\(path): its tables are not those of schema \(known)" }
}
