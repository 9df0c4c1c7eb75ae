internal import DBus
internal import Glibc
internal import TodayPlatform

/// A folder with new files.
enum NewFolder {
    /// Writes all files, or none.
    ///
    /// - Throws: ``CommandFailure`` if the folder isn't empty or can't be written.
    static func write(_ files: [WidgetTemplate.File], to folder: String) throws {
        if let names = FolderContents.names(in: folder), !names.isEmpty {
            throw CommandFailure(.failed, "\(folder) is not empty")
        }
        var made: [String] = []
        do {
            for file in files {
                let path = folder + "/" + file.path
                try makeFolders(above: path, &made)
                let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
                guard descriptor >= 0 else { throw failure(path) }
                made.append(path)
                defer { close(descriptor) }
                try Output(descriptor: descriptor).write(file.text)
            }
        } catch {
            for path in made.reversed() { remove(path) }
            throw error
        }
    }

    private static func makeFolders(above path: String, _ made: inout [String]) throws {
        var folder = path.hasPrefix("/") ? "" : "."
        for element in path.split(at: "/").dropLast() {
            folder += "/" + element
            if mkdir(folder, 0o755) == 0 { made.append(folder) } else if errno != EEXIST { throw failure(folder) }
        }
    }

    private static func failure(_ path: String) -> CommandFailure {
        CommandFailure(.failed, "cannot create \(path): \(String(cString: strerror(errno)))")
    }
}
