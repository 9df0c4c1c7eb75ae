import DBus
import Glibc
import TodayModel
import TodayPlatform

extension WidgetIdentifier {
    static let a: WidgetIdentifier = "org.example.A"
    static let b: WidgetIdentifier = "org.example.B"
    static let c: WidgetIdentifier = "org.example.C"
}

/// A tree of one text.
func text(_ text: String) -> Content { Content(kind: "text", attributes: ["text": .string(text)]) }

extension WidgetChanges {
    init(_ change: (inout WidgetChanges) -> Void) {
        self.init()
        change(&self)
    }

    static func content(_ string: String) -> WidgetChanges { WidgetChanges { $0.content = text(string) } }
}

extension WidgetDefinition {
    init(_ change: (inout WidgetDefinition) -> Void) {
        self.init()
        change(&self)
    }
}

extension ViewingOptions {
    init(_ change: (inout ViewingOptions) -> Void) {
        self.init()
        change(&self)
    }
}

/// Why a file of a test cannot be written or read.
struct FileError: Error { let path: String, code: Int32 }

func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw FileError(path: path, code: errno) }
    defer { fclose(file) }
    guard fwrite(text, 1, text.utf8.count, file) == text.utf8.count else { throw FileError(path: path, code: errno) }
}

func read(_ path: String) throws -> String {
    guard let file = fopen(path, "r") else { throw FileError(path: path, code: errno) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
}
