import Foundation
import Testing
import TodayModel

/// The version stands in ``TodayVersion``; whatever else names it says the same.
@Suite struct VersionTests {
    @Test(arguments: try! FileManager.default.contentsOfDirectory(atPath: pages.path).sorted())
    func aManualPageNamesIt(_ page: String) throws {
        let text = try String(contentsOf: Self.pages.appending(path: page), encoding: .utf8)
        let title = try #require(text.split(separator: "\n").first { $0.hasPrefix(".TH ") })
        #expect(title.contains("\"Today Center \(TodayVersion.string)\""))
    }

    private static let pages = Repository.root.appending(path: "data/man")

    /// What has changed since the version before is told under this one.
    @Test func theChangelogBeginsWithIt() throws {
        let text = try String(contentsOf: Repository.root.appending(path: "CHANGELOG.md"), encoding: .utf8)
        let heading = try #require(text.split(separator: "\n").first { $0.hasPrefix("## ") })
        #expect(heading.hasPrefix("## \(TodayVersion.string) – "))
    }
}

/// The map of the sources leads to what is there.
@Suite struct SourceMapTests {
    @Test func everyPathIsThere() throws {
        let text = try String(contentsOf: Repository.root.appending(path: "Sources/README.md"), encoding: .utf8)
        let paths = text.matches(of: /`([A-Z]\w*\/[\w\/+.]*)`/).map { String($0.1) }
        #expect(paths.count > 20)
        for path in paths {
            #expect(FileManager.default.fileExists(atPath: Repository.root.path + "/Sources/" + path), "\(path)")
        }
    }

    /// Each folder of the service is in its table, which is a promise about who uses whom.
    @Test func theFoldersOfTheServiceAreInTheirOrder() throws {
        let text = try String(contentsOf: Repository.root.appending(path: "Sources/README.md"), encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") && !$0.contains("/") }
        let order = rows.map { row in row.split(separator: "|")[0].matches(of: /`(\w+)`/).map { String($0.1) } }
        let service = Repository.root.appending(path: "Sources/TodayService")
        let folders = try FileManager.default.contentsOfDirectory(atPath: service.path).filter { !$0.contains(".") }
        #expect(Set(order.joined()) == Set(folders))
    }
}
