/// The tables of one kind of file, in the version of this program.
struct DatabaseSchema: Sendable {
    /// Creates the tables of the newest version in an empty file.
    let tables: String
    /// The migrations from version 1 to 2, from 2 to 3, and so on; the newest version is their count plus one.
    var migrations: [String] = []
    /// Statements that name all tables, columns and keys of the newest version. SQLite can compile them only if the
    /// file has these.
    let statements: [String]

    /// The `user_version` of a file with ``tables``.
    var version: Int64 { Int64(migrations.count) + 1 }

    /// Opens or creates the file. A file of an older version is migrated; one of a newer version is left alone.
    ///
    /// In WAL mode with `synchronous=NORMAL`, a commit has reached the operating system when it returns, so a killed
    /// process loses nothing. A power failure may lose the last commits since a checkpoint: always whole ones, latest
    /// first.
    ///
    /// - Returns: the database, and the version of its tables. That is ``version``, or for read-only access the version
    ///   of the file, 0 if it has no tables.
    /// - Throws: ``DatabaseError``, ``NewerSchema``, ``ForeignSchema``.
    func open(_ path: String, _ access: Database.Access = .readWrite) throws -> (Database, version: Int64) {
        let database = try Database(path, access)
        do { return (database, try prepare(database, access)) } catch let error as DatabaseError where error.isUnnamed {
            // The connection is new, so only the tables can be the cause.
            throw ForeignSchema(path: path, known: version)
        }
    }

    /// Creates or migrates the tables, and checks them. Returns the version of the tables.
    private func prepare(_ database: Database, _ access: Database.Access) throws -> Int64 {
        // The version is checked before any write.
        let found = try database.integer("PRAGMA user_version")
        if found > version { throw NewerSchema(path: database.path, version: found, known: version) }
        if found < 1 {
            guard found == 0, try database.integer("SELECT count(*) FROM sqlite_schema") == 0 else {
                throw ForeignSchema(path: database.path, known: version)
            }
        }
        // The defaults are meant for larger databases.
        try database.execute("PRAGMA cache_size = -256")
        guard access == .readWrite else { return found }
        try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
        if found != version {
            try database.transaction { () throws(DatabaseError) in
                for step in found == 0 ? [tables] : Array(migrations[Int(found - 1)...]) { try database.execute(step) }
                try markVersion(of: database)
            }
        }
        for statement in statements { _ = try database.prepare(statement) }
        return version
    }

    /// Writes the version into the file. This writes a page even if nothing changes.
    func markVersion(of database: Database) throws(DatabaseError) {
        try database.execute("PRAGMA user_version = \(version)")
    }
}

/// The error if a file is from a newer program; it is left alone.
struct NewerSchema: Error, CustomStringConvertible {
    let path: String
    let version: Int64
    let known: Int64

    var description: String { "\(path): its schema has version \(version), newer than \(known)" }
}

/// The error if the rows of a file can be read, but writes to it may be lost.
struct DamagedTables: Error, CustomStringConvertible {
    let path: String
    let fault: String
    var description: String { "\(path): \(fault)" }
}

/// The error if a file has other tables than this schema.
struct ForeignSchema: Error, CustomStringConvertible {
    let path: String
    let known: Int64
    var description: String { "\(path): its tables are not those of schema \(known)" }
}
