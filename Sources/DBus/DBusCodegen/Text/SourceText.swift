internal import DBus

/// Swift source that is written line by line, with lines of at most 120 columns where possible.
struct SourceText {
    static let width = 120

    private(set) var text = ""
    private var depth = 0
    private var isAtStart = true

    private var indent: String { String(repeating: "    ", count: depth) }

    mutating func line(_ line: String) {
        text += line.isEmpty ? "\n" : indent + line + "\n"
        isAtStart = false
    }

    /// Adds an empty line, unless a block has just begun.
    mutating func gap() { if !isAtStart { line("") } }

    /// Adds a line with a block in braces.
    mutating func block(_ head: String, _ contents: (inout SourceText) -> Void) {
        line(head + " {")
        body(contents)
    }

    /// Adds the contents of a block that a line has opened.
    mutating func body(end: String = "}", _ contents: (inout SourceText) -> Void) {
        depth += 1
        isAtStart = true
        contents(&self)
        isAtStart = false
        depth -= 1
        line(end)
    }

    /// Adds a declaration with parameters and a body of one expression, on as few lines as possible.
    mutating func function(_ head: String, _ parameters: [String], _ tail: String, _ expression: Call) {
        let whole = head + "(" + parameters.joined(separator: ", ") + ")" + tail + " { " + expression.text + " }"
        if fits(whole) { return line(whole) }
        function(head, parameters, tail) { $0.call(expression) }
    }

    /// Adds a declaration with parameters and a body.
    mutating func function(
        _ head: String, _ parameters: [String], _ tail: String, _ contents: (inout SourceText) -> Void
    ) {
        requirement(head, parameters, tail + " {")
        body(contents)
    }

    /// Adds a declaration with parameters.
    mutating func requirement(_ head: String, _ parameters: [String], _ tail: String) {
        let whole = head + "(" + parameters.joined(separator: ", ") + ")" + tail
        if fits(whole) { return line(whole) }
        line(head + "(")
        fill(parameters)
        line(")" + tail)
    }

    /// A call, and the code before it.
    struct Call {
        var head: String
        var arguments: [String]
        var tail = ")"
        var text: String { head + arguments.joined(separator: ", ") + tail }
    }

    mutating func call(_ call: Call, opening: Bool = false) {
        let tail = opening ? " {" : ""
        if fits(call.text + tail) { return line(call.text + tail) }
        line(call.head)
        if opening {
            fill(call.arguments)
            line(call.tail + tail)
        } else {
            fill(call.arguments, call.tail)
        }
    }

    /// Adds a closure after a call: its parameters, and one statement.
    mutating func closure(_ parameters: [String], _ result: String, _ statement: Call, end: String = "}") {
        depth += 1
        requirement("", parameters, result + " in")
        call(statement)
        depth -= 1
        line(end)
    }

    private mutating func fill(_ words: [String], _ end: String = "") {
        depth += 1
        var current = ""
        for (index, word) in words.enumerated() {
            let end = index == words.count - 1 ? end : ","
            let word = word + end
            if !fits(word), word.utf8.reversed().starts(with: ("\"" + end).utf8.reversed()) {
                if !current.isEmpty { line(current) }
                current = ""
                longLiteral(Substring(word.utf8.dropLast(end.utf8.count + 1)), end)
                continue
            }
            if !current.isEmpty, !fits(current + " " + word) {
                line(current)
                current = ""
            }
            current += current.isEmpty ? word : " " + word
        }
        if !current.isEmpty { line(current) }
        depth -= 1
    }

    /// Adds an argument that is a string literal, without its last quote, as a multiline literal.
    private mutating func longLiteral(_ argument: Substring, _ end: String) {
        // By scalars: a combining mark at the start of the text forms one character with the quote before it.
        let parts = argument.split(at: "\"", maxSplits: 1, omittingEmptySubsequences: false)
        line(parts[0] + "\"\"\"")
        depth += 1
        var current = ""
        for word in (parts.dropFirst().first ?? "").split(at: " ", omittingEmptySubsequences: false) {
            if !current.isEmpty, !fits(current + " " + word + " \\") {
                line(current + " \\")
                current = String(word)
            } else {
                current += current.isEmpty ? word : " " + word
            }
        }
        line(current)
        line("\"\"\"" + end)
        depth -= 1
    }

    func fits(_ line: String) -> Bool { depth * 4 + line.count <= Self.width }

    // MARK: Documentation

    /// Adds a doc comment: paragraphs, each wrapped. Adds nothing for an empty text.
    mutating func documentation(_ paragraphs: [String]) {
        var isFirst = true
        for paragraph in paragraphs where !paragraph.isEmpty {
            if !isFirst { line("///") }
            isFirst = false
            comment(paragraph, hanging: "")
        }
    }

    /// Adds `- Parameter` and `- Returns` lines.
    mutating func items(_ items: [(name: String, text: String)]) {
        guard !items.isEmpty else { return }
        line("///")
        for item in items { comment("- \(item.name): \(item.text)", hanging: "  ") }
    }

    private mutating func comment(_ text: String, hanging: String) {
        var current = "///"
        var isEmpty = true
        for word in text.split(whereSeparator: \.isWhitespace) {
            if !isEmpty, !fits(current + " " + word) {
                line(current)
                current = "///" + (hanging.isEmpty ? "" : " " + hanging.dropLast())
            }
            current += " " + word
            isEmpty = false
        }
        line(current)
    }
}

extension SourceText {
    /// Returns a string literal.
    static func literal(_ text: some StringProtocol) -> String {
        var literal = "\""
        for character in text.unicodeScalars {
            switch character {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case "\t": literal += "\\t"
            case _
            where character.value < 32 || character.value == 127 || character.properties.isDefaultIgnorableCodePoint:
                literal += "\\u{\(String(character.value, radix: 16))}"
            default: literal.unicodeScalars.append(character)
            }
        }
        return literal + "\""
    }
}
