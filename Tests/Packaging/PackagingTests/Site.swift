import DBusTesting
import Foundation
import Testing
import TodayPlatform

/// The website that `data/site/build` makes of the documents, without the API.
struct Site {
    /// A folder that is removed with its last reference.
    final class Folder {
        let url = FileManager.default.temporaryDirectory.appending(path: "today-site-\(UUID().uuidString)")
        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
        deinit { FolderContents.removeTree(url.path) }
    }

    /// The site of this checkout. All tests share it.
    static let shared = Task {
        let output = try Folder()
        let run = try await build(in: Repository.root, output)
        try #require(run.exit == .status(0) && run.error.isEmpty, "\(run)")
        return try Site(output)
    }

    static func build(in checkout: URL, _ output: Folder) async throws -> ToolRun.Output {
        let command = [checkout.appending(path: "data/site/build").path, "--without-api", output.url.path]
        return try await ToolRun.start(command, environment: ["PATH": "/usr/bin:/bin"]).finished()
    }

    /// The pages by their paths within the site.
    let pages: [String: String]
    /// The paths of all files and folders of the site.
    private let paths: Set<String>

    private init(_ folder: Folder) throws {
        paths = Set(try FileManager.default.subpathsOfDirectory(atPath: folder.url.path))
        pages = try Dictionary(
            uniqueKeysWithValues: paths.filter { $0.hasSuffix(".html") }.map {
                ($0, try String(contentsOf: folder.url.appending(path: $0), encoding: .utf8))
            })
    }

    /// Returns the targets of a page's links within the site, as paths and anchors.
    func links(of path: String) throws -> [(path: String, anchor: String)] {
        let page = try #require(pages[path])
        return page.matches(of: /\b(?:href|src)="([^"#]*)#?([^"]*)"/).compactMap { match in
            let (target, anchor) = (String(match.1), String(match.2))
            guard target.firstMatch(of: /^(https?|mailto):/) == nil else { return nil }
            let name = target.removingPercentEncoding ?? target
            let base = URL(filePath: "/" + path).deletingLastPathComponent()
            let whole = target.isEmpty ? path : String(base.appending(path: name).standardized.path.dropFirst())
            return (whole, anchor)
        }
    }

    func exists(_ path: String) -> Bool { path.isEmpty || paths.contains(path) }

    /// Returns the sentences of a page's text, with `X` for each name in code.
    func sentences(of path: String) throws -> [String] {
        var text = try #require(pages[path])
        for (pattern, replacement) in Self.replacements {
            text = pattern.stringByReplacingMatches(
                in: text, range: NSRange(text.startIndex..., in: text), withTemplate: replacement)
        }
        for (entity, character) in [("lt", "<"), ("gt", ">"), ("quot", "\""), ("#39", "'"), ("amp", "&")] {
            text = text.replacingOccurrences(of: "&\(entity);", with: character)
        }
        return text.split(separator: "\u{1}").flatMap { paragraph in
            paragraph.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                .split(separator: /[.!?][\p{Pe}\p{Pf}"]*\x20(?=[\p{Lu}\p{N}\p{Ps}\p{Pi}"…])/).map(String.init)
        }
    }

    /// Markup to remove, and the ends of paragraphs.
    private static let replacements = [
        (#"(?s)^.*<main\b|</main>.*$|<(pre|script|style)\b.*?</\1>"#, "\u{1}"),
        // The number of a rule.
        (#"<strong>[A-Z]-[0-9]+</strong>"#, ""),
        // The names in a manual page are in bold type or italics.
        (#"(?s)<(code|b|i)\b[^>]*>.*?</\1>"#, "X"),
        (#"</?(p|div|section|h[1-6]|ul|ol|li|dl|dt|dd|table|tr|th|td|br|nav|aside)\b[^>]*>"#, "\u{1}"),
        (#"<[^>]*>"#, ""),
    ].map { (try! NSRegularExpression(pattern: $0.0), $0.1) }
}
