import Foundation
import Testing

@testable import DBus

/// Errors in a program end it with a sentence, in release builds, too.
@Suite struct ProgrammingErrorTests {
    private actor Thing {}

    private static func sentence(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    @Test func moreNamesThanArguments() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Method("A", in: ["a", "b"]) { (_: isolated Thing, _: Int32) in }
        }
        #expect(Self.sentence(result).contains("2 argument names for 1 arguments: "))
    }

    @Test func aMethodWithResultsNeedsAReply() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Method("A") { (_: isolated Thing) in Int32(1) }.withoutReply
        }
        #expect(Self.sentence(result).contains("the method A has results, so it needs a reply"))
    }

    @Test func aSignalOfAnotherInterface() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Interface<Thing>("org.example.A") { SignalDescription("org.example.B", "S", as: Int32.self) }
        }
        #expect(Self.sentence(result).contains("the signal S belongs to org.example.B, not to org.example.A"))
    }

    @Test func codeOfAnotherThread() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            EventLoop().checkIsolated()
        }
        #expect(Self.sentence(result).contains("this code runs only on the thread of its event loop"))
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
