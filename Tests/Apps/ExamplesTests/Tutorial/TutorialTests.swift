import DBusTesting
import Glibc
import NotificationCenter
import NotificationCenterTesting
import Testing

@testable import used_space_widget

/// The tutorial "Build Used Space".
@Suite struct TutorialTests {
    @Test func everyBlockIsCompiled() throws {
        let here = "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/")
        let files = [
            here + "/FirstSteps.swift", #filePath,
            Checkout.root + "/Sources/Apps/Examples/UsedSpace/UsedSpaceWidget.swift",
        ]
        let compiled = try files.map { Self.lines(try read($0)) }
        let blocks = try Article.buildUsedSpace.blocks("swift").map(Self.lines)
        #expect(blocks.count == 20)
        for block in blocks { #expect(compiled.contains { $0.contains(block) }, "\(block)") }
    }

    /// The result of the tutorial is the example.
    @Test func theManifestIsThatOfTheExample() throws {
        let lines = Set(try read(manifest).split(separator: "\n"))
        let shown = try #require(Article.buildUsedSpace.blocks("").first)
        #expect(shown.hasPrefix("[Widget]\n"))
        #expect(lines.isSuperset(of: shown.split(separator: "\n")))
        #expect(lines.count(where: { !$0.contains("[de]") }) == shown.split(separator: "\n").count)
    }

    @Test @WidgetActor func theFirstStepShowsAPercentage() async {
        let driver = WidgetDriver<ShowOneOfThem.UsedSpaceWidget>()
        #expect(await driver.update() == .newData)
        #expect(driver.text.hasSuffix("%"))
    }

    @Test @WidgetActor func theSecondKeepsWhatItRead() async throws {
        let bus = try await PrivateBus.start()
        let defaults = NCWidgetDefaults(path: bus.folder + "/defaults")
        let driver = WidgetDriver { SayWhenNothingHasChanged.UsedSpaceWidget(defaults) }
        #expect(await driver.update() == .newData)
        #expect(driver.text.hasSuffix("%"))
        #expect(defaults.integer(forKey: "total") ?? 0 > 0)
    }

    @Test @WidgetActor func itOpens() async throws {
        let path = "/tmp/used-space-test.\(getpid())"
        defer { unlink(path) }
        let driver = WidgetDriver<UsedSpaceWidget>()
        driver.widget.defaults = NCWidgetDefaults(path: path)
        driver.widget.readSpace = { _ in Space(total: 4_000_000_000, used: 1_000_000_000) }
        driver.begin()
        #expect(await driver.update() == .newData)
        #expect(driver.text.hasSuffix("  25.0%") && driver.preferredContentSize?.height == 37)
        try await driver.tap("25.0%")
        #expect(driver.text.hasSuffix("\nUsed: 1 GB\nFree: 3 GB\nTotal: 4 GB"))
        #expect(driver.preferredContentSize?.height == 106)
        #expect(await driver.update() == .noData)
    }

    private var manifest: String { Checkout.root + "/data/examples/widgets/org.example.UsedSpace.widget" }

    @Test @WidgetActor func anotherFolder() async throws {
        let path = "/tmp/used-space-folder-test.\(getpid())"
        defer { unlink(path) }
        let driver = try WidgetDriver<UsedSpaceWidget>(manifest: manifest)
        driver.widget.defaults = NCWidgetDefaults(path: path)
        driver.widget.readSpace = { Space(total: 4 << 30, used: $0 == "/srv" ? 3 << 30 : 1 << 30) }
        await driver.update()
        try driver.setDisplayMode(.expanded)
        #expect(driver.text.contains("  25.0%") && driver.text.contains("Used: 1.07 GB"))
        try await driver.setSettings(["Folder": "/srv", "Unit": "GiB"])
        #expect(driver.text.contains("  75.0%") && driver.text.contains("Used: 3 GiB"))
        await #expect(throws: NCError.self) { try await driver.setSettings(["Unit": "inches"]) }
        await #expect(throws: NCError.self) { try await driver.setSettings(["Folder": "srv"]) }
    }

    /// Blocks of lines, without what differs where code stands in another type.
    private static func lines(_ text: String) -> String {
        text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty && $0 != "@main" }
            .joined(separator: "\n") + "\n"
    }

    /// Typed in as it stands, the file compiles after every step.
    @Test func everyStepCompiles() async throws {
        var file = TutorialFile()
        var count = 0
        for section in try Article.buildUsedSpace.text.split(separator: "\n### ").map(String.init) {
            if section.hasPrefix("Test it") { continue }
            let blocks = Article.blocks("swift", in: section)
            if blocks.isEmpty { continue }
            for block in blocks { file.take(block) }
            let diagnostics = try await file.diagnostics()
            #expect(diagnostics.isEmpty, "\(section.prefix { $0 != "\n" }): \(diagnostics)")
            count += 1
        }
        #expect(count == 9)
    }
}

/// An article of the SDK.
struct Article {
    static let buildUsedSpace = Article(name: "BuildUsedSpace")
    static let comingFromApple = Article(name: "ComingFromApple")

    let name: String

    var text: String {
        get throws { try read("\(Checkout.root)/Sources/Apps/NotificationCenter/NotificationCenter.docc/\(name).md") }
    }

    /// The blocks of code in a language.
    func blocks(_ language: String) throws -> [String] { Self.blocks(language, in: try text) }

    static func blocks(_ language: String, in text: String) -> [String] {
        var blocks: [String] = []
        var block: String?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let lines = block {
                if line == "```" { block = nil } else { block = lines + line + "\n" }
                if line == "```", lines.first == "+" { blocks.append(String(lines.dropFirst())) }
            } else if line.hasPrefix("```") {
                // Blocks in other languages are read to their ends too.
                block = line == "```" + language ? "+" : "-"
            }
        }
        return blocks
    }
}
