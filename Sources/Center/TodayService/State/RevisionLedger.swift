internal import Glibc
internal import TodayModel
internal import TodayPlatform

/// The highest revision of each widget that anybody may have seen, noted at once, so that none falls after a crash.
///
/// State goes to disk a moment after it is acknowledged, and a crash in between takes a widget back to older content.
/// Its revision must not go back with it. So each new revision is also written here, one small `pwrite` into memory of
/// the kernel, which a killed process leaves behind. It need not outlive the session: neither does who saw it.
///
/// The file is an array of records of 256 bytes: the revision, native, in 8 bytes; the length of the identifier in one;
/// the identifier.
final class RevisionLedger {
    private let file: CInt
    private var slots: [WidgetIdentifier: Int] = [:]
    /// Slots of widgets that were forgotten, for others.
    private var free: [Int] = []
    /// How many slots the file has.
    private(set) var count = 0
    /// What was in the file when it was opened.
    private(set) var found: [WidgetIdentifier: UInt64] = [:]

    private static let size = 256
    /// A file with more records holds many of widgets long gone, and is begun anew with the first note.
    private static let maximum = 4096
    /// Above this, what the widgets of one session need may not fit any more.
    private static let mostFound = maximum - 4 * Limits.widgets
    private var isFull = false

    private init(file: CInt) { self.file = file }

    deinit { close(file) }

    /// Opens the file in a folder, which is made, and changes nothing in it: another center may be at work. Nil when
    /// that cannot be; the reason is in `errno`.
    static func open(in folder: String) -> RevisionLedger? {
        UserFolders.make(folder)
        let file = Glibc.open(folder + "/revisions", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        if file < 0 { return nil }
        let ledger = RevisionLedger(file: file)
        ledger.load()
        return ledger
    }

    private func load() {
        var status = stat()
        guard fstat(file, &status) == 0 else { return }
        var bytes = [UInt8](repeating: 0, count: min(Int(status.st_size), Self.size * Self.maximum))
        let length = pread(file, &bytes, bytes.count, 0)
        let records = max(0, length) / Self.size
        for index in 0..<records {
            let record = bytes[(index * Self.size)..<((index + 1) * Self.size)]
            let start = record.startIndex
            let text = record[(start + 9)...].prefix(Int(record[start + 8]))
            guard let name = String(validating: text, as: UTF8.self), let identifier = WidgetIdentifier(rawValue: name)
            else { continue }
            let revision = StoredWidget.revision(
                read: record.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) })
            found[identifier] = max(found[identifier] ?? 0, revision)
            slots[identifier] = index
        }
        count = records
        isFull = records > Self.mostFound
    }

    /// Notes a revision before anybody can see it. Returns false, with the reason in `errno`, when that cannot be done.
    @discardableResult
    func note(_ identifier: WidgetIdentifier, _ revision: UInt64) -> Bool {
        if isFull {
            guard ftruncate(file, 0) == 0 else { return false }
            isFull = false
            slots = [:]
            free = []
            count = 0
        }
        var revision = revision
        if let slot = slots[identifier] { return pwrite(file, &revision, 8, slot * Self.size) == 8 }
        var record = [UInt8](repeating: 0, count: Self.size)
        record.withUnsafeMutableBytes { $0.storeBytes(of: revision, as: UInt64.self) }
        record[8] = UInt8(identifier.rawValue.utf8.count)
        record.replaceSubrange(9..<(9 + identifier.rawValue.utf8.count), with: identifier.rawValue.utf8)
        let slot = free.last ?? count
        guard pwrite(file, &record, Self.size, slot * Self.size) == Self.size else { return false }
        if free.popLast() == nil { count += 1 }
        slots[identifier] = slot
        return true
    }

    /// Forgets a widget that begins anew if it ever comes back; its slot is for others.
    func forget(_ identifier: WidgetIdentifier) {
        guard let slot = slots[identifier] else { return }
        var empty = [UInt8](repeating: 0, count: Self.size)
        guard pwrite(file, &empty, Self.size, slot * Self.size) == Self.size else { return }
        slots[identifier] = nil
        free.append(slot)
    }
}
