#if Widgets
    import NotificationCenter
    import Testing

    @testable import TodayWidgets

    /// The rules of the format at https://github.com/todotxt/todo.txt, with its own examples.
    @Suite struct TodoTaskTests {
        private func task(_ line: String) throws -> TodoTask { try #require(TodoTask(line: Array(line.utf8))) }
        private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        private static let today = Day(todo: "2026-11-26".utf8[...])

        @Test(arguments: [
            ("(A) Thank Mom for the meatballs @phone", "A", "Thank Mom for the meatballs @phone"),
            ("(Z) last", "Z", "last"),
            ("Really gotta call Mom (A) @phone @someday", nil, "Really gotta call Mom (A) @phone @someday"),
            ("(b) Get back to the boss", nil, "(b) Get back to the boss"),
            ("(B)->Submit TPS report", nil, "(B)->Submit TPS report"),
            ("(Ä) umlaut", nil, "(Ä) umlaut"), ("(A)", nil, "(A)"),
        ])
        func priorities(_ line: String, _ priority: String?, _ text: String) throws {
            let task = try task(line)
            #expect(task.priority.map { String(decoding: [$0], as: UTF8.self) } == priority)
            #expect(task.text == text)
            #expect(!task.isDone)
        }

        @Test(arguments: [
            ("2011-03-02 Document +TodoTxt task format", "2011-03-02"), ("(A) 2011-03-02 Call Mom", "2011-03-02"),
            ("(A) Call Mom 2011-03-02", nil), ("2011-02-30 no day", nil), ("2011-13-01 no month", nil),
            ("2011-3-2 no zeros", nil), ("2011-03-02", "2011-03-02"), ("2011-03-021", nil), ("+011-03-02 sign", nil),
        ])
        func creationDays(_ line: String, _ day: String?) throws { #expect(try task(line).created?.description == day) }

        @Test(
            arguments: [
                ("x 2011-03-03 Call Mom", true, "2011-03-03", nil, "Call Mom"),
                (
                    "x 2011-03-02 2011-03-01 Review Tim's pull request +TodoTxtTouch @github", true, "2011-03-02",
                    "2011-03-01",
                    "Review Tim's pull request +TodoTxtTouch @github"
                ),
                ("x no date", true, nil, nil, "no date"), ("xylophone lesson", false, nil, nil, "xylophone lesson"),
                ("X 2012-01-01 Make resolutions", false, nil, nil, "X 2012-01-01 Make resolutions"),
                ("(A) x Find ticket prices", false, nil, nil, "x Find ticket prices"),
                ("x (A) done", true, nil, nil, "(A) done"), ("x 2011-03-03", true, "2011-03-03", nil, ""),
            ] as [(String, Bool, String?, String?, String)])
        func completedTasks(
            _ line: String, _ isDone: Bool, _ completed: String?, _ created: String?, _ text: String
        ) throws {
            let task = try task(line)
            #expect(task.isDone == isDone)
            #expect(task.completed?.description == completed)
            #expect(task.created?.description == created)
            #expect(task.text == text)
        }

        @Test func dueDaysAreTags() throws {
            #expect(try task("Pay rent due:2026-12-01 +flat").due?.description == "2026-12-01")
            #expect(try task("Pay rent due:2026-12-01 +flat").label == "Pay rent +flat")
            #expect(try task("due:tomorrow").due == nil)
            #expect(try task("overdue:2026-12-01").due == nil)
            #expect(try task("due:2026-12-01").label == "due:2026-12-01")
            #expect(try task("Explain due: dates").label == "Explain due: dates")
        }

        @Test func blankLinesAreNoTasks() {
            for line in ["", " ", "\t "] { #expect(TodoTask(line: Array(line.utf8)) == nil) }
        }

        @Test(arguments: [
            ("Milk", "x 2026-11-26 Milk", "Milk"),
            ("(B) 2026-11-01 Milk +shop", "x 2026-11-26 2026-11-01 Milk +shop pri:B", "(B) 2026-11-01 Milk +shop"),
            ("2026-11-01 Milk", "x 2026-11-26 2026-11-01 Milk", "2026-11-01 Milk"),
            ("  Milk ", "x 2026-11-26   Milk ", "  Milk "),
        ])
        func completingAndReopening(_ open: String, _ done: String, _ reopened: String) throws {
            let line = try task(open).done(on: try #require(Self.today))
            #expect(text(line) == done)
            #expect(text(try #require(TodoTask(line: line)).reopened) == reopened)
        }

        /// A byte that isn't UTF-8 survives.
        @Test func otherEncodingsAreKept() throws {
            let line = Array("(A) K".utf8) + [0xE4] + Array("se".utf8)
            let done = try #require(TodoTask(line: line)).done(on: try #require(Self.today))
            #expect(done == Array("x 2026-11-26 K".utf8) + [0xE4] + Array("se pri:A".utf8))
            #expect(try #require(TodoTask(line: done)).reopened == line)
        }

        @Test func aByteOrderMarkIsNoText() throws {
            let task = try task("\u{FEFF}(A) Milk")
            #expect(task.text == "Milk" && task.priority == UInt8(ascii: "A"))
            #expect(text(task.done(on: try #require(Self.today))) == "x 2026-11-26 Milk pri:A")
        }

        @Test(arguments: [
            ("Milk", nil, "Milk"), (" Milk \n and\teggs ", nil, "Milk and eggs"),
            ("(A) Milk", "d", "(A) 2026-11-26 Milk"),
            ("Milk", "d", "2026-11-26 Milk"), ("2026-01-01 Milk", "d", "2026-01-01 Milk"), ("x Milk", "d", "x Milk"),
            ("  ", nil, ""), ("Käse 🧀", nil, "Käse 🧀"),
        ])
        func newLines(_ typed: String, _ day: String?, _ line: String) throws {
            #expect(text(TodoTask.line(typed, created: day == nil ? nil : Self.today)) == line)
        }

        @Test func prioritiesComeFirstThenDueDays() throws {
            let lines = ["b", "a due:2026-12-02", "(B) c", "d due:2026-12-01", "(A) e", "(B) f due:2026-01-01"]
            let sorted = try lines.map { try task($0).listed }.sorted(by: ListedTask.comesBefore)
            #expect(sorted.map(\.label) == ["e", "f", "c", "d", "a", "b"])
        }
    }

    @Suite struct TodoDayTests {
        @Test(arguments: [
            ("1970-01-01", 0), ("1970-01-02", 1), ("2000-02-29", 11016), ("2026-11-26", 20783), ("1969-12-31", -1),
        ])
        func daysAreNumbers(_ text: String, _ number: Int) throws {
            #expect(try #require(Day(todo: text.utf8[...])).number == number)
            #expect(Day(number: number).description == text)
        }

        @Test(arguments: [
            "", "2026", "2026-11", "2026-11-26-", "2026-11-31", "2025-02-29", "2026-00-01", "2026-01-00", "20261126",
            "2026/11/26", "2026-1a-01", "０２６-11-26",
        ])
        func otherTextIsNoDay(_ text: String) { #expect(Day(todo: text.utf8[...]) == nil) }

        @Test func everyDayOfSomeCenturiesIsReadAgain() throws {
            for number in stride(from: -100_000, to: 100_000, by: 37) {
                #expect(Day(todo: Day(number: number).description.utf8[...])?.number == number)
            }
        }
    }
#endif
