import DBusTesting
import Glibc
import TodayPlatform

/// Writes a small file.
package func writeFile(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw Programs.MissingError(name: path) }
    fputs(text, file)
    fclose(file)
}

/// Creates a folder for this user below `TMPDIR`, and returns its path.
package func makeTemporaryFolder(_ prefix: String) throws -> String {
    var template = Array("\(Environment["TMPDIR"] ?? "/tmp")/\(prefix).XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Programs.MissingError(name: "a temporary folder") }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
