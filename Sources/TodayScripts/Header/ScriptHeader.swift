internal import TodayModel

/// What a script says of itself: its first line, the tags of xbar, BitBar and SwiftBar, and keys in comments such as
/// `# today.format: text`. ``HeaderKey/all`` says what each of them is.
package struct ScriptHeader: Hashable, Sendable {
    package var shebang = Shebang(firstLine: "")
    /// Whether it is a compiled program, which is started as it is.
    package var isProgram = false
    package var title: String?
    package var summary: String?
    package var author: String?
    package var version: String?
    /// How the output is read; nil when its look decides.
    package var format: ScriptFormat?
    /// How long a run may take.
    package var timeout = ScriptHeader.standardTimeout
    /// Whether it runs while nobody looks, however often.
    package var runsAlways = false
    /// Whether it does not end.
    package var isStream = false
    /// How long after a stream has ended it is started again.
    package var restart: ScriptInterval?
    /// The number above SIGRTMIN of a signal that has it run.
    package var signal: Int?
    package var schedules: [CronExpression] = []
    package var refreshesOnOpening = false
    package var variables: [ScriptVariable] = []
    /// What is added to its environment.
    package var environment: [String: String] = [:]
    /// What a Waybar configuration says of it.
    package var waybar: WaybarModule?
    /// Whether it has a tag of xbar, BitBar or SwiftBar.
    package var hasMenuTags = false
    /// What in it has no effect.
    package var notes: [ScriptNote] = []

    package static let standardTimeout = ScriptInterval.seconds(30)
    package static let longestTimeout = ScriptInterval.seconds(3600)
    /// How much of a script is read for its header.
    package static let readBytes = 64 << 10

    package init() {}

    /// Reads the beginning of a script's file.
    package init(reading file: [UInt8]) {
        if file.starts(with: [0x7F] + Array("ELF".utf8)) {
            isProgram = true
            return
        }
        var notes = ScriptNotes(.script)
        for (number, line) in Lines(String(decoding: file.prefix(Self.readBytes), as: UTF8.self)) {
            if number == 1 { shebang = Shebang(firstLine: line) }
            if let (key, value) = Self.comment(line) {
                take(key, value, .comment, number, &notes)
            } else {
                readTags(line, number, &notes)
            }
        }
        if format == nil, waybar != nil { format = .waybar }
        self.notes = notes.all
    }

    /// What people see below the name: the description, the version and the author.
    package var description: String? {
        let parts = [summary, version, author.map { "by \($0)" }].compactMap(\.self).filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: " – ")
    }

    /// Decides how the script is started.
    ///
    /// - Parameter lookup: the path of a program, given by its path or its name, or nil.
    package func start(ending: String, lookup: (String) -> String?) -> ScriptStart {
        isProgram ? .itself : shebang.start(ending: ending, lookup: lookup)
    }

    private mutating func take(
        _ name: String, _ value: String, _ form: HeaderKey.Form, _ line: Int, _ notes: inout ScriptNotes
    ) {
        guard let key = HeaderKey.named(name, form) else {
            notes.add(line: line, "\(name.excerpt) is no key that is known here, and ignored")
            return
        }
        guard let read = key.read else { return }
        do throws(HeaderKey.BadHeaderValue) { try read(&self, value) } catch {
            notes.add(line: line, "\(key.title): \(value.excerpt) \(error.message)")
        }
    }

    /// A line such as `# today.format: text`, whatever begins a comment in its language.
    private static func comment(_ line: Substring) -> (key: String, value: String)? {
        guard let start = line.range(ofText: "today."), start.lowerBound > line.startIndex else { return nil }
        let marks = line[..<start.lowerBound].trimmed
        guard !marks.isEmpty, marks.utf8.allSatisfy({ "#/*;-%\"'!<".utf8.contains($0) }) else { return nil }
        let rest = line[start.lowerBound...]
        guard let colon = rest.firstIndex(of: ":") else { return nil }
        let key = rest[..<colon].trimmed
        guard key.utf8.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) || $0 == 0x2E || $0 == 0x2D }) else { return nil }
        return (String(key), String(rest[rest.index(after: colon)...].trimmed))
    }

    /// All `<xbar.title>…</xbar.title>` of a line.
    private mutating func readTags(_ line: Substring, _ number: Int, _ notes: inout ScriptNotes) {
        var rest = line
        while let open = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: open)...]
            guard let family = Self.families.first(where: { rest.utf8.starts(with: $0.utf8) }),
                let close = rest.firstIndex(of: ">")
            else { continue }
            let name = rest[..<close].dropFirst(family.count)
            let behind = rest[rest.index(after: close)...]
            let end = "</\(family)\(name)>"
            guard let value = behind.prefix(upTo: end) else {
                notes.add(line: number, "<\(family)\(name)> has no \(end) on its line, and is ignored")
                return
            }
            hasMenuTags = true
            take(String(name), String(value.trimmed), .tag, number, &notes)
            rest = behind[value.endIndex...]
        }
    }

    private static let families = ["xbar.", "bitbar.", "swiftbar."]
}

extension Substring {
    /// What stands before the first occurrence of a text, or nil.
    fileprivate func prefix(upTo end: String) -> Substring? {
        var bytes = utf8
        while let index = bytes.firstIndex(of: end.utf8.first ?? 0) {
            if bytes[index...].starts(with: end.utf8) { return self[..<index] }
            bytes = bytes[bytes.index(after: index)...]
        }
        return nil
    }
}
