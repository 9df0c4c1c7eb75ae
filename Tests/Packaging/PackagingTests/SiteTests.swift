import DBusTesting
import Foundation
import Testing
import TodayPlatform

/// The website that `data/site/build` makes of the documents.
@Suite(.enabled(if: Environment.locate("cmark-gfm") != nil, "cmark-gfm is not installed"))
struct SiteTests {
    @Test func everyLinkLeadsSomewhere() async throws {
        let site = try await Site.shared.value
        #expect(site.pages.count > 100)
        for path in site.pages.keys {
            let links = try site.links(of: path)
            #expect(links.contains { $0.path == "index.html" }, "\(path) has no way back")
            for link in links {
                let isThere =
                    link.anchor.isEmpty
                    ? site.exists(link.path) : site.pages[link.path]?.contains("id=\"\(link.anchor)\"") == true
                #expect(isThere, "\(path): \(link)")
            }
        }
    }

    @Test(arguments: ["content", "center", "provider", "panel"])
    func everyRuleHasAnAnchor(_ part: String) async throws {
        let file = Repository.root.appending(path: "data/specification/\(part).md")
        let rules = try String(contentsOf: file, encoding: .utf8).matches(of: /\*\*([A-Z]-[0-9]+)\*\*/).map { $0.1 }
        #expect(rules.count > 30)
        let page = try #require(try await Site.shared.value.pages["specification/\(part).html"])
        for rule in rules {
            #expect(page.contains("<a id=\"\(rule)\" href=\"#\(rule)\"><strong>\(rule)</strong></a>"), "\(rule)")
        }
    }

    @Test(arguments: ["README", "data/man/today-panel.1", "data/docs/widget-shell", "CONTRIBUTING"])
    func theDocumentIsAPage(_ name: String) async throws {
        let address = name == "README" ? "index.html" : name.replacing(/^data\//, with: "") + ".html"
        #expect(try await Site.shared.value.pages[address] != nil)
    }

    @Test func aLinkThatLeadsNowhereFails() async throws {
        let (checkout, output) = (try Site.Folder(), try Site.Folder())
        let files = FileManager.default
        for name in ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "LICENSE", "Benchmarks", "Sources"]
        {
            try files.createSymbolicLink(
                at: checkout.url.appending(path: name), withDestinationURL: Repository.root.appending(path: name))
        }
        try files.copyItem(at: Repository.root.appending(path: "data"), to: checkout.url.appending(path: "data"))
        let page = checkout.url.appending(path: "data/examples/README.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let panel = "specification/panel.md"
        try (text + "\n[file](../gone.md) [anchor](../\(panel)#V-1999) [rule](../\(panel)#V-1)\n")
            .write(to: page, atomically: true, encoding: .utf8)
        let run = try await Site.build(in: checkout.url, output)
        #expect(run.exit == .status(1) && run.output.isEmpty)
        #expect(
            run.error == """
                data/examples/README.md: ../gone.md: data/gone.md doesn't exist
                data/examples/README.md: ../\(panel)#V-1999: data/\(panel) has no heading or anchor 'V-1999'

                """)
        #expect(try files.contentsOfDirectory(atPath: output.url.path).isEmpty)
    }
}
