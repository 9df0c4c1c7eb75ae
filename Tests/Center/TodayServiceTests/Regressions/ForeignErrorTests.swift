import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService

/// A provider's error text went unchanged into `Error`, the log and the disk, even megabytes with control characters
/// for a terminal.
@Suite struct ForeignErrorTests {
    private static let flood = "\u{1B}]0;owned\u{7}\r\n" + String(repeating: "no\u{9B}", count: 500_000)

    private static let longName = "org.example." + String(repeating: "x", count: 200)

    private func isHarmless(_ text: String) -> Bool {
        text.utf8.count <= Limits.stringBytes
            && !text.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
    }

    @Test(arguments: ["error", "name", "word", "failed", "key"])
    func whatAProviderSaysIsShortAndClean(_ way: String) async throws {
        let lines = Recorder<String>()
        let test = try await TestCenter.start(logger: .recording(lines))
        try await test.register(
            .a,
            update: { _ in
                switch way {
                case "error": throw RemoteError("org.example.Error.Flood", Self.flood)
                case "name": throw RemoteError(try #require(ErrorName(rawValue: Self.longName)), "")
                case "word": return (Self.flood, [:])
                case "failed": return ("failed", ["Error": "c\u{9B}1 \u{202E}and\u{7F}"])
                default:
                    let attribute = String(repeating: "k\u{9B}\n", count: 1000)
                    let node = Content(kind: "x", attributes: [attribute: .double(.nan)]).dbusValue
                    return ("new-data", ["Content": node])
                }
            })
        #expect(try await test.client.performUpdate(.a) == .failed)
        let error = try await test.client.properties(of: .a).error
        // The name of an attribute may have line feeds, as every text.
        #expect(!error.isEmpty && isHarmless(error.replacing("\n", with: "")), "\(error)")
        if way == "error" {
            #expect(ErrorText(error).details?.hasPrefix("]0;owned\nnonono") == true && error.hasSuffix("…"))
        }
        if way == "failed" { #expect(error == "c1 and") }
        let told = lines.elements.filter { $0.contains("org.example.A: the update failed") }
        #expect(told.count == 1)
        for line in lines.elements { #expect(line.utf8.count <= 1024 && isHarmless(line), "\(line)") }
    }

    @Test func aTapThatFailsAnswersShortly() async throws {
        let test = try await TestCenter.start()
        try await test.register(
            .a, action: { _, _ in throw RemoteError("org.example.Error.Flood", Self.flood) })
        do {
            try await test.client.invokeAction("tap", of: .a)
            Issue.record("it did not fail")
        } catch let error as CenterError {
            #expect(error.code == .actionFailed && isHarmless(error.message.replacing("\n", with: "")))
        }
    }

    /// An `Error` that is too long is refused, as every string is.
    @Test func anErrorThatIsPushed() async throws {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.a, WidgetDefinition())
        try await test.expect(.invalidContent, "Error: ") {
            try await test.client.updateWidget(.a, ["Error": .string(String(repeating: "x", count: 4097))])
        }
        try await test.expect(.invalidContent, "Error: ") {
            try await test.client.updateWidget(.a, ["Error": "a\u{1B}b"])
        }
        try await test.client.updateWidget(.a, ["Error": "two\nlines\u{9B}, turned \u{202E}round"])
        #expect(try await test.client.properties(of: .a).error == "two\nlines, turned round")
    }
}
