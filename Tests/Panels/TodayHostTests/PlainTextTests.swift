import DBus
import Testing
import TodayHost
import TodayModel

@Suite struct PlainTextTests {
    private let context = PlainText.Context(now: noon, width: 40)

    private func view(_ widgets: [WidgetProperties]) -> TodayView {
        let order = widgets.map(\.identifier)
        return TodayView(
            center: .available, arrangement: order, today: order,
            known: Dictionary(widgets.map { ($0.identifier, $0) }) { first, _ in first })
    }

    @Test func theWholeView() {
        var disk = widget(
            usedSpace, "Used Space",
            Content(
                kind: "row",
                children: [Content(kind: "progress", attributes: ["value": .double(0.5)]), text("50.0%")]))
        disk.updatedAt = minutes(3)
        var shopping = widget(list, "List", Content(kind: "column", children: [text("milk"), text("bread")]))
        shopping.updatedAt = minutes(150)
        shopping.error = "An error occurred\nwhile retrieving data"
        shopping.state = .suspended
        var empty = widget(timer, "")
        empty.state = .updating
        #expect(
            view([disk, shopping, empty]).plainText(context) == """
                Used Space
                  ██████████░░░░░░░░░░  50.0%
                  updated 3 min ago

                List
                  milk
                  bread
                  ! An error occurred
                  while retrieving data
                  updated 2 h ago · keeps failing

                org.example.Timer
                  Loading…
                  not updated yet · updating…
                """)
    }

    @Test(arguments: [
        (TodayView(), "Connecting to Today…"),
        (TodayView(center: .unavailable(.notRunning)), "No widgets: Today isn’t running."),
        (TodayView(center: .available), "No widgets yet."),
        (TodayView(center: .available, known: [list: widget(list, "List")]), "No widgets added."),
        (
            TodayView(center: .available, arrangement: [list], known: [list: widget(list, "List")], notice: "no"),
            "Nothing to show right now.\n\n! no"
        ),
        (
            TodayView(center: .available, notice: "no", stateTrouble: StateTrouble("")),
            "No widgets yet.\n\n! no\n\n! Changes will not survive a restart"
        ),
    ])
    func thereMayBeNothingToShow(view: TodayView, text: String) {
        #expect(view.plainText(context) == text)
    }

    @Test func aTerminalGetsNoControlCharacters() {
        var hostile = widget(list, "A\u{1B}[2JB", text("x\u{07}"))
        hostile.error = "\u{9B}31m"
        hostile.state = .unavailable
        let text = view([hostile]).plainText(PlainText.Context(now: noon))
        #expect(!text.unicodeScalars.contains { $0 != "\n" && ($0.value < 0x20 || (0x7F...0x9F).contains($0.value)) })
        #expect(text.contains("its app isn’t running"))
    }

    @Test func aHiddenWidgetShowsNoContent() {
        var hidden = widget(list, "List", text("milk"))
        hidden.hasContent = false
        #expect(hidden.plainText(context) == "List\n  Nothing to show\n  not updated yet")
        #expect(hidden.nextChange(after: noon) == nil)
    }

    @Test func noModeIsLargerThanTheLargest() {
        var more = text("more")
        more.attributes["modes"] = .strings(["expanded"])
        var small = widget(list, "List", Content(kind: "column", children: [text("milk"), more]))
        small.displayMode = .expanded
        #expect(small.plainText(context) == "List\n  milk")
        small.largestDisplayMode = .expanded
        #expect(small.plainText(context) == "List\n  milk\n  more")
    }

    @Test func whatFailedWasNotUpdated() {
        var failed = widget(list, "List")
        failed.updatedAt = noon
        failed.lastResult = .failed
        failed.error = "no network"
        #expect(failed.plainText(context) == "List\n  ! no network\n  update failed")
        failed.content = text("milk")
        #expect(failed.plainText(context).hasSuffix("updated just now"))
    }

    @Test func anErrorTakesThreeLines() {
        var failed = widget(list, "List", text("milk"))
        failed.error = String(repeating: "<b>E</b> ", count: 200) + "\nmore"
        let errors = failed.textLines(context).filter { $0.role == .error }
        #expect(errors.count == 3 && errors.last?.text.hasSuffix("…") == true)
        failed.error = "Traceback (most recent call last):\n  in x\nKeyError: 'a'"
        #expect(failed.textLines(context).first { $0.role == .error }?.text == "  ! KeyError: 'a'")
    }

    @Test func whatACenterSaidLastIsSetBack() {
        let now = ContinuousClock.now
        var period = ViewGracePeriod()
        _ = period.apply(view([widget(list, "List", text("milk"))]), now: now)
        #expect(period.absenceLine == nil)
        _ = period.apply(TodayView(center: .unavailable(.notRunning)), now: now)
        _ = period.pass(now + ViewGracePeriod.length)
        #expect(period.absenceLine?.text.contains("Not updating: Today isn’t running.") == true)
        #expect(period.textLines(context).map(\.text).prefix(2) == ["List", "  milk"])
        #expect(period.textLines(context)[1].role == .placeholder)
    }

    @Test func attentionFollowsTheName() {
        var list = widget(list, "List", text("milk"))
        (list.attention, list.badge) = (.badge, 3)
        #expect(list.plainText(context) == "List (3)\n  milk")
        (list.attention, list.badge) = (.alert, 0)
        #expect(list.plainText(context) == "List •\n  milk")
    }

    @Test func linesHaveRoles() {
        var shopping = widget(list, "List", text("milk"))
        shopping.error = "no"
        #expect(shopping.textLines(context).map(\.role) == [.header, .content, .error])
    }

    @Test func theNextChangeIsTheEarliest() {
        var disk = widget(usedSpace, "Used Space", text("50 %"))
        #expect(view([disk]).nextChange(after: noon) == nil)
        disk.updatedAt = minutes(3)
        let minute = Timestamp(microseconds: noon.microseconds + 60_000_000)
        #expect(view([disk]).nextChange(after: noon) == minute)
        let second = Timestamp(microseconds: noon.microseconds + 1_000_000)
        let countdown = widget(
            timer, "Timer",
            Content(kind: "timer", attributes: ["until": .uint64(noon.microseconds + 2_000_000)]))
        #expect(view([disk, countdown]).nextChange(after: noon) == second)
    }

    @Test func ages() {
        #expect(ContentAge.text(since: .never, now: noon) == "never")
        #expect(ContentAge.text(since: noon, now: noon) == "just now")
        #expect(ContentAge.text(since: noon, now: minutes(9)) == "just now")
        #expect(ContentAge.text(since: minutes(1), now: noon) == "1 min ago")
        #expect(ContentAge.text(since: minutes(60 * 49), now: noon) == "2 d ago")
    }
}
