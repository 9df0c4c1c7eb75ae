import Testing

/// The pages of both libraries list all public names, with the signatures and the first sentences of the sources. The
/// helpers of content have a table of their own; see `HelperTableTests`.
@Suite struct APITableTests {
    /// The tables of names on a page: a sentence for each signature.
    private static func rows(_ page: String) throws -> [String: String] {
        let lines = try Checkout.text("docs/\(page).md").split(separator: "\n", omittingEmptySubsequences: false)
        var rows: [String: String] = [:]
        var isTable = false
        for line in lines {
            if line == "| name | purpose |" { isTable = true }
            if line.isEmpty { isTable = false }
            guard isTable, let row = line.wholeMatch(of: /\| `(.*?)` \| (.*) \|/) else { continue }
            rows[String(row.1)] = String(row.2)
        }
        return rows
    }

    private static func firstSentence(_ comment: String) -> String {
        comment.firstMatch(of: /^.*?\.(?=\s|$)/).map { String($0.0) } ?? comment
    }

    /// The public names of a module in Python.
    private static func python(_ source: String) -> [String: String] {
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        var names: [String: String] = [:]
        var type = ""
        for (number, line) in lines.enumerated() {
            let declaration = /( {4})?(class|def) ([A-Za-z]\w*)(?:\((.*?)\))?:(.*)/
            guard let found = line.wholeMatch(of: declaration), !found.5.contains("node(") else { continue }
            let (isMember, name) = (found.1 != nil, String(found.3))
            if !isMember { type = found.2 == "class" ? name : "" }
            if isMember, type.isEmpty { continue }
            var arguments = found.4.map(String.init) ?? ""
            if found.2 == "class", arguments != "Exception" {
                let start = lines[number...].compactMap { $0.wholeMatch(of: /\ {4}def __init__\(self, (.*)\):/) }.first
                arguments = start.map { String($0.1) } ?? ""
            }
            if isMember { arguments = arguments.replacing(/^self(, )?/, with: "") }
            let signature = arguments == "Exception" ? name : "\(name)(\(arguments))"
            let comment = lines[(number + 1)...].prefix { !$0.isEmpty }.joined(separator: " ")
            let text = comment.firstMatch(of: /^ *"""(.*?)("""|$)/).map { String($0.1) } ?? ""
            names[isMember ? "\(type).\(signature)" : signature] = firstSentence(text.replacing(/\ +/, with: " "))
        }
        return names
    }

    /// The public names of a module in JavaScript. `Emitter` is the base class of `Today`.
    private static func javaScript(_ source: String) -> [String: String] {
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        var names: [String: String] = [:]
        var type = ""
        for (number, line) in lines.enumerated() {
            if line == "}" { type = "" }
            if line == "class Emitter {" { type = "Today" }
            var signature: String?
            if let found = line.wholeMatch(of: /export class (\w+)(?: extends (\w+))? \{/) {
                type = String(found.1)
                let end = lines[number...].firstIndex(of: "}") ?? lines.endIndex
                let start = lines[number..<end].compactMap { $0.wholeMatch(of: /\ {4}constructor(\(.*\)) \{/) }.first
                signature = found.2 == "Error" ? type : type + (start.map { String($0.1) } ?? "()")
            } else if let found = line.wholeMatch(of: /export (?:async )?function (\w+\(.*\)) \{/) {
                signature = String(found.1)
            } else if !type.isEmpty, let found = line.wholeMatch(of: /\ {4}get (\w+)\(\) \{/) {
                signature = "\(type).\(found.1)"
            } else if !type.isEmpty, let found = line.wholeMatch(of: /\ {4}(?:static |async )?([a-z]\w*\(.*\)) \{/),
                !found.1.hasPrefix("constructor(")
            {
                signature = "\(type).\(found.1)"
            }
            guard let signature else { continue }
            let start = lines[..<number].lastIndex { $0.contains("/**") } ?? number
            let isDirectlyAbove = lines[number - 1].hasSuffix("*/")
            let comment = lines[start..<number].map { $0.drop { " /*".contains($0) } }.filter { !$0.isEmpty }
                .joined(separator: " ")
            names[signature] = isDirectlyAbove ? firstSentence(comment.replacing(/\ *\*\/$/, with: "")) : ""
        }
        return names
    }

    private static func expect(_ rows: [String: String], _ names: [String: String]) {
        #expect(names.count > 10)
        for (signature, sentence) in names {
            #expect(rows[signature] == sentence, "| `\(signature)` | \(sentence) |")
        }
        for signature in rows.keys { #expect(names[signature] != nil, "\(signature) isn't in the source") }
    }

    @Test func namesOfPython() throws {
        Self.expect(try Self.rows("python-api"), Self.python(try Checkout.text(Language.python.module)))
    }

    @Test func namesOfJavaScript() throws {
        Self.expect(try Self.rows("javascript-api"), Self.javaScript(try Checkout.text(Language.javaScript.module)))
    }
}
