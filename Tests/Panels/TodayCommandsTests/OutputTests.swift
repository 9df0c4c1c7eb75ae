import Testing
import TodayHost
import TodayModel

@testable import TodayCommands

@Suite struct OutputTests {
    @Test func json() {
        let value = JSON.object([
            .init("a", .array([.integer(-1), .number(0.5), .shortest(2), .unsigned(.max)])),
            .init("b\n", .string("\"\\\u{1B}\u{9B}é")),
            .init("c", .array([.object([]), .object([.init("x", .integer(1))])])),
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

    @Test func tablesFitTheirWidth() {
        var table = Table(header: ["ID", "NAME", "LAST"])
        table.add(["a.b", "Große 予定表 today", "now"])
        table.add(["org.example.long", "x", "-"])
        #expect(
            table.lines(width: 80, cutting: 1) == [
                "ID                NAME                LAST", "a.b               Große 予定表 today  now",
                "org.example.long  x                   -",
            ])
        #expect(
            table.lines(width: 34, cutting: 1) == [
                "ID                NAME        LAST", "a.b               Große 予…   now",
                "org.example.long  x           -",
            ])
        #expect(
            table.lines(width: 26, cutting: 1) == [
                "ID   NAME        LAST", "a.b  Große 予…   now", "org.example.long", "     x           -",
            ])
    }

    @Test func keysOfATerminal() {
        func keys(_ text: String) -> [ViewKey] { ViewKey.keys(in: text.utf8) }
        #expect(keys("jk q") == [.down, .up, .pageDown, .quit])
        #expect(keys("\u{1B}[A\u{1B}OB\u{1B}[5~\u{1B}[6~") == [.up, .down, .pageUp, .pageDown])
        #expect(keys("\u{1B}[H\u{1B}[4~\u{1B}[1~\u{1B}OF") == [.top, .bottom, .top, .bottom])
        // Neither the q of a sequence that is not known, nor half of one, is a key.
        #expect(keys("\u{1B}[1;2q\u{1B}\u{1B}[x\u{1B}[12") == [])
    }

    @Test func colours() {
        let header = TextLine(.header, "List")
        #expect(Style(usesColor: true).text(of: header) == "\u{1B}[1mList\u{1B}[0m")
        #expect(Style(usesColor: false).text(of: header) == "List")
        #expect(Style(usesColor: true).text(of: TextLine(.blank, "")) == "")
    }

    @Test func noWidgetSteersTheTerminal() {
        #expect("a\n\u{1B}[2J\u{7F}é".printable == "a \u{FFFD}[2J\u{FFFD}é")
    }

    @Test func theFirstEndCounts() async throws {
        let ending = Ending()
        #expect(!ending.hasEnded)
        let waiting = Task {
            try await ending.running {
                // The stream never has an element; only cancellation ends it.
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
