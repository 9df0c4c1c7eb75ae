import Glibc
import Testing

/// Compares a text with the file of that name in `Snapshots`; with `UPDATE_DATA` set, writes the file instead.
func expectSnapshot(_ name: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let folder = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/Snapshots"
    let path = "\(folder)/\(name).txt"
    if getenv("UPDATE_DATA") != nil {
        let file = try #require(fopen(path, "w"), sourceLocation: sourceLocation)
        defer { fclose(file) }
        fputs(text + "\n", file)
        return
    }
    let file = try #require(fopen(path, "r"), "there is no snapshot \(name)", sourceLocation: sourceLocation)
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    #expect(text + "\n" == String(decoding: bytes, as: UTF8.self), sourceLocation: sourceLocation)
}
