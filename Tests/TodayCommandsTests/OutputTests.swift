import Testing
import TodayHost
import TodayModel

@testable import TodayCommands

@Suite struct OutputTests {
    @Test func json() {
        let value = JSON.object([
            .init("a", .array([.integer(-1), .number(0.5), .number(2), .unsigned(.max)])),
            .init("b\n", .string("\"\\\u{1B}\u{9B}é")), .init("c", .array([.object([]), .raw("{\n  \"x\": 1\n}")])),
            .init("d", .boolean(true)), .init("e", .array([])), .init("f", .number(.infinity)),
        ])
        #expect(
            JSON.object([.init("c", .array([.object([]), .boolean(false)])), .init("f", .number(.nan))]).line
                == #"{"c":[{},false],"f":null}"#)
        #expect(
            value.pretty == #"""
                {
                  "a": [-1, 0.5, 2, 18446744073709551615],
                  "b\n": "\"\\\u001b\u009bé",
                  "c": [
                    {},
                    {
                      "x": 1
                    }
                  ],
                  "d": true,
                  "e": [],
                  "f": null
                }
                """#)
    }

    @Test func colours() {
        let header = TextLine(.header, "List")
        #expect(Style(coloured: true).text(of: header) == "\u{1B}[1mList\u{1B}[0m")
        #expect(Style(coloured: false).text(of: header) == "List")
        #expect(Style(coloured: true).text(of: TextLine(.blank, "")) == "")
    }

    @Test func noWidgetSteersTheTerminal() {
        #expect("a\n\u{1B}[2J\u{7F}é".printable == "a \u{FFFD}[2J\u{FFFD}é")
    }

    @Test func theFirstEndCounts() async throws {
        let ending = Ending()
        #expect(!ending.hasCome)
        let waiting = Task {
            try await ending.running {
                // Nothing ever comes; only being cancelled ends it.
                for await _ in AsyncStream.makeStream(of: Void.self).stream {}
                try Task.checkCancellation()
                return true
            }
        }
        ending.end(.failure(CommandFailure(.failed, "first")))
        ending.end(.success(()))
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(throws: CommandFailure(.failed, "first")) { try ending.check() }
    }
}
