package import DBus
internal import Glibc
package import Logging
internal import TodayModel

/// `state.db`, on a thread of its own, so that no disk holds up the bus.
///
/// Trouble is logged when it begins and when it is over, not each time.
package actor StateStore {
    package nonisolated let loop = EventLoop(name: "state")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private nonisolated let folder: String
    private nonisolated let path: String
    private nonisolated let logger: Logger
    private nonisolated let clock: ServiceClock
    private var database: StateDatabase?
    /// The file is not ours to write: it is of a newer program, or cannot be read.
    private var isOff = false
    private var isInTrouble = false

    /// - Parameter folder: where `state.db` is; made when it is absent.
    package init(folder: String, logger: Logger, clock: ServiceClock = .system) {
        self.folder = folder
        path = folder + "/state.db"
        self.logger = logger
        self.clock = clock
    }

    /// Why a batch is not on disk. It counts as changed still.
    package struct NotWritten: Error, Hashable, Sendable {
        /// The file was set aside, and everything has to be written anew.
        package let isEverything: Bool
    }

    // MARK: Loading

    /// Reads everything. Whatever happens the service can run; what is missing is in the log.
    package func load() -> StateImage {
        do { return try open() } catch let error as NewerSchema {
            isOff = true
            logger.error("\(error); it is left alone, and nothing is stored")
        } catch {
            if DamagedFile.isDamage(error) {
                setAside(error)
                if let image = try? open() { return image }
            } else {
                trouble(error)
            }
            return loadWithoutWriting()
        }
        return StateImage()
    }

    private func open() throws -> StateImage {
        makeFolders(folder)
        let opened = try StateDatabase(path)
        let image = try opened.load()
        for complaint in opened.complaints { logger.warning("\(ForeignText.logLine("\(path): \(complaint)"))") }
        database = opened
        return image
    }

    /// A full or write-protected disk is no reason to forget.
    private func loadWithoutWriting() -> StateImage {
        var status = stat()
        guard stat(path, &status) == 0 else { return StateImage() }
        guard status.st_mode & S_IFMT == S_IFREG else {
            // To open a pipe is to wait for its other end.
            isOff = true
            logger.error("\(path): it is not a file; nothing is stored")
            return StateImage()
        }
        if let alone = try? StateDatabase(path, .alone), let image = try? alone.load() { return image }
        do { return try StateDatabase(path, .immutable).load() } catch {
            // What cannot be read must not be written over.
            isOff = true
            logger.error("\(error); nothing is stored")
            return StateImage()
        }
    }

    /// Makes way for a new file.
    private func setAside(_ error: any Error) {
        database = nil
        do throws(DamagedFile.NotSetAside) {
            let target = try DamagedFile.setAside(path, at: clock.wall())
            logger.error("\(error); it was set aside as \(target), and state begins anew")
        } catch let failure {
            isOff = true
            logger.error("\(error); \(failure); nothing is stored")
        }
    }

    // MARK: Writing

    /// Writes a batch, all of it or nothing.
    package func write(_ batch: StateBatch) throws(NotWritten) {
        if isOff { return }
        do {
            let database = try ready()
            try database.write(batch)
            if isInTrouble {
                isInTrouble = false
                logger.notice("\(path): state is stored again")
            }
        } catch {
            if DamagedFile.isDamage(error) {
                setAside(error)
                throw NotWritten(isEverything: true)
            }
            if error is NewerSchema { isOff = true }
            trouble(error)
            throw NotWritten(isEverything: false)
        }
    }

    private func ready() throws -> StateDatabase {
        if let database { return database }
        makeFolders(folder)
        let opened = try StateDatabase(path)
        database = opened
        return opened
    }

    private func trouble(_ error: any Error) {
        defer { isInTrouble = true }
        guard !isInTrouble else { return }
        logger.error("\(error); state is not stored until it can be")
    }

    /// Closes the file, which folds its log into it.
    package func close() {
        database = nil
        isOff = true
    }
}
