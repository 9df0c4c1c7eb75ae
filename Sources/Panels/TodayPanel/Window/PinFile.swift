#if Panel
    internal import Glibc

    /// Stores whether the panel is pinned across runs: if it is, the ``StateFolder`` has the file `panel-pinned`.
    enum PinFile {
        private static var path: String? { StateFolder.path(of: "panel-pinned") }

        static var exists: Bool { path.map { access($0, F_OK) == 0 } == true }

        /// Creates or removes the file.
        ///
        /// - Returns: Why that failed, as a sentence without a period; nil if it succeeded.
        static func set(_ isPinned: Bool) -> String? {
            guard let path else { return StateFolder.missing }
            if !isPinned { return unlink(path) == 0 || errno == ENOENT ? nil : StateFolder.problem(with: path) }
            StateFolder.make()
            let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            guard file >= 0 else { return StateFolder.problem(with: path) }
            close(file)
            return nil
        }
    }
#endif
