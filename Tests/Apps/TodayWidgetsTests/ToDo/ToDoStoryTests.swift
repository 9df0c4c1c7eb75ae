#if Widgets
    import DBus
    import DBusTesting
    import Testing
    import TodayModel
    import TodayPlatform

    /// A list in the home folder, the real center and the real program.
    @Suite struct ToDoStoryTests {
        private func read(_ desk: WidgetsDesk) throws -> String {
            try TextFile.read(desk.bus.folder + "/home/todo.txt", maximumBytes: 4096)
        }

        @Test func tasksAreAddedCompletedAndFollowed() async throws {
            let desk = try await WidgetsDesk.start()
            try await desk.view()
            try await desk.shows("No tasks\n[Add a task…]", "to-do")
            try await desk.tap("tap:#add", .string("Buy milk"), on: "to-do")
            #expect(try read(desk) == "Buy milk\n")
            try await desk.shows("[ ] Buy milk\n[Add a task…]", "to-do")

            let shell = try await desk.bus.run("/bin/sh", "-c", "echo '(A) Call Ada' >> \"$HOME/todo.txt\"")
            #expect(shell.exit == .status(0))
            try await desk.shows("[ ] Call Ada\n[ ] Buy milk\n[Add a task…]", "to-do")

            let box = try #require(try await desk.widget("to-do").content.all("checkbox").last)
            guard case .string(let action)? = box["action"] else { throw MissingAction() }
            try await desk.tap(action, .boolean(true), on: "to-do")
            #expect(try read(desk).wholeMatch(of: /x \d{4}-\d\d-\d\d Buy milk\n\(A\) Call Ada\n/) != nil)

            let edited = try await desk.bus.run("/bin/sed", "-i", "s/Ada/Alan/", desk.bus.folder + "/home/todo.txt")
            #expect(edited.exit == .status(0))
            try await desk.widget("to-do") { WidgetsDesk.text($0.content).contains("[ ] Call Alan") }
            try await desk.end()
        }

        private struct MissingAction: Error {}
    }
#endif
