internal import DBus
internal import TodayModel

extension ScriptHeader {
    /// Reads the beginning of a script's file.
    package init(reading file: [UInt8]) {
        if file.starts(with: [0x7F] + Array("ELF".utf8)) {
            isProgram = true
            return
        }
        var notes = ScriptNotes(.script)
        for (number, line) in Lines(String(decoding: file.prefix(Self.readBytes), as: UTF8.self)) {
            if number == 1 { shebang = Shebang(firstLine: line) }
            if let (name, value) = Self.comment(line) {
                set(name, value, .comment, number, &notes)
            } else {
                readTags(line, number, &notes)
            }
        }
        if format == nil, waybar != nil { format = .waybar }
        self.notes = notes.all
    }

    /// Parses a line such as `# today.format: text`, with the comment marker of any language.
    private static func comment(_ line: Substring) -> (name: String, value: String)? {
        guard let start = line.range(ofText: "today.")?.lowerBound else { return nil }
        let marks = line[..<start].trimmed
        guard !marks.isEmpty, marks.utf8.allSatisfy({ "#/*;-%\"'!<".utf8.contains($0) }) else { return nil }
        let rest = line[start...]
        let parts = rest.split(at: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let name = parts[0].trimmed
        guard name.utf8.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) || $0 == UInt8(ascii: ".") }) else { return nil }
        return (String(name), String(parts[1].trimmed))
    }

    /// Reads all `<xbar.title>…</xbar.title>` of a line.
    private mutating func readTags(_ line: Substring, _ number: Int, _ notes: inout ScriptNotes) {
        var rest = line
        while let open = rest.unicodeScalars.firstIndex(of: "<") {
            rest = rest[rest.unicodeScalars.index(after: open)...]
            guard let family = Self.families.first(where: { rest.utf8.starts(with: $0.utf8) }),
                let close = rest.unicodeScalars.firstIndex(of: ">")
            else { continue }
            let name = Substring(rest[..<close].unicodeScalars.dropFirst(family.unicodeScalars.count))
            let behind = rest[rest.unicodeScalars.index(after: close)...]
            let end = "</\(family)\(name)>"
            guard let value = behind.prefix(upTo: end) else {
                notes.add(line: number, "<\(family)\(name)> has no \(end) on its line, so it is ignored")
                return
            }
            hasMenuTags = true
            set(String(name), String(value.trimmed), .tag, number, &notes)
            rest = behind[value.endIndex...]
        }
    }

    private static let families = ["xbar.", "bitbar.", "swiftbar."]

    /// Sets a key to a value, or adds a note with the problem.
    private mutating func set(
        _ name: String, _ value: String, _ form: HeaderKey.Form, _ line: Int, _ notes: inout ScriptNotes
    ) {
        guard let key = HeaderKey.named(name, form) else {
            return notes.add(line: line, "\(name.excerpt) is an unknown key, so it is ignored")
        }
        if let reason = put(value, key.target) {
            notes.add(line: line, "\(key.title): \(value.excerpt) \(reason), so it is ignored")
        }
    }

    /// Stores a value, or returns the problem.
    private mutating func put(_ value: String, _ target: HeaderKey.Target) -> String? {
        switch target {
        case .text(let path):
            let text = ForeignText.title(value)
            self[keyPath: path] = text.isEmpty ? nil : text
        case .flag(let path):
            guard let flag = value.boolValue else { return "isn't true or false" }
            self[keyPath: path] = flag
        case .format:
            guard let format = ScriptFormat(rawValue: value) else {
                return "isn't one of \(ScriptFormat.allCases.map(\.rawValue).joined(separator: ", "))"
            }
            self.format = format
        case .timeout:
            guard let timeout = ScriptInterval(value), timeout <= Self.longestTimeout else {
                return "is not a time such as 90s or 2m, up to \(Self.longestTimeout)"
            }
            self.timeout = timeout
        case .restart:
            guard let restart = ScriptInterval(value) else { return "is not a time such as 10s or 2m" }
            self.restart = restart
        case .signal:
            guard let signal = Int(value), (1...30).contains(signal) else { return "is outside 1…30" }
            self.signal = signal
        case .waybar:
            do { waybar = try WaybarModule(json: value) } catch { return "is not a Waybar module (\(error))" }
        case .variable:
            do {
                let variable = try ScriptVariable(value)
                variables.removeAll { $0.name == variable.name }
                variables.append(variable)
            } catch {
                return "is not a variable (\(error.message))"
            }
        case .schedule:
            let parts = value.split(at: "|")
            let expressions = parts.compactMap { CronExpression($0) }
            if expressions.isEmpty || expressions.count < parts.count {
                return "is not five fields of cron, such as 0,30 9-17 * * mon-fri"
            }
            schedules += expressions
        case .type:
            if value.lowercased() != "streamable" { return "is not streamable" }
            isStream = true
        case .environment:
            guard let variables = Self.environment(value) else { return "is not [NAME=value, NAME=value]" }
            environment.merge(variables) { _, new in new }
        case .nothing: break
        }
        return nil
    }

    /// Parses `[NAME=value, NAME=value]`.
    private static func environment(_ text: String) -> [String: String]? {
        let inside = text.hasPrefix("[") && text.hasSuffix("]") ? text.dropFirst().dropLast() : text[...]
        var result: [String: String] = [:]
        for part in inside.split(at: ",") {
            let halves = part.unicodeScalars.split(maxSplits: 1, omittingEmptySubsequences: false) {
                $0 == "=" || $0 == ":"
            }.map { Substring($0).trimmed }
            guard halves.count == 2, EnvironmentName.isValid(halves[0]), !halves[1].utf8.contains(0) else { return nil }
            result[String(halves[0])] = String(halves[1])
        }
        return result
    }
}

extension Substring {
    /// Returns the text before the first occurrence of a text, or nil.
    fileprivate func prefix(upTo end: String) -> Substring? {
        var bytes = utf8
        while let index = bytes.firstIndex(of: UInt8(ascii: "<")) {
            if bytes[index...].starts(with: end.utf8) { return self[..<index] }
            bytes = bytes[bytes.index(after: index)...]
        }
        return nil
    }
}
