internal import TodayPlatform

/// A case of `cases/content`: a text, and the expected result of a reader.
struct ContentCase: Sendable {
    let title: String
    let rules: [RuleID]
    /// The text to read.
    let json: String
    let expected: Expected
    var moment = 1_000_000_000_000_000
    var mode = "compact"
    var width = 60
    var isLocked = false
    /// Whether the canonical form is read again, and must equal its own canonical form.
    var isReadAgain = false

    enum Expected: Hashable {
        /// Refused with this path; nil means any path.
        case refused(place: String?)
        /// Accepted; nil values aren't compared.
        case taken(canonical: String?, text: String?)
    }

    /// The request to the subject, on one line.
    var request: String { request(json) }

    /// Returns the same request for another text.
    func request(_ json: String) -> String {
        "{\"json\":\(JSONText.quoted(json)),\"now\":\(moment),\"mode\":\"\(mode)\",\"width\":\(width),"
            + "\"locked\":\(isLocked)}"
    }

    /// A file of cases that can't be read.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// Returns all cases of a folder, with the files in name order.
    static func all(in folder: String) throws -> [ContentCase] {
        let names = (FolderContents.names(in: folder) ?? []).filter { $0.hasSuffix(".json") }.sorted()
        if names.isEmpty { throw Fault(description: "no cases in \(folder)") }
        return try names.flatMap { name in
            do {
                let text = try JSONText(TextFile.read(folder + "/" + name, maximumBytes: 1 << 22))
                guard let cases = text.elements else { throw Fault(description: "not an array") }
                return try cases.map(ContentCase.init)
            } catch {
                throw Fault(description: "\(folder)/\(name): \(error)")
            }
        }
    }

    private static let members: Set = [
        "title", "rules", "content", "json", "now", "mode", "width", "locked", "fault", "refused", "canonical", "again",
        "text",
    ]

    init(_ source: JSONText) throws {
        func wrong(_ name: String) -> Fault { Fault(description: "\(name): \(source.source.prefix(200))") }
        guard let title = source["title"]?.string else { throw wrong("title") }
        if let other = source.members?.first(where: { !Self.members.contains($0.name) }) { throw wrong(other.name) }
        self.title = title
        rules = (source["rules"]?.elements ?? []).compactMap { $0.string.flatMap { RuleID($0) } }
        guard !rules.isEmpty, rules.count == source["rules"]?.elements?.count else { throw wrong("rules") }
        switch (source["content"], source["json"]) {
        case (let content?, nil): json = String(content.source)
        case (nil, let text?): json = try Self.whole(text)
        default: throw wrong("content or json")
        }
        if let number = source["now"] { moment = try number.integer.orThrow(wrong("now")) }
        if let word = source["mode"] { mode = try word.string.orThrow(wrong("mode")) }
        if let number = source["width"] { width = try number.integer.orThrow(wrong("width")) }
        if let flag = source["locked"] { isLocked = try flag.boolean.orThrow(wrong("locked")) }
        if let flag = source["again"] { isReadAgain = try flag.boolean.orThrow(wrong("again")) }
        let lines = source["text"]?.elements.map { $0.compactMap(\.string).joined(separator: "\n") }
        var canonical = source["canonical"]
        if canonical?.boolean == true { canonical = source["content"] }
        switch (source["fault"]?.string, source["refused"]?.boolean) {
        case (let place?, nil): expected = .refused(place: place)
        case (nil, true?): expected = .refused(place: nil)
        case (nil, nil): expected = .taken(canonical: canonical?.normal, text: lines ?? source["text"]?.string)
        default: throw wrong("fault or refused")
        }
    }

    /// Joins a text that is given in pieces, some of which are repeated.
    private static func whole(_ source: JSONText) throws -> String {
        guard let pieces = source.elements else {
            return try source.string.orThrow(Fault(description: "json: \(source.source.prefix(200))"))
        }
        return try pieces.map { piece in
            if let text = piece.string { return text }
            guard let pair = piece.elements, pair.count == 2, let text = pair[0].string, let count = pair[1].integer
            else { throw Fault(description: "json: \(piece.source.prefix(200))") }
            return Self.repeated(text, count)
        }.joined()
    }

    /// Repeats a text by doubling it, because `String(repeating:count:)` appends it `count` times.
    private static func repeated(_ text: String, _ count: Int) -> String {
        var (result, unit, rest) = ("", text, count)
        while rest > 0 {
            if rest & 1 == 1 { result += unit }
            rest >>= 1
            if rest > 0 { unit += unit }
        }
        return result
    }
}

extension Optional {
    fileprivate func orThrow(_ error: ContentCase.Fault) throws -> Wrapped {
        guard let self else { throw error }
        return self
    }
}
