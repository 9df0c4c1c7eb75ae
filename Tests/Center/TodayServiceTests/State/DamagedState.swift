import DBus
import DBusTesting
import Glibc
import Testing
import TodayModel
import TodayPlatform

@testable import TodayService
import TodayServiceRules

/// The files that a center finds at its start: valid files that a center left, damaged somewhere.
struct DamagedState {
    /// Which database is damaged.
    enum Kind: String {
        case state, groups

        fileprivate var columns: [(table: String, columns: [String])] {
            switch self {
            case .state: Self.stateColumns
            case .groups: [("entry", ["app_group", "key", "value"])]
            }
        }

        private static let stateColumns = [
            (table: "place", columns: ["position", "identifier"]),
            (
                table: "widget",
                columns: [
                    "identifier", "registration", "has_content", "display_mode", "largest_display_mode",
                    "preferred_width", "preferred_height", "margin_top", "margin_left", "margin_bottom",
                    "margin_right", "revision", "updated_at", "next_update", "error", "containing_app_seen",
                    "removed_at", "run_day", "run_count", "settings", "last_instance", "error_kind", "attention",
                    "badge", "options", "removal",
                ]
            ),
            (table: "snapshot", columns: ["identifier", "content", "byte_count"]),
        ]

        fileprivate var blobs: [(table: String, column: String)] {
            switch self {
            case .state:
                [
                    ("widget", "registration"), ("widget", "settings"), ("widget", "options"), ("widget", "removal"),
                    ("snapshot", "content"),
                ]
            case .groups: [("entry", "value")]
            }
        }
    }

    let folder: String
    private let kind: Kind
    private var random: SeededRandom
    /// The changes to the files, for the message of a failure.
    private(set) var steps: [String] = []

    /// The widgets of the valid file: one with content, a hidden one with content and the user's choices, and one with
    /// instances.
    static let widgets: [WidgetIdentifier] = [.a, .b, .c]
    /// Its instance that the user removed.
    private static let removed: WidgetIdentifier = "org.example.C#3"
    /// Its other rows: an instance, and a widget that is gone.
    private static let others: [WidgetIdentifier] = ["org.example.C#2", "org.example.Gone", removed]
    private static let lastRow = widgets.count + others.count - 1

    private var file: String { "\(folder)/\(kind.rawValue).db" }
    private var revisionLimit: String { folder + "/runtime/todaycenter/revision-limit" }

    /// The variables that differ from the environment of a bus.
    var environment: [String: String] { ["XDG_RUNTIME_DIR": folder + "/runtime", "XDG_DATA_HOME": folder + "/data"] }

    /// Makes a valid state in a folder, which must be absent.
    ///
    /// - Parameter isClosed: whether the center that left it has folded the write-ahead log into the file.
    static func valid(in folder: String, isClosed: Bool) async throws {
        UserFolders.make(folder + "/runtime/todaycenter")
        let store = StateStore(folder: folder + "/open", logger: .silent)
        _ = await store.load()
        var batch = StateBatch()
        batch.arrangement = [.c, .a]
        for (number, identifier) in (widgets + others).enumerated() {
            var widget = StoredWidget()
            widget.content = Content(kind: "column", children: [text("old \(number)"), text("日本")])
            widget.revision = UInt64(number + 3)
            widget.updatedAt = Timestamp(microseconds: 1_795_274_619_000_001)
            widget.largestDisplayMode = .expanded
            widget.preferredContentSize = Size(width: 0, height: 37)
            widget.runs = DayCount(day: 20_000, count: 3)
            if widgets.contains(identifier) {
                widget.registration = WidgetDefinition {
                    $0.name = "N\(number)"
                    $0.appGroups = ["group.org.example.list"]
                    $0.instances = identifier == .c
                }
            } else {
                widget.removedAt = Timestamp(microseconds: UInt64.max / 4)
            }
            if identifier == .b {
                widget.hasContent = false
                widget.settings = ["city": .text("Kyōto"), "count": .integer(7)]
                (widget.error, widget.errorKind) = ("offline", .unreachable)
                (widget.attention, widget.badge) = (.alert, 12)
            }
            if identifier == .b || identifier == removed {
                widget.optionChoices = WidgetOptionChoices(size: .small, updateInterval: 600, isPaused: true)
            }
            if identifier == removed {
                widget.removal = StoredWidget.Removal(name: "Kyōto", icon: "clock", index: 1)
            }
            if identifier == .c { widget.lastInstance = 3 }
            batch.widgets[identifier] = widget
            batch.contents.insert(identifier)
        }
        try await store.write(batch)
        for (table, columns) in Kind.state.columns {
            var names: [String] = []
            let rows = try Database(folder + "/open/state.db").prepare("SELECT name FROM pragma_table_info('\(table)')")
            try rows.rows { names.append($0.text(0)) }
            #expect(columns == names, "each column can be damaged")
        }
        // The data of a second commit is in the log, behind the first one.
        if !isClosed { try await store.write(batch) }
        if isClosed { await store.close() }
        copy(["state.db", "state.db-wal"], from: folder + "/open", to: folder)
        if !isClosed { await store.close() }
        _ = RevisionLimit(in: folder + "/runtime/todaycenter").raise(above: UInt64(widgets.count + 2))
    }

    /// Gives the key of a table an index that has none of its rows.
    static func emptyIndex(of table: String, in file: String, on bus: PrivateBus) async throws {
        let python = """
            import sqlite3, sys
            file, table = sys.argv[1:]
            db = sqlite3.connect(file, isolation_level=None)
            (sql,) = db.execute("SELECT sql FROM sqlite_schema WHERE name = ?", [table]).fetchone()
            db.execute(sql.replace(table, "other", 1))
            index = "SELECT rootpage FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'other'"
            (root,) = db.execute(index).fetchone()
            db.execute("PRAGMA writable_schema = 1")
            db.execute("UPDATE sqlite_schema SET rootpage = ? WHERE type = 'index' AND tbl_name = ?", [root, table])
            db.execute("DELETE FROM sqlite_schema WHERE tbl_name = 'other'")
            """
        let output = try await bus.run("/usr/bin/python3", "-c", python, file, table)
        if output.exit != .status(0) { throw FileError(path: "\(output)", code: 0) }
    }

    /// Copies valid files, and damages them.
    init(_ kind: Kind = .state, copying valid: String, to folder: String, seed: UInt64) {
        self.folder = folder
        self.kind = kind
        random = SeededRandom(seed: seed)
        Self.copy(Self.files, from: valid, to: folder)
        for _ in 0...number(2) {
            switch number(10) {
            case 0...4: damageRow()
            case 10: damageText()
            case 5: damageBlob()
            case 6: damageTables()
            case 7: damageBytes(of: file)
            case 8: damageBytes(of: [file + "-wal", file + "-shm"][number(1)])
            default: damageBytes(of: kind == .state ? revisionLimit : file)
            }
        }
    }

    /// Copies what a killed center left.
    init(copying killed: DamagedState, to folder: String) {
        self = killed.moved(to: folder)
        Self.copy(Self.files, from: killed.folder, to: folder)
    }

    private init(_ kind: Kind, _ folder: String, _ random: SeededRandom, _ steps: [String]) {
        (self.kind, self.folder, self.random, self.steps) = (kind, folder, random, steps)
    }

    private func moved(to folder: String) -> DamagedState { DamagedState(kind, folder, random, steps) }

    private static let files = [
        "state.db", "state.db-wal", "groups.db", "groups.db-wal", "runtime/todaycenter/revision-limit",
    ]

    // MARK: Damage

    private mutating func number(_ greatest: Int) -> Int { Int.random(in: 0...greatest, using: &random) }

    private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(elements.count - 1)] }

    private mutating func execute(_ sql: String) {
        steps.append(sql)
        // The file may be broken already.
        do { try Database(file).execute(sql) } catch { steps.append("  \(error)") }
    }

    private static let literals = [
        "NULL", "0", "1", "-1", "2", "-9223372036854775808", "9223372036854775807", "9007199254740000",
        "9007199254740993", "4294967296", "-2147483649", "1000000", "0.5", "-0.0", "9e999",
        "-9e999", "1e300", "''", "'x'", "'-1'", "X''", "X'00'", "X'6c'", "X'6c00'", "X'ff'", "char(0)",
        "zeroblob(70000)", "'org.example.A'", "'org.example.A#2'", "'org.example.A#999999'", "'org.example.C#1'",
        "CAST('org.example.A' AS BLOB)", "'org.example.A' || char(0)", "'org.example.' || char(8490)", "'expanded'",
    ]

    private mutating func damageRow() {
        let (table, columns) = pick(kind.columns + [kind.columns[kind.columns.count / 2]])
        let column = pick(columns)
        let row = pick(["", " WHERE rowid = \(1 + number(Self.lastRow))", " WHERE rowid = 1"])
        switch number(7) {
        case 0: execute("DELETE FROM \(table)\(row)")
        case 1:
            execute(
                "UPDATE OR REPLACE \(table) SET \(column) = "
                    + pick(["-\(column)", "\(column) || char(769)", "CAST(\(column) AS BLOB)", "\(column) || 'x'"])
                    + row)
        case 2:
            let values = columns.map { _ in pick(Self.literals) }
            execute("INSERT OR REPLACE INTO \(table) VALUES (\(values.joined(separator: ", ")))")
        default: execute("UPDATE OR REPLACE \(table) SET \(column) = \(pick(Self.literals))\(row)")
        }
    }

    private mutating func damageBlob() {
        let (table, column) = pick(kind.blobs)
        let row = 1 + number(Self.lastRow)
        var bytes: [UInt8] = []
        do {
            try Database(file).prepare("SELECT \(column) FROM \(table) WHERE rowid = \(row)").rows { row in
                row.withBytes(0) { bytes = Array($0) }
            }
        } catch { return steps.append("\(error)") }
        if bytes.isEmpty { return }
        for _ in 0...number(3) {
            bytes[number(bytes.count - 1)] = pick([0, 1, 0x61, 0x73, 0x76, 0xFF, UInt8(number(255))])
        }
        if number(7) == 0 { bytes.removeLast(number(bytes.count)) }
        let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        execute("UPDATE \(table) SET \(column) = X'\(hex)' WHERE rowid = \(row)")
    }

    private mutating func damageTables() {
        let (table, columns) = pick(kind.columns)
        let column = pick(columns)
        execute(
            pick([
                "PRAGMA user_version = \(number(kind == .state ? 8 : 2) - 1)", "PRAGMA application_id = 7",
                "DROP TABLE \(table)",
                "ALTER TABLE \(table) DROP COLUMN \(column)", "ALTER TABLE \(table) RENAME COLUMN \(column) TO old",
                "ALTER TABLE \(table) ADD COLUMN more", "CREATE TABLE other (a)",
                "ALTER TABLE \(table) RENAME TO old",
                "CREATE TABLE old AS SELECT * FROM \(table); "
                    + "DROP TABLE \(table); ALTER TABLE old RENAME TO \(table)",
                "ALTER TABLE \(table) RENAME TO old; CREATE VIEW \(table) AS SELECT * FROM old",
                "PRAGMA journal_mode = DELETE", "PRAGMA wal_checkpoint(TRUNCATE)", "VACUUM",
            ]))
    }

    /// Changes one of the places where the file has a key: the row and its index do not agree then.
    private mutating func damageText() {
        guard let file = fopen(file, "r+") else { return }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
        let key = Array((kind == .state ? "org.example." : "\(number(9))").utf8)
        let places = bytes.indices.filter { bytes[$0...].starts(with: key) }
        if places.isEmpty { return }
        let (place, byte) = (pick(places) + key.count - (kind == .state ? 0 : 1), pick(Array("ABCQ27.\0".utf8)))
        fseek(file, place, SEEK_SET)
        fputc(CInt(byte), file)
        steps.append("a key: \(byte) at \(place)")
    }

    private mutating func damageBytes(of path: String) {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        var status = stat()
        guard file >= 0, fstat(file, &status) == 0 else { return }
        let size = Int(status.st_size)
        let name = path.split(separator: "/").last ?? ""
        func write(_ bytes: [UInt8], at offset: Int) {
            bytes.withUnsafeBytes { _ = pwrite(file, $0.baseAddress, $0.count, off_t(offset)) }
        }
        switch number(7) {
        case 0:
            let length = number(size)
            ftruncate(file, off_t(length))
            steps.append("\(name): cut to \(length) of \(size)")
        case 1:
            let page = number(max(0, size / 4096 - 1))
            write((0..<4096).map { _ in number(1) == 0 ? 0 : UInt8(number(255)) }, at: page * 4096)
            steps.append("\(name): page \(page)")
        case 2:
            let (from, to) = (number(max(0, size / 4096 - 1)), number(max(0, size / 4096 - 1)))
            var page = [UInt8](repeating: 0, count: 4096)
            pread(file, &page, 4096, off_t(from * 4096))
            write(page, at: to * 4096)
            steps.append("\(name): page \(from) over page \(to)")
        default:
            // The header of a file, of a page or of a record, or anywhere.
            let start = pick([0, 4096 * number(max(0, size / 4096 - 1)), 256 * number(3), number(size)])
            for _ in 0...number(5) {
                let (offset, byte) = (
                    start + number(pick([8, 40, 4096])), pick([0, 1, 0x7F, 0xFF, UInt8(number(255))])
                )
                write([byte], at: offset)
                steps.append("\(name): \(byte) at \(offset)")
            }
        }
    }

    /// Copies those of some files that exist.
    private static func copy(_ names: [String], from source: String, to target: String) {
        UserFolders.make(target + "/runtime/todaycenter")
        for name in names {
            let from = open("\(source)/\(name)", O_RDONLY | O_CLOEXEC)
            if from < 0 { continue }
            defer { close(from) }
            let to = open("\(target)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            defer { close(to) }
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while case let count = Glibc.read(from, &buffer, buffer.count), count > 0 {
                _ = Glibc.write(to, buffer, count)
            }
        }
    }
}
