import DBusTesting
import Glibc

/// Writes a small file.
package func writeFile(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw Programs.MissingError(name: path) }
    fputs(text, file)
    fclose(file)
}
