#if Widgets
    import DBus
    import DBusTesting
    import NotificationCenter
    import NotificationCenterTesting
    import Testing
    import TodayModel

    @testable import TodayWidgets

    /// The widget with a list in a folder.
    @Suite(.serialized) struct ToDoWidgetTests {
        private let folder = TemporaryFolder()
        /// Today, for the driver and for the widget: November 26, 2026, 12:00 UTC.
        private static let now = Timestamp(microseconds: 1_795_694_400_000_000)

        @WidgetActor private func driver(_ text: String? = nil) throws -> WidgetDriver<ToDoWidget> {
            if let text { folder.write(Array(text.utf8)) }
            let environment = ["TODO_DIR": folder.path]
            return try WidgetDriver(manifest: Checkout.manifest("to-do"), now: Self.now) {
                let widget = ToDoWidget()
                widget.environment = environment
                return widget
            }
        }

        @Test @WidgetActor func theEntryIsVisibleBelowTheFirstTasks() async throws {
            let driver = try driver("d\nc\n(B) b\n(A) a\nx 2026-11-25 old\n")
            await driver.update()
            #expect(driver.text == "[ ] a\n[ ] b\n[Add a task…]")
            driver.setPanel(compactSize: Size(width: 360, height: 150))
            await driver.update()
            #expect(driver.text == "[ ] a\n[ ] b\n[ ] d\n[ ] c\n[Add a task…]")
            driver.setPanel(compactSize: Size(width: 360, height: 20))
            await driver.update()
            #expect(driver.text == "[ ] a\n[Add a task…]")
            try driver.setDisplayMode(.expanded)
            #expect(driver.text.contains("[ ] c"))
            #expect(driver.text.contains("[x] old"))
            #expect(!driver.text.contains("more"))
            #expect(driver.messages.isEmpty)
        }

        @Test @WidgetActor func theWholeListIsPrivate() async throws {
            let driver = try driver("a\n")
            await driver.update()
            #expect(driver.content[.private] == .boolean(true))
        }

        @Test @WidgetActor func aTapCompletesATaskAndReopensIt() async throws {
            let driver = try driver("(A) Milk\nEggs\n")
            await driver.update()
            try driver.setDisplayMode(.expanded)
            try await driver.tap("Milk")
            #expect(folder.text() == "x 2026-11-26 Milk pri:A\nEggs\n")
            try await driver.tap("Milk")
            #expect(folder.text() == "(A) Milk\nEggs\n")
        }

        /// A tap reaches the right task also if other programs have moved it.
        @Test @WidgetActor func aTapMeansTheTextOfATask() async throws {
            let driver = try driver("Milk\nEggs\n")
            await driver.update()
            folder.replace("Bread\nEggs\nMilk\n")
            try await driver.tap("Milk")
            #expect(folder.text() == "Bread\nEggs\nx 2026-11-26 Milk\n")
            #expect(driver.text.contains("[ ] Bread"))
        }

        @Test @WidgetActor func aTaskThatIsGoneIsAnError() async throws {
            let driver = try driver("Milk\n")
            await driver.update()
            folder.replace("Oat milk\n")
            await #expect(throws: NCWidgetError("Another program has changed or removed this task")) {
                try await driver.tap("Milk")
            }
            #expect(folder.text() == "Oat milk\n")
        }

        @Test @WidgetActor func theEntryAddsATask() async throws {
            let driver = try driver()
            await driver.update()
            #expect(driver.text == "No tasks\n[Add a task…]")
            try await driver.perform("tap:#add", "Buy  milk @shop")
            #expect(folder.text() == "Buy milk @shop\n")
            #expect(driver.text.hasPrefix("[ ] Buy milk @shop"))
            try await driver.setSettings(["CreationDate": true])
            try await driver.perform("tap:#add", "(C) Eggs")
            #expect(folder.lines().last == "(C) 2026-11-26 Eggs")
            await #expect(throws: NCWidgetError("Enter a task")) { try await driver.perform("tap:#add", "  ") }
        }

        @Test @WidgetActor func allDone() async throws {
            let driver = try driver("x Milk\n")
            await driver.update()
            #expect(driver.text.hasPrefix("All done"))
        }

        @Test @WidgetActor func dueDaysAreWords() async throws {
            let driver = try driver("a due:2026-11-25\nb due:2026-11-26\nc due:2026-11-27\nd due:2026-12-24\n")
            await driver.update()
            try driver.setDisplayMode(.expanded)
            for word in ["Overdue", "Today", "Tomorrow", "2026-12-24"] { #expect(driver.text.contains(word)) }
        }

        /// Tasks of today count, also if the panel doesn't show them.
        @Test @WidgetActor func dueTasksAskForAttention() async throws {
            let driver = try driver(
                "a due:2026-11-25\n(A) b due:2026-11-26\nc due:2026-11-27\nx d due:2026-11-20\ne\n(B) f\n")
            await driver.update()
            #expect(driver.attention == .badge && driver.badge == 2)
            let midnight = Zone.system.moment(Day(year: 2026, month: 11, day: 27))
            #expect(driver.nextUpdate == Timestamp(microseconds: UInt64(midnight) * 1_000_000))
            await driver.advance(by: .seconds(86400))
            #expect(driver.badge == 3)
            folder.replace("(A) b due:2026-11-26\ne\n")
            await driver.update()
            #expect(driver.attention == .badge && driver.badge == 1 && driver.nextUpdate == nil)
            try await driver.tap("b")
            #expect(driver.attention == .none && driver.badge == 0)
        }

        @Test @WidgetActor func settings() async throws {
            let driver = try driver("d\n(A) a\nx 2026-11-01 old\nx 2026-11-25 new\n")
            try driver.setDisplayMode(.expanded)
            try await driver.setSettings(["Order": "file", "Completed": 1])
            #expect(driver.widget.open.map(\.label) == ["d", "a"])
            #expect(driver.widget.completed.map(\.label) == ["new"])
            try await driver.setSettings(["Completed": 0])
            #expect(!driver.text.contains("new"))
            let other = folder.path + "/other.txt"
            folder.write(Array("other task\n".utf8), to: "other.txt")
            try await driver.setSettings(["File": .string(other)])
            #expect(driver.widget.path == other)
            #expect(driver.text.contains("other task"))
        }

        @Test @WidgetActor func aFolderIsNoFile() async throws {
            let driver = try driver("a\n")
            try await driver.setSettings(["File": .string(folder.path)])
            #expect(driver.error?.hasPrefix("Can’t read") == true)
        }

        @Test @WidgetActor func aLongListIsCut() async throws {
            let driver = try driver((1...150).map { "task \($0)\n" }.joined())
            await driver.update()
            try driver.setDisplayMode(.expanded)
            #expect(driver.text.contains("and 50 more"))
            #expect(driver.error == nil && driver.messages.isEmpty)
        }

        /// Equal lines are separate rows.
        @Test @WidgetActor func equalTasksAreCompletedOneByOne() async throws {
            let driver = try driver("Milk\nMilk\n")
            await driver.update()
            #expect(driver.text.hasPrefix("[ ] Milk\n[ ] Milk\n"))
            #expect(driver.error == nil && driver.messages.isEmpty)
            try await driver.tap("Milk")
            #expect(folder.text() == "x 2026-11-26 Milk\nMilk\n")
        }

        @Test @WidgetActor func changesOfOthersAppear() async throws {
            let driver = try driver("a\n")
            driver.begin()
            driver.appear()
            await driver.update()
            for text in ["a\nb\n", "c\n"] {
                folder.replace(text)
                let last = "[ ] " + String(text.dropLast().last!)
                #expect(
                    await poll(within: .seconds(60), every: .milliseconds(5)) {
                        driver.text.contains(last) ? true : nil
                    } != nil)
            }
            folder.append("d\n")
            #expect(
                await poll(within: .seconds(60), every: .milliseconds(5)) { driver.text.contains("[ ] d") ? true : nil }
                    != nil)
            driver.disappear()
        }
    }
#endif
