internal import CTodaySystem
package import DBus
internal import Glibc
package import Logging
internal import TodayPlatform

/// `groups.db`, off the bus thread. It is opened when an App Group is used for the first time.
///
/// A request whose change can't be written is refused. Trouble is logged when it starts and when it ends.
package actor GroupFile {
    private nonisolated let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private nonisolated let folder: String?
    private nonisolated let logger: Logger
    private nonisolated let clock: ServiceClock
    private(set) var database: GroupDatabase?
    private var isClosed = false
    private var isInTrouble = false
    /// Whether a write set a file aside and hasn't reported that yet.
    private var wasSetAside = false

    /// - Parameters:
    ///   - folder: the folder of `groups.db`, created if missing. Nil if the home folder is unknown.
    ///   - loop: a thread that may wait for disks.
    package init(folder: String?, loop: EventLoop, logger: Logger, clock: ServiceClock = .system) {
        self.folder = folder
        self.loop = loop
        self.logger = logger
        self.clock = clock
    }

    /// The reason why values can't be read or written.
    package struct Trouble: Error, Hashable, Sendable, CustomStringConvertible { package let description: String }

    /// The values of a group on disk.
    package struct Loaded: Equatable, Sendable {
        package var values: [GroupKey: GroupValue]
        /// The same as the result of ``write(_:_:_:isWhole:)``.
        package var isNewFile = false
    }

    /// Reads the values of a group.
    package func load(_ group: String) throws(Trouble) -> Loaded {
        let path = try path
        do { return Loaded(values: try use { try read(group, $0) }) } catch {
            if DamagedFile.isDamage(error) {
                try setAside(path, error)
                return Loaded(values: [:], isNewFile: true)
            }
            report(error)
            if let values = readWithoutWriting(group, path) { return Loaded(values: values) }
            throw Trouble(description: "\(error)")
        }
    }

    private func read(_ group: String, _ database: GroupDatabase) throws -> [GroupKey: GroupValue] {
        let values = try database.load(group)
        for warning in database.warnings { logger.warning("\(warning)") }
        return values
    }

    /// Reads the values even if the disk is full or write-protected. Returns nil if the file can't be read either.
    private func readWithoutWriting(_ group: String, _ path: String) -> [GroupKey: GroupValue]? {
        var status = stat()
        guard stat(path, &status) == 0 else { return errno == ENOENT || errno == ENOTDIR ? [:] : nil }
        // Opening a pipe would wait for its other end.
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        for access in [Database.Access.alone, .immutable] {
            if let database = try? GroupDatabase(path, access), let values = try? read(group, database) {
                return values
            }
        }
        return nil
    }

    /// Writes the changes of a group, or all its values; all or none.
    ///
    /// - Returns: whether a damaged file was set aside, so that the other groups in memory have to be written again.
    package func write(
        _ group: String, _ change: GroupChange, _ store: GroupStore, isWhole: Bool
    ) throws(Trouble) -> Bool {
        let path = try path
        do { try write(group, change, isWhole ? store : nil) } catch {
            guard DamagedFile.isDamage(error) else { throw refusal(error) }
            try setAside(path, error)
            wasSetAside = true
            do { try write(group, change, store) } catch { throw refusal(error) }
        }
        if isInTrouble {
            isInTrouble = false
            logger.notice("\(path): App Groups are stored again")
        }
        defer { wasSetAside = false }
        return wasSetAside
    }

    private func write(_ group: String, _ change: GroupChange, _ whole: GroupStore?) throws {
        try use { database in
            if let whole {
                try database.write(group, whole: whole)
            } else {
                try database.write(group, change)
            }
        }
    }

    private func use<Result>(_ body: (GroupDatabase) throws -> Result) throws -> Result {
        do { return try body(try ready()) } catch let error as DatabaseError where error.isUnnamed {
            // Reopening the file checks its tables, and resets the state of the connection.
            database = nil
            return try body(try ready())
        }
    }

    private func refusal(_ error: any Error) -> Trouble {
        report(error)
        return Trouble(description: (error as? DatabaseError)?.reason ?? "\(error)")
    }

    /// Frees the database's caches, and returns free memory to the system.
    package func releaseMemory() {
        database?.freeMemory()
        csystem_trim_memory()
    }

    private var path: String {
        get throws(Trouble) {
            if isClosed { throw Trouble(description: "the center is stopping") }
            guard let folder else { throw Trouble(description: "XDG_DATA_HOME and HOME are not set") }
            return folder + "/groups.db"
        }
    }

    private func ready() throws -> GroupDatabase {
        if let database { return database }
        if let folder { UserFolders.make(folder) }
        let opened = try GroupDatabase(try path)
        try opened.repair()
        database = opened
        return opened
    }

    private func setAside(_ path: String, _ error: any Error) throws(Trouble) {
        database = nil
        do throws(DamagedFile.NotSetAside) {
            let target = try DamagedFile.setAside(path, at: clock.wall())
            logger.error("\(error); the file is now \(target), and App Groups start empty")
        } catch let failure {
            logger.error("\(error); \(failure)")
            throw Trouble(description: "\(error); \(failure)")
        }
    }

    private func report(_ error: any Error) {
        defer { isInTrouble = true }
        if (error as? DatabaseError)?.isOfTheFile == true { database = nil }
        guard !isInTrouble else { return }
        logger.error("\(error); App Groups are not stored while this lasts")
    }

    /// Closes the file, which merges its log into it. Earlier requests are on disk when this returns.
    package func close() {
        database = nil
        isClosed = true
    }
}
