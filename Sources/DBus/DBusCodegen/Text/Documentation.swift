/// The documentation of an element, as paragraphs and as texts about its arguments.
///
/// Lines that begin with `@argument:` describe that argument, as in the comments that gdbus-codegen reads. A first line
/// with only the name of the element is left out, and so are tags.
struct Documentation {
    private(set) var paragraphs: [String] = []
    private(set) var arguments: [String: String] = [:]

    init(_ text: String?, of name: String) {
        var paragraph = ""
        var argument: String?
        func end(_ documentation: inout Documentation) {
            if let argument {
                documentation.arguments[argument, default: ""] += paragraph
            } else if !paragraph.isEmpty {
                documentation.paragraphs.append(paragraph)
            }
            paragraph = ""
            argument = nil
        }
        let lines = Self.withoutTags(text ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
            let words = line.split(whereSeparator: \.isWhitespace)
            guard let first = words.first else {
                end(&self)
                continue
            }
            if number == 0, words.count == 1, first == name + ":" { continue }
            var rest = words[...]
            if first.hasPrefix("@"), first.hasSuffix(":") {
                end(&self)
                argument = String(first.dropFirst().dropLast())
                rest = rest.dropFirst()
                // The short description of an interface is its first paragraph.
                if argument == "short_description" { argument = nil }
            } else if ["-", "*", "•"].contains(first) {
                end(&self)
            }
            for word in rest { paragraph += paragraph.isEmpty ? word : " " + word }
        }
        end(&self)
    }

    /// All paragraphs, for introspection; nil without any.
    var text: String? { paragraphs.isEmpty ? nil : paragraphs.joined(separator: "\n\n") }

    /// Returns the text without tags; any other `<` stays.
    private static func withoutTags(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "<")) else { return text }
        var result = ""
        var scalars = Substring(text).unicodeScalars
        while let start = scalars.firstIndex(of: "<") {
            result += Substring(scalars[..<start])
            scalars = scalars[start...]
            let next = scalars.dropFirst().first
            if next == "/" || next?.properties.isAlphabetic == true, let end = scalars.prefix(200).firstIndex(of: ">") {
                scalars = scalars[scalars.index(after: end)...]
            } else {
                result += "<"
                scalars = scalars.dropFirst()
            }
        }
        return result + Substring(scalars)
    }
}
