internal import ArgumentParser
internal import Glibc
internal import TodayPlatform

/// The specification as a folder: texts with rules, and cases for `today-conformance`.
struct Specification {
    /// Its folder `cases`.
    let cases: String

    /// A rule of the specification.
    struct Rule: Hashable {
        let id: RuleID
        /// Its paragraph without the number, on one line.
        let text: String

        /// Whether a check must name it: its text doesn't end with the reason why it isn't tested.
        var isTested: Bool { !text.contains(/\(Not tested: [^()]+\.\)$/) }
    }

    /// Finds the specification.
    ///
    /// - Parameter cases: Its folder `cases` from the command line; if nil, the one that belongs to this program, or
    ///   the installed one.
    static func find(cases: String?) throws -> Specification {
        if let cases {
            guard exists(cases) else { throw ValidationError("folder not found: \(cases)") }
            return Specification(cases: cases)
        }
        let folders = besideProgram + UserFolders.allData().map { $0 + "/todaycenter/specification" }
        guard let folder = folders.first(where: { exists($0 + "/cases") }) else {
            throw ValidationError(
                "specification not found in \(folders.joined(separator: ", ")); give its folder 'cases' with --cases")
        }
        return Specification(cases: folder + "/cases")
    }

    /// The rules of all texts beside the cases, in numeric order.
    var rules: [Rule] {
        let folder = cases + "/.."
        let names = (FolderContents.names(in: folder) ?? []).filter { $0.hasSuffix(".md") }
        return names.flatMap { name in
            (try? TextFile.read(folder + "/" + name, maximumBytes: 1 << 20)).map(Self.rules) ?? []
        }.sorted { $0.id < $1.id }
    }

    /// Returns the rules of a text: the paragraphs that begin with a number in bold type.
    static func rules(in text: String) -> [Rule] {
        text.split(separator: /\n\s*\n/).compactMap { paragraph in
            guard paragraph.starts(with: /\s*[*<]/) else { return nil }
            // An anchor may precede the number.
            let number = /\s*(?:<a id="[^"]*"><\/a>)?\*\*([A-Z]-[0-9]+)\*\*\s/
            guard let match = paragraph.prefixMatch(of: number), let id = RuleID(match.1) else { return nil }
            let words = paragraph[match.range.upperBound...].split { $0.isWhitespace }
            return Rule(id: id, text: words.joined(separator: " "))
        }
    }

    /// Returns `<prefix>/share` for `<prefix>/bin/today-conformance`, and `<checkout>/data` for a program in
    /// `<checkout>/.build/<platform>/<configuration>`.
    private static var besideProgram: [String] {
        var folders: [String] = []
        var path = executable[...]
        for level in 0...4 {
            guard let slash = path.unicodeScalars.lastIndex(of: "/") else { break }
            path = path[..<slash]
            if level == 1 { folders.append(path + "/share/todaycenter/specification") }
            if exists(path + "/Package.swift") { folders.append(path + "/data/specification") }
        }
        return folders
    }

    private static var executable: String { ProcessFile.executable ?? "" }

    private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
