import DBusTesting
import Platform
import Testing
import TodayModel

/// `data/python/todaycenter.py` with the real center.
@Suite struct PythonModuleTests {
    @Test func aWidget() async throws { try await ProviderStory(.python).all() }

    @Test func howItEnds() async throws { try await ProviderStory(.python).ends() }

    /// A script that only pushes.
    @Test func aPush() async throws {
        let bus = try await PrivateBus.start()
        let script = """
            import datetime
            import todaycenter as today
            today.register("org.example.Note", name="Note")
            print(today.push("org.example.Note", "Buy milk", next_update=datetime.timedelta(hours=1)))
            print(today.push("org.example.Note", today.image(data=b"<svg xmlns='http://www.w3.org/2000/svg'/>", description="x")))
            try:
                today.push("org.example.Note", today.progress(1.5))
            except today.Error as error:
                print(error.name, error)
            """
        let path = try Language.python.install("note.py", script, on: bus)
        let center = try await RunningCenter.start(on: bus, [])
        let run = try await bus.run(Language.python.command(path))
        #expect(run.exit == .status(0), "\(run)")
        #expect(run.output == "1\n2\nInvalidContent Content.value: 1.5 is outside 0…1\n", "\(run)")
        let note = try await center.client.properties(of: "org.example.Note")
        #expect(note.name == "Note" && note.content.kind == "image" && note.nextUpdate > .never)
        try await center.end()
    }

    @Test func itIsShort() throws {
        let lines = try Checkout.text("python/todaycenter.py").split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count - 1 <= 250)
    }
}
