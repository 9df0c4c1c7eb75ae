internal import Glibc
internal import TodayModel
internal import TodayPlatform

/// The reason why a password can't be read, as the end of a sentence. It never has the password.
struct PasswordFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// The file with the password of a broker, which only its owner may read.
enum PasswordFile {
    private static let maximumBytes = 4096

    /// Returns the first line of a file.
    static func read(_ path: String) throws(PasswordFailure) -> String {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let values: KeyValuePairs = ["file": path, "reason": Language.systemError(errno)]
            throw PasswordFailure(tr("The password file {file} can’t be read: {reason}", values))
        }
        if status.st_uid != getuid() {
            throw PasswordFailure(tr("The password file {file} belongs to another user", ["file": path]))
        }
        if status.st_mode & 0o177 != 0 {
            throw PasswordFailure(
                tr("Other users can read the password file {file}. Run ‘chmod 600’ on it", ["file": path]))
        }
        let text: String
        do { text = try TextFile.read(path, maximumBytes: maximumBytes, owner: getuid()) } catch {
            let values: KeyValuePairs = ["file": path, "reason": error.description]
            throw PasswordFailure(tr("The password file {file} can’t be read: {reason}", values))
        }
        let line = text.prefix { !$0.isNewline }
        if line.isEmpty { throw PasswordFailure(tr("The password file {file} is empty", ["file": path])) }
        return String(line)
    }
}
