internal import DBus
internal import Glibc
internal import TodayPlatform

/// A folder of this process's own, for as long as it is needed.
struct TemporaryFolder: Sendable {
    let path: String

    /// Makes a folder below `TMPDIR`.
    init(prefix: String) throws {
        var template = Array("\(Environment["TMPDIR"] ?? "/tmp")/\(prefix).XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw CommandFailure(.failed, "no temporary folder can be made: \(String(cString: strerror(errno)))")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Makes a folder inside, with those on the way to it. Returns its path.
    @discardableResult
    func makeFolder(_ name: String) throws -> String {
        var folder = path
        for element in name.split(at: "/") {
            folder += "/" + element
            guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
                throw CommandFailure(.failed, "cannot make \(folder): \(String(cString: strerror(errno)))")
            }
        }
        return folder
    }

    /// Deletes it with all that is in it. Links are not followed.
    func remove() { FolderContents.removeTree(path) }
}
