#if Widgets
    import Testing

    @testable import TodayWidgets

    @Suite struct LineEditTests {
        private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
        private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

        @Test(arguments: ["", "a", "a\n", "a\r\nb\n\n\r\nc", "\n\n", "\r", "\u{FEFF}a\n", "a\0b\n"])
        func everyByteIsKept(_ file: String) {
            #expect(TextLines(bytes(file)).bytes == bytes(file))
            #expect(LineEdit().applied(to: bytes(file)) == bytes(file))
            #expect(LineEdit(from: bytes(file), to: bytes(file)) == LineEdit())
        }

        @Test(arguments: [
            ("a\nb\nc\n", "b", "B", "a\nB\nc\n"), ("a\r\nb\r\n", "b", "B", "a\r\nB\r\n"), ("a\nb", "b", "B", "a\nB"),
            ("b\nb\n", "b", "B", "B\nb\n"), ("a\n", "b", "B", "a\n"), ("", "b", "B", ""), ("ab\n", "b", "B", "ab\n"),
            ("a\r\nb\n", "b", "B", "a\r\nB\n"),
        ])
        func oneLineIsReplaced(_ file: String, _ old: String, _ new: String, _ result: String) {
            #expect(text(LineEdit(bytes(old), with: bytes(new)).applied(to: bytes(file))) == result)
        }

        @Test(arguments: [
            ("", "a", "a\n"), ("a\n", "b", "a\nb\n"), ("a", "b", "a\nb\n"), ("a\r\n", "b", "a\r\nb\r\n"),
            ("a\r\nb", "c", "a\r\nb\r\nc\r\n"), ("\n", "a", "\na\n"),
        ])
        func aLineIsAdded(_ file: String, _ line: String, _ result: String) {
            #expect(text(LineEdit(adding: bytes(line)).applied(to: bytes(file))) == result)
        }

        @Test(arguments: [
            ("a\nb\n", "a\nb\nc\n", "X\nb\na\n", "X\nb\na\nc\n"), ("a\nb\n", "a\n", "a\nb\nc\n", "a\nc\n"),
            ("a\nb\n", "a\nB\n", "b\na\n", "B\na\n"), ("a\na\n", "a\n", "a\na\nb\n", "a\nb\n"),
            ("a\n", "", "a\nb\n", "b\n"), ("a\n", "a\nb", "a\nc\n", "a\nc\nb\n"), ("a\n", "b\n", "c\n", "c\n"),
            ("a\nb\n", "b\na\n", "a\nb\nc\n", "a\nb\nc\n"), ("a\n", "b\nc\n", "a\n", "b\nc\n"),
        ])
        func aDifferenceAppliesToAnotherVersion(_ base: String, _ theirs: String, _ ours: String, _ result: String) {
            let merged = LineEdit(from: bytes(base), to: bytes(theirs)).applied(to: bytes(ours))
            #expect(text(merged) == result)
        }

        /// Two edits of different lines give the same result in either order.
        @Test func editsOfDifferentLinesDoNotDisturbEachOther() {
            let base = bytes("a\nb\nc\n")
            let (first, second) = (bytes("A\nb\nc\n"), bytes("a\nb\nC\nd\n"))
            let one = LineEdit(from: base, to: second).applied(to: first)
            let other = LineEdit(from: base, to: first).applied(to: second)
            #expect(Set(TextLines(one).contents) == Set(TextLines(other).contents))
            #expect(TextLines(one).contents.count == 4)
        }
    }
#endif
