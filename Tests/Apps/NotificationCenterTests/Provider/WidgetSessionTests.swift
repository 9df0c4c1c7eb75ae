import DBus
import Testing
import TodayModel

@testable import NotificationCenter

/// A session without a bus.
@WidgetActor
struct SessionBench {
    let widget = ScriptedWidget()
    let session: WidgetSession
    static let center: BusName = ":1.1"

    init() { session = WidgetSession(widget, identifier: "org.example.Test") }

    func context(_ reason: UpdateReason = .visible) -> UpdateContext {
        var context = UpdateContext(identifier: "org.example.Test", reason: reason)
        context.proposedMarginInsets = EdgeInsets(top: 4, left: 47, bottom: 39, right: 8)
        return context
    }

    func begin() -> WidgetChanges { session.begin(context(.start), for: Self.center) }

    func update(_ reason: UpdateReason = .visible) async -> (result: UpdateResult, changes: WidgetChanges) {
        await session.performUpdate(context(reason), for: Self.center)
    }

    func tap(_ name: String, _ parameter: NCValue? = nil) async throws -> WidgetChanges {
        try await session.invokeAction(name, parameter: parameter, activationToken: nil, for: Self.center)
    }
}

@Suite @WidgetActor struct WidgetSessionTests {
    let bench = SessionBench()
    var widget: ScriptedWidget { bench.widget }

    @Test func whatWasCachedIsTheFirstAnswer() {
        widget.onBegin = { _ in }
        widget.tree = Text("cached").widgetContent
        widget.preferredContentSize = Size(width: 0, height: 37)
        widget.bottomMargin = 10
        let changes = bench.begin()
        #expect(changes.content == widget.tree.tree)
        #expect(changes.preferredContentSize == Size(width: 0, height: 37))
        #expect(changes.marginInsets == EdgeInsets(top: -1, left: -1, bottom: 10, right: -1))
        #expect(changes.displayMode == nil && changes.error == nil && changes.nextUpdate == nil)
    }

    @Test func emptyContentAtFirstLeavesTheSnapshot() async throws {
        #expect(bench.begin().content == nil)
        #expect(try await bench.tap("x").content != nil)
        let empty = SessionBench()
        _ = empty.begin()
        let changes = empty.session.displayModeChanged(to: .expanded, maximum: .zero, for: SessionBench.center)
        #expect(changes.content == nil)
        #expect(await empty.update().changes.content == .empty)
    }

    @Test func aWidgetThatHasNothingToShowHidesItself() async {
        widget.tree = Text("a").widgetContent
        widget.widgetHasContent = false
        var (result, changes) = await bench.update()
        #expect(result == .newData && changes.hasContent == false && changes.content == nil)
        widget.widgetHasContent = true
        (result, changes) = await bench.update()
        #expect(result == .newData && changes.hasContent == true && changes.content == widget.tree.tree)
        widget.widgetHasContent = nil
        #expect(await bench.update().changes.hasContent == nil)
    }

    @Test func requestsOfTheWidgetGoOutOnce() async {
        widget.onBegin = { context in
            context.widgetActiveDisplayMode = .compact
            context.widgetLargestAvailableDisplayMode = .expanded
            context.requestUpdate(at: Timestamp(microseconds: 9))
        }
        let first = bench.begin()
        #expect(first.displayMode == .compact && first.largestDisplayMode == .expanded)
        #expect(first.nextUpdate == Timestamp(microseconds: 9))
        let second = await bench.update().changes
        #expect(second.displayMode == nil && second.largestDisplayMode == nil && second.nextUpdate == nil)
    }

    @Test func newDataIsComplete() async {
        widget.tree = Text("a").widgetContent
        _ = bench.begin()
        let (result, changes) = await bench.update()
        #expect(result == .newData && changes.content == widget.tree.tree && changes.marginInsets == nil)
    }

    @Test func noDataKeepsAllButTheNextUpdateBack() async {
        widget.tree = Text("a").widgetContent
        _ = bench.begin()
        let (widget, session) = (widget, bench.session)
        widget.outcome = {
            widget.tree = Text("b").widgetContent
            session.context.requestUpdate(at: Timestamp(microseconds: 5))
            return .noData
        }
        let (result, changes) = await bench.update()
        var wanted = WidgetChanges()
        wanted.nextUpdate = Timestamp(microseconds: 5)
        #expect(result == .noData && changes == wanted)
        // Content that was held back isn't lost.
        #expect(
            session.displayModeChanged(to: .compact, maximum: .zero, for: ":1.1").content
                == Text("b").widgetContent.tree)
    }

    @Test func noDataIsNewToACenterThatHasNone() async {
        widget.tree = Text("a").widgetContent
        widget.outcome = { .noData }
        _ = bench.begin()
        #expect(await bench.update().result == .noData)
        let dropped = await bench.update(.hasContent)
        #expect(dropped.result == .newData && dropped.changes.content == widget.tree.tree)
        let other = await bench.session.performUpdate(bench.context(), for: ":1.2")
        #expect(other.0 == .newData && other.1.content == widget.tree.tree)
    }

    @Test func anErrorIsTheReasonOfTheFailure() async {
        widget.outcome = { throw NCWidgetError("An error occurred while retrieving data") }
        let (result, changes) = await bench.update()
        #expect(result == .failed && changes.error == "An error occurred while retrieving data")
        #expect(changes.content == nil && changes.marginInsets == nil)
        widget.outcome = { throw NCWidgetError("a\u{1}b" + String(repeating: "é", count: 5000)) }
        let message = await bench.update().changes.error ?? ""
        #expect(message.hasPrefix("a b") && message.utf8.count <= Limits.stringBytes)
        widget.outcome = { .failed }
        #expect(await bench.update() == (.failed, WidgetChanges()))
    }

    /// It was left out as known, and the center kept the error.
    @Test func whatIsShownAfterAFailureClearsIt() async {
        widget.tree = Text("a").widgetContent
        _ = bench.begin()
        widget.tree = Progress(value: 2).widgetContent
        #expect(bench.session.displayModeChanged(to: .expanded, maximum: .zero, for: ":1.1").error != nil)
        widget.tree = Text("a").widgetContent
        let back = bench.session.displayModeChanged(to: .compact, maximum: .zero, for: ":1.1")
        #expect(back.content == widget.tree.tree && back.error == nil)
    }

    @Test func wrongContentIsAFailureWithItsPlace() async {
        widget.tree = Column { Progress(value: 1.5) }.widgetContent
        #expect(bench.begin().error == "Content.children[0].value: 1.5 is outside 0…1")
        let (result, changes) = await bench.update()
        #expect(result == .failed && changes.error == "Content.children[0].value: 1.5 is outside 0…1")
        widget.tree =
            Column {
                Progress(value: 1.5)
                Button("a") {}
            }.widgetContent
        await #expect(throws: Fault.self) { try await bench.tap("tap:/1") }
        widget.tree = Text("a").widgetContent
        widget.preferredContentSize = Size(width: 0, height: -.infinity)
        #expect(await bench.update().changes.error?.hasPrefix("PreferredContentSize") == true)
    }

    @Test func callersThatComeTogetherShareOneUpdate() async {
        let (entered, leave) = (Gate(), Gate())
        widget.outcome = {
            entered.open()
            await leave.wait()
            return .newData
        }
        widget.tree = Text("a").widgetContent
        async let first = bench.update()
        await entered.wait()
        async let second = bench.update()
        // A tap does not wait for the update.
        _ = try? await bench.tap("other")
        leave.open()
        let results = await (first.result, second.result)
        #expect(results == (.newData, .newData))
        #expect(widget.log == ["begin", "update", "action other -"])
    }

    @Test func theLifeIsTold() {
        bench.session.appear()
        _ = bench.session.displayModeChanged(
            to: .expanded, maximum: Size(width: 320, height: 640), for: SessionBench.center)
        #expect(widget.extensionContext?.widgetActiveDisplayMode == .expanded)
        #expect(widget.extensionContext?.widgetMaximumSize(for: .expanded) == Size(width: 320, height: 640))
        #expect(widget.extensionContext?.isViewing == true)
        bench.session.disappear()
        #expect(widget.extensionContext?.isViewing == false)
        #expect(widget.log == ["begin", "appear", "mode expanded 320.0x640.0", "disappear"])
    }
}
