/// The tables of one kind of file, as this program knows them.
struct DatabaseSchema: Sendable {
    /// Makes the tables of the newest version in an empty file.
    let tables: String
    /// What leads from version 1 to 2, from 2 to 3, and so on: a version is one more than there are of these.
    var migrations: [String] = []
    /// Statements that name all tables, columns and keys of the newest version. SQLite compiles them if a file has these.
    let statements: [String]

    /// What is in `user_version` of a file with ``tables``.
    var version: Int64 { Int64(migrations.count) + 1 }

    /// Opens the file, or makes it. One of an older version becomes one of this; one of a newer is left alone.
    ///
    /// In WAL mode with `synchronous=NORMAL`: a commit is with the operating system when it returns, so that a killed
    /// process loses nothing. A power cut may take the last commits since a checkpoint with it, whole ones, latest first.
    ///
    /// - Returns: the database, and the version of its tables: ``version``, or where it is opened for reading alone what is
    ///   there, 0 for none.
    /// - Throws: ``DatabaseError``, ``NewerSchema``, ``ForeignSchema``.
    func open(_ path: String, _ access: Database.Access = .readWrite) throws -> (Database, version: Int64) {
        let database = try Database(path, access)
        do { return (database, try prepare(database, access)) } catch let error as DatabaseError where error.isUnnamed {
            // The connection is new, so only the tables can be the reason.
            throw ForeignSchema(path: path, known: version)
        }
    }

    /// Makes the tables those of this version, and checks them. Returns the version of the tables.
    private func prepare(_ database: Database, _ access: Database.Access) throws -> Int64 {
        // The version is looked at before anything is written.
        let found = try database.integer("PRAGMA user_version")
        if found > version { throw NewerSchema(path: database.path, version: found, known: version) }
        if found < 1 {
            guard found == 0, try database.integer("SELECT count(*) FROM sqlite_schema") == 0 else {
                throw ForeignSchema(path: database.path, known: version)
            }
        }
        // The defaults are made for larger databases.
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

    /// Writes the version into the file. It takes a page of the disk also where nothing becomes different.
    func markVersion(of database: Database) throws(DatabaseError) {
        try database.execute("PRAGMA user_version = \(version)")
    }
}

/// Why a file is left alone.
struct NewerSchema: Error, CustomStringConvertible {
    let path: String
    let version: Int64
    let known: Int64

    var description: String { "\(path): its schema has version \(version), and this program knows \(known)" }
}

/// The rows of a file can be read, but what is written to it can be lost.
struct DamagedTables: Error, CustomStringConvertible {
    let path: String
    let fault: String
    var description: String { "\(path): \(fault)" }
}

/// The file has tables, but not those of this schema.
struct ForeignSchema: Error, CustomStringConvertible {
    let path: String
    let known: Int64
    var description: String { "\(path): its tables are not those of schema \(known)" }
}
