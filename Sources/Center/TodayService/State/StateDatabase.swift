internal import DBus
internal import TodayModel
internal import TodayServiceRules

/// The tables of `state.db`, and how values of the model are kept in them. Used on one thread.
final class StateDatabase {
    let database: Database
    /// Of the tables in the file; 0 for none.
    private let version: Int64
    /// Is told of rows that could not be understood, for the log, from whichever thread finds that.
    private let complain: @Sendable (String) -> Void

    /// `Toda`.
    private static let applicationID: Int64 = 0x546F_6461

    private static let schema = DatabaseSchema(
        tables: """
            CREATE TABLE place (position INTEGER PRIMARY KEY, identifier TEXT NOT NULL);
            CREATE TABLE widget (
                identifier TEXT PRIMARY KEY NOT NULL, registration BLOB, has_content INTEGER NOT NULL,
                display_mode TEXT NOT NULL, largest_display_mode TEXT, preferred_width REAL, preferred_height REAL,
                margin_top REAL NOT NULL, margin_left REAL NOT NULL, margin_bottom REAL NOT NULL,
                margin_right REAL NOT NULL, revision INTEGER NOT NULL, updated_at INTEGER NOT NULL,
                next_update INTEGER NOT NULL, error TEXT NOT NULL, containing_app_seen INTEGER NOT NULL,
                removed_at INTEGER, run_day INTEGER NOT NULL DEFAULT 0, run_count INTEGER NOT NULL DEFAULT 0,
                settings BLOB, last_instance INTEGER NOT NULL DEFAULT 1);
            CREATE TABLE snapshot (identifier TEXT PRIMARY KEY NOT NULL, content BLOB NOT NULL, byte_count INTEGER);
            PRAGMA application_id = \(applicationID);
            """,
        migrations: [
            """
            ALTER TABLE widget ADD COLUMN run_day INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE widget ADD COLUMN run_count INTEGER NOT NULL DEFAULT 0;
            """,
            """
            ALTER TABLE widget ADD COLUMN settings BLOB;
            ALTER TABLE widget ADD COLUMN last_instance INTEGER NOT NULL DEFAULT 1;
            """,
            "ALTER TABLE snapshot ADD COLUMN byte_count INTEGER;",
        ], statements: [insertPlace, replaceWidget, replaceSnapshot])

    /// Opens the file, or makes it.
    ///
    /// - Throws: ``DatabaseError``, ``NewerSchema``, ``ForeignSchema``.
    init(
        _ path: String, _ access: Database.Access = .readWrite, complain: @escaping @Sendable (String) -> Void
    ) throws {
        (database, version) = try Self.schema.open(path, access)
        self.complain = complain
    }

    // MARK: Loading

    /// Reads everything in one transaction, and what content says when it is asked for. A row that makes no sense is left
    /// out, with a complaint.
    func load() throws(DatabaseError) -> StateSnapshot {
        var snapshot = StateSnapshot()
        if version == 0 { return snapshot }
        let columns =
            version < 2 ? Self.columnsOfVersion1 : version < 3 ? Self.columnsOfVersion2 : Self.columns
        try database.transaction("BEGIN") { () throws(DatabaseError) in
            var changed: [WidgetIdentifier] = []
            var placed: Set<WidgetIdentifier> = []
            try database.prepare("SELECT identifier FROM place ORDER BY position").rows { row in
                if let identifier = identifier(row), placed.insert(identifier).inserted {
                    snapshot.arrangement.append(identifier)
                }
            }
            try database.prepare("SELECT identifier, \(columns) FROM widget").rows { row in
                guard let identifier = identifier(row) else { return }
                snapshot.widgets[identifier] = widget(row, identifier)
            }
            let sizes = version < 4 ? "NULL" : "byte_count"
            try database.prepare("SELECT identifier, content, \(sizes) FROM snapshot").rows { row in
                guard let identifier = identifier(row), snapshot.widgets[identifier] != nil else { return }
                // 0 where it was not noted.
                let noted = Int(row.integer(2))
                let byteCount = (1...Limits.contentBytes).contains(noted) ? noted : nil
                let bytes = row.withBytes(1) { [complain] bytes in
                    StoredContent.BytesOnDisk(bytes, byteCount: byteCount) {
                        complain("the snapshot of \(identifier) is left out: \($0)")
                    }
                }
                snapshot.widgets[identifier]?.storedContent = .onDisk(bytes)
                if bytes.hasOtherPictures {
                    snapshot.widgets[identifier]?.revision += 1
                    changed.append(identifier)
                }
            }
            if changed.isEmpty { return }
            let names = changed.map(\.rawValue).sorted().joined(separator: ", ")
            complain("content takes PNG only: descriptions replace the other pictures of \(names)")
        }
        return snapshot
    }

    private static let columns = columnsOfVersion2 + ", settings, last_instance"
    private static let columnsOfVersion2 = columnsOfVersion1 + ", run_day, run_count"
    private static let columnsOfVersion1 = """
        registration, has_content, display_mode, largest_display_mode, preferred_width, preferred_height, margin_top, \
        margin_left, margin_bottom, margin_right, revision, updated_at, next_update, error, containing_app_seen, \
        removed_at
        """

    /// Keys beside those of the definition.
    private static let registeredOverApps = "RegisteredOverApps"
    private static let sandboxedApp = "SandboxedApp"
    /// What stood there before the app was noted: only that it is one.
    private static let sandboxed = "Sandboxed"

    /// The widget of a row, in its first column. A row that is left out has no effect on the row of any widget.
    private func identifier(_ row: borrowing Row) -> WidgetIdentifier? {
        guard let text = row.key(0) else {
            complain("a row is left out: its identifier is not text")
            return nil
        }
        do { return try WidgetIdentifier(text) } catch {
            complain("a row is left out: \(error)")
            return nil
        }
    }

    private func widget(_ row: borrowing Row, _ identifier: WidgetIdentifier) -> StoredWidget? {
        var widget = StoredWidget()
        if !row.isNull(1) {
            do {
                var values = try row.withBytes(1) { bytes in
                    Result { try MarshalledValue.decode([String: DBusValue].self, from: bytes) }
                }.get()
                leaveOutBadIcon(&values, identifier)
                widget.registration = try WidgetDefinition(values)
                if values[Self.registeredOverApps] == .boolean(true) { widget.endpoint = .apps }
                if case .string(let app)? = values[Self.sandboxedApp] {
                    widget.sandboxedApp = app
                } else if values[Self.sandboxed] == .boolean(true) {
                    widget.sandboxedApp = widget.registration?.containingApp ?? identifier.rawValue
                }
            } catch {
                complain("the registration of \(identifier) is left out: \(error)")
                return nil
            }
        }
        widget.hasContent = row.integer(2) != 0
        widget.displayMode = DisplayMode(rawValue: row.text(3)) ?? widget.displayMode
        widget.largestDisplayMode = DisplayMode(rawValue: row.text(4))
        if !row.isNull(5), !row.isNull(6) {
            let size = Size(width: row.real(5), height: row.real(6))
            if size.width.isFinite, size.height.isFinite, size.width >= 0, size.height >= 0 {
                widget.preferredContentSize = size
            }
        }
        let insets = EdgeInsets(top: row.real(7), left: row.real(8), bottom: row.real(9), right: row.real(10))
        if [insets.top, insets.left, insets.bottom, insets.right].allSatisfy(\.isFinite) {
            widget.marginInsets = insets
        }
        widget.revision = StoredWidget.revision(read: UInt64(bitPattern: row.integer(11)))
        widget.updatedAt = row.time(12) ?? .never
        // Providers may ask for any time.
        widget.nextUpdate = Timestamp(microseconds: UInt64(bitPattern: row.integer(13)))
        // Earlier versions kept whatever a provider said.
        widget.error = ForeignText.cleaned(row.text(14), keepsLines: true)
        widget.containingAppSeen = row.integer(15) != 0
        widget.removedAt = row.time(16)
        if version >= 2 {
            widget.runs = DayCount(day: Int(row.integer(17)), count: UInt32(clamping: row.integer(18)))
        }
        if version >= 3 {
            widget.settings = settings(row, identifier)
            let number = Int(row.integer(20))
            widget.lastInstance = (1...WidgetIdentifier.greatestInstance).contains(number) ? number : 1
        }
        return widget
    }

    /// Removes an icon that earlier versions took, and that no panel should get.
    private func leaveOutBadIcon(_ values: inout [String: DBusValue], _ identifier: WidgetIdentifier) {
        let isSandboxed = values[Self.sandboxedApp] != nil || values[Self.sandboxed] == .boolean(true)
        guard case .string(let icon)? = values["Icon"]?.unwrapped, !icon.isEmpty,
            let reason = IconRule.fault(in: icon, isSandboxed: isSandboxed)
        else { return }
        values["Icon"] = nil
        complain("the icon of \(identifier) is left out: \(reason)")
    }

    private func settings(_ row: borrowing Row, _ identifier: WidgetIdentifier) -> [String: SettingValue] {
        if row.isNull(19) { return [:] }
        do {
            let values = try row.withBytes(19) { bytes in
                Result { try MarshalledValue.decode([String: DBusValue].self, from: bytes) }
            }.get()
            return values.compactMapValues { SettingValue($0) }
        } catch {
            complain("the settings of \(identifier) are left out: \(error)")
            return [:]
        }
    }

    // MARK: Writing

    private static let insertPlace = "INSERT INTO place (position, identifier) VALUES (?, ?)"
    private static let replaceWidget: String = {
        let names = columns.split { $0 == "," || $0 == " " }
        let parameters = Array(repeating: "?", count: names.count + 1).joined(separator: ", ")
        // The row stays where it is: to replace it would write pages of the index too.
        let updates = names.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        return "INSERT INTO widget (identifier, \(columns)) VALUES (\(parameters)) "
            + "ON CONFLICT (identifier) DO UPDATE SET \(updates)"
    }()
    private static let replaceSnapshot =
        "INSERT INTO snapshot (identifier, content, byte_count) VALUES (?, ?, ?) ON CONFLICT (identifier) "
        + "DO UPDATE SET content = excluded.content, byte_count = excluded.byte_count"

    private lazy var deletePlaces = prepared("DELETE FROM place")
    private lazy var insertPlace = prepared(Self.insertPlace)
    private lazy var replaceWidget = prepared(Self.replaceWidget)
    private lazy var deleteWidget = prepared("DELETE FROM widget WHERE identifier = ?")
    private lazy var replaceSnapshot = prepared(Self.replaceSnapshot)
    private lazy var deleteSnapshot = prepared("DELETE FROM snapshot WHERE identifier = ?")

    private func prepared(_ sql: String) -> Result<Statement, DatabaseError> {
        Result { () throws(DatabaseError) in try database.prepare(sql) }
    }

    /// Writes a batch in one transaction: all of it or nothing.
    ///
    /// - Parameter proving: whether something is written also where the file has all of it already, so that a success tells
    ///   that the disk can be written.
    func write(_ batch: StateBatch, proving: Bool = false) throws(DatabaseError) {
        try database.transaction { () throws(DatabaseError) in
            if proving { try Self.schema.markVersion(of: database) }
            if let arrangement = batch.arrangement {
                try deletePlaces.get().run()
                for (position, identifier) in arrangement.enumerated() {
                    try insertPlace.get().run(.integer(Int64(position)), .text(identifier.rawValue))
                }
            }
            for (identifier, widget) in batch.widgets {
                let key = SQLValue.text(identifier.rawValue)
                guard let widget else {
                    try deleteWidget.get().run(key)
                    try deleteSnapshot.get().run(key)
                    continue
                }
                try write(widget, of: identifier)
                guard batch.contents.contains(identifier) else { continue }
                let content = widget.content
                if content.isEmpty {
                    try deleteSnapshot.get().run(key)
                } else {
                    let bytes = try blob("content", of: identifier) { () throws(MarshallingError) in
                        try MarshalledValue.encode(variantOf: content)
                    }
                    try replaceSnapshot.get().run(key, bytes, .integer(Int64(content.byteCount)))
                }
            }
        }
    }

    /// Encodes a value.
    ///
    /// - Throws: ``DatabaseError`` for a value that has no form on D-Bus. The row keeps what it has then.
    private func blob(
        _ what: String, of identifier: WidgetIdentifier, _ encode: () throws(MarshallingError) -> [UInt8]
    ) throws(DatabaseError) -> SQLValue {
        do throws(MarshallingError) { return .blob(try encode()) } catch {
            throw .unencodable(at: database.path, "the \(what) of \(identifier) can't be encoded: \(error)")
        }
    }

    private func write(_ widget: StoredWidget, of identifier: WidgetIdentifier) throws(DatabaseError) {
        var registration = SQLValue.null
        if var values = widget.registration?.dictionary {
            if widget.endpoint == .apps { values[Self.registeredOverApps] = .boolean(true) }
            if let app = widget.sandboxedApp { values[Self.sandboxedApp] = .string(app) }
            registration = try blob("registration", of: identifier) { () throws(MarshallingError) in
                try MarshalledValue.encode(values)
            }
        }
        var settings = SQLValue.null
        if !widget.settings.isEmpty {
            settings = try blob("settings", of: identifier) { () throws(MarshallingError) in
                try MarshalledValue.encode(widget.settings.dictionary)
            }
        }
        let insets = widget.marginInsets
        try replaceWidget.get().run(
            .text(identifier.rawValue), registration, .integer(widget.hasContent ? 1 : 0),
            .text(widget.displayMode.rawValue), widget.largestDisplayMode.map { .text($0.rawValue) } ?? .null,
            widget.preferredContentSize.map { .real($0.width) } ?? .null,
            widget.preferredContentSize.map { .real($0.height) } ?? .null, .real(insets.top), .real(insets.left),
            .real(insets.bottom), .real(insets.right), .integer(Int64(bitPattern: widget.revision)),
            .integer(Int64(bitPattern: widget.updatedAt.microseconds)),
            .integer(Int64(bitPattern: widget.nextUpdate.microseconds)), .text(widget.error),
            .integer(widget.containingAppSeen ? 1 : 0),
            widget.removedAt.map { .integer(Int64(bitPattern: $0.microseconds)) } ?? .null,
            .integer(Int64(widget.runs.day)), .integer(Int64(widget.runs.count)), settings,
            .integer(Int64(widget.lastInstance)))
    }
}

extension Row {
    /// A time when something happened, or nil for NULL and for a number below 0, which is not one.
    fileprivate func time(_ column: Int32) -> Timestamp? {
        isNull(column) ? nil : UInt64(exactly: integer(column)).map { Timestamp(microseconds: $0) }
    }
}
