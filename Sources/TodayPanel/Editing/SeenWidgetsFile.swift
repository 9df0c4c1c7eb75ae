#if Panel
    internal import Glibc
    internal import Processes
    internal import TodayHost

    /// Where the panel keeps which widgets its user has seen: `$XDG_STATE_HOME/todaycenter/panel-seen`, with
    /// `~/.local/state` in the place of an unset variable (XDG Base Directory Specification).
    enum SeenWidgetsFile {
        private static let name = "panel-seen"

        private static var folder: String? {
            if let state = Environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/todaycenter" }
            return Environment["HOME"].map { $0 + "/.local/state/todaycenter" }
        }

        /// Reads it, away from the main thread.
        @concurrent static func read() async -> SeenWidgets {
            guard let folder, let file = fopen(folder + "/" + name, "r") else { return SeenWidgets(nil) }
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
            guard let folder else { return "neither XDG_STATE_HOME nor HOME names a folder" }
            makeFolders(folder)
            let path = folder + "/" + name
            let new = path + ".new"
            guard let file = fopen(new, "w") else { return problem(new) }
            let isWritten = fputs(seen.text, file) >= 0
            // What the disk has no room for is often seen only now.
            if fclose(file) == 0, isWritten, rename(new, path) == 0 { return nil }
            let problem = problem(path)
            unlink(new)
            return problem
        }

        private static func problem(_ path: String) -> String { "\(path): \(String(cString: strerror(errno)))" }

        /// Makes a folder and those above it.
        private static func makeFolders(_ path: String) {
            var made = ""
            for part in path.split(separator: "/") {
                made += "/" + part
                mkdir(made, 0o700)
            }
        }
    }
#endif
