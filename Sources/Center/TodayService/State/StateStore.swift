package import DBus
internal import Glibc
package import Logging
internal import TodayModel
internal import TodayPlatform
internal import TodayServiceRules

/// `state.db`, on a thread of its own, so that no disk holds up the bus.
///
/// Trouble is logged when it begins and when it is over, not each time.
package actor StateStore {
    package nonisolated let loop = EventLoop(name: "state")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private nonisolated let folder: String?
    private nonisolated let logger: Logger
    private nonisolated let clock: ServiceClock
    private(set) var database: StateDatabase?
    /// Why what changes is not stored at present, a sentence without its full stop; nil while it is.
    package private(set) var trouble: String?
    private var hold = Hold.none
    /// Whether the file was opened and not checked yet. That is done before the first change: a start need not wait for it.
    private var isUnchecked = false
    /// A file was set aside, and nothing was written since.
    private var beganAnew = false

    /// What keeps the file from being written, besides the disk.
    private enum Hold {
        case none
        /// It is broken, and has to be set aside before.
        case broken(any Error)
        /// What it holds was not read, and is not written over: it is of a newer program, no file, or unreadable.
        case unread(String)
        case closed
    }

    /// - Parameter folder: where `state.db` is; made when it is absent. Nil where there is no home.
    package init(folder: String?, logger: Logger, clock: ServiceClock = .system) {
        self.folder = folder
        self.logger = logger
        self.clock = clock
    }

    /// Why a batch is not on disk. It counts as changed still.
    package enum NotWritten: Error, Hashable, Sendable {
        /// A new file begins, into which everything has to be written.
        case beginsAnew
        /// It cannot be written at present: a sentence without its full stop.
        case refused(String)
    }

    private func path() throws(Refusal) -> String {
        guard let folder else { throw Refusal(reason: "neither XDG_STATE_HOME nor HOME is set") }
        return folder + "/state.db"
    }

    // MARK: Loading

    /// Reads everything. Whatever happens the service can run; what is missing is in the log, and in the snapshot's
    /// ``StateSnapshot/trouble``.
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
            leaveAlone("\(error)")
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

    /// Reads content, for whoever asks for it later. What is to be written meanwhile comes in between.
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

    /// A full or write-protected disk is no reason to forget.
    private func loadWithoutWriting(_ path: String) -> StateSnapshot {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let code = errno
            if code != ENOENT, code != ENOTDIR { leaveAlone("\(path): \(String(cString: strerror(code)))") }
            return StateSnapshot()
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            // To open a pipe is to wait for its other end.
            leaveAlone("\(path): it is not a file")
            return StateSnapshot()
        }
        if let alone = try? openDatabase(path, .alone), let snapshot = try? alone.load() { return snapshot }
        do { return try openDatabase(path, .immutable).load() } catch {
            leaveAlone(Self.reason(error))
            return StateSnapshot()
        }
    }

    /// What cannot be read must not be written over.
    private func leaveAlone(_ reason: String) {
        hold = .unread(reason)
        trouble = reason
        logger.error("\(reason); it is left alone, and nothing is stored")
    }

    /// Makes way for a new file.
    private func setAside(_ path: String, _ error: any Error) throws(Refusal) {
        database = nil
        do throws(DamagedFile.NotSetAside) {
            let target = try DamagedFile.setAside(path, at: clock.wall())
            hold = .none
            logger.error("\(error); it was set aside as \(target), and state begins anew")
        } catch let failure {
            hold = .broken(error)
            throw Refusal(reason: "\(Self.reason(error)); \(failure)")
        }
    }

    // MARK: Writing

    /// Writes a batch, all of it or nothing.
    package func write(_ batch: StateBatch) throws(NotWritten) {
        do {
            let path = try path()
            check()
            guard try isOurs(path) else { throw NotWritten.beginsAnew }
            do { try write(batch, to: path) } catch {
                // One that breaks again and again is no use.
                guard DamagedFile.isDamage(error), !beganAnew else { throw error }
                try setAside(path, error)
                throw NotWritten.beginsAnew
            }
            beganAnew = false
            if trouble == nil { return }
            trouble = nil
            logger.notice("\(path): state is stored again")
        } catch let error as NotWritten {
            beganAnew = true
            throw error
        } catch {
            beganAnew = false
            if (error as? DatabaseError)?.isOfTheFile == true { database = nil }
            report(error)
            throw .refused(Self.reason(error))
        }
    }

    private func write(_ batch: StateBatch, to path: String) throws {
        do { try ready(path).write(batch, proving: trouble != nil) } catch let error as DatabaseError
            where error.isUnnamed
        {
            // To open the file again checks its tables, and ends whatever state the connection was in.
            database = nil
            try ready(path).write(batch, proving: trouble != nil)
        }
    }

    /// Checks a file that was read. What was read of a damaged one goes into a new file.
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

    /// Whether the file has what was read and written so far. A new one begins once what is not ours has made way.
    private func isOurs(_ path: String) throws(Refusal) -> Bool {
        switch hold {
        case .none: return true
        case .closed: throw Refusal(reason: "the center is ending")
        case .broken(let error): try setAside(path, error)
        case .unread(let reason):
            guard access(path, F_OK) != 0, errno == ENOENT else { throw Refusal(reason: reason) }
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

    /// Why nothing is written that has no error of its own.
    private struct Refusal: Error, CustomStringConvertible {
        let reason: String
        var description: String { reason }
    }

    private func report(_ error: any Error) {
        if trouble == nil { logger.error("\(error); state is not stored until it can be") }
        trouble = Self.reason(error)
    }

    /// An error for people.
    private static func reason(_ error: any Error) -> String { (error as? DatabaseError)?.reason ?? "\(error)" }

    /// Closes the file, which folds its log into it.
    package func close() {
        database = nil
        hold = .closed
    }
}
