internal import Glibc
internal import TodayPlatform

/// A number that no revision of the running center exceeds, in a file that only an unclean end leaves behind.
///
/// State goes to disk a moment after it is acknowledged, so a crash may restore older content of a widget. Its revision
/// must not go back with it: after an unclean end, every revision starts above the limit. The file need not outlive the
/// session, because the panels that saw a revision don't.
final class RevisionLimit {
    /// The distance of a new limit from the highest revision.
    static let step: UInt64 = 1 << 20

    private let folder: String
    private var path: String { folder + "/revision-limit" }
    private var file: CInt = -1
    /// The limit in the file; 0 before the first ``raise(above:)``.
    private(set) var value: UInt64 = 0

    /// - Parameter folder: the folder of the file.
    init(in folder: String) { self.folder = folder }

    deinit { if file >= 0 { close(file) } }

    /// Returns the limit that an unclean end left behind, or 0 after a clean end. Changes nothing: another center may
    /// be running.
    func leftBehind() -> UInt64 {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        var number: UInt64 = 0
        return pread(file, &number, 8, 0) == 8 ? StoredWidget.revision(read: number) : 0
    }

    /// Writes a new limit, unless the revision is below the current one. Returns false, with the reason in `errno`, if
    /// that fails.
    func raise(above revision: UInt64) -> Bool {
        if revision < value { return true }
        if file < 0 {
            UserFolders.make(folder)
            file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        }
        var limit = revision + Self.step
        guard file >= 0, pwrite(file, &limit, 8, 0) == 8 else { return false }
        value = limit
        return true
    }

    /// Removes the file: everything is on disk.
    func remove() { unlink(path) }
}
