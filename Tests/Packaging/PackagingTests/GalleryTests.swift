import DBusTesting
import Foundation
import NotificationCenter
import Testing
import TodayPlatform

@testable import TodayModel

/// The gallery shows each kind of content, and its examples are equal in all languages.
@Suite struct GalleryTests {
    private static let folder = Repository.root.appending(path: "data/docs")

    /// A section of the page.
    struct Example: CustomTestStringConvertible {
        let kind, text: String
        var testDescription: String { kind }

        /// Returns the code block in a language.
        func block(_ language: String) throws -> String {
            let start = try #require(text.range(of: "```\(language)\n")).upperBound
            let end = try #require(text.range(of: "```", range: start..<text.endIndex)).lowerBound
            return String(text[start..<end])
        }

        func content() throws -> Content { try Content.parse(json: try block("json")) }
    }

    static let examples: [Example] = {
        let page = try? String(contentsOf: folder.appending(path: "content-gallery.md"), encoding: .utf8)
        return (page ?? "").components(separatedBy: "\n## ").dropFirst().map { section in
            Example(kind: String(section.prefix { $0 != "\n" }), text: section)
        }
    }()

    /// The libraries add the texts for panels that don't know a kind.
    private static func withoutFallbacks(_ content: Content) -> Content {
        var content = content
        content.attributes["fallback"] = nil
        content.children = content.children.map(withoutFallbacks)
        return content
    }

    @Test func everyKindHasAnExampleAndAPicture() throws {
        #expect(Self.examples.map(\.kind).sorted() == ContentSchema.kinds.map(\.kind.rawValue).sorted())
        for example in Self.examples {
            #expect(example.text.contains("](gallery/\(example.kind).png)"))
            let picture = try Data(contentsOf: Self.folder.appending(path: "gallery/\(example.kind).png"))
            #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]) && picture.count < 20_000)
        }
    }

    @Test(arguments: examples) func theJSONHasNoFindings(_ example: Example) throws {
        let findings = Content.findings(json: try example.block("json"))
        #expect(findings.isEmpty, "\(findings)")
        #expect(Self.kinds(in: try example.content()).contains(example.kind))
    }

    private static func kinds(in content: Content) -> Set<String> {
        content.children.reduce(into: [content.kind]) { $0.formUnion(kinds(in: $1)) }
    }

    @Test(arguments: examples) func theSwiftMakesTheSame(_ example: Example) throws {
        let file = Repository.root.appending(path: "Tests/Packaging/PackagingTests/GalleryContent.swift")
        let compiled = try String(contentsOf: file, encoding: .utf8)
        // Around a block that has a declaration before its node, the function returns the node.
        var position = compiled.startIndex
        for line in try example.block("swift").split(separator: "\n") {
            let code = line.trimmingCharacters(in: .whitespaces)
            let place = compiled.range(of: " \(code)\n", range: position..<compiled.endIndex)
            position = try #require(place, "\(code)").upperBound
        }
        let content = try #require(GalleryContent.all[example.kind]).tree.validated()
        #expect(Self.withoutFallbacks(content) == Self.withoutFallbacks(try example.content()))
    }

    private static let program = """
        import ast, datetime, sys
        import todaycenter as today
        *statements, last = ast.parse(sys.argv[1]).body
        exec(compile(ast.Module(statements, []), "gallery", "exec"))
        print(today.to_json(eval(compile(ast.Expression(last.value), "gallery", "eval"))))
        """

    @Test(arguments: examples) func thePythonMakesTheSame(_ example: Example) async throws {
        let modules = Repository.root.appending(path: "data/python").path
        let run = try await ToolRun.start(
            ["/usr/bin/python3", "-c", Self.program, try example.block("python")],
            environment: ["PYTHONPATH": modules, "PYTHONDONTWRITEBYTECODE": "1", "LC_ALL": "C.UTF-8"]
        ).finished()
        #expect(run.exit == .status(0) && run.error.isEmpty, "\(run)")
        let content = try Content.parse(json: run.output)
        #expect(Self.withoutFallbacks(content) == Self.withoutFallbacks(try example.content()))
    }
}
