internal import DBus
internal import Glibc
internal import TodayPlatform
internal import TodayManifests
internal import TodayModel

/// The problems of one manifest.
struct ManifestCheck {
    /// The severity of a problem.
    enum Severity: String {
        /// The center does not use the file.
        case error
        /// The center uses it, but likely not as intended.
        case warning
    }

    struct Problem: Hashable, CustomStringConvertible {
        let file: String
        /// Nil if the problem is about the whole file.
        let line: Int?
        let key: String?
        let severity: Severity
        let message: String

        var description: String {
            sentence(mark: severity == .warning ? "warning" : nil)
        }

        /// Returns the message after its location.
        func sentence(mark: String? = nil) -> String {
            let place = [file, line.map { "\($0)" }].compactMap(\.self).joined(separator: ":")
            return [place, mark, key, message].compactMap(\.self).joined(separator: ": ")
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
    /// Whether the manifest says that the widget is hidden.
    private(set) var isHidden = false

    /// Reads a file and checks it.
    ///
    /// - Throws: ``CommandFailure`` if the file can't be read.
    init(file: String) throws(CommandFailure) {
        self.file = file
        do throws(Unreadable) { check(try Self.read(file)) } catch {
            throw CommandFailure(.failed, "cannot read \(file): \(error.reason)")
        }
    }

    /// Checks the text of a file.
    init(file: String, text: String) {
        self.file = file
        check(text)
    }

    private mutating func check(_ text: String) {
        // It appears only in messages, so that a file with another name can be checked too.
        let identifier = identifier() ?? "org.example.Widget"
        let faults = Manifest.faults(in: text, identifier: identifier)
        for fault in faults { add(.error, line: fault.line, key: fault.key, message: fault.message) }
        for (line, key) in Manifest.unknownKeys(in: text) {
            add(.warning, line: line, key: key, message: "unknown key; custom keys begin with X-")
        }
        if let manifest = try? Manifest.parse(text, identifier: identifier, locale: nil) {
            isHidden = manifest.hidden
            if !isHidden { check(manifest, text) }
        }
        problems.sort { ($0.line ?? 0, $0.message) < ($1.line ?? 0, $1.message) }
    }

    /// Returns the widget after which the file is named.
    private mutating func identifier() -> WidgetIdentifier? {
        let name = file.split(at: "/").last.map(String.init) ?? ""
        guard name.hasSuffix(".widget") else {
            add(.warning, message: "the center reads only files named IDENTIFIER.widget")
            return nil
        }
        do { return try WidgetIdentifier(widget: String(name.dropLast(".widget".count))) } catch {
            add(.error, message: "the file name isn't an identifier: \(error)")
            return nil
        }
    }

    /// Checks a manifest that the center accepts.
    private mutating func check(_ manifest: Manifest, _ text: String) {
        let definition = manifest.definition
        var warnings: [(key: String, message: String)] = []
        if let program = manifest.tryExec, !Environment.canRun(program) {
            let message = "program not found: \(program.debugDescription); without it, the widget doesn't exist"
            warnings.append(("TryExec", message))
        }
        do throws(Fault) { _ = try definition.sampleFile?.content(of: file) } catch {
            warnings.append(("Sample", error.message))
        }
        if let program = definition.exec.flatMap({ try? ExecLine.split($0).first }), !Environment.canRun(program) {
            warnings.append(("Exec", "program not found: \(program.debugDescription)"))
        }
        if let icon = definition.icon {
            if IconRule.isPath(icon), access(icon, R_OK) != 0 {
                warnings.append(("Icon", "file not found: \(icon.debugDescription)"))
            }
        } else if Manifest.line(of: "Icon", in: text) != nil {
            warnings.append(("Icon", "an empty icon has no effect"))
        }
        if let app = definition.containingApp, !Self.isInstalled(app) {
            warnings.append(("ContainingApp", "desktop file not found: \("\(app).desktop".debugDescription)"))
        }
        for finding in definition.changes.content.map({ Content.findings(json: $0.json()) }) ?? [] {
            warnings.append(("Content", finding.fault.description))
        }
        for (key, message) in warnings {
            add(.warning, line: Manifest.line(of: key, in: text), key: key, message: message)
        }
    }

    /// Returns whether an app has a desktop file.
    private static func isInstalled(_ app: String) -> Bool {
        guard let id = DesktopFileID(app) else { return false }
        return UserFolders.allData(Environment.current).map { $0 + "/applications/" }.contains { folder in
            id.candidates { access(folder + $0 + "/.", F_OK) == 0 }.contains { access(folder + $0, R_OK) == 0 }
        }
    }

    private mutating func add(_ severity: Severity, line: Int? = nil, key: String? = nil, message: String) {
        problems.append(Problem(file: file, line: line, key: key, severity: severity, message: message))
    }

    // MARK: Files

    private struct Unreadable: Error { let reason: String }

    /// The largest file that the center reads.
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
