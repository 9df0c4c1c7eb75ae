import Testing

@testable import TodayScripts

/// Scripts that do not end.
@Suite struct StreamTests {
    /// Returns the content after each piece; nil where nothing is new.
    private func updates(_ pieces: [String], header: String = "", hasInterval: Bool = false) -> [String?] {
        var stream = ScriptStream(header: script(header), hasInterval: hasInterval)
        return pieces.map { piece in
            stream.append(Array(piece.utf8))
            return stream.update().map { String(decoding: $0, as: UTF8.self) }
        }
    }

    @Test func wavesSeparateUpdates() {
        let header = "# <swiftbar.type>streamable</swiftbar.type>"
        #expect(
            updates(["One\n---\na\n", "b\n", "", "~~~\n", "Two\n~~", "~\n", "Three"], header: header) == [
                "One\n---\na\n", "One\n---\na\nb\n", nil, "", "Two\n", "", nil,
            ])
    }

    /// A script that prints a separator is a stream whatever its header says.
    @Test func aStreamShowsItself() {
        #expect(updates(["One\n", "~~~\nTwo\n"]) == [nil, "Two\n"])
        #expect(updates(["One\n", "~~~\nTwo\n"], hasInterval: true) == [nil, nil])
    }

    @Test func aLineOfJSONIsAnUpdate() {
        #expect(
            updates(["{\"text\":\"a\"}\n", "{\"text\":", "\"b\"}\r\n", "\n", "{\"text\":\"c\"}\n{\"text\":\"d\"}\n"])
                == [
                    "{\"text\":\"a\"}\n", nil, "{\"text\":\"b\"}\n", nil, "{\"text\":\"d\"}\n",
                ])
        #expect(updates(["{\"text\":\"a\"}\n"], hasInterval: true) == [nil])
        #expect(updates(["{\n", "\"text\":\"a\"}\n"]) == [nil, nil])
    }

    @Test(arguments: ["# today.stream: true", "# today.stream: true\n# today.format: text"])
    func aLineOfTextIsAnUpdate(_ header: String) {
        #expect(updates(["a\n", "b\nc\n"], header: header) == ["a\n", "c\n"])
    }

    @Test func menusAreNoLines() {
        let header = "# today.stream: true\n# today.format: xbar"
        #expect(updates(["a\n", "---\nb\n"], header: header) == ["a\n", "a\n---\nb\n"])
    }

    @Test func theEnd() {
        var stream = ScriptStream(header: script(""), hasInterval: true)
        stream.append(Array("a\nb".utf8))
        #expect(stream.update() == nil && String(decoding: stream.finish(), as: UTF8.self) == "a\nb\n")
    }

    @Test func aFloodIsBounded() {
        var stream = ScriptStream(header: script(""), hasInterval: true)
        for _ in 0..<100 { stream.append([UInt8](repeating: 0x61, count: 8192)) }
        #expect(stream.isFlooding && stream.finish().count <= ScriptOutput.bytes + 2)
        #expect(ScriptOutput(reading: stream.finish()).notes.map(\.text) == ["only the first 256 KiB are read"])
        var lines = ScriptStream(header: script("# today.stream: true"), hasInterval: false)
        for _ in 0..<100 { lines.append([UInt8](repeating: 0x61, count: 8192) + [0x0A]) }
        #expect(!lines.isFlooding)
    }
}
