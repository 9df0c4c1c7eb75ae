package import DBus
internal import Glibc
package import Logging
package import TodayModel
internal import TodayPlatform
internal import TodayServiceRules

/// `state.db`, on its own thread, so that a slow disk doesn't block the bus.
///
/// Trouble is logged when it starts and when it ends, not each time.
package actor StateStore {
    package nonisolated let loop = EventLoop(name: "state")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private nonisolated let folder: String?
    private nonisolated let logger: Logger
    private nonisolated let clock: ServiceClock
    private(set) var database: StateDatabase?
    /// The reason why changes aren't stored at present; nil while they are.
    package private(set) var trouble: StateTrouble?
    private var hold = Hold.none
    /// Whether the file was opened and not checked yet. The check runs before the first change, so that the start
    /// doesn't wait for it.
    private var isUnchecked = false
    /// Whether a file was set aside, without a successful write since.
    private var hasNewFile = false

    /// The reasons other than the disk for not writing to the file.
    private enum Hold {
        case none
        /// It is damaged, and has to be set aside first.
        case broken(any Error)
        /// Its contents were not read and must not be overwritten: it is from a newer program, isn't a file, or is
        /// unreadable.
        case unread(StateTrouble)
        case closed
    }

    /// - Parameter folder: the folder of `state.db`, created if missing. Nil if the home folder is unknown.
    package init(folder: String?, logger: Logger, clock: ServiceClock = .system) {
        self.folder = folder
        self.logger = logger
        self.clock = clock
    }

    /// The reason why a batch isn't on disk. It still counts as changed.
    package enum NotWritten: Error, Hashable, Sendable {
        /// A new file is started, and everything has to be written to it.
        case newFile
        /// It can't be written at present.
        case refused(StateTrouble)
    }

    private func path() throws(Refusal) -> String {
        guard let folder else { throw Refusal(StateTrouble("XDG_STATE_HOME and HOME are not set")) }
        return folder + "/state.db"
    }

    // MARK: Loading

    /// Reads everything. The service can run in any case; the log and the snapshot's ``StateSnapshot/trouble`` report
    /// missing data.
    package func load() -> StateSnapshot {
        var snapshot = readAll()
        snapshot.trouble = trouble
        return snapshot
    }

    private func readAll() -> StateSnapshot {
        let path: String
        do { path = try self.path() } catch {
            report(error)
            return StateSnapshot()
        }
        do { return try open(path) } catch let error as NewerSchema {
            blockWrites(StateTrouble("\(error)"))
            return StateSnapshot()
        } catch {
            guard DamagedFile.isDamage(error) else {
                let snapshot = loadWithoutWriting(path)
                if trouble == nil { report(error) }
                return snapshot
            }
            do {
                try setAside(path, error)
                return try open(path)
            } catch {
                report(error)
                return StateSnapshot()
            }
        }
    }

    private func open(_ path: String) throws -> StateSnapshot {
        if let folder { UserFolders.make(folder) }
        let opened = try openDatabase(path)
        let snapshot = try opened.load()
        database = opened
        isUnchecked = true
        return snapshot
    }

    /// Reads content ahead of later requests. Writes may run in between.
    func read(_ contents: [StoredContent]) async {
        for content in contents {
            _ = content.content
            await Task.yield()
        }
    }

    private func openDatabase(_ path: String, _ access: Database.Access = .readWrite) throws -> StateDatabase {
        try StateDatabase(path, access) { [logger] complaint in
            logger.warning("\(ForeignText.logLine("\(path): \(complaint)"))")
        }
    }

    /// Reads the state even if the disk is full or write-protected.
    private func loadWithoutWriting(_ path: String) -> StateSnapshot {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let code = errno
            if code != ENOENT, code != ENOTDIR {
                blockWrites(StateTrouble("\(path): \(String(cString: strerror(code)))"))
            }
            return StateSnapshot()
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            // Opening a pipe would wait for its other end.
            blockWrites(StateTrouble("\(path): it is not a file"))
            return StateSnapshot()
        }
        if let alone = try? openDatabase(path, .alone), let snapshot = try? alone.load() { return snapshot }
        do { return try openDatabase(path, .immutable).load() } catch {
            blockWrites(Self.trouble(error))
            return StateSnapshot()
        }
    }

    /// Makes sure that an unreadable file isn't overwritten.
    private func blockWrites(_ trouble: StateTrouble) {
        hold = .unread(trouble)
        self.trouble = trouble
        logger.error("\(trouble.reason); it is not changed, and nothing is stored")
    }

    /// Moves the file out of the way of a new one.
    private func setAside(_ path: String, _ error: any Error) throws(Refusal) {
        database = nil
        do throws(DamagedFile.NotSetAside) {
            let target = try DamagedFile.setAside(path, at: clock.wall())
            hold = .none
            logger.error("\(error); the file is now \(target), and state starts empty")
        } catch let failure {
            hold = .broken(error)
            throw Refusal(StateTrouble("\(Self.trouble(error).reason); \(failure)", kind: .damaged))
        }
    }

    // MARK: Writing

    /// Writes a batch, all or nothing.
    package func write(_ batch: StateBatch) throws(NotWritten) {
        do {
            let path = try path()
            check()
            guard try isOurs(path) else { throw NotWritten.newFile }
            do { try write(batch, to: path) } catch {
                // Setting aside doesn't help if each new file is damaged too.
                guard DamagedFile.isDamage(error), !hasNewFile else { throw error }
                try setAside(path, error)
                throw NotWritten.newFile
            }
            hasNewFile = false
            if trouble == nil { return }
            trouble = nil
            logger.notice("\(path): state is stored again")
        } catch let error as NotWritten {
            hasNewFile = true
            throw error
        } catch {
            hasNewFile = false
            if (error as? DatabaseError)?.isOfTheFile == true { database = nil }
            report(error)
            throw .refused(Self.trouble(error))
        }
    }

    private func write(_ batch: StateBatch, to path: String) throws {
        do { try ready(path).write(batch, proving: trouble != nil) } catch let error as DatabaseError
            where error.isUnnamed
        {
            // Reopening the file checks its tables, and resets the state of the connection.
            database = nil
            try ready(path).write(batch, proving: trouble != nil)
        }
    }

    /// Checks a file that was read. The state read from a damaged one goes into a new file.
    private func check() {
        guard isUnchecked, let database else { return }
        do {
            try database.database.checkIntegrity()
            isUnchecked = false
        } catch let error where DamagedFile.isDamage(error) {
            isUnchecked = false
            hold = .broken(error)
        } catch {
            // The disk has a problem, which the write reports.
        }
    }

    /// Whether the file contains everything read and written so far. If not, a new one is started after the old one is
    /// out of the way.
    private func isOurs(_ path: String) throws(Refusal) -> Bool {
        switch hold {
        case .none: return true
        case .closed: throw Refusal(StateTrouble("the center is stopping"))
        case .broken(let error): try setAside(path, error)
        case .unread(let reason):
            guard access(path, F_OK) != 0, errno == ENOENT else { throw Refusal(reason) }
            hold = .none
        }
        return false
    }

    private func ready(_ path: String) throws -> StateDatabase {
        if let database { return database }
        if let folder { UserFolders.make(folder) }
        let opened = try openDatabase(path)
        database = opened
        return opened
    }

    // MARK: Trouble

    /// The reason for a refused write without an underlying error.
    private struct Refusal: Error, CustomStringConvertible {
        let trouble: StateTrouble
        var description: String { trouble.reason }

        init(_ trouble: StateTrouble) { self.trouble = trouble }
    }

    private func report(_ error: any Error) {
        if trouble == nil { logger.error("\(error); state is not stored while this lasts") }
        trouble = Self.trouble(error)
    }

    /// Returns an error as a problem for the user.
    private static func trouble(_ error: any Error) -> StateTrouble {
        switch error {
        case let error as DatabaseError: StateTrouble(error.reason, kind: error.kind)
        case let refusal as Refusal: refusal.trouble
        default: StateTrouble("\(error)", kind: DamagedFile.isDamage(error) ? .damaged : .other)
        }
    }

    /// Closes the file, which merges its log into it.
    package func close() {
        database = nil
        hold = .closed
    }
}
