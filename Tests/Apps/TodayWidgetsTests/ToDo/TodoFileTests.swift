#if Widgets
    import DBusTesting
    import Glibc
    import NotificationCenter
    import Testing
    import TodayPlatform

    @testable import TodayWidgets

    /// A folder with a list of tasks, and other programs that change it at chosen moments.
    @Suite struct TodoFileTests {
        private let folder = TemporaryFolder()
        private var path: String { folder.path + "/todo.txt" }

        /// Returns the list, with a body to run at the first moment of each kind.
        private func list(_ bodies: [TodoFile.Step: @Sendable () -> Void] = [:]) -> TodoFile {
            let rest = WatchedValue(bodies)
            return TodoFile(path: path, grace: .milliseconds(100)) { step in
                var body: (@Sendable () -> Void)?
                rest.change { body = $0.removeValue(forKey: step) }
                body?()
            }
        }

        private func line(_ text: String) -> [UInt8] { Array(text.utf8) }

        // MARK: Without others

        @Test func theFirstTaskCreatesTheFile() async throws {
            let list = list()
            #expect(try await list.tasks().isEmpty)
            try await list.add(line("Milk"))
            #expect(folder.text() == "Milk\n")
            #expect(folder.mode() == 0o600)
        }

        @Test func everythingElseIsKept() async throws {
            let file: [UInt8] =
                Array("\u{FEFF}\r\n# a comment?\r\n(A) K".utf8) + [0xE4, 0, 13, 13, 10] + Array("last".utf8)
            folder.write(file)
            let list = list()
            try await list.replace(line("last"), with: line("x last"))
            #expect(folder.bytes() == file.dropLast(4) + Array("x last".utf8))
            try await list.add(line("new"))
            #expect(folder.bytes() == file.dropLast(4) + Array("x last\r\nnew\r\n".utf8))
        }

        @Test func modeAndLinkAreKept() async throws {
            mkdir(folder.path + "/real", 0o700)
            try #require(symlink("real/list.txt", path) == 0)
            folder.write(line("a\n"), to: "real/list.txt")
            try #require(chmod(folder.path + "/real/list.txt", 0o640) == 0)
            let list = list()
            #expect(list.folders == [folder.path, folder.path + "/real"])
            try await list.replace(line("a"), with: line("b"))
            try await list.add(line("c"))
            #expect(folder.text("real/list.txt") == "b\nc\n")
            #expect(folder.mode("real/list.txt") == 0o640)
            var status = stat()
            #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
            #expect(folder.names("real") == ["list.txt"])
        }

        @Test func refusalsAreErrors() async throws {
            folder.write(line("a\n"))
            let list = list()
            await #expect(throws: NCWidgetError("Another program has changed or removed this task")) {
                try await list.replace(line("b"), with: line("c"))
            }
            let missing = TodoFile(path: folder.path + "/missing/todo.txt")
            await #expect(throws: NCWidgetError("Can’t save todo.txt: No such file or directory")) {
                try await missing.add(line("a"))
            }
            let directory = TodoFile(path: folder.path)
            await #expect(throws: NCWidgetError.self) { try await directory.tasks() }
            #expect(folder.text() == "a\n")
        }

        // MARK: Others between the steps

        /// Something that another program does to the file.
        enum Other: String, CaseIterable {
            case append, editInPlace, replace, removeOther

            /// Its lines, after ours have been `done`.
            var lines: Set<String> {
                switch self {
                case .append: ["x 1", "two", "three", "four"]
                case .editInPlace, .replace: ["x 1", "TWO", "three"]
                case .removeOther: ["x 1", "three"]
                }
            }

            func run(_ folder: TemporaryFolder) {
                switch self {
                case .append: folder.append("four\n")
                case .editInPlace: folder.write(Array(folder.text().replacing("two", with: "TWO").utf8))
                case .replace: folder.replace(folder.text().replacing("two", with: "TWO"))
                case .removeOther: folder.replace(folder.text().replacing("two\n", with: ""))
                }
            }
        }

        @Test(arguments: Other.allCases, [TodoFile.Step.read, .exchanged])
        func aChangeInBetweenIsNotLost(_ other: Other, _ step: TodoFile.Step) async throws {
            folder.write(line("one\ntwo\nthree\n"))
            let folder = folder
            let list = list([step: { other.run(folder) }])
            try await list.replace(line("one"), with: line("x 1"))
            try await list.repair()
            #expect(Set(folder.lines()) == other.lines)
            #expect(folder.lines().count == other.lines.count)
            #expect(folder.names() == ["todo.txt"])
        }

        /// A program that read the file before our change, and replaces it afterward.
        @Test(arguments: [TodoFile.Step.read, .exchanged])
        func aReplacementThatWasReadBeforeIsRepaired(_ step: TodoFile.Step) async throws {
            folder.write(line("one\ntwo\n"))
            let folder = folder
            let before = folder.text()
            let list = list([step: { folder.replace(before + "three\n") }])
            try await list.replace(line("one"), with: line("x one"))
            try await list.repair()
            #expect(Set(folder.lines()) == ["x one", "two", "three"])
        }

        /// Our new file lacks the change of another program for a moment. A third program reads it then, and replaces ours.
        @Test(arguments: [
            ("one\ntwo\nthree\n", "one\nTWO\nthree\n", ["x one", "TWO", "THREE"]),
            ("one\nthree\n", "one\nthree\nfour\n", ["x one", "THREE", "four"]),
        ]) func aChangeThatWasMissingForAMomentIsRepaired(_ old: String, _ new: String, _ lines: [String]) async throws
        {
            folder.write(line(old))
            let folder = folder
            let stale = WatchedValue("")
            let list = list([
                .read: { folder.replace(new) }, .exchanged: { stale.change { $0 = folder.text() } },
            ])
            try await list.replace(line("one"), with: line("x one"))
            #expect(stale.value.contains("x one") && !lines.allSatisfy(stale.value.contains))
            folder.replace(stale.value.replacing("three", with: "THREE"))
            try await list.repair()
            #expect(folder.lines().sorted() == lines.sorted())
        }

        /// A program that adds a line to the version before ours, while we add that of the time before.
        @Test func aLineThatTheOtherProgramHasIsNotDoubled() async throws {
            folder.write(line("one\n"))
            let folder = folder
            let list = list([
                .read: { folder.replace("one\ntwo\n") }, .exchanged: { folder.replace("one\ntwo\nthree\n") },
            ])
            try await list.replace(line("one"), with: line("x one"))
            try await list.repair()
            #expect(folder.lines().sorted() == ["three", "two", "x one"])
        }

        /// Equal lines of two programs are two tasks.
        @Test func equalLinesOfOthersStay() async throws {
            folder.write(line("one\n"))
            let folder = folder
            let list = list([.read: { folder.append("two\n") }, .exchanged: { folder.append("two\n") }])
            try await list.replace(line("one"), with: line("x one"))
            try await list.repair()
            #expect(folder.lines() == ["x one", "two", "two"])
        }

        @Test func anAddedTaskIsRepairedToo() async throws {
            folder.write(line("one\n"))
            let folder = folder
            let list = list([.appended: { folder.replace("ONE\n") }])
            try await list.add(line("two"))
            #expect(folder.lines() == ["ONE", "two"])
            folder.replace("ONE!\n")
            try await list.repair()
            #expect(folder.lines() == ["ONE!", "two"])
        }

        /// A program that has opened the file before our change, and writes after it.
        @Test func aLateWriteToTheOldFileIsTakenOver() async throws {
            folder.write(line("one\n"))
            let file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
            defer { close(file) }
            let list = list()
            try await list.replace(line("one"), with: line("x one"))
            try #require(write(file, "two\n", 4) == 4)
            try await list.repair()
            #expect(folder.lines() == ["x one", "two"])
            try await list.repair()
            #expect(folder.lines() == ["x one", "two"])
        }

        /// Without a call, the list looks after its last change by itself.
        @Test func theRepairNeedsNoCall() async throws {
            folder.write(line("one\n"))
            let list = list()
            try await list.add(line("two"))
            folder.replace("one\n")
            let folder = folder
            #expect(
                await poll(within: .seconds(60), every: .milliseconds(5)) {
                    folder.lines() == ["one", "two"] ? true : nil
                } != nil)
            withExtendedLifetime(list) {}
        }

        @Test func whatTheUserTakesBackStaysBack() async throws {
            folder.write(line("one\n"))
            let list = list()
            try await list.replace(line("one"), with: line("x one"))
            try await list.replace(line("x one"), with: line("one"))
            try await list.repair()
            #expect(folder.lines() == ["one"])
        }

        /// The other program's version of the same task wins.
        @Test func theSameTaskIsNotDoubled() async throws {
            folder.write(line("one\n"))
            let folder = folder
            let list = list([.read: { folder.replace("one +project\n") }])
            try await list.replace(line("one"), with: line("x one"))
            try await list.repair()
            #expect(folder.lines() == ["one +project"])
        }

        /// A program that writes in place has emptied the file when we look.
        @Test func anIncompleteFileIsWaitedFor() async throws {
            folder.write([])
            let list = list()
            let change = Task { try await list.replace(line("one"), with: line("x one")) }
            folder.write(line("one\ntwo\n"))
            try await change.value
            #expect(folder.lines() == ["x one", "two"])
        }
    }
#endif
