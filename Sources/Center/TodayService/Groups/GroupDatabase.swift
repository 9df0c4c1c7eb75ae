/// The table of `groups.db`, which stores the values of App Groups. Used on one thread.
final class GroupDatabase {
    let database: Database
    /// The version of the tables in the file; 0 if it has no tables.
    private let version: Int64
    /// Messages about invalid rows, for the log.
    private(set) var warnings: [String] = []

    /// `Togr`.
    private static let applicationID: Int64 = 0x546F_6772

    private static let schema = DatabaseSchema(
        tables: """
            CREATE TABLE entry (
                app_group TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY (app_group, key));
            PRAGMA application_id = \(applicationID);
            """, statements: [replace])

    private static let replace =
        "INSERT INTO entry (app_group, key, value) VALUES (?, ?, ?) "
        + "ON CONFLICT (app_group, key) DO UPDATE SET value = excluded.value"

    /// - Throws: ``DatabaseError``, ``NewerSchema``, ``ForeignSchema``.
    init(_ path: String, _ access: Database.Access = .readWrite) throws {
        (database, version) = try Self.schema.open(path, access)
    }

    /// Repairs a file whose rows aren't found by their keys.
    ///
    /// - Throws: ``DatabaseError``; ``DamagedTables`` if the file can't be repaired.
    func repair() throws {
        do { try database.checkIntegrity() } catch let damage as DamagedTables {
            // VACUUM alone copies indexes as they are.
            do { try database.execute("REINDEX; VACUUM") } catch {
                throw error.isConstraint ? damage : error
            }
            try database.checkIntegrity()
        }
    }

    /// Reads the values of one group. An invalid row is skipped, with a warning.
    func load(_ group: String) throws(DatabaseError) -> [GroupKey: GroupValue] {
        var values: [GroupKey: GroupValue] = [:]
        warnings = []
        if version == 0 { return values }
        try database.prepare("SELECT key, value FROM entry WHERE app_group = ?").rows([.text(group)]) { row in
            guard let text = row.key(0) else {
                warnings.append("\(group): a row is left out: its key is not text")
                return
            }
            let key = GroupKey(text)
            do {
                values[key] = try row.withBytes(1) { bytes in Result { try GroupValue(stored: bytes) } }.get()
            } catch {
                warnings.append("\(group): \(key.excerpt) is left out: \(error)")
            }
        }
        return values
    }

    /// Frees the database's page cache.
    func freeMemory() { database.freeMemory() }

    private lazy var replace = Result { () throws(DatabaseError) in
        try database.prepare(Self.replace)
    }
    private lazy var delete = Result { () throws(DatabaseError) in
        try database.prepare("DELETE FROM entry WHERE app_group = ? AND key = ?")
    }

    /// Writes the changes of a group, all or none.
    func write(_ group: String, _ change: GroupChange) throws(DatabaseError) {
        try database.transaction { () throws(DatabaseError) in try apply(change, group) }
    }

    /// Replaces all values of a group.
    func write(_ group: String, whole store: GroupStore) throws(DatabaseError) {
        try database.transaction { () throws(DatabaseError) in
            try database.prepare("DELETE FROM entry WHERE app_group = ?").run(.text(group))
            try apply(GroupChange(changed: store.values), group)
        }
    }

    private func apply(_ change: GroupChange, _ group: String) throws(DatabaseError) {
        for key in change.removed { try delete.get().run(.text(group), .text(key.text)) }
        for (key, value) in change.changed {
            try replace.get().run(.text(group), .text(key.text), .blob(value.bytes))
        }
    }
}
