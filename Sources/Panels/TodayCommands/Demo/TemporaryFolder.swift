internal import DBus
internal import Glibc
internal import TodayModel
internal import TodayPlatform

extension CommandFailure {
    /// Returns the failure for a file or folder, with its `errno` value.
    static func cannotCreate(_ path: String, _ code: Int32) -> CommandFailure {
        CommandFailure(
            .failed,
            tr("cannot create {file}: {reason}", ["file": path, "reason": Language.systemError(code)]))
    }
}

/// A temporary folder of this process.
struct TemporaryFolder: Sendable {
    let path: String

    /// Creates a folder below `TMPDIR`.
    init(prefix: String) throws {
        var template = Array("\(Environment["TMPDIR"] ?? "/tmp")/\(prefix).XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw CommandFailure(
                .failed, tr("cannot create a temporary folder: {reason}", ["reason": Language.systemError(errno)]))
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Creates a folder inside, with its parent folders. Returns its path.
    @discardableResult
    func makeFolder(_ name: String) throws -> String {
        var folder = path
        for element in name.split(at: "/") {
            folder += "/" + element
            guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
                throw CommandFailure.cannotCreate(folder, errno)
            }
        }
        return folder
    }

    /// Deletes the folder with its contents. It doesn't follow links.
    func remove() { FolderContents.removeTree(path) }
}
