import DBusTesting
import TodayPlatform
import Testing
import TodayModel

/// `data/python/todaycenter.py` with the real center.
@Suite struct PythonModuleTests {
    @Test func aWidget() async throws { try await ProviderStory(.python).all() }

    /// The lamp of the API page.
    @Test func values() async throws {
        let bus = try await PrivateBus.start()
        let program = try Language.python.install("lamp.py", Guide("python-api").block("python"), on: bus)
        try await LampStory(language: .python, program: program, bus: bus).all()
    }

    @Test func howItEnds() async throws { try await ProviderStory(.python).ends() }

    @Test(.enabled(FlatpakSandbox.isMissing, { try await FlatpakSandbox.canBeMade() }))
    func aWidgetInSandbox() async throws { try await ProviderStory(.python).inSandbox() }

    /// A PNG of one pixel, in base64.
    private static let png =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="

    /// A script that only pushes.
    @Test func aPush() async throws {
        let bus = try await PrivateBus.start()
        let script = """
            import base64
            import datetime
            import todaycenter as today
            today.register("org.example.Note", name="Note")
            print(today.push("org.example.Note", "Buy milk", next_update=datetime.timedelta(hours=1)))
            png = base64.b64decode("\(Self.png)")
            print(today.push("org.example.Note", today.image(data=png, description="x")))
            for wrong in today.progress(1.5), today.image(data=b"<svg/>", description="x"):
                try:
                    today.push("org.example.Note", wrong)
                except today.Error as error:
                    print(error.name, error)
            """
        let path = try Language.python.install("note.py", script, on: bus)
        let center = try await RunningCenter.start(on: bus, [])
        let run = try await bus.run(Language.python.command(path))
        #expect(run.exit == .status(0), "\(run)")
        #expect(
            run.output == """
                1
                2
                InvalidContent Content.value: 1.5 is outside 0…1
                InvalidContent Content.data: this is SVG; content takes PNG up to 512 × 512: use icon, or convert it

                """, "\(run)")
        let note = try await center.client.properties(of: "org.example.Note")
        #expect(note.name == "Note" && note.content.kind == "image" && note.nextUpdate > .never)
        try await center.end()
    }

    @Test func itIsShort() throws {
        let lines = try Checkout.text("python/todaycenter.py").split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count - 1 <= 400)
    }

    /// Wrong use is refused where it is written, and names that the schema doesn't have are printed once.
    @Test func wrongUse() async throws {
        let bus = try await PrivateBus.start()
        let script = #"""
            import todaycenter as today
            def refused(make):
                try:
                    print("taken", make())
                except TypeError as error:
                    print(error)
            refused(lambda: today.column("a", {"spacing": 3}))
            refused(lambda: today.row(["a", "b"]))
            refused(lambda: today.row(True))
            refused(lambda: today.text({"color": "accent"}))
            refused(lambda: today.text("a", color=today.text("b")))
            refused(lambda: today.section(today.text("a")))
            refused(lambda: today.to_json([today.text("a")]))
            refused(lambda: today.timer("a"))
            print(today.to_json(today.column(1.5, None, today.button(2, "go", parameter={"kind": "x"}), spacing=3)))
            for _ in range(2):
                today.text("a", colour="accent", accessible_label="b")
                today.node("later", "child", more=1)
                today.node("text", "child", text="a")
            """#
        let run = try await bus.run(Language.python.command(try Language.python.install("wrong.py", script, on: bus)))
        #expect(
            run.output == #"""
                column: each child is a node or a text, not a dict, and attributes have names, as in spacing=3
                row: each child is a node or a text, not a list, and attributes have names, as in spacing=3
                row: each child is a node or a text, not a bool, and attributes have names, as in spacing=3
                text: text can't be a dictionary
                text: color can't be a node
                section: label can't be a node
                content: each child is a node or a text, not a list, and attributes have names, as in spacing=3
                timer() takes 0 positional arguments but 1 was given
                {"kind": "column", "spacing": 3, "children": [{"kind": "text", "text": "1.5"}, \#
                {"kind": "button", "label": "2", "action": "go", "parameter": {"kind": "x"}}]}

                """#)
        let warnings = run.error.split(separator: "\n").map { $0.split(separator: " (known: ").first ?? "" }
        #expect(
            warnings == [
                "todaycenter: unknown attribute colour of text", "todaycenter: unknown kind later",
                "todaycenter: unknown attribute children of text",
            ], "\(run.error)")
    }
}
