#if Widgets
    import Glibc
    import TodayPlatform

    /// A folder with a file `todo.txt`, which other programs of a test change.
    final class TemporaryFolder: Sendable {
        let path: String

        init() {
            var template = Array("/tmp/todo-tests.XXXXXX".utf8CString)
            path = mkdtemp(&template).map { String(cString: $0) } ?? ""
        }

        deinit { FolderContents.removeTree(path) }

        func bytes(_ name: String = "todo.txt") -> [UInt8] {
            (try? TextFile.readBytes("\(path)/\(name)", maximumBytes: 1 << 24)) ?? []
        }

        func text(_ name: String = "todo.txt") -> String { String(decoding: bytes(name), as: UTF8.self) }

        func lines() -> [String] { text().split(separator: "\n").map(String.init) }

        /// Empties the file and writes it again, as an editor does that keeps the file.
        func write(_ bytes: [UInt8], to name: String = "todo.txt") { write(bytes, "\(path)/\(name)", O_TRUNC) }

        /// Adds text, as `echo >>` does.
        func append(_ text: String) { write(Array(text.utf8), path + "/todo.txt", O_APPEND) }

        /// Puts another file in its place, as `sed -i` does.
        func replace(_ text: String) {
            write(Array(text.utf8), path + "/other", O_TRUNC)
            rename(path + "/other", path + "/todo.txt")
        }

        private func write(_ bytes: [UInt8], _ path: String, _ flags: CInt) {
            let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0o600)
            _ = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            close(file)
        }

        func mode(_ name: String = "todo.txt") -> mode_t {
            var status = stat()
            stat("\(path)/\(name)", &status)
            return status.st_mode & 0o7777
        }

        func names(_ name: String = ".") -> [String] { (FolderContents.names(in: "\(path)/\(name)") ?? []).sorted() }
    }
#endif
