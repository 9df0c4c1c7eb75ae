import DBus
import DBusTesting
import CenterTesting
import PlayedCenter
import Foundation
import Testing
import TodayHost

/// The first page of the documentation is true: its code is compiled and run, and it names every type.
@Suite struct DocumentationTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let module = folder.appending(path: "../../../../Sources/Panels/TodayHost").standardizedFileURL

    private static func page() throws -> String {
        try String(contentsOf: module.appending(path: "TodayHost.docc/TodayHost.md"), encoding: .utf8)
    }

    @Test func everyBlockIsCompiled() throws {
        let compiled = try String(contentsOf: Self.folder.appending(path: "TodayHostPage.swift"), encoding: .utf8)
        let blocks = try Self.page().components(separatedBy: "```swift\n").dropFirst()
        #expect(blocks.count == 2)
        for block in blocks { #expect(compiled.contains(block.components(separatedBy: "```")[0]), "\(block)") }
    }

    @Test func everyTypeIsListed() throws {
        let page = try Self.page()
        let files = FileManager.default.enumerator(at: Self.module, includingPropertiesForKeys: nil)
        for case let file as URL in try #require(files) where file.pathExtension == "swift" {
            let types = try String(contentsOf: file, encoding: .utf8)
                .matches(of: /(?m)^public (?:final )?(?:struct|class|enum|actor|protocol) (\w+)/)
            for type in types { #expect(page.contains("- ``\(type.1)``"), "\(type.1)") }
        }
    }

    @Test(.timeLimit(.minutes(5))) func theCodeDoesWhatItSays() async throws {
        let bus = try await PrivateBus.start()
        defer { bus.stop() }
        var properties = widget(list, "List", text("Milk"))
        properties.largestDisplayMode = .expanded
        let center = try await PlayedCenter.start(on: bus, [properties])
        let host = TodayViewHost(try await bus.connect())
        try await host.start()
        try await tapFirst(host)
        #expect(await center.actions.count == 1)
        let connection = try await bus.connect()
        let (drawn, draw) = AsyncStream.makeStream(of: String.self)
        let showing = Task { try await showToday(on: connection) { name, _, _ in draw.yield(name) } }
        #expect(await drawn.first { _ in true } == "List")
        // It ends with its connection.
        await connection.close()
        try await showing.value
    }
}
