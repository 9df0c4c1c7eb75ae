import Foundation
import Testing

/// The map of the sources leads to what is there.
@Suite struct SourceMapTests {
    @Test func everyPathIsThere() throws {
        let paths = try Self.map().matches(of: /`([A-Z]\w*\/[\w\/+.]*)`/).map { String($0.1) }
        #expect(paths.count > 20)
        for path in paths {
            #expect(FileManager.default.fileExists(atPath: Self.sources.path + "/" + path), "\(path)")
        }
    }

    /// Each folder of a module uses those above it in the module's table, and none below.
    @Test(arguments: ["TodayModel", "TodayScripts", "TodayCommands", "Conformance", "TodayService"])
    func aFolderUsesThoseAboveIt(_ module: String) throws {
        let order = try Self.order(of: module)
        let files = try Self.files(of: module)
        #expect(Set(order) == Set(files.map(\.folder)))
        var homes: [Substring: Set<String>] = [:]
        for file in files {
            for type in Self.types(in: file.code) { homes[type, default: []].insert(file.folder) }
        }
        for file in files {
            for word in Set(Self.words(in: file.code)) {
                // A name that two folders declare, each for itself, tells nothing.
                guard let home = homes[word], home.count == 1, let other = home.first else { continue }
                let isAbove = order.prefix { $0 != file.folder }.contains(other)
                #expect(isAbove || other == file.folder, "\(file.path) uses \(word) of \(other)")
            }
        }
    }

    private static let sources = Repository.root.appending(path: "Sources")

    private static func map() throws -> String {
        try String(contentsOf: sources.appending(path: "README.md"), encoding: .utf8)
    }

    /// The folders in the table of a module.
    private static func order(of module: String) throws -> [String] {
        let section = try map().split(separator: "\n#").first { $0.hasPrefix("## \(module)\n") }
        let rows = try #require(section).split(separator: "\n").filter { $0.hasPrefix("| `") }
        return rows.flatMap { $0.split(separator: "|")[0].matches(of: /`(\w+)`/).map { String($0.1) } }
    }

    /// The files of a module with the folder of each, without comments and literals.
    private static func files(of module: String) throws -> [(path: String, folder: String, code: String)] {
        let root = sources.appending(path: module).path
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix(".swift") }
        return try paths.map { path in
            let text = try String(contentsOfFile: root + "/" + path, encoding: .utf8)
            let code = text.replacing(/\/\/[^\n]*|"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"/, with: "")
            return (path, String(path.prefix { $0 != "/" }), code)
        }
    }

    /// The types that a file declares at its top.
    private static func types(in code: String) -> [Substring] {
        let keywords: Set<Substring> = ["struct", "class", "enum", "actor", "protocol", "typealias"]
        return code.split(separator: "\n").filter { !$0.hasPrefix(" ") }.compactMap { line in
            let words = words(in: line)
            guard let keyword = words.firstIndex(where: keywords.contains), !words.contains("extension") else {
                return nil
            }
            return words.dropFirst(keyword + 1).first
        }
    }

    private static func words(in code: some StringProtocol) -> [Substring] {
        Substring(code).split { !($0.isLetter || $0.isNumber || $0 == "_") }
    }
}
