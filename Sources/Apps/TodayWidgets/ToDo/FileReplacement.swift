#if Widgets
    internal import NotificationCenter
    internal import TodayCLibrary
    internal import TodayModel
    internal import TodayPlatform

    /// A new version of a file, which takes the place of the old one in one step.
    struct FileReplacement {
        private let path: String
        private let temporary: String

        /// Writes the new version beside the file, and waits until it is on the disk.
        ///
        /// - Parameters:
        ///   - path: The file, which isn't a link.
        ///   - bytes: The new contents.
        ///   - rights: The owner and the mode of the file.
        init(of path: String, with bytes: [UInt8], rights: stat) throws(NCWidgetError) {
            self.path = path
            let folder =
                path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
            for number in 0... {
                let temporary = "\(path[..<folder]).\(path[folder...]).\(getpid())-\(number)"
                if let file = OpenFile(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW) {
                    self.temporary = temporary
                    guard file.write(bytes[...]), file.takeRights(of: rights), file.sync() else {
                        let error = errno
                        unlink(temporary)
                        throw Self.failure(error)
                    }
                    return
                }
                guard errno == EEXIST else { throw Self.failure(errno) }
            }
            throw Self.failure(EEXIST)
        }

        /// Puts the new version in place. Returns the old file, whose contents may differ from the expected ones if another program has changed or replaced it meanwhile.
        func exchange(expecting contents: [UInt8]) throws(NCWidgetError) -> OpenFile {
            defer { unlink(temporary) }
            let error = exchangeFiles(temporary, path)
            if [EINVAL, ENOSYS, EOPNOTSUPP].contains(error) { return try replace(expecting: contents) }
            guard error == 0, let old = OpenFile(temporary, O_RDONLY) else {
                throw Self.failure(error == 0 ? errno : error)
            }
            syncFolder()
            return old
        }

        /// The same on a file system that can't exchange names.
        private func replace(expecting contents: [UInt8]) throws(NCWidgetError) -> OpenFile {
            guard let old = OpenFile(path, O_RDONLY), let found = old.contents else { throw Self.failure(errno) }
            guard found == contents, old.isFile(at: path) else {
                throw NCWidgetError(tr("Another program is changing the file. Try again"))
            }
            guard rename(temporary, path) == 0 else { throw Self.failure(errno) }
            syncFolder()
            return old
        }

        /// Waits until the names are on the disk. If that fails, the old version may return after a power failure.
        private func syncFolder() {
            let folder = open(
                String(path[..<(path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)]) + "/", O_RDONLY)
            guard folder >= 0 else { return }
            fsync(folder)
            close(folder)
        }

        private static func failure(_ error: CInt) -> NCWidgetError {
            NCWidgetError(tr("Can’t save the tasks: {reason}", ["reason": Language.systemError(error)]))
        }
    }
#endif
