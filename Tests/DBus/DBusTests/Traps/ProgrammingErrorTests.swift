import Foundation
import Testing
import TodayPlatform

@testable import DBus

/// Errors in a program end it with a sentence, in release builds, too.
@Suite struct ProgrammingErrorTests {
    private actor Thing {}

    private func expect(
        _ sentence: String, _ test: String = #function, _ body: () async throws -> Void
    ) async throws {
        let end = try await inOwnProcess(test, body)
        #expect(end.exit != .status(0))
        #expect(end.error.contains(sentence), "\(end.error)")
    }

    @Test func moreNamesThanArguments() async throws {
        try await expect("2 argument names for 1 arguments: ") {
            _ = Method("A", in: ["a", "b"]) { (_: isolated Thing, _: Int32) in }
        }
    }

    @Test func aMethodWithResultsNeedsAReply() async throws {
        try await expect("the method A has results, so it needs a reply") {
            _ = Method("A") { (_: isolated Thing) in Int32(1) }.withoutReply
        }
    }

    @Test func aSignalOfAnotherInterface() async throws {
        try await expect("the signal S belongs to org.example.B, not to org.example.A") {
            _ = Interface<Thing>("org.example.A") { SignalDescription("org.example.B", "S", as: Int32.self) }
        }
    }

    @Test func codeOfAnotherThread() async throws {
        try await expect("this code runs only on the thread of its event loop") {
            EventLoop().checkIsolated()
        }
    }

    /// `precondition` is silent in a release build, which the tests aren't.
    @Test func noneIsAPrecondition() throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../../../Sources/DBus/DBus").standardizedFileURL
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap {
            $0 as? URL
        }
        let sources = (files ?? []).filter { $0.pathExtension == "swift" }
        #expect(sources.count > 80)
        for source in sources {
            let text = try String(contentsOf: source, encoding: .utf8)
            #expect(
                !text.contains("precondition(") && !text.contains("preconditionFailure("), "\(source.lastPathComponent)"
            )
        }
    }
}
