internal import DBus
internal import TodayModel
internal import TodayServiceRules

/// The tables of `state.db`, which store values of the model. Used on one thread.
final class StateDatabase {
    let database: Database
    /// The version of the tables in the file; 0 if it has no tables.
    private let version: Int64
    /// Called with messages about invalid rows, for the log, on the thread that finds them.
    private let report: @Sendable (String) -> Void

    /// `Toda`.
    private static let applicationID: Int64 = 0x546F_6461

    private static let schema = DatabaseSchema(
        tables: """
            CREATE TABLE place (position INTEGER PRIMARY KEY, identifier TEXT NOT NULL);
            CREATE TABLE widget (\(WidgetColumn.allCases.map(\.declaration).joined(separator: ", ")));
            CREATE TABLE snapshot (identifier TEXT PRIMARY KEY NOT NULL, content BLOB NOT NULL, byte_count INTEGER);
            PRAGMA application_id = \(applicationID);
            """,
        migrations: [
            WidgetColumn.migration(to: 2),
            WidgetColumn.migration(to: 3),
            "ALTER TABLE snapshot ADD COLUMN byte_count INTEGER;",
            WidgetColumn.migration(to: 5),
            WidgetColumn.migration(to: 6),
        ], statements: [insertPlace, replaceWidget, replaceSnapshot])

    /// Opens or creates the file.
    ///
    /// - Throws: ``DatabaseError``, ``NewerSchema``, ``ForeignSchema``.
    init(
        _ path: String, _ access: Database.Access = .readWrite, report: @escaping @Sendable (String) -> Void
    ) throws {
        (database, version) = try Self.schema.open(path, access)
        self.report = report
    }

    // MARK: Loading

    /// Reads everything in one transaction, and decodes content when it is first used. An invalid row is skipped, with
    /// a complaint.
    func load() throws(DatabaseError) -> StateSnapshot {
        var snapshot = StateSnapshot()
        if version == 0 { return snapshot }
        let columns = WidgetColumn.allCases.map { $0.version > version ? "NULL" : $0.name }.joined(separator: ", ")
        try database.transaction("BEGIN") { () throws(DatabaseError) in
            var changed: [WidgetIdentifier] = []
            var placed: Set<WidgetIdentifier> = []
            try database.prepare("SELECT identifier FROM place ORDER BY position").rows { row in
                if let identifier = identifier(row), placed.insert(identifier).inserted {
                    snapshot.arrangement.append(identifier)
                }
            }
            try database.prepare("SELECT \(columns) FROM widget").rows { row in
                guard let identifier = identifier(row) else { return }
                snapshot.widgets[identifier] = widget(row, identifier)
            }
            let sizes = version < 4 ? "NULL" : "byte_count"
            try database.prepare("SELECT identifier, content, \(sizes) FROM snapshot").rows { row in
                guard let identifier = identifier(row), snapshot.widgets[identifier] != nil else { return }
                // 0 if it wasn't stored.
                let count = Int(row.integer(2))
                let byteCount = (1...Limits.contentBytes).contains(count) ? count : nil
                let bytes = row.withBytes(1) { [report] bytes in
                    StoredContent.BytesOnDisk(bytes, byteCount: byteCount) {
                        report("the snapshot of \(identifier) is left out: \($0)")
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
            report("content takes PNG only: descriptions replace the other pictures of \(names)")
        }
        return snapshot
    }

    /// Keys besides those of the definition.
    private static let registeredOverApps = "RegisteredOverApps"
    private static let sandboxedApp = "SandboxedApp"
    /// The key of earlier versions, which stored only whether the app is sandboxed.
    private static let sandboxed = "Sandboxed"

    /// Returns the widget of a row, from its first column. A skipped row doesn't affect the row of any widget.
    private func identifier(_ row: borrowing Row) -> WidgetIdentifier? {
        guard let text = row.key(0) else {
            report("a row is left out: its identifier is not text")
            return nil
        }
        do { return try WidgetIdentifier(text) } catch {
            report("a row is left out: \(error)")
            return nil
        }
    }

    private func widget(_ row: borrowing Row, _ identifier: WidgetIdentifier) -> StoredWidget? {
        var widget = StoredWidget()
        if !row.isNull(.registration) {
            do {
                var values = try row.dictionary(.registration)
                leaveOutBadIcon(&values, identifier)
                widget.registration = try WidgetDefinition(values)
                if values[Self.registeredOverApps] == .boolean(true) { widget.endpoint = .apps }
                if case .string(let app)? = values[Self.sandboxedApp] {
                    widget.sandboxedApp = app
                } else if values[Self.sandboxed] == .boolean(true) {
                    widget.sandboxedApp = widget.registration?.containingApp ?? identifier.rawValue
                }
            } catch {
                report("the registration of \(identifier) is left out: \(error)")
                return nil
            }
        }
        widget.hasContent = row.integer(.hasContent) != 0
        widget.displayMode = DisplayMode(rawValue: row.text(.displayMode)) ?? widget.displayMode
        widget.largestDisplayMode = DisplayMode(rawValue: row.text(.largestDisplayMode))
        if !row.isNull(.preferredWidth), !row.isNull(.preferredHeight) {
            let size = Size(width: row.real(.preferredWidth), height: row.real(.preferredHeight))
            if size.width.isFinite, size.height.isFinite, size.width >= 0, size.height >= 0 {
                widget.preferredContentSize = size
            }
        }
        let insets = EdgeInsets(
            top: row.real(.marginTop), left: row.real(.marginLeft), bottom: row.real(.marginBottom),
            right: row.real(.marginRight))
        if [insets.top, insets.left, insets.bottom, insets.right].allSatisfy(\.isFinite) {
            widget.marginInsets = insets
        }
        widget.revision = StoredWidget.revision(read: UInt64(bitPattern: row.integer(.revision)))
        widget.updatedAt = row.time(.updatedAt) ?? .never
        // Providers may request any time.
        widget.nextUpdate = Timestamp(microseconds: UInt64(bitPattern: row.integer(.nextUpdate)))
        // Earlier versions stored a provider's text unchanged.
        widget.error = ForeignText.cleaned(row.text(.error), keepsLines: true)
        widget.errorKind = ErrorKind(ofWidget: row.text(.errorKind))
        if !row.isNull(.attention) { widget.attention = WidgetAttention(word: row.text(.attention)) }
        widget.badge = UInt32(clamping: row.integer(.badge))
        widget.containingAppSeen = row.integer(.containingAppSeen) != 0
        widget.removedAt = row.time(.removedAt)
        widget.runs = DayCount(day: Int(row.integer(.runDay)), count: UInt32(clamping: row.integer(.runCount)))
        widget.settings = settings(row, identifier)
        widget.optionChoices = options(row, identifier)
        widget.removal = removal(row, identifier, isGone: widget.removedAt != nil)
        let number = Int(row.integer(.lastInstance))
        widget.lastInstance = (1...WidgetIdentifier.greatestInstance).contains(number) ? number : 1
        return widget
    }

    private func settings(_ row: borrowing Row, _ identifier: WidgetIdentifier) -> [String: SettingValue] {
        var settings: [String: SettingValue] = [:]
        for (key, value) in entries(row, .settings, "the settings of \(identifier) are") ?? [] {
            settings[key] = SettingValue(value)
            if settings[key] == nil {
                report("a setting of \(identifier) is left out: \(key): \(value.excerpt) is not the value of a setting")
            }
        }
        return settings
    }

    private func options(_ row: borrowing Row, _ identifier: WidgetIdentifier) -> WidgetOptionChoices {
        var choices = WidgetOptionChoices()
        for (key, value) in entries(row, .options, "the options of \(identifier) are") ?? [] {
            do throws(Fault) { choices = choices.merging(try WidgetOptionChoices([key: value])) } catch {
                report("an option of \(identifier) is left out: \(error)")
            }
        }
        return choices
    }

    /// Returns the state of a removed instance; nil for any other widget. Damage in it neither brings the instance back
    /// nor removes a widget.
    ///
    /// - Parameter isGone: whether the row has the time when the widget left.
    private func removal(
        _ row: borrowing Row, _ identifier: WidgetIdentifier, isGone: Bool
    ) -> StoredWidget.Removal? {
        if row.isNull(.removal) { return nil }
        let what = "the removal of \(identifier) is"
        guard identifier.instance > 1 else {
            report("\(what) left out: the first instance of a widget can't be removed")
            return nil
        }
        var removal = StoredWidget.Removal(name: identifier.rawValue, icon: "", index: nil)
        guard let values = entries(row, .removal, what) else { return isGone ? removal : nil }
        for (key, value) in values {
            do throws(Fault) { try removal.read(key, value) } catch {
                report("a value in the removal of \(identifier) is left out: \(error)")
            }
        }
        return removal
    }

    /// Returns a dictionary in the order of its keys; nil for NULL, and for bytes that aren't one.
    ///
    /// - Parameter what: the beginning of the message about such bytes.
    private func entries(
        _ row: borrowing Row, _ column: WidgetColumn, _ what: String
    ) -> [(key: String, value: DBusValue)]? {
        if row.isNull(column) { return nil }
        do { return try row.dictionary(column).sorted { $0.key < $1.key } } catch {
            report("\(what) left out: \(error)")
            return nil
        }
    }

    /// Removes an icon that earlier versions accepted, and that must not reach a panel.
    private func leaveOutBadIcon(_ values: inout [String: DBusValue], _ identifier: WidgetIdentifier) {
        let isSandboxed = values[Self.sandboxedApp] != nil || values[Self.sandboxed] == .boolean(true)
        guard case .string(let icon)? = values["Icon"]?.unwrapped, !icon.isEmpty,
            let reason = IconRule.fault(in: icon, isSandboxed: isSandboxed)
        else { return }
        values["Icon"] = nil
        report("the icon of \(identifier) is left out: \(reason)")
    }

    // MARK: Writing

    private static let insertPlace = "INSERT INTO place (position, identifier) VALUES (?, ?)"
    private static let replaceWidget: String = {
        let names = WidgetColumn.allCases.map(\.name)
        let parameters = Array(repeating: "?", count: names.count).joined(separator: ", ")
        // Update the row in place: replacing it would also write pages of the index.
        let updates = names.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        return "INSERT INTO widget (\(names.joined(separator: ", "))) VALUES (\(parameters)) "
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

    /// Writes a batch in one transaction: all or nothing.
    ///
    /// - Parameter proving: whether to write something even if the file is already up to date, so that a success proves
    ///   that the disk is writable.
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
    /// - Throws: ``DatabaseError`` for a value that D-Bus can't represent. The row then keeps its old value.
    private func blob(
        _ what: String, of identifier: WidgetIdentifier, _ encode: () throws(MarshallingError) -> [UInt8]
    ) throws(DatabaseError) -> SQLValue {
        do throws(MarshallingError) { return .blob(try encode()) } catch {
            throw .unencodable(at: database.path, "the \(what) of \(identifier) can't be encoded: \(error)")
        }
    }

    private func write(_ widget: StoredWidget, of identifier: WidgetIdentifier) throws(DatabaseError) {
        var values: [SQLValue] = []
        for column in WidgetColumn.allCases { values.append(try value(column, of: widget, identifier)) }
        try replaceWidget.get().rows(values) { _ in }
    }

    private func value(
        _ column: WidgetColumn, of widget: StoredWidget, _ identifier: WidgetIdentifier
    ) throws(DatabaseError) -> SQLValue {
        switch column {
        case .identifier: return .text(identifier.rawValue)
        case .registration:
            guard var values = widget.registration?.dictionary else { return .null }
            if widget.endpoint == .apps { values[Self.registeredOverApps] = .boolean(true) }
            if let app = widget.sandboxedApp { values[Self.sandboxedApp] = .string(app) }
            return try blob("registration", of: identifier) { () throws(MarshallingError) in
                try MarshalledValue.encode(values)
            }
        case .hasContent: return .integer(widget.hasContent ? 1 : 0)
        case .displayMode: return .text(widget.displayMode.rawValue)
        case .largestDisplayMode: return widget.largestDisplayMode.map { .text($0.rawValue) } ?? .null
        case .preferredWidth: return widget.preferredContentSize.map { .real($0.width) } ?? .null
        case .preferredHeight: return widget.preferredContentSize.map { .real($0.height) } ?? .null
        case .marginTop: return .real(widget.marginInsets.top)
        case .marginLeft: return .real(widget.marginInsets.left)
        case .marginBottom: return .real(widget.marginInsets.bottom)
        case .marginRight: return .real(widget.marginInsets.right)
        case .revision: return .integer(Int64(bitPattern: widget.revision))
        case .updatedAt: return .integer(Int64(bitPattern: widget.updatedAt.microseconds))
        case .nextUpdate: return .integer(Int64(bitPattern: widget.nextUpdate.microseconds))
        case .error: return .text(widget.error)
        case .containingAppSeen: return .integer(widget.containingAppSeen ? 1 : 0)
        case .removedAt: return widget.removedAt.map { .integer(Int64(bitPattern: $0.microseconds)) } ?? .null
        case .runDay: return .integer(Int64(widget.runs.day))
        case .runCount: return .integer(Int64(widget.runs.count))
        case .settings:
            if widget.settings.isEmpty { return .null }
            return try blob("settings", of: identifier) { () throws(MarshallingError) in
                try MarshalledValue.encode(widget.settings.dictionary)
            }
        case .lastInstance: return .integer(Int64(widget.lastInstance))
        case .errorKind: return widget.errorKind.map { .text($0.rawValue) } ?? .null
        case .attention: return .text(widget.attention.rawValue)
        case .badge: return .integer(Int64(widget.badge))
        case .options:
            if widget.optionChoices.isEmpty { return .null }
            return try blob("options", of: identifier) { () throws(MarshallingError) in
                try MarshalledValue.encode(widget.optionChoices.dictionary)
            }
        case .removal:
            guard let removal = widget.removal else { return .null }
            return try blob("removal", of: identifier) { () throws(MarshallingError) in
                try MarshalledValue.encode(removal.dictionary)
            }
        }
    }
}

/// The columns of the table `widget`, in the order of every statement.
private enum WidgetColumn: Int32, CaseIterable {
    case identifier, registration, hasContent, displayMode, largestDisplayMode, preferredWidth, preferredHeight
    case marginTop, marginLeft, marginBottom, marginRight, revision, updatedAt, nextUpdate, error, containingAppSeen
    case removedAt, runDay, runCount, settings, lastInstance, errorKind, attention, badge
    case options, removal

    private var sql: (name: String, type: String) {
        switch self {
        case .identifier: ("identifier", "TEXT PRIMARY KEY NOT NULL")
        case .registration: ("registration", "BLOB")
        case .hasContent: ("has_content", "INTEGER NOT NULL")
        case .displayMode: ("display_mode", "TEXT NOT NULL")
        case .largestDisplayMode: ("largest_display_mode", "TEXT")
        case .preferredWidth: ("preferred_width", "REAL")
        case .preferredHeight: ("preferred_height", "REAL")
        case .marginTop: ("margin_top", "REAL NOT NULL")
        case .marginLeft: ("margin_left", "REAL NOT NULL")
        case .marginBottom: ("margin_bottom", "REAL NOT NULL")
        case .marginRight: ("margin_right", "REAL NOT NULL")
        case .revision: ("revision", "INTEGER NOT NULL")
        case .updatedAt: ("updated_at", "INTEGER NOT NULL")
        case .nextUpdate: ("next_update", "INTEGER NOT NULL")
        case .error: ("error", "TEXT NOT NULL")
        case .containingAppSeen: ("containing_app_seen", "INTEGER NOT NULL")
        case .removedAt: ("removed_at", "INTEGER")
        case .runDay: ("run_day", "INTEGER NOT NULL DEFAULT 0")
        case .runCount: ("run_count", "INTEGER NOT NULL DEFAULT 0")
        case .settings: ("settings", "BLOB")
        case .lastInstance: ("last_instance", "INTEGER NOT NULL DEFAULT 1")
        case .errorKind: ("error_kind", "TEXT")
        case .attention: ("attention", "TEXT")
        case .badge: ("badge", "INTEGER NOT NULL DEFAULT 0")
        case .options: ("options", "BLOB")
        case .removal: ("removal", "BLOB")
        }
    }

    var name: String { sql.name }
    /// Its declaration in `CREATE TABLE` and `ALTER TABLE`.
    var declaration: String { "\(sql.name) \(sql.type)" }

    /// The version of the schema that added it.
    var version: Int64 {
        switch self {
        case .runDay, .runCount: 2
        case .settings, .lastInstance: 3
        case .errorKind, .attention, .badge: 5
        case .options, .removal: 6
        default: 1
        }
    }

    /// Adds the columns of a version.
    static func migration(to version: Int64) -> String {
        allCases.filter { $0.version == version }.map { "ALTER TABLE widget ADD COLUMN \($0.declaration);" }
            .joined(separator: "\n")
    }
}

extension Row {
    fileprivate func isNull(_ column: WidgetColumn) -> Bool { isNull(column.rawValue) }
    fileprivate func integer(_ column: WidgetColumn) -> Int64 { integer(column.rawValue) }
    fileprivate func real(_ column: WidgetColumn) -> Double { real(column.rawValue) }
    fileprivate func text(_ column: WidgetColumn) -> String { text(column.rawValue) }

    /// Returns the time of an event, or nil for NULL and for a negative number.
    fileprivate func time(_ column: WidgetColumn) -> Timestamp? {
        isNull(column) ? nil : UInt64(exactly: integer(column)).map { Timestamp(microseconds: $0) }
    }

    fileprivate func dictionary(_ column: WidgetColumn) throws -> [String: DBusValue] {
        try withBytes(column.rawValue) { bytes in
            Result { try MarshalledValue.decode([String: DBusValue].self, from: bytes) }
        }.get()
    }
}

extension StoredWidget.Removal {
    fileprivate var dictionary: [String: DBusValue] {
        var values: [String: DBusValue] = ["Name": .string(name), "Icon": .string(icon)]
        values["Index"] = index.map { .int64(Int64($0)) }
        return values
    }

    /// Reads one entry of the dictionary. Unknown keys are ignored.
    ///
    /// - Throws: ``Fault`` that names the key and the value.
    fileprivate mutating func read(_ key: String, _ value: DBusValue) throws(Fault) {
        let values = VardictReader([key: value])
        switch key {
        case "Name": name = try values.text(key) ?? name
        case "Icon":
            let icon = try values.text(key) ?? ""
            if !icon.isEmpty, let reason = IconRule.fault(in: icon) { throw Fault(path: key, message: reason) }
            self.icon = icon
        case "Index": index = try values.integer(key, in: 0...Int.max)
        default: break
        }
    }
}
