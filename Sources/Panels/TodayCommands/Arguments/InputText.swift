internal import Glibc
internal import TodayModel

/// Text that is given directly, as `@FILE`, or as `-` for standard input.
enum InputText {
    /// No valid content is longer, including base64 and white space.
    private static let contentBytes = 8 * Limits.contentBytes

    /// - Throws: ``CommandFailure`` that names the file.
    static func read(_ argument: String) throws -> String {
        if argument == "-" { return try standardInput() }
        return argument.hasPrefix("@") ? try file(String(argument.dropFirst())) : argument
    }

    /// Returns the text of a whole file; `-` is standard input.
    ///
    /// - Parameter maximumBytes: the largest size; nil for that of content.
    static func file(_ path: String, maximumBytes: Int? = nil) throws -> String {
        if path == "-" { return try standardInput(maximumBytes: maximumBytes) }
        return try text(try bytes(ofFile: path, maximumBytes: maximumBytes), named: path)
    }

    /// Returns the bytes of a whole file, which doesn't have to be text.
    static func bytes(ofFile path: String, maximumBytes: Int? = nil) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CommandFailure(.failed, "cannot open \(path): \(reason())") }
        defer { close(descriptor) }
        return try all(of: descriptor, named: path, maximumBytes)
    }

    private static func standardInput(maximumBytes: Int? = nil) throws -> String {
        try text(try all(of: STDIN_FILENO, named: "standard input", maximumBytes), named: "standard input")
    }

    private static func text(_ bytes: [UInt8], named name: String) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(.failed, "\(name) is not UTF-8 text")
        }
        if text.unicodeScalars.first == "\u{FEFF}" {
            throw CommandFailure(
                .failed, "\(name) begins with a byte order mark (U+FEFF); it must be UTF-8 without one")
        }
        if text.allSatisfy(\.isWhitespace) { throw CommandFailure(.failed, "\(name) is empty") }
        return text
    }

    private static func all(of descriptor: Int32, named name: String, _ maximumBytes: Int?) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 { throw CommandFailure(.failed, "cannot read \(name): \(reason())") }
            if count == 0 { break }
            bytes += buffer[..<count]
            if bytes.count > maximumBytes ?? contentBytes {
                let limit = maximumBytes.map { "\($0) bytes" } ?? "any content can be"
                throw CommandFailure(.failed, "\(name) is longer than \(limit)")
            }
        }
        return bytes
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}
