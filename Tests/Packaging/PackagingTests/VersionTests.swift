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

    /// The pages that say how a package depends on the library.
    @Test(arguments: ["Sources/DBus/README.md", "Sources/DBus/DBus/DBus.docc/YourFirstService.md"])
    func aPackageAsksForIt(_ path: String) throws {
        let text = try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
        #expect(text.contains(#"/today-center", from: "\#(TodayVersion.string)", traits: [])"#))
    }

    /// The changes since the previous version are listed under this version.
    @Test func theChangelogBeginsWithIt() throws {
        let text = try String(contentsOf: Repository.root.appending(path: "CHANGELOG.md"), encoding: .utf8)
        let heading = try #require(text.split(separator: "\n").first { $0.hasPrefix("## ") })
        #expect(heading.hasPrefix("## \(TodayVersion.string) – "))
    }
}
