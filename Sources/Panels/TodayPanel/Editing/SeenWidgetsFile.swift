#if Panel
    internal import Glibc
    internal import TodayHost

    /// The file of the widgets that the user has seen: `panel-seen` in the ``StateFolder``.
    enum SeenWidgetsFile {
        private static let name = "panel-seen"

        /// Reads the file, off the main thread.
        @concurrent static func read() async -> SeenWidgets {
            guard let path = StateFolder.path(of: name), let file = fopen(path, "r") else { return SeenWidgets(nil) }
            defer { fclose(file) }
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 16384)
            // The longest list fits into this size; the panel doesn't write a longer file.
            while bytes.count < 1 << 20 {
                let count = fread(&buffer, 1, buffer.count, file)
                if count == 0 { break }
                bytes += buffer[..<count]
            }
            return SeenWidgets(String(decoding: bytes, as: UTF8.self))
        }

        /// Writes the file, off the main thread. If nothing can be stored, widgets are announced again.
        ///
        /// - Returns: Why it wasn't written, as a sentence without a period; nil if it was.
        @concurrent static func write(_ seen: SeenWidgets) async -> String? {
            guard let path = StateFolder.path(of: name) else { return StateFolder.missing }
            StateFolder.make()
            let new = path + ".new"
            guard let file = fopen(new, "w") else { return StateFolder.problem(with: new) }
            let isWritten = fputs(seen.text, file) >= 0
            // A full disk is often reported only when the file is closed.
            if fclose(file) == 0, isWritten, rename(new, path) == 0 { return nil }
            let problem = StateFolder.problem(with: path)
            unlink(new)
            return problem
        }
    }
#endif
