#if Widgets
    import DBusTesting
    import NotificationCenter
    import Testing
    import TodayPlatform

    @testable import TodayWidgets

    /// Real programs that change the list while tasks are completed and added.
    @Suite struct ConcurrentProgramsTests {
        private static let tasks = 40

        /// The programs, as scripts with the path of the file as their argument. Each makes 40 changes, a line each.
        private static let programs = [
            "echo": #"for i in $(seq 40); do echo "echo $i" >> "$1"; done"#,
            "sed": #"for i in $(seq 40); do sed -i "s/^edit $i$/edited $i/" "$1"; done"#,
            // An editor reads, writes another file, and renames it.
            "editor": """
            exec /usr/bin/python3 - "$1" <<'EOF'
            import os, sys
            path = sys.argv[1]
            for number in range(1, 41):
                with open(path, 'rb') as file: text = file.read()
                with open(path + '~', 'wb') as file: file.write(text + b'editor %d\\n' % number)
                os.rename(path + '~', path)
            EOF
            """,
        ]

        @Test(arguments: [["echo"], ["sed"], ["editor"]]) func nothingIsLost(_ names: [String]) async throws {
            let folder = TemporaryFolder()
            let path = folder.path + "/todo.txt"
            let initial = (1...Self.tasks).flatMap { ["task \($0)", "edit \($0)"] }
            folder.write(Array(initial.map { $0 + "\n" }.joined().utf8))
            let list = TodoFile(path: path)
            var running: [ToolRun] = []
            for name in names {
                let script = try #require(Self.programs[name])
                running.append(
                    try await ToolRun.start(
                        ["/bin/bash", "-c", script, "bash", path], environment: Environment.current))
            }
            for number in 1...Self.tasks {
                try await list.replace(Array("task \(number)".utf8), with: Array("x task \(number)".utf8))
                try await list.add(Array("added \(number)".utf8))
                try await list.repair()
            }
            for program in running { #expect(try await program.finished().exit == .status(0)) }
            try await list.repair()

            var expected = Set((1...Self.tasks).flatMap { ["x task \($0)", "added \($0)"] })
            for number in 1...Self.tasks {
                expected.insert(names.contains("sed") ? "edited \(number)" : "edit \(number)")
                for name in names where name != "sed" { expected.insert("\(name) \(number)") }
            }
            let lines = folder.lines()
            #expect(expected.subtracting(lines).sorted() == [])
            #expect(Set(lines).subtracting(expected).sorted() == [])
            let doubled = Dictionary(grouping: lines) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
            #expect(doubled == [])
            #expect(folder.names() == ["todo.txt"])
        }
    }
#endif
