#if Panel
    internal import Glibc
    internal import TodayHost

    /// Where the panel keeps which widgets its user has seen: the file `panel-seen` of its ``StateFolder``.
    enum SeenWidgetsFile {
        private static let name = "panel-seen"

        /// Reads it, away from the main thread.
        @concurrent static func read() async -> SeenWidgets {
            guard let path = StateFolder.path(of: name), let file = fopen(path, "r") else { return SeenWidgets(nil) }
            defer { fclose(file) }
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 16384)
            // As much as the longest list takes; whatever is longer was not written here.
            while bytes.count < 1 << 20 {
                let count = fread(&buffer, 1, buffer.count, file)
                if count == 0 { break }
                bytes += buffer[..<count]
            }
            return SeenWidgets(String(decoding: bytes, as: UTF8.self))
        }

        /// Writes it, away from the main thread. Where nothing can be kept, widgets are announced again.
        ///
        /// - Returns: Why it was not written, as a sentence without its full stop; nil if it was.
        @concurrent static func write(_ seen: SeenWidgets) async -> String? {
            guard let path = StateFolder.path(of: name) else { return StateFolder.missing }
            StateFolder.make()
            let new = path + ".new"
            guard let file = fopen(new, "w") else { return StateFolder.problem(with: new) }
            let isWritten = fputs(seen.text, file) >= 0
            // What the disk has no room for is often seen only now.
            if fclose(file) == 0, isWritten, rename(new, path) == 0 { return nil }
            let problem = StateFolder.problem(with: path)
            unlink(new)
            return problem
        }
    }
#endif
