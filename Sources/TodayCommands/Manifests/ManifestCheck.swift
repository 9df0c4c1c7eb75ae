internal import Glibc
internal import Processes
internal import TodayModel

/// What is to be said about one manifest.
struct ManifestCheck {
    /// How bad it is.
    enum Severity: String {
        /// The center does not use the file.
        case error
        /// The center uses it, though hardly as it was meant.
        case warning
    }

    struct Problem: Hashable, CustomStringConvertible {
        let file: String
        /// Nil when it is about the whole file.
        let line: Int?
        let key: String?
        let severity: Severity
        let message: String

        var description: String {
            let place = [file, line.map { "\($0)" }].compactMap(\.self).joined(separator: ":")
            let parts = [place, severity == .warning ? "warning" : nil, key, message]
            return parts.compactMap(\.self).joined(separator: ": ")
        }

        var json: JSON {
            .object(
                [
                    .init("File", .string(file)), line.map { .init("Line", .integer(Int64($0))) },
                    key.map { .init("Key", .string($0)) }, .init("Severity", .string(severity.rawValue)),
                    .init("Message", .string(message)),
                ].compactMap(\.self))
        }
    }

    let file: String
    private(set) var problems: [Problem] = []

    /// Reads a file, and checks it.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be read.
    init(file: String) throws(CommandFailure) {
        self.file = file
        do throws(Unreadable) { check(try Self.read(file)) } catch {
            throw CommandFailure(.failed, "cannot read \(file): \(error.reason)")
        }
    }

    /// Checks what a file would hold.
    init(file: String, text: String) {
        self.file = file
        check(text)
    }

    private mutating func check(_ text: String) {
        // It is only named in messages; a file that is called otherwise is worth checking too.
        let identifier = identifier() ?? "org.example.Widget"
        let faults = Manifest.faults(in: text, identifier: identifier)
        for fault in faults { note(.error, line: fault.line, key: fault.key, message: fault.message) }
        for (line, key) in Manifest.unknownKeys(in: text) {
            note(.warning, line: line, key: key, message: "no such key; keys of your own begin with X-")
        }
        if let manifest = try? Manifest.parse(text, identifier: identifier, locale: nil), !manifest.hidden {
            checkProgram(manifest, text)
            checkIcon(manifest, text)
        }
        problems.sort { ($0.line ?? 0, $0.message) < ($1.line ?? 0, $1.message) }
    }

    /// The widget that the file is called after.
    private mutating func identifier() -> WidgetIdentifier? {
        let name = file.split(separator: "/").last.map(String.init) ?? ""
        guard name.hasSuffix(".widget") else {
            note(.warning, message: "the center reads files called IDENTIFIER.widget only")
            return nil
        }
        do { return try WidgetIdentifier(String(name.dropLast(".widget".count))) } catch {
            note(.warning, message: "the name of the file is no identifier: \(error)")
            return nil
        }
    }

    private mutating func checkProgram(_ manifest: Manifest, _ text: String) {
        guard let exec = manifest.definition.exec, let program = try? ExecLine.split(exec).first else { return }
        if let path = Environment.locate(program), access(path, X_OK) == 0 { return }
        note(
            .warning, line: Manifest.line(of: "Exec", in: text), key: "Exec",
            message: "the program \(program.debugDescription) is not found here")
    }

    private mutating func checkIcon(_ manifest: Manifest, _ text: String) {
        guard manifest.definition.icon == nil, let line = Manifest.line(of: "Icon", in: text) else { return }
        note(.warning, line: line, key: "Icon", message: "it is empty, which counts as not given")
    }

    private mutating func note(_ severity: Severity, line: Int? = nil, key: String? = nil, message: String) {
        problems.append(Problem(file: file, line: line, key: key, severity: severity, message: message))
    }

    // MARK: Files

    private struct Unreadable: Error { let reason: String }

    /// What the center takes at most.
    private static let maximumBytes = 64 << 10

    private static func read(_ path: String) throws(Unreadable) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Unreadable(reason: String(cString: strerror(errno))) }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: maximumBytes + 1)
        var count = 0
        while count < bytes.count {
            let more = bytes.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress! + count, $0.count - count) }
            if more < 0, errno == EINTR { continue }
            if more < 0 { throw Unreadable(reason: String(cString: strerror(errno))) }
            if more == 0 { break }
            count += more
        }
        if count > maximumBytes { throw Unreadable(reason: "it is larger than \(maximumBytes) bytes") }
        guard let text = String(validating: bytes[..<count], as: UTF8.self) else {
            throw Unreadable(reason: "it is not UTF-8")
        }
        return text
    }
}
